"""Giving up mails of one category from the mail itself, as RFC 8058 has it.

The token in the address says who and what, so nobody has to sign in, and mail programs can do it in one request. Looking
at the page changes nothing: programs that scan mail open every link.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.quiet import set_quiet
from games.enums import NoticeCategory
from games.notifications.unsubscribing import read_address_token, read_token
from games.services.notices import set_mails

FIELD, ONE_CLICK, AGAIN = "List-Unsubscribe", "One-Click", "Again"


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # a mail program has no cookie of ours; the signed token stands for the person
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would be given up; POST does it, from a mail program or from the page's button."""
    read = read_token(token)
    user = read and User.objects.filter(pk=read[0], is_active=True).first()
    if not read or not user:
        return _page(request, HTTPStatus.NOT_FOUND)
    wish = request.POST.get(FIELD)
    if request.method == "POST" and wish not in (ONE_CLICK, AGAIN):
        return _page(request, HTTPStatus.BAD_REQUEST, category=read[1])
    if wish:
        set_mails(user=user, category=read[1], wanted=wish == AGAIN)
    return _page(request, HTTPStatus.OK, category=read[1], done=wish or "")


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # as above: the token stands for whoever reads mail at the address
@never_cache
def unsubscribe_address(request: HttpRequest, token: str) -> HttpResponse:
    """The same for somebody without an account, who gives up invitations to their address."""
    key = read_address_token(token)
    if key is None:
        return _page(request, HTTPStatus.NOT_FOUND)
    category = NoticeCategory.INVITATIONS
    wish = request.POST.get(FIELD)
    if request.method == "POST" and wish not in (ONE_CLICK, AGAIN):
        return _page(request, HTTPStatus.BAD_REQUEST, category=category)
    if wish:
        set_quiet(key=key, quiet=wish == ONE_CLICK)
    return _page(request, HTTPStatus.OK, category=category, done=wish or "")


def _page(
    request: HttpRequest,
    status: HTTPStatus,
    *,
    category: NoticeCategory | None = None,
    done: str = "",
) -> HttpResponse:
    context = {
        "category": category and category.label,
        "done": done,
        "stopped": done == ONE_CLICK,
        "here": request.path,
    }
    return render(request, "games/unsubscribe.html", context, status=status)
