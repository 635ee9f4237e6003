"""The past of games as plain JSON: positions that a game has left, and whole games once they are over."""

from typing import Any

from engine import GameRecord
from engine.record import record_to_json
from games.models import Game
from games.selectors.access import ENDED
from games.selectors.answers import head_json
from games.selectors.memory import RESERVE_KINDS
from games.selectors.past import (
    Log,
    StepSpan,
    events_between,
    known_at,
    position_at,
    record_line,
    words_line,
)
from games.selectors.sentences import sentence_of
from games.selectors.state import standing_events
from games.selectors.story import names_for, plain_name_of
from games.selectors.table_facts import facts_json
from games.selectors.told import sentence_json
from games.selectors.views import Eyes, past_view, position_line


def position_json(
    game: Game, viewer: int | None, eyes: Eyes, log: Log, number: int
) -> dict[str, Any] | None:
    """The position after event `number` as these eyes saw it, told to the viewer; None if there was none."""
    index = log.index_at(number)
    if index is None:
        return None
    span, state = log.spans[index], position_at(log, number)
    view = past_view(state, eyes)
    return {
        "id": game.pk,
        "number": number,
        "eyes": eyes_name(eyes),
        "turn": span.turn,
        "step": _step_json(game, viewer, eyes, log, span, number),
        "previous": log.spans[index - 1].last if index else None,
        "next": log.spans[index + 1].last if index + 1 < len(log.spans) else None,
        "view": view,
        "facts": None
        if state.over
        else facts_json(view, known_at(log, number, eyes, RESERVE_KINDS)),
        "notation": position_line(state, eyes),
        "whole": eyes.all or state.over,
    }


def _step_json(
    game: Game, viewer: int | None, eyes: Eyes, log: Log, span: StepSpan, number: int
) -> dict[str, Any]:
    """What led from the position before to this one."""
    events = events_between(log, span.first, number, eyes)
    sentence = sentence_of(events[0], names_for(game, viewer))
    return {
        "first": span.first,
        "last": span.last,
        "sentence": None if sentence is None else sentence_json(sentence),
        "events": events,
    }


def eyes_name(eyes: Eyes) -> str:
    """How the eyes are asked for; "public" are those of who watches."""
    if eyes.all:
        return "all"
    return "public" if eyes.seat is None else str(eyes.seat)


def replay_json(game: Game, viewer: int | None, eyes: Eyes, log: Log) -> dict[str, Any]:
    """A whole game that is over, as these eyes saw it; with all eyes its record too."""
    last = log.rows[-1].number if log.rows else 0
    return head_json(game, viewer) | {
        "eyes": eyes_name(eyes),
        "events": events_between(log, 1, last, eyes),
        "notation": record_line(game, log) if eyes.all else words_line(log, eyes),
        "record": record_json(game, log) if eyes.all else None,
    }


def record_json(game: Game, log: Log) -> dict[str, Any]:
    """The record of a game that is over (docs/notation.md). Turns that were taken back are left out."""
    if game.status not in ENDED:
        raise AssertionError
    names = {seat.number: plain_name_of(seat) for seat in game.seats.all()}
    return record_to_json(
        GameRecord(
            tuple(standing_events(log.rows)),
            rules_version=game.rules_version,
            game_id=game.pk,
            names=(names[1], names[2]),
        )
    )


def exported_json(game: Game, viewer: int, log: Log) -> dict[str, Any]:
    """A game that is over as one line of an export."""
    return head_json(game, viewer) | {
        "notation": record_line(game, log),
        "record": record_json(game, log),
    }
