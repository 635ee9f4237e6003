"""Addresses that mail came back from, or whose readers reported it: no more mail until the person says so.

What a provider tells comes in through anymail, in one shape for all of them. Only news stop. A mail that somebody has
just asked for, to confirm an address or for a new password, still goes out: without it they could not come back.
"""

import logging
import re
from typing import Any, Final, cast

from allauth.account.models import EmailAddress
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from anymail.urls import urlpatterns as anymail_routes
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.enums import MailStop
from accounts.models import User

logger = logging.getLogger(__name__)

_REASONS: Final = {
    RejectReason.BOUNCED: MailStop.BOUNCED,
    RejectReason.INVALID: MailStop.BOUNCED,
    RejectReason.SPAM: MailStop.COMPLAINED,
}
# Some providers tell of a full mailbox in the same words as of an address that is none.
_SOFT: Final = re.compile("soft|transient", re.IGNORECASE)
_SOFT_CLASSES: Final = {"20", "21", "22", "23", "24", "40", "70", "100"}  # SparkPost's bounce_class


def hook_routes(provider: str) -> list[URLPattern]:
    """The one route at which that provider tells of bounces and complaints; none without a provider."""
    return [route for route in anymail_routes if route.name == f"{provider}_tracking_webhook"]


def hear(sender: object, event: AnymailTrackingEvent, **_more: Any) -> None:
    """Receiver of anymail's signal: stop the address that came back for good or complained."""
    why = reason_to_stop(event)
    if why and event.recipient:
        stop_mail(address=event.recipient, why=why)


def reason_to_stop(event: AnymailTrackingEvent) -> MailStop | None:
    """Why no more mail may go to that address; None if it may."""
    if event.event_type == EventType.COMPLAINED:
        return MailStop.COMPLAINED
    if event.event_type == EventType.BOUNCED:
        return None if _is_soft(event) else MailStop.BOUNCED
    if event.event_type == EventType.REJECTED:  # the provider keeps a list of its own
        return _REASONS.get(event.reject_reason)
    return None


def _is_soft(event: AnymailTrackingEvent) -> bool:
    told = event.esp_event if hasattr(event.esp_event, "get") else {}
    words = [event.description, *(told.get(name) for name in ("Type", "event", "type"))]
    return (
        any(_SOFT.search(str(word)) for word in words if word)
        or told.get("hard_bounce") is False
        or str(told.get("bounce_class")) in _SOFT_CLASSES
    )


def stop_mail(*, address: str, why: MailStop) -> bool:
    """Send no more news to that address; whether it is somebody's and was not stopped before.

    An address that somebody only wants to change to is nobody's yet.
    """
    people = User.objects.filter(email__iexact=address, mail_stopped_at=None).exclude(email="")
    stopped = people.update(mail_stopped_at=timezone.now(), mail_stopped_why=why) > 0
    if stopped:
        logger.warning("mail to an address was stopped: %s", why)
    return stopped


def resume_mail(*, user: User) -> bool:
    """Write to the person again; whether it had been stopped."""
    people = User.objects.filter(pk=user.pk).exclude(mail_stopped_at=None)
    return people.update(mail_stopped_at=None, mail_stopped_why=MailStop.NONE) > 0


def address_confirmed(sender: object, email_address: EmailAddress, **_more: Any) -> None:
    """Receiver of allauth's signal: who has just read a mail at their address can be written to."""
    resume_mail(user=email_address.user)


@require_POST
@login_required
@never_cache
def resume(request: HttpRequest) -> HttpResponse:
    """Write again, and go back to the page on which that was asked for."""
    user = cast(User, request.user)
    if resume_mail(user=user):
        messages.success(request, _("Mail goes to %(address)s again.") % {"address": user.email})
    page = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        page, {request.get_host()}, require_https=request.is_secure()
    )
    return redirect(page if safe else "accounts:preferences")
