"""News posted to one web address of the person's own, in a form that Discord, Slack and their like show as a message."""

import json
from typing import Final

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import as_reader
from games.models import Notification, Webhook
from games.notifications.channels import signed
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import NotNow, check, post
from games.notifications.kinds import words_of
from games.selectors.channels import webhook_of

MOST_REFUSALS: Final = 3  # one after another, then it is switched off
_HEADERS: Final = {"Content-Type": "application/json"}


def reaches(user: User) -> bool:
    """True if the person has given an address that is not switched off, and what gave it has not ended."""
    hook = webhook_of(user)
    return hook is not None and hook.off_since is None


def is_signed(user: User) -> bool:
    """True if a program is told there: at once, whatever its person does."""
    hook = webhook_of(user)
    return hook is not None and bool(hook.secret)


def signed_of(user_ids: set[int]) -> set[int]:
    """Those of these people whose program is told. One query, none without people."""
    hooks = Webhook.objects.filter(user__in=user_ids).exclude(secret="")
    return set(hooks.values_list("user_id", flat=True))


def send(rows: list[Notification], user: User) -> str:
    """Post what these rows tell: each in a line of its own or, to a program, one as a message. Raises Refused or OSError.

    An address that refuses again and again is switched off.
    """
    hook = webhook_of(user)
    if hook is None or hook.off_since is not None:
        raise Refused("no address, or switched off")
    try:
        if hook.secret:
            signed.tell(hook, _only(rows), user)
        else:
            told = [words_of(row) for row in rows]
            tell(hook.url, "\n".join(f"{words.title}: {words.url}" for words in told))
    except Refused as error:
        _count_refusal(hook, str(error))
        raise
    if hook.refusals:
        Webhook.objects.filter(pk=hook.pk).update(refusals=0, last_error="")
    return ""


def _only(rows: list[Notification]) -> Notification:
    """The row that a program is told. Several were claimed for an address in words that became signed since: none was
    posted, and each comes again by itself. Raises NotNow for those."""
    if len(rows) > 1:
        raise NotNow("signed since")
    return rows[0]


def send_test(hook: Webhook) -> None:
    """Post a message that tells nothing. Raises Refused or OSError."""
    if hook.secret:
        signed.tell_test(hook)
        return
    with as_reader(hook.user):
        tell(hook.url, _("This is a test from %(site)s.") % {"site": settings.SITE_NAME})


def tell(url: str, text: str) -> None:
    """Post a text: Discord reads `content`, Slack and others `text`; names in it call nobody."""
    message = {"content": text, "text": text, "allowed_mentions": {"parse": []}}
    check(post(url, json.dumps(message).encode(), _HEADERS))


def _count_refusal(hook: Webhook, why: str) -> None:
    row = Webhook.objects.filter(pk=hook.pk, url=hook.url)
    row.update(refusals=F("refusals") + 1, last_error=why[:200])
    row.filter(refusals__gte=MOST_REFUSALS).update(off_since=timezone.now())
