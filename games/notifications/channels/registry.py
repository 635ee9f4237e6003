"""Every channel by its name. A channel is a module with `send` and `reaches`, as `channels.base.Sender` has them."""

from typing import Final

from games.enums import Channel
from games.notifications.channels import email, push, webhook
from games.notifications.channels.base import Sender

SENDERS: Final[dict[Channel, Sender]] = {
    Channel.EMAIL: Sender(email.send, email.reaches, shares=True),
    Channel.PUSH: Sender(push.send, push.reaches),
    Channel.WEBHOOK: Sender(webhook.send, webhook.reaches, shares=True),
}
