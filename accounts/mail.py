"""The only place where mails are made.

A mail is a folder ``templates/emails/<name>/`` with ``subject.txt``, ``body.txt`` and ``body.html``. The bodies
extend ``emails/base.txt`` and ``emails/base.html``.
"""

import email.policy
from collections.abc import Mapping
from email.message import EmailMessage, Message, MIMEPart
from email.policy import EmailPolicy, Policy
from email.utils import make_msgid, parseaddr
from functools import cache
from smtplib import SMTPRecipientsRefused
from typing import Any

from css_inline import CSSInliner
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, engines
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import MailRefused
from accounts.models import User
from accounts.readers import as_reader

_HEADERS = {"Auto-Submitted": "auto-generated"}
# Their values are addresses of pages or of mails. Folding encodes those that are longer than a line, and then no
# mail program understands them. RFC 5322 allows lines of 998 characters.
_WHOLE = {"list-unsubscribe", "list-unsubscribe-post", "message-id", "in-reply-to", "references"}
_LONGEST_LINE = 998


class _WholeLines(EmailPolicy):
    """Folds headers as usual, but leaves those that folding would break in one line."""

    def fold(self, name: str, value: Any) -> str:
        line = f"{name}: {value}"
        if name.lower() in _WHOLE and line.isascii() and len(line) <= _LONGEST_LINE:
            return line + self.linesep
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() in _WHOLE:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


class Mail(EmailMultiAlternatives):
    """A mail with a text and an HTML part, and pictures that the HTML part shows as ``cid:<name>``."""

    def show(self, name: str, png: bytes) -> None:
        """Let the HTML part show a picture under this name. It travels with the mail: nothing is loaded."""
        part = MIMEPart(policy=email.policy.default)
        part.set_content(
            png,
            maintype="image",
            subtype="png",
            disposition="inline",
            cid=f"<{name}>",
            filename=f"{name}.png",
        )
        self.attach(part)  # services that send for us look for it there

    def message(
        self, *, policy: "Policy[Message[str, str]] | None" = email.policy.default
    ) -> EmailMessage:
        """The mail as it is sent. The pictures stand beside the HTML part that shows them (RFC 2387)."""
        attached = self.attachments
        pictures = [part for part in attached if isinstance(part, MIMEPart) and part["Content-ID"]]
        try:
            self.attachments = [part for part in attached if part not in pictures]
            made = super().message(policy=_WholeLines() + (policy or email.policy.default))
        finally:
            self.attachments = attached
        html = made.get_body(("html",))
        if pictures and html is not None:
            html.make_related()
            for part in pictures:
                html.attach(part)
        return made

    def send(self, *args: Any, **kwargs: Any) -> int:
        """Hand the mail over. Raises OSError, without the address, which has no place in a log, if it isn't taken."""
        try:
            return super().send(*args, **kwargs)
        except SMTPRecipientsRefused as error:
            codes = ", ".join(str(code) for code, _text in error.recipients.values())
            raise OSError(f"the recipient was refused ({codes})") from None


@cache
def _inliner() -> CSSInliner:
    # Nothing is loaded from the network or the disk: the style sheet stands in emails/base.html.
    return CSSInliner(load_remote_stylesheets=False)


def _render(template: str, context: Mapping[str, Any], *, escape: bool) -> str:
    # Django escapes in every template, whatever its name; in plain text that would turn & into &amp;.
    source = engines["django"].get_template(template).template  # type: ignore[attr-defined]
    return str(source.render(Context(dict(context), autoescape=escape))).strip()


def _check_address(address: str) -> None:
    local, _at, domain = address.rpartition("@")
    if not local or not domain:
        raise MailRefused(_("There is no address to write to."))
    if not local.isascii():
        raise MailRefused(_("Mail to an address with letters other than A to Z can't be sent."))


def compose(
    address: str,
    template: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
    pictures: Mapping[str, bytes] | None = None,
) -> Mail:
    """The mail ``template`` for ``address``, in the language and the zone that are active.

    ``pictures`` are PNGs by the names that the template shows them under.

    Raises MailRefused if no mail can go to that address.
    """
    _check_address(address)
    site = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "preferences_url": settings.SITE_URL + reverse("accounts:preferences"),
    }
    everything = {**site, **context}
    subject = " ".join(_render(f"emails/{template}/subject.txt", everything, escape=False).split())
    text = _render(f"emails/{template}/body.txt", everything, escape=False)
    html = _render(f"emails/{template}/body.html", {**everything, "subject": subject}, escape=True)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    own = {"Message-ID": make_msgid(domain=domain), **_HEADERS}
    mail = Mail(subject, text, None, [address], headers={**own, **(headers or {})})
    mail.attach_alternative(_inliner().inline(html), "text/html")
    for name, png in (pictures or {}).items():
        mail.show(name, png)
    return mail


def send_mail_to(
    user: User,
    template: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
    pictures: Mapping[str, bytes] | None = None,
) -> str:
    """Send one mail to one person in their language and zone, and return its Message-ID.

    ``headers`` come on top of Auto-Submitted, and may name a Message-ID of their own. Addresses of pages in
    ``context`` are absolute, since a mail has no page to start from. Raises MailRefused for a person who can't be
    written to, and OSError if the mail server does not take the mail.
    """
    if user.mail_stopped_at is not None:
        raise MailRefused(_("Mail to this address was stopped: it came back or was reported."))
    with as_reader(user):
        mail = compose(user.email, template, {"user": user, **context}, headers, pictures)
    mail.send()
    return str(mail.extra_headers["Message-ID"])
