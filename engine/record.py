"""A whole game to keep: where it began and everything that happened, as plain JSON (text: `notation.game`)."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine import actions
from engine import events as happened
from engine.actions import Action
from engine.codec import event_from_json, event_to_json, state_from_json, state_to_json
from engine.codec.fields import (
    JsonObject,
    malformed,
    read_list,
    read_number,
    read_object,
    read_text,
)
from engine.constants import RULES_VERSION, SEATS
from engine.errors import Malformed
from engine.events import Event, GameStarted
from engine.evolve import begin, evolve
from engine.sound import check_sound
from engine.state import GameState

SCHEMA: Final = 1
_MOST_EVENTS: Final = 100_000  # the longest games that random play makes have some thousands
_LONGEST_NAME: Final = 200


@dataclass(frozen=True)
class GameRecord:
    """One game. `start` is the position it began with, or None if its first event is the set-up."""

    events: tuple[Event, ...]
    start: GameState | None = None
    rules_version: int = RULES_VERSION
    game_id: str | None = None
    names: tuple[str, str] | None = None  # of seats 1 and 2


def positions(record: GameRecord) -> Iterator[GameState]:
    """The position at the start and after each event. Raises Malformed where an event doesn't fit."""
    rest = record.events
    if record.start is not None:
        state = record.start
    elif rest and isinstance(rest[0], GameStarted):
        state = begin(rest[0])
        rest = rest[1:]
    else:
        raise malformed("events", "the first one is the set-up, unless a start is given")
    yield state
    for number, event in enumerate(rest, start=len(record.events) - len(rest)):
        state = _after(state, event, number)
        yield state


def _after(state: GameState, event: Event, number: int) -> GameState:
    try:
        return evolve(state, event)
    except (AssertionError, IndexError, KeyError, ValueError) as error:
        # Folding trusts the log, so an event made up outside can hit any of these.
        raise malformed(f"events.{number}", "this can't have happened here") from error


def final_position(record: GameRecord) -> GameState:
    """The position after the last event. Raises Malformed if the events give no sound position."""
    state = deque(positions(record), maxlen=1).pop()
    check_sound(state)
    return state


def record_to_json(record: GameRecord) -> JsonObject:
    """The JSON object of a record."""
    found: JsonObject = {"schema": SCHEMA, "rules_version": record.rules_version}
    if record.game_id is not None:
        found["id"] = record.game_id
    if record.names is not None:
        found["names"] = {str(seat): record.names[seat - 1] for seat in SEATS}
    if record.start is not None:
        found["start"] = state_to_json(record.start)
    found["events"] = [event_to_json(event) for event in record.events]
    return found


def record_from_json(value: object) -> GameRecord:
    """The record of a JSON value. Raises Malformed, also if the events don't fit together."""
    optional = ("id", "names", "start")
    given = read_object(value, "record", ("schema", "rules_version", "events"), optional)
    read_number(given["schema"], "schema", SCHEMA, SCHEMA)
    record = GameRecord(
        events=_events(given["events"]),
        start=state_from_json(given["start"]) if "start" in given else None,
        rules_version=read_number(given["rules_version"], "rules_version", 1, RULES_VERSION),
        game_id=_short_text(given["id"], "id") if "id" in given else None,
        names=_names(given["names"]) if "names" in given else None,
    )
    final_position(record)
    return record


def _events(value: object) -> tuple[Event, ...]:
    found: list[Event] = []
    for number, item in enumerate(read_list(value, "events", _MOST_EVENTS)):
        try:
            found.append(event_from_json(item))
        except Malformed as error:
            raise malformed(f"events.{number}", str(error)) from error
    return tuple(found)


def _names(value: object) -> tuple[str, str]:
    given = read_object(value, "names", tuple(str(seat) for seat in SEATS))
    return _short_text(given["1"], "names.1"), _short_text(given["2"], "names.2")


def _short_text(value: object, where: str) -> str:
    text = read_text(value, where)
    if len(text) > _LONGEST_NAME:
        raise malformed(where, f"more than {_LONGEST_NAME} characters")
    return text


def action_of(event: Event) -> Action | None:
    """The action that an event carried out; None for what followed by itself, and for resigning and time."""
    maker = _ACTIONS.get(event.__class__)
    return maker(event) if maker is not None else None


def _reserve(event: happened.CardReserved) -> Action:
    if event.unseen:
        return actions.ReserveUnseen(event.gold, event.level)
    return actions.ReserveCard(event.gold, event.card)


def _asked(event: Any, action: Action) -> Action | None:
    return None if event.automatic else action


_ACTIONS: Final[dict[type, Callable[[Any], Action | None]]] = {
    happened.StandOffClaimed: lambda event: actions.ClaimStandOff(),
    happened.PrivilegeUsed: lambda event: actions.UsePrivilege(event.cell),
    happened.BoardReplenished: lambda event: actions.Replenish(),
    happened.TokensTaken: lambda event: actions.TakeTokens(event.cells),
    happened.CardReserved: _reserve,
    happened.CardPurchased: lambda event: actions.PurchaseCard(
        event.card, event.payment, event.onto
    ),
    happened.MatchingTokenTaken: lambda event: _asked(event, actions.TakeMatchingToken(event.cell)),
    happened.TokenStolen: lambda event: _asked(event, actions.StealToken(event.kind)),
    happened.RoyalCardChosen: lambda event: _asked(event, actions.ChooseRoyalCard(event.card)),
    happened.TokensDiscarded: lambda event: _asked(event, actions.DiscardTokens(event.tokens)),
}
