"""The entries of a plan, and which of them fits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import Action, read_action
from games.planning.attempt import attempt, problem_of
from games.planning.facts import Fact, View, fact_from_json, fact_to_json, holds


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn and what it waits for.

    `words` is the turn in notation, `facts` what the turn itself rests on, `wants` what its planner asks besides.
    `past`: it may go past what is turned up. `gives`: the opponent gains a privilege by it, as the planner knows.
    """

    key: str
    words: tuple[str, ...]
    facts: tuple[Fact, ...]
    wants: tuple[Fact, ...] = ()
    past: bool = False
    gives: bool = False

    @property
    def actions(self) -> list[Action]:
        """The turn as the rules read it."""
        return [read_action(word) for word in self.words]

    def says_same(self, other: "Entry") -> bool:
        """True if both are the same turn under the same conditions."""
        return (self.words, self.wants, self.past) == (other.words, other.wants, other.past)


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The entry as it is stored."""
    return {
        "key": entry.key,
        "words": list(entry.words),
        "facts": [fact_to_json(fact) for fact in entry.facts],
        "wants": [fact_to_json(fact) for fact in entry.wants],
        "past": entry.past,
        "gives": entry.gives,
    }


def entry_from_json(stored: Mapping[str, Any]) -> Entry:
    """An entry that `entry_to_json` wrote."""
    return Entry(
        key=stored["key"],
        words=tuple(stored["words"]),
        facts=tuple(fact_from_json(fact) for fact in stored["facts"]),
        wants=tuple(fact_from_json(fact) for fact in stored["wants"]),
        past=stored["past"],
        gives=stored["gives"],
    )


def fits(entry: Entry, view: View, seat: int) -> bool:
    """Whether all that the entry waits for holds in the view of `seat`, who is to move, and its turn can be played."""
    if not all(holds(fact, view, seat) for fact in (*entry.facts, *entry.wants)):
        return False
    actions = entry.actions
    tried = attempt(view, seat, actions)
    return problem_of(tried, len(actions), past=entry.past) is None


def first_that_fits(entries: Iterable[Entry], view: View, seat: int) -> Entry | None:
    """The first entry that fits; None if none does."""
    return next((entry for entry in entries if fits(entry, view, seat)), None)
