"""The log of a game told to one viewer, turn by turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.selectors.sentences import ended, sentence_of
from games.selectors.views import events_after


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What one seat did in one turn. `seat` is None for what nobody did; `text` is in the reader's language."""

    turn: int
    seat: int | None
    mine: bool
    sentences: tuple[str, ...]
    at: datetime
    version: int

    @property
    def text(self) -> str:
        """The sentences of the turn as one text."""
        return " ".join(self.sentences)


def name_of(seat: Seat) -> str:
    """How people call the holder of a seat."""
    if seat.user is not None:
        return seat.user.username
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
    turns = story_of(game, viewer)
    own = [index for index, turn in enumerate(turns) if turn.mine]
    return turns[own[-1] + 1 :] if own else turns


def ended_sentence(game: Game, viewer: int | None) -> str:
    """How a finished game ended, in one sentence."""
    outcome = {
        "winner": game.winner,
        "reasons": game.reasons,
        "colors": game.winning_colors,
    }
    return ended(outcome, names_for(game, viewer))


def tell(
    events: Iterable[dict[str, Any]], names: dict[int, str], viewer: int | None
) -> list[TurnStory]:
    """Turns from redacted events."""
    turns = (
        _turn_story(number, list(group), names, viewer)
        for number, group in groupby(_numbered(events), key=lambda pair: pair[0])
    )
    return [turn for turn in turns if turn.sentences]


def _numbered(events: Iterable[dict[str, Any]]) -> Iterable[tuple[int, dict[str, Any]]]:
    """Each event with the number of its turn; 0 before the first."""
    turn = 0
    for event in events:
        yield turn, event
        if event["kind"] in ("game_started", "turn_ended"):
            turn += 1


def _turn_story(
    turn: int, numbered: list[tuple[int, dict[str, Any]]], names: dict[int, str], viewer: int | None
) -> TurnStory:
    events = [event for _turn, event in numbered]
    told = [sentence for event in events if (sentence := sentence_of(event, names)) is not None]
    seat = (
        next((event["seat"] for event in events if event.get("seat") is not None), None)
        if turn
        else None
    )
    return TurnStory(
        turn=turn,
        seat=seat,
        mine=seat is not None and seat == viewer,
        sentences=tuple(told),
        at=datetime.fromisoformat(events[-1]["at"]),
        version=events[-1]["number"],
    )
