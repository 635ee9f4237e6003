"""System checks of the settings: what `manage.py check --deploy` says about a real site."""

from collections.abc import Sequence
from typing import Any

from cryptography.fernet import Fernet
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.security)
def check_game_secret_keys(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Without a valid key no game can be started, so say it before the first player does."""
    for key in settings.GAME_SECRET_KEYS:
        try:
            Fernet(key)
        except ValueError:
            return [Error("An entry of GAME_SECRET_KEYS is no Fernet key.", id="loupe.E001")]
    return []


@register(Tags.security, deploy=True)
def check_real_site(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """What works on one's own machine and is wrong on a real site."""
    found: list[CheckMessage] = []
    if settings.EMBEDDED:
        found.append(Error("EMBEDDED is set: everybody can read all mail.", id="loupe.E002"))
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found.append(Warning("SQLite lets one process write at a time.", id="loupe.W001"))
    if not settings.SITE_URL.startswith("https://"):
        found.append(Error("SITE_URL does not begin with https://.", id="loupe.E003"))
    return found
