"""Rows of the list of games."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.utils.translation import gettext as _

from .clock import Clock
from .result import outcome_for
from .seats import best_color
from .shapes import SeatJson, ViewJson


@dataclass(frozen=True, slots=True)
class Pit:
    """One place of the small board: its middle in a picture of 500 by 500, `kind` empty for an empty place."""

    kind: str
    x: int
    y: int

    @property
    def left(self) -> int:
        """Left edge of the stone's picture."""
        return self.x - 38

    @property
    def top(self) -> int:
        """Upper edge of the stone's picture."""
        return self.y - 38


@dataclass(frozen=True, slots=True)
class Standing:
    """One goal, mine against theirs."""

    name: str
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list, from one seat's side. `last` is the last turn in a sentence, `result` set when it is over."""

    game_id: Any
    opponent: str
    turn: int
    my_turn: bool
    clock: Clock | None
    pits: tuple[Pit, ...]
    standings: tuple[Standing, ...]
    last: str = ""
    result: str = ""
    won: bool = False
    ended_at: datetime | None = None
    unread: int = 0  # messages


def game_row(
    *,
    game_id: Any,
    view: Mapping[str, Any],
    viewer: int,
    opponent: str,
    clock: Clock | None,
    last: str = "",
    ended_at: datetime | None = None,
    unread: int = 0,
) -> GameRow:
    """A row from the redacted view of `viewer`, a seat; `clock` is that of the seat to move."""
    position = cast(ViewJson, view)
    outcome, me, them = (
        position["outcome"],
        position["seats"][str(viewer)],
        position["seats"][str(3 - viewer)],
    )
    return GameRow(
        game_id=game_id,
        opponent=opponent,
        turn=position["turn"],
        my_turn=position["seat_to_move"] == viewer,
        clock=clock,
        pits=_pits(position["board"]),
        standings=_standings(me, them),
        last=last,
        result=outcome_for(outcome, viewer) if outcome else "",
        won=outcome is not None and outcome["winner"] == viewer,
        ended_at=ended_at,
        unread=unread,
    )


def _pits(board: list[str | None]) -> tuple[Pit, ...]:
    return tuple(
        Pit(kind or "", place % 5 * 100 + 50, place // 5 * 100 + 50)
        for place, kind in enumerate(board)
    )


def _standings(me: SeatJson, them: SeatJson) -> tuple[Standing, ...]:
    return (
        Standing(_("prestige"), me["prestige"], them["prestige"]),
        Standing(_("crowns"), me["crowns"], them["crowns"]),
        Standing(_("best colour"), _best(me), _best(them)),
    )


def _best(seat: SeatJson) -> int:
    return seat["points"].get(best_color(seat), 0)
