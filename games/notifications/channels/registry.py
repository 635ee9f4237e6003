"""Every channel by its name. A channel is a module with `send` and `reaches`, as `channels.base.Sender` has them."""

from typing import Final

from games.enums import Channel
from games.notifications.channels import email
from games.notifications.channels.base import Sender

SENDERS: Final[dict[Channel, Sender]] = {
    Channel.EMAIL: Sender(email.send, email.reaches, shares=True),
}
