"""Browsers and apps that show news, and the web address that is told."""

from typing import Any, Final, cast
from urllib.parse import urlsplit

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from accounts.tokens import Access
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.me.channel_shapes import Device, DeviceInput, DeviceList, WebhookInput, WebhookShape
from games.models import PushDevice, Webhook
from games.notifications.channels.vapid import public_key
from games.selectors.channels import devices_of, webhook_of
from games.selectors.views import utc_text
from games.services.channels import (
    add_device,
    no_device,
    no_webhook,
    remove_device,
    remove_webhook,
    save_webhook,
    try_device,
    try_webhook,
)

_DEVICE: Final = {
    "id": 12,
    "name": "My phone",
    "push_service": "push.example",
    "created_at": "2026-11-30T08:00:00Z",
}
_HOOK: Final = {
    "url": "https://chat.example/hooks/1/secret",
    "off_since": None,
    "last_error": None,
}


class DevicesApi(ApiView):
    """Where news are shown."""

    @operation(
        "listDevices",
        tag="notifications",
        scope=Scope.ACCOUNT_READ,
        answer=DeviceList,
        example={"key": "BEl62iUYgUivxIkv69yViEuiBIa-Ib9…", "items": [_DEVICE]},
    )
    def get(self, request: Request) -> Response:
        """Browsers and apps that show you news, the newest first, ten at most; and the key that they need."""
        devices = devices_of(self.person())
        return Response(
            {"key": public_key() or None, "items": [_device_json(one) for one in devices]}
        )

    @operation(
        "addDevice",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        body=DeviceInput,
        body_example={
            "endpoint": "https://push.example/send/abc123",
            "keys": {
                "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
                "auth": "tBHItJI5svbpez7KI4CCXg",
            },
            "name": "My phone",
        },
        answer=Device,
        status=201,
        example=_DEVICE,
        problems=("no_push", "bad_subscription"),
    )
    def post(self, request: Request) -> Response:
        """Have news shown on this device, by Web Push (RFC 8030, 8291) as browsers and UnifiedPush speak it.

        Ask the push service for a subscription with the site's `key`, and send what it gave. The message is JSON with
        `title`, `body`, `url` and `tag`; a newer one with the same `tag` replaces the older. It says who waits and
        nothing of the game. The same endpoint again is the same device. With ten devices the oldest gives way. A device
        goes with the token that it was added with: who signs out of the app, or sends it away, is shown nothing more. Nothing is shown
        through `push` before the notification settings say so; they do, as long as you haven't chosen otherwise.
        """
        wanted = read_body(request, DeviceInput)
        access = cast(Access, request.auth)
        device = add_device(
            user=self.person(),
            endpoint=wanted["endpoint"],
            p256dh=wanted["keys"]["p256dh"],
            auth=wanted["keys"]["auth"],
            name=wanted["name"] or "",
            token=access.token,
            app=access.app,
        )
        return Response(_device_json(device), status=201)


class DeviceApi(ApiView):
    """One device."""

    @operation(
        "removeDevice", tag="notifications", scope=Scope.ACCOUNT_WRITE, answer=None, status=204
    )
    def delete(self, request: Request, device_id: int) -> Response:
        """Have nothing more shown on a device."""
        if not remove_device(user=self.person(), device_id=device_id):
            raise no_device()
        return Response(status=204)


class DeviceTestsApi(ApiView):
    """Test messages to a device."""

    @operation(
        "testDevice",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        answer=None,
        status=204,
        problems=("too_many_tests", "refused", "unreached"),
    )
    def post(self, request: Request, device_id: int) -> Response:
        """Have a test shown on a device; one in ten seconds for all ways to tell you."""
        try_device(user=self.person(), device_id=device_id)
        return Response(status=204)


def _device_json(device: PushDevice) -> dict[str, Any]:
    """Without its endpoint: who knows that can do mischief there."""
    return {
        "id": device.pk,
        "name": device.name or None,
        "push_service": urlsplit(device.endpoint).hostname,
        "created_at": utc_text(device.created_at),
    }


class WebhookApi(ApiView):
    """The web address that is told."""

    @operation(
        "getWebhook",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        answer=WebhookShape,
        example=_HOOK,
        problems=("no_webhook",),
    )
    def get(self, request: Request) -> Response:
        """The web address at which news are posted for you; 404 if you gave none.

        Whoever knows it may be able to post there, so it is told only to those who may change it.
        """
        hook = webhook_of(self.person())
        if hook is None:
            raise no_webhook()
        return Response(_hook_json(hook))

    @operation(
        "saveWebhook",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        body=WebhookInput,
        body_example={"url": _HOOK["url"]},
        answer=WebhookShape,
        example=_HOOK,
        problems=("bad_url",),
    )
    def put(self, request: Request) -> Response:
        """Have news posted at this address, in place of any other.

        As JSON with `content` and `text`, which Discord, Slack and the like show as a message: who waits for you and the
        link to the game. Who reads there reads it, too. It must be https and out in the internet. It goes with the token
        that gave it, as devices do.
        """
        access = cast(Access, request.auth)
        hook = save_webhook(
            user=self.person(),
            url=read_body(request, WebhookInput)["url"],
            token=access.token,
            app=access.app,
        )
        return Response(_hook_json(hook))

    @operation(
        "removeWebhook", tag="notifications", scope=Scope.ACCOUNT_WRITE, answer=None, status=204
    )
    def delete(self, request: Request) -> Response:
        """Have nothing more posted."""
        remove_webhook(user=self.person())
        return Response(status=204)


class WebhookTestsApi(ApiView):
    """Test messages to the web address."""

    @operation(
        "testWebhook",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        answer=None,
        status=204,
        problems=("no_webhook", "too_many_tests", "refused", "unreached"),
    )
    def post(self, request: Request) -> Response:
        """Have a test posted; if it is taken, an address that was switched off goes on."""
        try_webhook(user=self.person())
        return Response(status=204)


def _hook_json(hook: Webhook) -> dict[str, Any]:
    return {
        "url": hook.url,
        "off_since": hook.off_since and utc_text(hook.off_since),
        "last_error": hook.last_error or None,
    }
