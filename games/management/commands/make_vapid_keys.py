"""Make the key that signs messages to browsers."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.notifications.channels.vapid import new_private_key


class Command(BaseCommand):
    """Keeps a new key in var/ on one's own machine; on a real site it is printed, to be put into the environment."""

    help = "Make the key with which this site signs messages to browsers (VAPID)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, unless there is one: browsers know it by now, and a new one would cut them all off."""
        if settings.VAPID_PRIVATE_KEY:
            self.stdout.write("This site has a key already. Nothing was changed.")
        elif settings.EMBEDDED:
            _keep(new_private_key())
            self.stdout.write(f"Kept in {settings.VAPID_KEY_FILE}. Start the site again to use it.")
        else:
            self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")


def _keep(key: str) -> None:
    """Write it for the owner only. Raises FileExistsError if another process was quicker."""
    settings.VAPID_KEY_FILE.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(settings.VAPID_KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(key)
