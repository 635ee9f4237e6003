"""The private address of a person's calendar: made, renewed, given up."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import ServiceError
from games.models import CalendarFeed


def renew_feed(*, user: User, shown: str) -> CalendarFeed:
    """A new address in place of the one that the page showed (`shown`, its token; empty for none).

    If there is another one by now, that one stays: a button pressed twice must not undo what it gave.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        feed = CalendarFeed.objects.filter(user=user).first()
        if feed is not None and feed.token != shown:
            return feed
        CalendarFeed.objects.filter(user=user).delete()
        return CalendarFeed.objects.create(user=user, created_at=timezone.now())


def stop_feed(*, user: User) -> None:
    """Make the address lead nowhere; again changes nothing."""
    CalendarFeed.objects.filter(user=user).delete()


def no_feed() -> ServiceError:
    """The person's calendar has no address."""
    return ServiceError("no_calendar", 404, _("Your calendar has no address."))
