"""What every channel is made of."""

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from games.models import Notification


class Refused(Exception):
    """The channel can't reach this person with this, now or later: trying again is no use."""


@dataclass(frozen=True, slots=True)
class Sender:
    """One way to reach a person.

    `send` hands rows of one kind and one person over and returns what the provider calls that message. It raises
    Refused, or OSError where trying later may help. Anything it raises after the provider took the message leads to a
    second one. `reaches` says whether this person can be reached at all, so that nothing is planned in vain. With
    `shares` news of several games go out as one message; with `known_at_hand` a turn that ends need not ask `reaches`,
    since `selectors.at_hand.known_reach` has read it together with the seats.
    """

    send: Callable[[list[Notification], User], str]
    reaches: Callable[[User], bool]
    shares: bool = False
    known_at_hand: bool = False
