"""Turns that somebody wishes to plan, as a client writes them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine import Action, Malformed, write_action
from games.errors import ServiceError
from games.planning.conditions import read_fact
from games.planning.entry import Entry
from games.planning.facts import Fact
from games.services.play import read_actions


@dataclass(frozen=True, slots=True)
class Wish:
    """A turn that is to be planned. `wants`, `past` and `sure` as in `add_entry`."""

    actions: tuple[Action, ...]
    wants: tuple[Fact, ...] = ()
    past: bool = False
    sure: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The turn in notation."""
        return tuple(write_action(action) for action in self.actions)

    def is_met_by(self, entry: Entry) -> bool:
        """True if the entry is this turn under these conditions."""
        same = (entry.words, entry.wants) == (self.words, self.wants)
        return same and (entry.past == self.past or not entry.past)


def read_wish(
    *, actions: Sequence[Any], wants: Sequence[Mapping[str, Any]], past: bool, sure: bool
) -> Wish:
    """The wish of a client: actions in notation or JSON, conditions as `games.planning.conditions` writes them.

    Raises ServiceError.
    """
    try:
        facts = tuple(read_fact(want) for want in wants)
    except Malformed as error:
        message = _("A condition makes no sense: %(detail)s")
        raise ServiceError("bad_condition", 422, message % {"detail": error}) from error
    return Wish(tuple(read_actions(actions)), facts, past, sure)


@contextmanager
def about_entry(place: int) -> Iterator[None]:
    """A refusal within says by `extra["entry"]` that it is about the entry at this place of a plan."""
    try:
        yield
    except ServiceError as refusal:
        refusal.extra["entry"] = place
        raise
