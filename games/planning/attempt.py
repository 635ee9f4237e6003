"""A whole turn tried out on a view, as if its seat were to move. What the view hides is made up and tells nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from engine import (
    Action,
    BoardReplenished,
    Event,
    GameState,
    IllegalAction,
    PrivilegeGained,
    PrivilegeWithheld,
    SeededChance,
    decide,
    fold,
    reveals,
)
from engine.ai.imagine import imagine
from games.planning.facts import View


class Problem(StrEnum):
    """Why a turn can't stand in a plan."""

    ILLEGAL = "illegal"
    TOO_LONG = "too_long"  # the turn is over before the last action
    UNFINISHED = "unfinished"  # something is still to be chosen, though nothing was turned up
    CROSSES = "crosses"  # it goes on after something new was turned up, which must be allowed


@dataclass(frozen=True)
class Attempt:
    """How a turn goes, as far as the view tells.

    `state` is a made-up position with the view's own facts, after the `checked` first actions; `revealed_at` is the
    place of the first action that shows something new, `ended` tells whether the turn is over, `gives` whether the
    opponent is given a privilege or would be if they had room for it. `refused` says why the next action is illegal.
    """

    state: GameState
    checked: int = 0
    revealed_at: int | None = None
    ended: bool = False
    gives: bool = False
    refused: IllegalAction | None = None


def as_mover(view: View, seat: int) -> dict[str, Any]:
    """The view of a seat that waits, as if the opponent left everything as it is and `seat` were to move."""
    return {
        **view,
        "turn": view["turn"] + 1,
        "seat_to_move": seat,
        "phase": "main",
        "fresh": True,
        "replenished": False,
        "extra_turn": False,
        "extra_turn_earned": False,
        "matching_color": None,
    }


def imagined(view: View) -> GameState:
    """A position with this view; always the same one."""
    return imagine(dict(view), Random(0))  # noqa: S311  what is made up must only be the same again


def attempt(view: View, seat: int, actions: Sequence[Action]) -> Attempt:
    """Try `actions` out for `seat`, to whom the view belongs and who is to move in it.

    What comes after a replenish isn't tried: it rests on the tokens that come.
    """
    begun = tried = Attempt(imagined(view))
    chance = SeededChance(0)
    for place, action in enumerate(actions):
        if tried.ended:
            break
        try:
            events = decide(tried.state, seat, action, chance)
        except IllegalAction as refusal:
            return replace(tried, refused=refusal)
        tried = _after(begun.state, tried, place, events)
        if any(isinstance(event, BoardReplenished) for event in events):
            break
    return tried


def _after(begun: GameState, tried: Attempt, place: int, events: tuple[Event, ...]) -> Attempt:
    state = fold(events, tried.state)
    shows = any(reveals(event) for event in events)
    return replace(
        tried,
        state=state,
        checked=place + 1,
        revealed_at=place if shows and tried.revealed_at is None else tried.revealed_at,
        ended=state.over or (state.seat, state.turn) != (begun.seat, begun.turn),
        gives=tried.gives or _gives(events, begun.seat),
    )


def _gives(events: tuple[Event, ...], seat: int) -> bool:
    gifts = (PrivilegeGained, PrivilegeWithheld)
    return any(isinstance(event, gifts) and event.seat != seat for event in events)


def problem_of(tried: Attempt, actions: int, *, past: bool) -> Problem | None:
    """Why a turn of so many actions can't be played as it stands; `past`: it may go past what is turned up."""
    if tried.refused is not None:
        return Problem.ILLEGAL
    if tried.ended and tried.checked < actions:
        return Problem.TOO_LONG
    if tried.revealed_at is None:
        return None if tried.ended else Problem.UNFINISHED
    if tried.revealed_at < actions - 1 and not past:
        return Problem.CROSSES
    return None
