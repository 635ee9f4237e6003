"""Registers the app."""

from allauth.account.signals import email_confirmed
from anymail.signals import tracking
from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People and their preferences; knows nothing of games."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Listen to what mail providers and confirmed addresses tell."""
        from accounts.bounces import address_confirmed, hear  # noqa: PLC0415  models must be loaded

        tracking.connect(hear, dispatch_uid="accounts.bounces")
        email_confirmed.connect(address_confirmed, dispatch_uid="accounts.bounces")
