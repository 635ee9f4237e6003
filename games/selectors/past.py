"""Positions that a game has left: its log cut into steps, and the fold up to one of them.

One query reads the log; only what is shown is redacted and told.
"""

from bisect import bisect_right
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from engine import WORD_KINDS, GameRecord, GameState, fold, write_record, write_seen_word
from games.enums import PlatformEvent
from games.models import Game, GameEvent
from games.selectors.access import ENDED
from games.selectors.retraction import Undone, standing_rows
from games.selectors.sentences import tells
from games.selectors.state import standing_events
from games.selectors.story import TURN_ENDS, TurnStory, names_for, tell
from games.selectors.views import Eyes, shown_event

TURNS_AROUND = 6  # told beside a position, before and after its own turn


@dataclass(frozen=True, slots=True)
class StepSpan:
    """The events of one step: the one that has a sentence, and the silent ones after it. `turn` is 0 for the deal."""

    first: int
    last: int
    turn: int


@dataclass(frozen=True, slots=True)
class Log:
    """All events of a game, secrets included, and their steps in order."""

    rows: list[GameEvent]
    spans: list[StepSpan]

    def index_at(self, number: int) -> int | None:
        """Which step event `number` belongs to; None before the game was dealt and after the last event."""
        if not self.spans or not self.spans[0].first <= number <= self.spans[-1].last:
            return None
        return bisect_right(self.spans, number, key=lambda span: span.first) - 1


def log_of(game: Game) -> Log:
    """The log up to the game's version. One query."""
    return log_from(list(GameEvent.objects.filter(game=game, number__lte=game.version)))


def log_from(rows: list[GameEvent]) -> Log:
    """The log of one game from rows that were read already, in order."""
    return Log(rows, _spans(rows))


def _spans(rows: list[GameEvent]) -> list[StepSpan]:
    starts: list[tuple[int, int]] = []
    turn = 0
    for row in rows:
        if row.kind == PlatformEvent.TURN_RETRACTED:
            turn -= 1
        if tells(row.kind):
            starts.append((row.number, turn))
        if row.kind in TURN_ENDS:
            turn += 1
    if not starts:
        return []
    ends = [*(first - 1 for first, _turn in starts[1:]), rows[-1].number]
    return [StepSpan(first, last, turn) for (first, turn), last in zip(starts, ends, strict=True)]


def position_at(log: Log, number: int) -> GameState:
    """The position after event `number`, from the log alone."""
    return fold(standing_events([row for row in log.rows if row.number <= number]))


def events_between(log: Log, first: int, last: int, eyes: Eyes) -> list[dict[str, Any]]:
    """Some of the log as these eyes may see it."""
    return [
        shown_event(row, eyes.seat, over=eyes.all)
        for row in log.rows
        if first <= row.number <= last
    ]


def known_at(log: Log, number: int, eyes: Eyes, kinds: Container[str]) -> list[dict[str, Any]]:
    """What had happened by event `number` and was not taken back by then, as these eyes may see it."""
    rows = standing_rows([row for row in log.rows if row.number <= number])
    return [shown_event(row, eyes.seat, over=eyes.all) for row in rows if row.kind in kinds]


def log_seen(game: Game, log: Log, viewer: int | None) -> list[dict[str, Any]]:
    """The whole log as the viewer may see it now, as `events_after` gives it."""
    over = game.status in ENDED
    return [shown_event(row, viewer, over=over) for row in log.rows]


def turns_around(
    game: Game, log: Log, index: int, eyes: Eyes, viewer: int | None
) -> list[TurnStory]:
    """The turn of a step and those around it, as the eyes saw them, in the words of the viewer."""
    here = log.spans[index].turn
    near = [span for span in log.spans if abs(span.turn - here) <= TURNS_AROUND]
    events = events_between(log, near[0].first, near[-1].last, eyes)
    return tell(events, names_for(game, viewer), viewer, turn=near[0].turn)


def words_line(log: Log, eyes: Eyes) -> str:
    """What the seats did so far and didn't take back, in words of notation as these eyes may see them."""
    undone = Undone.by(log.rows)
    shown = (
        shown_event(row, eyes.seat, over=eyes.all)
        for row in log.rows
        if row.kind in WORD_KINDS and not undone.has(row.number, row.kind)
    )
    words = (
        write_seen_word({key: event[key] for key in event.keys() - {"number", "at"}})
        for event in shown
    )
    return " ".join(word for word in words if word is not None)


def record_line(game: Game, log: Log) -> str:
    """The whole record of a finished game in one line of notation, set-up and draws included.

    Turns that were taken back are left out.
    """
    events = standing_events(log.rows)
    return write_record(GameRecord(tuple(events), rules_version=game.rules_version))
