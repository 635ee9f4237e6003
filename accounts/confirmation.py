"""The pages between signing up and the first sign-in: confirm the address, on this device or on another.

The link in the mail works anywhere and without script. Here, where somebody has just signed up, its outcome can
be fetched without a password.
"""

from collections.abc import Callable
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress, Login
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.utils import has_verified_email
from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.core import signing
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.services import discard_sign_up


def _pending(request: HttpRequest) -> EmailVerificationStage | None:
    """The sign-in of this browser that waits for its address to be confirmed."""
    return LoginStageController.enter(request, EmailVerificationStage.key)


def _with_next(name: str, login: Login | None) -> str:
    target = login.redirect_url if login else None
    return reverse(name) + (f"?{urlencode({'next': target})}" if target else "")


def _go_on(request: HttpRequest, stage: EmailVerificationStage) -> HttpResponse:
    login = stage.login
    if has_verified_email(login.user, login.email):
        signed_in: HttpResponse = stage.exit()
        return signed_in
    messages.info(request, _("The address is not confirmed yet. Please open the link in the mail."))
    return redirect("accounts:confirm")


def _send_again(request: HttpRequest, stage: EmailVerificationStage) -> HttpResponse:
    if send_verification_email_at_login(request, stage.login):
        messages.info(request, _("The mail is on its way again."))
    else:
        messages.info(request, _("A mail went out less than a minute ago. Please wait a little."))
    return redirect("accounts:confirm")


def _start_again(request: HttpRequest, stage: EmailVerificationStage) -> HttpResponse:
    # A pretended sign-up, with an address that has an account, has no user: both must look the same.
    if stage.login.user:
        discard_sign_up(user=stage.login.user)
    clear_login(request)
    return redirect(_with_next("account_signup", stage.login))


_ACTIONS: dict[str, Callable[[HttpRequest, EmailVerificationStage], HttpResponse]] = {
    "go_on": _go_on,
    "send_again": _send_again,
    "start_again": _start_again,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Say that a mail was sent, and offer what to do if it does not come."""
    action = _ACTIONS.get(request.POST.get("action", ""))
    if request.method == "POST" and action is None:
        raise BadRequest("unknown action")
    stage = _pending(request)
    if stage is None:
        return redirect("account_signup" if action is _start_again else "account_login")
    if action:
        return action(request, stage)
    address = stage.login.email or stage.login.user.email
    return render(request, "account/verification_sent.html", {"email": address})


def used_address(key: str) -> EmailAddress | None:
    """The address that this key of a mail has confirmed already; None if it hasn't, or is none."""
    longest = account_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS * 24 * 60 * 60  # seconds
    try:
        number = signing.loads(key, max_age=longest, salt=account_settings.SALT)
    except signing.BadSignature:
        return None
    return EmailAddress.objects.filter(pk=number, verified=True).first()


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]  # allauth is untyped
    """The page behind the link. Opening it changes nothing; its button confirms the address."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Sign somebody else out when the address is confirmed, not when the link is opened."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm; a second press leads where the first one does."""
        try:
            response: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            return self._confirmed_before() or self.get(*args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Also whether the link was used before."""
        used = not self.object and used_address(self.kwargs["key"]) is not None
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "was_used": used}

    def _confirmed_before(self) -> HttpResponse | None:
        address = used_address(self.kwargs["key"])
        if address is None:
            return None
        stage = _pending(self.request)
        if stage and stage.login.user and stage.login.user.pk == address.user_id:
            return _go_on(self.request, stage)
        return redirect(self.get_next_url() or "account_login")
