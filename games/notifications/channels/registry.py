"""Every channel by its name. A channel is a module with `send` and `reaches`, as `channels.base.Sender` has them."""

from typing import Final

from games.enums import Channel
from games.notifications.channels import email, push, webhook
from games.notifications.channels.base import Sender
from games.notifications.channels.vapid import public_key

SENDERS: Final[dict[Channel, Sender]] = {
    Channel.EMAIL: Sender(email.send, email.reaches, shares=True),
    Channel.PUSH: Sender(push.send, push.reaches, known_at_hand=True),
    Channel.WEBHOOK: Sender(webhook.send, webhook.reaches, shares=True, known_at_hand=True),
}


def offered() -> list[Channel]:
    """The channels that this site can offer: browsers are told only where it has a key to sign with."""
    return [channel for channel in SENDERS if channel != Channel.PUSH or public_key()]
