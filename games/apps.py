"""Registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games, their logs, and playing them."""

    name = "games"
    verbose_name = _("games")
