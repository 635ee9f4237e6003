"""The addresses of OAuth 2: a person lets an app in, the app fetches its tokens.

allauth speaks the protocol. Here it is narrowed to what RFC 9700 recommends: the authorization code, PKCE by everybody,
consent each time, and addresses to return to that are compared sign by sign. No OpenID Connect, so no keys to keep.
"""

import json
from http import HTTPStatus
from typing import Any, Final

from allauth.core.internal import ratelimit
from allauth.idp.oidc.forms import AuthorizationForm
from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import extract_params
from allauth.idp.oidc.internal.resources import get_resources
from allauth.idp.oidc.models import Client, Token
from allauth.idp.oidc.views import AuthorizationView, RevokeView, TokenView
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.generic.edit import FormView
from oauthlib.oauth2.rfc6749 import errors

from accounts import oauth_refresh
from accounts.redirects import is_registered, origin_for_csp, shown_place
from accounts.scopes import GRANTABLE
from accounts.tokens import lock_holder

_RATE: Final = {"token": "60/m/ip"}
_RATE_PERIOD: Final = 60  # seconds


class _ToApp(HttpResponse):
    """Sends somebody back to an app, whose address may begin with a scheme that Django's redirects don't know."""

    def __init__(self, uri: str) -> None:
        super().__init__(status=HTTPStatus.FOUND, headers={"Location": uri})


@method_decorator(never_cache, name="dispatch")
class ConsentView(AuthorizationView):  # type: ignore[misc]  # allauth is untyped
    """The page on which somebody lets an app in."""

    template_name = "accounts/apps_consent.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask the person, if the app may ask; else say why not, here or to the app."""
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            self._scopes, self._request_info = self._asked(request)
        except (errors.FatalClientError, ValidationError):
            # Perhaps from somebody who means harm: nobody is sent anywhere.
            return render(request, "accounts/apps_refused.html", status=HTTPStatus.BAD_REQUEST)
        except errors.OAuth2Error as error:
            return _ToApp(error.in_uri(error.redirect_uri))
        page: HttpResponse = FormView.get(self, request, *args, **kwargs)
        return page

    def _asked(self, request: HttpRequest) -> tuple[list[str], dict[str, Any]]:
        """What the app asks for. Raises ValidationError or OAuth2Error."""
        _check_place(request)
        resources = get_resources(request)
        scopes, info = get_server().validate_authorization_request(*extract_params(request))
        asked = info["request"]
        if asked.response_type != "code":
            raise errors.UnsupportedResponseTypeError(request=asked)
        if not info.get("code_challenge"):
            raise errors.MissingCodeChallengeError(request=asked)
        if not set(scopes) <= set(GRANTABLE) or not any(scopes):
            raise errors.InvalidScopeError(request=asked)
        if "none" in request.GET.get("prompt", "").split():
            raise errors.ConsentRequired(request=asked)
        return scopes, {**info, "resources": resources}

    def form_valid(self, form: AuthorizationForm) -> HttpResponse:
        """Send the person back with a code. An app that was removed while they thought gets none, nor does one whose person
        closed their account meanwhile."""
        self._app()
        with transaction.atomic():
            if not lock_holder(self.request.user.pk):
                return redirect_to_login(self.request.get_full_path())
            answer: HttpResponse = super().form_valid(form)
            return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which app, whose, and where its page leads."""
        return {
            "app": self._app(),
            "place": shown_place(self._request_info["redirect_uri"]),
            "form": kwargs.get("form") or self.get_form(),
        }

    def _app(self) -> Client:
        app = Client.objects.select_related("owner").filter(pk=self._request_info["client_id"])
        found = app.first()
        if found is None:
            raise Http404
        return found

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """The page. Browsers hold a page's policy for forms also against where the answer sends them."""
        response: HttpResponse = super().render_to_response(context, **kwargs)
        place = origin_for_csp(self._request_info["redirect_uri"])
        policy = {**settings.SECURE_CSP, "form-action": [CSP.SELF, place]}
        response._csp_config = policy  # type: ignore[attr-defined]  # as Django's csp_override does
        return response


def _check_place(request: HttpRequest) -> None:
    """Raises ValidationError unless the app wants to have the person sent back to an address that it registered.

    allauth compares less strictly, and tells errors of the app to the address; so this comes first.
    """
    if any("\0" in value for _key, values in request.GET.lists() for value in values):
        raise ValidationError("no database takes this sign")
    app = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
    registered = app.get_redirect_uris() if app else []
    if not is_registered(request.GET.get("redirect_uri", ""), registered):
        raise ValidationError("no address of this app")


class FetchView(TokenView):  # type: ignore[misc]  # allauth is untyped
    """An app fetches its tokens, for a code or for a refresh token, which is replaced each time (`oauth_refresh`)."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """The tokens, or why there are none, as RFC 6749 has it."""
        refusal = _refusal(request)
        if refusal is not None:
            return refusal
        try:
            with transaction.atomic():
                # Before the tokens, as whoever closes the account does it.
                person = _person_of(request)
                if person is not None and not lock_holder(person):
                    return _error("invalid_grant", HTTPStatus.BAD_REQUEST)
                return self._fetched(request)
        except ValidationError:
            return _error("invalid_target", HTTPStatus.BAD_REQUEST)

    def _fetched(self, request: HttpRequest) -> HttpResponse:
        given = request.POST.get("refresh_token", "")
        again = oauth_refresh.hold(given, client_id=request.POST.get("client_id", ""))
        answer: HttpResponse = super().post(request)
        if answer.status_code != HTTPStatus.OK:
            if again:
                # Nothing new was given, so what was given before stays.
                transaction.set_rollback(True)
        elif request.POST.get("grant_type") == Client.GrantType.REFRESH_TOKEN:
            made = json.loads(answer.content)
            oauth_refresh.remember(
                given, access=made["access_token"], refresh=made["refresh_token"]
            )
        return answer


def _person_of(request: HttpRequest) -> int | None:
    """In whose name tokens are wanted; None if the code or refresh token is unknown."""
    code = Token.objects.by_value(request.POST.get("code", ""))
    found = code.filter(type=Token.Type.AUTHORIZATION_CODE).first()
    if found is not None and found.user_id is not None:
        return int(found.user_id)
    given = request.POST.get("refresh_token", "")
    return oauth_refresh.person_of(given, client_id=request.POST.get("client_id", ""))


class GiveBackView(RevokeView):  # type: ignore[misc]  # allauth is untyped
    """An app gives its tokens back, such as when somebody signs out in it."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """200, also for a token that is unknown, as RFC 7009 has it."""
        refusal = _refusal(request)
        if refusal is not None:
            return refusal
        with transaction.atomic():
            # What came of it, in an answer that was lost, is given back with it.
            given, app_id = request.POST.get("token", ""), request.POST.get("client_id", "")
            oauth_refresh.hold(given, client_id=app_id)
            answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


def _refusal(request: HttpRequest) -> HttpResponse | None:
    """What allauth doesn't look at: how often somebody asks, and signs that no database takes."""
    if not ratelimit.consume(request, app="accounts", action="token", config=_RATE):
        answer = _error("slow_down", HTTPStatus.TOO_MANY_REQUESTS)
        answer["Retry-After"] = str(_RATE_PERIOD)
        return answer
    values = (value for _key, found in request.POST.lists() for value in found)
    if any("\0" in value for value in values):
        return _error("invalid_request", HTTPStatus.BAD_REQUEST)
    return None


def _error(code: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"error": code}, status=status, headers={"Cache-Control": "no-store"})


@require_safe
def metadata(request: HttpRequest) -> JsonResponse:
    """What apps can learn by themselves (RFC 8414)."""
    site = settings.SITE_URL
    return JsonResponse(
        {
            "issuer": site,
            "authorization_endpoint": site + reverse("idp:oidc:authorization"),
            "token_endpoint": site + reverse("idp:oidc:token"),
            "revocation_endpoint": site + reverse("idp:oidc:revoke"),
            "scopes_supported": [scope.value for scope in GRANTABLE],
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
        }
    )


consent = ConsentView.as_view()
# allauth takes forms from other sites as questions of apps; our page takes only its own.
consent.csrf_exempt = False
fetch = FetchView.as_view()
give_back = GiveBackView.as_view()
