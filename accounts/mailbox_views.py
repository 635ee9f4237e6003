"""The mailbox page of the embedded default: who tries the site out has no mail server.

Anybody who can open the page reads everybody's mail, so these routes exist only where settings.MAILBOX is set,
and every view looks at it again.
"""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from accounts.mailbox import KeptMail, kept_mail, kept_mails

_SANDBOX = ["allow-popups", "allow-popups-to-escape-sandbox"]
# Nothing runs and nothing is loaded in somebody's mail; only the styles that stand in it count.
_MAIL_CSP: dict[str, Any] = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.UNSAFE_INLINE],
    "img-src": ["data:"],
    "form-action": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.SELF],
    "sandbox": _SANDBOX,
}
_PAGE_CSP: dict[str, Any] = {**settings.SECURE_CSP, "frame-src": [CSP.SELF]}


def _mail_or_404(key: str) -> KeptMail:
    mail = kept_mail(settings.MAIL_DIR, key) if settings.MAILBOX else None
    if mail is None:
        raise Http404
    return mail


@never_cache
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """Every mail that would have been sent, the newest first."""
    if not settings.MAILBOX:
        raise Http404
    return render(request, "mailbox/list.html", {"mails": kept_mails(settings.MAIL_DIR)})


@never_cache
@require_safe
@csp_override(_PAGE_CSP)
def mail(request: HttpRequest, key: str) -> HttpResponse:
    """One mail: both parts and the headers."""
    context = {"mail": _mail_or_404(key), "sandbox": " ".join(_SANDBOX)}
    return render(request, "mailbox/mail.html", context)


@never_cache
@require_safe
@xframe_options_sameorigin
@csp_override(_MAIL_CSP)
def mail_html(request: HttpRequest, key: str) -> HttpResponse:
    """The HTML part by itself, for the frame. Its links open in a window of their own."""
    html = _mail_or_404(key).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))
