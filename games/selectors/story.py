"""The log of a game told to one viewer, turn by turn."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from accounts.names import someone_who_left
from games.enums import PlatformEvent
from games.models import Game, Seat
from games.selectors.facts import Phrase
from games.selectors.retraction import PLATFORM_KINDS, Undone
from games.selectors.sentences import ended, sentence_of
from games.selectors.views import events_after

TURN_ENDS = ("game_started", "turn_ended")  # the event after one of these belongs to the next turn


@dataclass(frozen=True, slots=True)
class Step:
    """What one event tells. `number` is that of the last event that belongs to it, the silent ones after it."""

    number: int
    sentence: Phrase


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What one seat did in one turn. `seat` is None for what nobody did; texts are in the reader's language.

    `version` is the number of its last event: the position there is the one the turn ended with. A turn that was taken
    back is told once more from there, as a story of its own; `retracted` marks what counts no more. `played` is False
    where nothing of the rules is left to tell: taken back, or not begun again.
    """

    turn: int
    seat: int | None
    mine: bool
    steps: tuple[Step, ...]
    at: datetime
    version: int
    retracted: bool = False
    played: bool = True

    @property
    def text(self) -> str:
        """The sentences of the turn as one plain text."""
        return " ".join(str(step.sentence) for step in self.steps)


def name_of(seat: Seat) -> str:
    """How people call the holder of a seat, with a mark where a program plays."""
    return seat.user.called if seat.user is not None else plain_name_of(seat)


def plain_name_of(seat: Seat) -> str:
    """The same without the mark, for those who are told of programs in another way."""
    if seat.user is not None:
        return seat.user.shown_name
    if seat.vacated:
        return someone_who_left()
    if seat.computer:
        return _("Computer (%(level)s)") % {"level": seat.get_computer_display()}
    return _("Somebody")


def names_for(game: Game, viewer: int | None) -> dict[int, str]:
    """The seats' names as the viewer calls them in a sentence."""
    return {
        seat.number: _("You") if seat.number == viewer else name_of(seat)
        for seat in game.seats.all()
    }


def story_of(game: Game, viewer: int | None) -> list[TurnStory]:
    """All turns, oldest first, from one query."""
    return tell(events_after(game, viewer, 0), names_for(game, viewer), viewer)


def story_since_turn(game: Game, viewer: int | None) -> list[TurnStory]:
    """The turns since the viewer's own last one, oldest first."""
    return since_own(story_of(game, viewer))


def since_own(turns: Sequence[TurnStory]) -> list[TurnStory]:
    """The turns after the viewer's own last one that stands; all if there is none."""
    own = [index for index, turn in enumerate(turns) if turn.mine and turn.played]
    return list(turns[own[-1] + 1 :] if own else turns)


def ended_sentence(game: Game, viewer: int | None) -> Phrase:
    """How a finished game ended, in one sentence."""
    outcome = {
        "winner": game.winner,
        "reasons": game.reasons,
        "colors": game.winning_colors,
    }
    return ended(outcome, names_for(game, viewer))


def tell(
    events: Iterable[dict[str, Any]], names: dict[int, str], viewer: int | None, *, turn: int = 0
) -> list[TurnStory]:
    """Turns from redacted events, of which the first belongs to `turn` (0 before the game began)."""
    shown = list(events)
    undone = Undone.by_shown(shown)
    turns = (
        _turn_story(number, [event for _place, event in group], names, viewer, undone)
        for (_retractions, number), group in groupby(
            _numbered(shown, turn), key=lambda pair: pair[0]
        )
    )
    return [told for told in turns if told.steps]


def _numbered(
    events: Iterable[dict[str, Any]], turn: int
) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """Each event with its place: how many turns were taken back before it, and the number of its turn."""
    retractions = 0
    for event in events:
        if event["kind"] == PlatformEvent.TURN_RETRACTED:
            retractions, turn = retractions + 1, turn - 1
        yield (retractions, turn), event
        if event["kind"] in TURN_ENDS:
            turn += 1


def _turn_story(
    turn: int,
    events: list[dict[str, Any]],
    names: dict[int, str],
    viewer: int | None,
    undone: Undone,
) -> TurnStory:
    seat = _seat_of(events) if turn else None
    retracted = any(undone.has(event["number"], event["kind"]) for event in events)
    return TurnStory(
        turn=turn,
        seat=seat,
        mine=seat is not None and seat == viewer,
        steps=tuple(_steps(events, names)),
        at=datetime.fromisoformat(events[-1]["at"]),
        version=events[-1]["number"],
        retracted=retracted,
        played=not retracted and any(event["kind"] not in PLATFORM_KINDS for event in events),
    )


def _seat_of(events: list[dict[str, Any]]) -> int | None:
    """Whose turn it is: of the platform's events, which either seat may cause, only a retraction says so."""
    for event in events:
        if event["kind"] not in PLATFORM_KINDS or event["kind"] == PlatformEvent.TURN_RETRACTED:
            if event.get("seat") is not None:
                return int(event["seat"])
    return None


def _steps(events: list[dict[str, Any]], names: dict[int, str]) -> Iterator[Step]:
    told: Phrase | None = None
    number = 0
    for event in events:
        sentence = sentence_of(event, names)
        if sentence is not None:
            if told is not None:
                yield Step(number, told)
            told = sentence
        number = event["number"]
    if told is not None:
        yield Step(number, told)
