"""What a person was told of late, whichever way: for clients that show it in a list of their own."""

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Notification
from games.notifications.kinds import spec_of


def recent_of(user: User) -> QuerySet[Notification]:
    """What the person was to be told by now, with all that its title needs. Fixed queries for any number."""
    rows = Notification.objects.filter(user=user, due_at__lte=timezone.now())
    wanted = rows.select_related("user", "game__invitation__invitee")
    return wanted.prefetch_related("game__seats__user")


def title_of(row: Notification) -> str:
    """The title in the language that is active."""
    return spec_of(row).words(row).title
