"""The pages on which people see and take back what programs may do in their name."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import TokenKind, User
from accounts.oauth import apps_made_by, guests_of, remove_app, send_away, sessions_of_apps
from accounts.scopes import Scope, read_scopes
from accounts.token_forms import AppForm, TokenForm
from accounts.tokens import personal_tokens_of, revoke_token


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Tokens for programs of one's own: which there are, another one, one less."""
    if "remove" in request.POST:
        if _revoke(request, TokenKind.PERSONAL):
            messages.success(request, _("The token is taken back. Nothing can use it any more."))
        return redirect("accounts:tokens")
    if request.method == "POST":
        answer: HttpResponse = _make_token(request)
        return answer
    return _tokens_page(request, TokenForm())


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is untyped
def _make_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    value = form.make(cast(User, request.user)) if form.is_valid() else None
    if value is None:
        return _tokens_page(request, form)
    return _tokens_page(request, TokenForm(), value)


def _tokens_page(request: HttpRequest, form: TokenForm, value: str = "") -> HttpResponse:
    mine = personal_tokens_of(cast(User, request.user))
    rows = [(token, _labels(read_scopes(token.scopes))) for token in mine]
    return _page(request, "accounts/tokens.html", {"form": form, "rows": rows, "value": value})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def apps(request: HttpRequest) -> HttpResponse:
    """Apps that act for one, and those that one made for others."""
    if request.method != "POST":
        return _apps_page(request, AppForm())
    what = request.POST.get("do", "")
    if what == "register":
        answer: HttpResponse = _register(request)
        return answer
    user, app_id = cast(User, request.user), request.POST.get("app", "").replace("\0", "")
    if what == "sign_out" and _revoke(request, TokenKind.APP):
        messages.success(request, _("You are signed out in that app."))
    elif what == "send_away" and send_away(user=user, app_id=app_id):
        messages.success(request, _("The app can't act for you any more."))
    elif what == "delete" and remove_app(owner=user, app_id=app_id):
        messages.success(request, _("The app is removed. Nobody can use it any more."))
    elif what not in ("sign_out", "send_away", "delete"):
        raise BadRequest("unknown action")
    return redirect("accounts:apps")


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is untyped
def _register(request: HttpRequest) -> HttpResponse:
    form = AppForm(request.POST)
    if not form.is_valid() or not form.make(cast(User, request.user)):
        return _apps_page(request, form)
    messages.success(request, _("The app is registered. Its key stands below."))
    return redirect("accounts:apps")


def _apps_page(request: HttpRequest, form: AppForm) -> HttpResponse:
    user = cast(User, request.user)
    context = {
        "form": form,
        "sessions": sessions_of_apps(user),
        "guests": [(guest, _labels(guest.scopes)) for guest in guests_of(user)],
        "made": apps_made_by(user),
    }
    return _page(request, "accounts/apps.html", context)


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if context["form"].errors else HTTPStatus.OK
    return render(request, template, context, status=status)


def _labels(scopes: frozenset[Scope]) -> list[str]:
    return [str(scope.label) for scope in Scope if scope in scopes]


def _revoke(request: HttpRequest, kind: TokenKind) -> bool:
    text = request.POST.get("remove", "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        return False
    return revoke_token(user=cast(User, request.user), token_id=int(text), kind=kind)
