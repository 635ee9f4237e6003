"""How allauth is told what is special here."""

import logging
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import context as allauth_context
from allauth.core.internal.httpkit import add_query_params
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.errors import MailRefused
from accounts.mail import compose
from accounts.middleware import browser_zone
from accounts.models import User
from accounts.names import ADDRESS_LENGTH, is_reserved
from accounts.selectors import name_was_used
from accounts.services import release_address

logger = logging.getLogger(__name__)

_WRONG = gettext_lazy("The name or address and the password do not belong together.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Names that stay taken, mails by our own builder, and the way back to where somebody came from."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is switched off."),
        "long_email": gettext_lazy("This address is too long."),
        "duplicate_email": gettext_lazy(
            "This is your address already, or the one you are changing to."
        ),
        "email_password_mismatch": _WRONG,
        "username_password_mismatch": _WRONG,
        "enter_current_password": gettext_lazy("This is not your present password."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "too_many_login_attempts": gettext_lazy(
            "Too many attempts with a wrong password. Try again in five minutes, or set a new password."
        ),
        "username_blacklisted": gettext_lazy(
            "This name is kept for the site. Please choose another."
        ),
        "username_taken": gettext_lazy("This name is taken. Please choose another."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name if somebody new may have it. Raises ValidationError."""
        name: str = super().clean_username(username, shallow)
        if is_reserved(name):
            raise self.validation_error("username_blacklisted")
        if not shallow and name_was_used(name):
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """The address if it can be stored. Raises ValidationError."""
        if len(email) > ADDRESS_LENGTH:
            raise self.validation_error("long_email")
        address: str = super().clean_email(email)
        return address

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by the login alone: allauth adds the host, whose port the caller chooses."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        # Up, then down: databases compare in capitals, in which a long s is an S too.
        return login.upper().lower()

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Store a new person, with the language and the zone in which they signed up."""
        user.language = translation.get_language() or ""
        user.time_zone = browser_zone(request)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def set_password(self, user: User, password: str) -> None:
        """Store a new password and nothing else: making its hash takes a while, and what was written to the row meanwhile
        must stand."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Mark the address as confirmed; says whether that was possible."""
        if email_address.can_set_verified() and not release_address(address=email_address):
            failed = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, failed, {"email": email_address.email})
            return False
        return bool(super().confirm_email(request, email_address))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link in the mail. It knows where the person wanted to go, since it may be opened elsewhere."""
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        target = get_next_redirect_url(request)
        return str(add_query_params(url, {"next": target})) if target else url

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link in the mail, on to where the person wanted to go when they had forgotten the password.

        On the page before, that address is called ``then``: allauth goes to a ``next`` at once.
        """
        url: str = super().get_reset_password_from_key_url(key)
        target = get_next_redirect_url(self.request, "then")
        return str(add_query_params(url, {"next": target})) if target else url

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail that allauth names, by our own builder and templates.

        Somebody waits for the page, and the account is stored already: a mail that fails is told, not raised.
        """
        template = f"account/{template_prefix.rsplit('/', 1)[-1]}"
        reader = context.get("user")
        language = (
            reader.language if isinstance(reader, User) else ""
        ) or translation.get_language()
        links = {name: _here(url) for name, url in context.items() if name.endswith("_url")}
        try:
            with translation.override(language):
                compose(email, template, {"email": email, **context, **links}).send()
        except (MailRefused, OSError):
            logger.exception("the mail %s was not sent", template)
            text = _("The mail could not be sent. Please try again in a few minutes.")
            self.add_message(allauth_context.request, messages.ERROR, message=text)


def _here(url: str) -> str:
    """The address on this site. allauth takes the host from the request, where whoever asked for the mail wrote it."""
    parts = urlsplit(url)
    return settings.SITE_URL + urlunsplit(("", "", parts.path, parts.query, parts.fragment))
