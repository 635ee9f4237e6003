"""Where a person is told news beside mail."""

from django.utils import timezone

from accounts.models import User
from accounts.oauth import apps_let_in
from games.models import PushDevice, Webhook


def devices_of(user: User) -> list[PushDevice]:
    """The browsers and apps that show the person news, the newest first. One query."""
    return list(PushDevice.objects.filter(user=user).order_by("-created_at", "-pk"))


def webhook_of(user: User) -> Webhook | None:
    """The person's web address, unless what gave it has ended. One query, two if an app let in by OAuth gave it."""
    hook = Webhook.objects.select_related("token").filter(user=user).first()
    if hook is None:
        return None
    ends = hook.token.expires_at if hook.token else None
    if ends is not None and ends <= timezone.now():
        return None
    return hook if not hook.app or apps_let_in(user, {hook.app}) else None
