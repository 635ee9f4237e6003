"""What every page may show of the site itself."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name, and whether the mailbox page of the embedded default exists."""
    return {"site_name": settings.SITE_NAME, "mailbox_exists": settings.MAILBOX}
