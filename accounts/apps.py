"""Registers the app."""

from allauth.account.signals import email_confirmed, password_changed, password_reset
from anymail.signals import tracking
from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People and their preferences; knows nothing of games."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Listen to what mail providers and confirmed addresses tell, to who signs in and to new passwords."""
        from accounts import token_endings  # noqa: PLC0415  as above
        from accounts.bounces import address_confirmed, hear  # noqa: PLC0415  models must be loaded
        from accounts.leaving import signed_in  # noqa: PLC0415  as above

        tracking.connect(hear, dispatch_uid="accounts.bounces")
        email_confirmed.connect(address_confirmed, dispatch_uid="accounts.bounces")
        user_logged_in.connect(signed_in, dispatch_uid="accounts.leaving")
        password_changed.connect(token_endings.password_changed, dispatch_uid="accounts.tokens")
        password_reset.connect(token_endings.password_reset, dispatch_uid="accounts.tokens")
