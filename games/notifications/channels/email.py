"""News by mail: threads, one-click unsubscribing, and the mail as its kind writes it."""

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.errors import MailRefused
from accounts.mail import send_mail_to
from accounts.models import User
from accounts.readers import as_reader
from games.enums import Channel, NotificationState
from games.models import Delivery, Notification
from games.notifications.channels.base import Refused
from games.notifications.kinds import context_of, spec_of
from games.notifications.told import Told, page_url
from games.notifications.unsubscribing import unsubscribe_url


def reaches(user: User) -> bool:
    """True if there is an address to write to, and mail to it was not stopped."""
    return bool(user.email) and user.mail_stopped_at is None


def send(rows: list[Notification], user: User) -> str:
    """Send one mail for rows of one kind; its Message-ID. Raises Refused or OSError."""
    spec = spec_of(rows[0])
    leave = unsubscribe_url(user, spec.category)
    with as_reader(user):
        context: dict[str, Any] = {
            **context_of(rows, user),
            "unsubscribe_url": leave,
            "notices_url": page_url("games:notices"),
        }
    try:
        return send_mail_to(user, spec.template, context, _headers(rows, leave), _pictures(context))
    except MailRefused as error:
        raise Refused(str(error)) from error


def send_test(user: User) -> str:
    """Send one mail that tells nothing; its Message-ID. Raises Refused or OSError."""
    with as_reader(user):
        context = {
            "title": _("This is a test from %(site)s.") % {"site": settings.SITE_NAME},
            "said": [_("Mails reach you at this address.")],
            "label": _("Choose what you are told"),
            "url": page_url("games:notices"),
        }
    try:
        return send_mail_to(user, "notice", context)
    except MailRefused as error:
        raise Refused(str(error)) from error


def _pictures(context: dict[str, Any]) -> dict[str, bytes]:
    """The pictures of the games that the mail tells, by name."""
    games: list[Told] = [*context.get("games", ()), *filter(None, [context.get("told")])]
    return {one.picture.name: one.picture.png for one in games if one.picture}


def _headers(rows: list[Notification], leave: str) -> dict[str, str]:
    """The mail's own name, its thread, and how to leave with one click (RFC 8058)."""
    return {
        "Message-ID": _message_id(rows),
        **_thread(rows),
        "List-Unsubscribe": f"<{leave}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _message_id(rows: list[Notification]) -> str:
    """The same whenever these rows are sent again, so that mail programs know a second one for the first."""
    first = rows[0]
    about = f"games.{first.user_id}" if len(rows) > 1 or not first.game_id else _about(first)
    return f"<{about}.{first.pk}@{_domain()}>"


def _about(row: Notification) -> str:
    return f"game.{row.game_id}.{row.user_id}"


def _domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def _thread(rows: list[Notification]) -> dict[str, str]:
    """A mail about one game answers the one before and names the first, so that mail programs show them together."""
    if len(rows) > 1 or not rows[0].game_id:
        return {}
    before = Delivery.objects.filter(
        notification__game=rows[0].game_id,
        notification__user=rows[0].user_id,
        channel=Channel.EMAIL,
        state=NotificationState.SENT,
        message_id__startswith=f"<{_about(rows[0])}.",
    )
    ids = list(before.order_by("sent_at", "pk").values_list("message_id", flat=True))
    if not ids:
        return {}
    return {"In-Reply-To": ids[-1], "References": " ".join(dict.fromkeys([ids[0], ids[-1]]))}
