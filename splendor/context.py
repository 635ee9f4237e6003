"""What every page may show of the site itself."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name, whether the mailbox page of the embedded default exists, the theme that this browser chose.

    The theme is known before the first paint, so that a chosen one doesn't flash; empty leaves it to the device.
    """
    theme = request.COOKIES.get("theme", "")
    return {
        "site_name": settings.SITE_NAME,
        "mailbox_exists": settings.MAILBOX,
        "theme": theme if theme in THEMES else "",
    }
