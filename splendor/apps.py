"""Registers the project's own system checks."""

from django.apps import AppConfig


class SplendorConfig(AppConfig):
    """The project as an app: no models, only checks."""

    name = "splendor"

    def ready(self) -> None:
        from splendor import checks  # noqa: F401, PLC0415  registering needs the loaded apps
