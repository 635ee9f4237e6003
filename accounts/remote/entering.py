"""Signing up and in, and a new password for a lost one.

Nothing here tells whether an address is known: the answer is the same, and a mail goes out either way.
"""

from dataclasses import dataclass
from typing import Final, cast

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.forms import UserTokenForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import has_verified_email
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.confirmation import used_address
from accounts.forms import AskForResetForm, ResetPasswordForm, SignInForm, SignUpForm
from accounts.models import AccessToken, User
from accounts.remote.common import (
    AccountRefusal,
    checked,
    limit,
    pageless,
    too_many_wrong,
)
from accounts.selectors import is_unconfirmed
from accounts.tokens import check_label, sign_in_app

_MAIL_FAILED: Final = "mail_failed"
_SIGN_UP_NAMES: Final = {"username": "name", "email": "address", "password1": "password"}


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session of an app. `came_back`: the account was closed and is open again."""

    user: User
    token: AccessToken
    value: str
    came_back: bool


def sign_up(request: HttpRequest, *, name: str, address: str, password: str) -> None:
    """Make an account and send the mail that confirms its address; signing up again sends it again.

    Raises ValidationError by field, AccountRefusal.
    """
    limit(request, "signup")
    form = SignUpForm({"username": name, "email": address, "password1": password})
    checked(form, _SIGN_UP_NAMES)
    with pageless(request, _MAIL_FAILED):
        row = EmailAddress(user=None, email=form.cleaned_data["email"])
        if form.account_already_exists:
            form.hash_in_vain()
        else:
            user = _made(request, form)
            row = EmailAddress.objects.get(user=user, email=row.email)
        send_verification_email_to_address(request, row, signup=True)


def _made(request: HttpRequest, form: SignUpForm) -> User:
    try:
        user, _response = form.try_save(request)
    except ImmediateHttpResponse as error:
        text = _("Somebody was quicker by a moment. Please try again.")
        raise ValidationError({"name": [text]}) from error
    signals.user_signed_up.send(sender=User, request=request, user=user)
    return cast(User, user)  # None only for addresses that have an account


def send_again(request: HttpRequest, *, address: str) -> None:
    """Send the mail that confirms an address once more, at most once a minute. Raises AccountRefusal, ValidationError."""
    limit(request, "reset_password", key=address.lower())
    email = _clean(address)
    with pageless(request, _MAIL_FAILED):
        row = EmailAddress.objects.filter(email=email).order_by("-verified", "-pk").first()
        if row is None:
            send_verification_email_to_address(request, EmailAddress(user=None, email=email))
        elif row.verified:
            # "There is an account already": the way in is another than they think.
            known = EmailAddress(user=None, email=email)
            send_verification_email_to_address(request, known, signup=True)
        else:
            send_verification_email_to_address(request, row, signup=is_unconfirmed(row.user))


def _clean(address: str) -> str:
    try:
        return str(get_adapter().clean_email(address.lower()))
    except ValidationError as error:
        raise ValidationError({"address": error.messages}) from error


def confirm_address(request: HttpRequest, *, key: str) -> str:
    """Confirm the address to which this key was sent, and which that is; again if it came before.

    Raises AccountRefusal.
    """
    confirmation = EmailConfirmationHMAC.from_key(key)
    if confirmation is None:
        before = used_address(key)
        if before is None:
            raise _unknown_key()
        return str(before.email)
    with pageless(request):
        confirmed = confirmation.confirm(request)
    if confirmed is None:
        raise AccountRefusal("address_taken", _("Somebody else has confirmed this address."))
    return str(confirmed.email)


def _unknown_key() -> AccountRefusal:
    return AccountRefusal("unknown_key", _("This link was used already or is too old."))


def ask_for_reset(request: HttpRequest, *, address: str) -> None:
    """Send a mail with which a new password can be set. Raises AccountRefusal, ValidationError."""
    limit(request, "reset_password", key=address.lower())
    form = AskForResetForm({"email": address})
    checked(form, {"email": "address"})
    with pageless(request, _MAIL_FAILED):
        form.save(request)


def reset_password(request: HttpRequest, *, key: str, password: str) -> None:
    """Set a new password with the key from the mail; all sessions, tokens and apps end.

    Raises ValidationError by field, AccountRefusal.
    """
    limit(request, "reset_password_from_key")
    number, _dash, secret = key.partition("-")
    token = UserTokenForm({"uidb36": number, "key": secret})
    if not token.is_valid():
        raise _unknown_key()
    user = token.reset_user
    form = ResetPasswordForm({"password1": password}, user=user, temp_key=secret)
    checked(form, {"password1": "password"})
    with pageless(request), transaction.atomic():
        form.save()
        for row in EmailAddress.objects.filter(user=user):
            get_adapter()._delete_login_attempts_cached_email(request, email=row.email)
        signals.password_reset.send(sender=User, request=request, user=user)
    with pageless(request):
        get_adapter().send_notification_mail("account/email/password_reset", user)


def sign_in(request: HttpRequest, *, login: str, password: str, device: str) -> SignedIn:
    """Sign in with name or address and password. Raises AccountRefusal, ValidationError by field."""
    limit(request, "login")
    check_label(device, "device")
    form = SignInForm({"login": login, "password": password}, request=request)
    if not form.is_valid():
        if form.has_error("__all__", "too_many_login_attempts"):
            raise too_many_wrong()
        if "__all__" in form.errors:
            raise AccountRefusal("wrong_password", str(form.errors["__all__"][0]))
        checked(form, {})
    user = form.user
    if not user.is_active:
        raise AccountRefusal("account_inactive", _("This account is switched off."))
    if not has_verified_email(user):
        raise AccountRefusal(
            "address_unconfirmed", _("Open the link in the mail that we sent you, then sign in.")
        )
    away = user.leaving_at is not None
    # Who signs in, by whichever door, wants to stay: what listens opens a closed account again.
    user_logged_in.send(sender=User, request=None, user=user)
    user.refresh_from_db()
    if not user.takes_part:  # deleted in this very moment
        raise AccountRefusal("account_inactive", _("This account is switched off."))
    token, value = sign_in_app(user=user, name=device)
    return SignedIn(user, token, value, came_back=away)
