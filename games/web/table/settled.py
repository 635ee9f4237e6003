"""What the draft has settled, step by step, each with the way to change it. Nothing of it has been sent."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from .phrases import phrase_of
from .scene import Scene

PRIVILEGES: Final = frozenset({"use_privilege"})
MAIN: Final = frozenset({"take_tokens", "reserve_card", "purchase_card"})
FOLLOW_UPS: Final = frozenset({"take_matching_token", "steal_token", "choose_royal_card"})


@dataclass(frozen=True, slots=True)
class Settled:
    """One settled action: a phrase, and the link that puts it back or opens it again."""

    text: str
    href: str
    button: str


def settled_in(scene: Scene, types: frozenset[str]) -> tuple[Settled, ...]:
    """The settled actions of a step. A privilege is put back by itself; the others are chosen anew."""
    return tuple(
        Settled(phrase_of(scene, action), *_way_back(scene, number, action["type"]))
        for number, action in enumerate(scene.settled)
        if action["type"] in types
    )


def _way_back(scene: Scene, number: int, kind: str) -> tuple[str, str]:
    if kind in PRIVILEGES:
        return scene.without(number), _("Put back")
    return scene.reopened(number), _("Change")
