"""Registers the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People and their preferences; knows nothing of games."""

    name = "accounts"
    verbose_name = _("accounts")
