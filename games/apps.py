"""Registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games, their logs, and playing them."""

    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        """Listen to what happens to accounts."""
        from accounts import signals  # noqa: PLC0415  models must be loaded
        from games import receivers  # noqa: PLC0415  as above

        signals.account_closing.connect(receivers.account_closing, dispatch_uid="games")
        signals.apps_ended.connect(receivers.apps_ended, dispatch_uid="games")
        signals.password_lost.connect(receivers.password_lost, dispatch_uid="games")
