"""Where a person is told news beside mail."""

from accounts.models import User
from games.models import PushDevice, Webhook


def devices_of(user: User) -> list[PushDevice]:
    """The browsers and apps that show the person news, the newest first. One query."""
    return list(PushDevice.objects.filter(user=user).order_by("-created_at", "-pk"))


def webhook_of(user: User) -> Webhook | None:
    """The person's web address. One query."""
    return Webhook.objects.filter(user=user).first()
