"""A whole game as one line: the position it began with, ` : `, then one word for everything a seat did.

Beside the words of `action` there are `replenish=WRB` (with the tokens as they were drawn), `resign:2` and `timeout`.
What follows by itself isn't written; reading plays the words through the rules and so finds it again.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.chance import Chance
from engine.constants import KIND_LETTERS, NOTHING, RULES_VERSION
from engine.decide import decide, resign, time_out
from engine.errors import IllegalAction, Malformed
from engine.events import BoardReplenished, Event, GameStarted, SeatResigned, TimeExpired
from engine.evolve import begin, fold
from engine.notation.action import read_action, write_action
from engine.notation.position import read_position, write_position
from engine.notation.words import malformed, read_kind, read_number, shown
from engine.record import GameRecord, action_of, positions
from engine.state import GameState

_BETWEEN: Final = ":"
_DRAWN: Final = "replenish="
_RULES: Final = re.compile(r"rules=(\S*)\s*")
_RESIGN: Final = {"resign:1": 1, "resign:2": 2}
_TIMEOUT: Final = "timeout"


class ScriptedChance(Chance):
    """Gives the draw it is told next. Raises Malformed if that isn't what there is to draw from."""

    def __init__(self, drawn: Sequence[int] = ()) -> None:
        self.drawn = list(drawn)

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """The order told."""
        if sorted(self.drawn) != sorted(items):
            letters = "".join(KIND_LETTERS[kind] for kind in items)
            raise malformed(label, f"the bag holds {letters}")
        return list(self.drawn)


def read_record(text: str) -> GameRecord:
    """The record of a line. Raises Malformed, also for a word that the rules don't allow there."""
    before, between, after = text.partition(f" {_BETWEEN} ")
    if not between:
        before, after = before.rstrip().removesuffix(f" {_BETWEEN}"), ""
    version, before = _read_rules(before)
    start = read_position(before)
    set_up = _set_up_of(start)
    events: list[Event] = [] if set_up is None else [set_up]
    state = start
    for number, word in enumerate(after.split(), start=1):
        caused = _read_word(state, word, f"word {number}")
        events += caused
        state = fold(caused, state)
    return GameRecord(tuple(events), start if set_up is None else None, version)


def _read_rules(text: str) -> tuple[int, str]:
    match = _RULES.match(text)
    if match is None:
        return RULES_VERSION, text
    version = read_number(match.group(1), "rules")
    if not 1 <= version <= RULES_VERSION:
        raise malformed("rules", f"version {version} is not known")
    return version, text[match.end() :]


def _set_up_of(state: GameState) -> GameStarted | None:
    """The event that gives this position, if one does."""
    if NOTHING in state.board:
        return None
    decks = tuple((*row, *deck) for row, deck in zip(state.pyramid, state.decks, strict=True))
    event = GameStarted(state.seat, state.board, decks, state.open_memory, state.stand_off)
    return event if begin(event) == state else None


def _read_word(state: GameState, word: str, where: str) -> tuple[Event, ...]:
    try:
        if word in _RESIGN:
            return resign(state, _RESIGN[word])
        if word == _TIMEOUT:
            return time_out(state)
        chance = ScriptedChance()
        if word.startswith(_DRAWN):
            chance.drawn = [read_kind(letter, "replenish") for letter in word.removeprefix(_DRAWN)]
            word = "replenish"
        return decide(state, state.seat, read_action(word), chance)
    except IllegalAction as refused:
        raise malformed(where, f"{shown(word)} is not legal there ({refused.code})") from refused
    except Malformed as error:
        raise malformed(where, str(error)) from error


def write_record(record: GameRecord) -> str:
    """The line of a record. Names and id are not in it. Raises Malformed if the events don't fit together."""
    start = next(positions(record))
    words = [write_word(event) for event in record.events]
    line = [f"rules={record.rules_version}", write_position(start), _BETWEEN]
    return " ".join(line + [word for word in words if word is not None])


def write_word(event: Event) -> str | None:
    """The word for what a seat did; None for what follows by itself."""
    if isinstance(event, SeatResigned):
        return f"resign:{event.seat}"
    if isinstance(event, TimeExpired):
        return _TIMEOUT
    if isinstance(event, BoardReplenished):
        return _DRAWN + "".join(KIND_LETTERS[kind] for _, kind in event.placed)
    action = action_of(event)
    return None if action is None else write_action(action)
