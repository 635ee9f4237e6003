"""Golden games: the files in tests/replays, and what each of them shows.

A file is written by hand as far as `about`, `game` (one line, docs/notation.md) and `refused`; the rest is what the
rules make of it and is written by `python -m tests.regenerate`. Review the difference: it is a change of the rules.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import events as happened
from engine.board import cells_of
from engine.cards import BONUS, BONUS_COUNT, CARD_IDS, ROYAL_ABILITY
from engine.constants import ABILITY_NAMES, COPY, GOLD, KINDS, MAIN, NOTHING, PEARL, PHASE_NAMES
from engine.counts import count, total
from engine.events import Event
from engine.notation import read_record, write_position
from engine.notation.outcome import write_outcome
from engine.payment import price
from engine.possible import main_action_exists, makes_dead_end
from engine.record import GameRecord, action_of, final_position, positions, record_to_json
from engine.state import GameState

FOLDER = Path(__file__).parent / "replays"


@dataclass(frozen=True)
class Step:
    """What one word of a game caused, and the position it was said in."""

    before: GameState
    events: tuple[Event, ...]


def files() -> list[Path]:
    """All golden games."""
    return sorted(FOLDER.glob("*.json"))


def load(file: Path) -> dict[str, Any]:
    """The contents of a file."""
    contents: dict[str, Any] = json.loads(file.read_text())
    return contents


def save(file: Path, contents: dict[str, Any]) -> None:
    """Write a file with one event on each line, so that a difference can be read."""
    events = contents["record"]["events"]
    text = json.dumps(contents | {"record": contents["record"] | {"events": ["@"]}}, indent=1)
    lines = ",\n   ".join(json.dumps(event) for event in events)
    file.write_text(text.replace('"@"', lines) + "\n")


def generated(contents: dict[str, Any]) -> dict[str, Any]:
    """The contents with everything that follows from the hand-written part made anew."""
    record = read_record(contents["game"])
    end = final_position(record)
    return contents | {
        "shows": sorted(shown_in(record)),
        "outcome": None if end.outcome is None else write_outcome(end.outcome),
        "end": write_position(end),
        "record": record_to_json(record),
    }


def steps(record: GameRecord) -> list[Step]:
    """The events of a game, word by word."""
    states = positions(record)
    before = next(states)
    found: list[Step] = []
    for event in record.events:
        if isinstance(event, happened.GameStarted):
            continue
        if _is_said(event):
            found.append(Step(before, (event,)))
        else:
            last = found.pop()
            found.append(Step(last.before, (*last.events, event)))
        before = next(states)
    return found


def _is_said(event: Event) -> bool:
    return action_of(event) is not None or isinstance(
        event, happened.SeatResigned | happened.TimeExpired
    )


def shown_in(record: GameRecord) -> set[str]:
    """Names of the abilities, rulings and endings that occur in a game."""
    start = next(positions(record))
    found = {name for name, is_set in _options(start).items() if is_set}
    in_a_row = 0
    for step in steps(record):
        found.update(_chances(step.before))
        for event in step.events:
            found.update(_event_shows(step, event))
            if isinstance(event, happened.TurnEnded):
                in_a_row = in_a_row + 1 if event.seat == event.next_seat else 0
                if in_a_row == 3:
                    found.add("three extra turns in a row")
    return found


def _options(start: GameState) -> dict[str, bool]:
    return {"option: open memory": start.open_memory, "option: no stand-off": not start.stand_off}


def _chances(state: GameState) -> Iterator[str]:
    """What a position offers or bars."""
    if state.phase != MAIN or state.replenished or not state.mine.privileges:
        return
    if any(makes_dead_end(state, cell) for cell in cells_of(state.usable)):
        yield "dead end barred"


def _event_shows(step: Step, event: Event) -> Iterator[str]:
    show = _SHOWS.get(type(event))
    if show is not None:
        yield from show(step, event)
    if getattr(event, "automatic", False):
        yield f"automatic: {type(event).__name__}"


def _always(name: str) -> Callable[[Step, Any], Iterator[str]]:
    return lambda step, event: iter([name])


def _replenished(step: Step, event: happened.BoardReplenished) -> Iterator[str]:
    yield "replenish"
    if not main_action_exists(step.before):
        yield "forced replenish" if step.before.fresh else "forced replenish after privileges"


def _taken(step: Step, event: happened.TokensTaken) -> Iterator[str]:
    yield f"take {len(event.kinds)}"
    if len(event.kinds) == 3 and len(set(event.kinds)) == 1:
        yield "three alike"
    if event.kinds.count(PEARL) == 2:
        yield "two pearls"


def _reserved(step: Step, event: happened.CardReserved) -> Iterator[str]:
    yield "reserve unseen" if event.unseen else "reserve face up"
    if not event.unseen and _leaves_gap(step):
        yield "place left empty"


def _leaves_gap(step: Step) -> bool:
    return not any(isinstance(event, happened.PyramidRefilled) for event in step.events)


def _purchased(step: Step, event: happened.CardPurchased) -> Iterator[str]:
    yield "purchase from reserve" if event.from_reserve else "purchase"
    if not event.from_reserve and _leaves_gap(step):
        yield "place left empty"
    if event.payment == 0:
        yield "free purchase"
    if total(event.payment) > 10:
        yield "purchase with more than ten tokens"
    owed, held = price(event.card, step.before.mine), step.before.mine.tokens
    spared = [kind for kind in range(KINDS) if count(owed, kind) > count(event.payment, kind)]
    if any(count(held, kind) > count(event.payment, kind) for kind in spared):
        yield "gold for a kind that is held"
    if event.onto != NOTHING:
        yield "ability: copy"
        yield from _copied(event)


def _copied(event: happened.CardPurchased) -> Iterator[str]:
    if BONUS[event.onto] == COPY:
        yield "copy on copy"
    if BONUS_COUNT[event.onto] == 2:
        yield "copy on double bonus"
    if CARD_IDS[event.card] == "J3-12":
        yield "copy and extra turn"


def _gained(step: Step, event: happened.PrivilegeGained) -> Iterator[str]:
    if event.seat == step.before.seat:
        yield "ability: privilege"
    if event.from_opponent:
        yield "privilege from opponent"


def _skipped(step: Step, event: happened.AbilitySkipped) -> Iterator[str]:
    yield f"skipped: {ABILITY_NAMES[event.ability]}"


def _royal(step: Step, event: happened.RoyalCardChosen) -> Iterator[str]:
    yield "second royal card" if step.before.mine.royals else "first royal card"
    yield f"royal card: {ABILITY_NAMES[ROYAL_ABILITY[event.card]]}"


def _discarded(step: Step, event: happened.TokensDiscarded) -> Iterator[str]:
    yield "discard"
    if count(event.tokens, GOLD):
        yield "discard of gold"


def _ended(step: Step, event: happened.GameEnded) -> Iterator[str]:
    outcome = event.outcome
    yield from (f"reason: {reason}" for reason in outcome.reasons)
    if len(outcome.reasons) > 1:
        yield "several reasons"
    if step.before.again or happened.ExtraTurnEarned in map(type, step.events):
        yield "extra turn dropped"
    if outcome.winner == step.before.seat and happened.TimeExpired in map(type, step.events):
        yield "time-out of a winner"


def _resigned(step: Step, event: happened.SeatResigned) -> Iterator[str]:
    yield "resignation in turn" if event.seat == step.before.seat else "resignation out of turn"


def _timed_out(step: Step, event: happened.TimeExpired) -> Iterator[str]:
    yield f"time-out in phase {PHASE_NAMES[step.before.phase]}"


_SHOWS: dict[type, Callable[[Step, Any], Iterator[str]]] = {
    happened.PrivilegeUsed: _always("privilege used"),
    happened.BoardReplenished: _replenished,
    happened.TokensTaken: _taken,
    happened.CardReserved: _reserved,
    happened.CardPurchased: _purchased,
    happened.PrivilegeGained: _gained,
    happened.PrivilegeWithheld: _always("privilege withheld"),
    happened.ExtraTurnEarned: _always("ability: extra_turn"),
    happened.MatchingTokenTaken: _always("ability: take_matching"),
    happened.TokenStolen: _always("ability: steal"),
    happened.AbilitySkipped: _skipped,
    happened.RoyalCardChosen: _royal,
    happened.TokensDiscarded: _discarded,
    happened.StandOffWarned: _always("stand-off warned"),
    happened.GameEnded: _ended,
    happened.SeatResigned: _resigned,
    happened.TimeExpired: _timed_out,
}
