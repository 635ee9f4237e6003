"""The web address of a program: signed messages that say what a stream says."""

from typing import Any, Final, cast

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from accounts.tokens import Access
from games.api.bots.shapes import (
    NEWS_CATEGORIES,
    NewSignedWebhook,
    SignedWebhook,
    SignedWebhookInput,
)
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.enums import Channel, NoticeCategory
from games.models import Webhook
from games.notifications.wishes import settings_of, wants
from games.selectors.channels import webhook_of
from games.selectors.views import utc_text
from games.services.channels import (
    no_webhook,
    remove_signed_webhook,
    save_signed_webhook,
    try_signed_webhook,
)

_WANTED: Final = {"url": "https://bot.example/loupe", "kinds": ["turns", "invitations"]}
_HOOK: Final = {**_WANTED, "off_since": None, "last_error": None}


class SignedWebhookApi(ApiView):
    """The address."""

    @operation(
        "getSignedWebhook",
        tag="bots",
        scope=Scope.ACCOUNT_READ,
        answer=SignedWebhook,
        example=_HOOK,
        problems=("no_webhook",),
    )
    def get(self, request: Request) -> Response:
        """Where a program of yours is told; 404 if nowhere."""
        hook = webhook_of(self.person())
        if hook is None or not hook.secret:
            raise no_webhook()
        return Response(self._shown(hook))

    @operation(
        "saveSignedWebhook",
        tag="bots",
        scope=Scope.ACCOUNT_WRITE,
        body=SignedWebhookInput,
        body_example=_WANTED,
        answer=NewSignedWebhook,
        example={**_HOOK, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8m3PHuRyWUM="},
        problems=("bad_url",),
    )
    def put(self, request: Request) -> Response:
        """Have a program told at this address, in place of any other web address of yours.

        Messages are signed as Standard Webhooks has it: headers `webhook-id`, `webhook-timestamp` (seconds) and
        `webhook-signature`, `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. `examples/webhook.py` verifies
        them. The body is `{kind, game_id, version, your_turn, at}`: `kind` is the kind of news, such as `your_turn`,
        `invited`, `message` or `game_over`; nothing else is told, ask for the game.

        They come within a minute, whatever quiet hours and delays you have chosen for yourself. One that isn't taken
        comes again, with the same id, after 1, 2, 4 … minutes, for a day and a half. Three in a row that are refused with
        a status of 400 to 499 (but 408, 425 and 429) switch the address off. Each call makes a new secret, so call again
        if you lost the answer. The address goes with the token that gave it: when that is taken back or ends, or its app
        is sent away, nothing more is posted.
        """
        wanted = read_body(request, SignedWebhookInput)
        access = cast(Access, request.auth)
        hook = save_signed_webhook(
            user=self.person(),
            url=wanted["url"],
            kinds={NoticeCategory(name) for name in wanted["kinds"]},
            token=access.token,
            app=access.app,
        )
        return Response({**self._shown(hook), "secret": hook.secret})

    @operation(
        "removeSignedWebhook", tag="bots", scope=Scope.ACCOUNT_WRITE, answer=None, status=204
    )
    def delete(self, request: Request) -> Response:
        """Have no program told any more. An address that news are posted to in words stays."""
        remove_signed_webhook(user=self.person())
        return Response(status=204)

    def _shown(self, hook: Webhook) -> dict[str, Any]:
        settings = settings_of(self.person())
        return {
            "url": hook.url,
            "kinds": [
                name
                for name, _label in NEWS_CATEGORIES
                if wants(settings, NoticeCategory(name), Channel.WEBHOOK)
            ],
            "off_since": hook.off_since and utc_text(hook.off_since),
            "last_error": hook.last_error or None,
        }


class SignedWebhookTestsApi(ApiView):
    """Test messages."""

    @operation(
        "testSignedWebhook",
        tag="bots",
        scope=Scope.ACCOUNT_WRITE,
        answer=None,
        status=204,
        problems=("no_webhook", "too_many_tests", "refused", "unreached"),
    )
    def post(self, request: Request) -> Response:
        """Have a test posted, whose `kind` is `test`; if it is taken, an address that was switched off goes on."""
        try_signed_webhook(user=self.person())
        return Response(status=204)
