"""Shapes of the redacted view and of actions as JSON, as far as the table reads them."""

from typing import Any, NotRequired, TypedDict

type ActionJson = dict[str, Any]


class OwnedJson(TypedDict):
    """A purchased card and the colour it counts for."""

    card: str
    color: str | None


class ReservedJson(TypedDict):
    """A reserved card; `card` is None where the viewer may not know it."""

    level: int
    card: str | None
    face_up: bool | None


class SeatJson(TypedDict):
    """All that one seat owns."""

    tokens: dict[str, int]
    privileges: int
    cards: list[OwnedJson]
    bonuses: dict[str, int]
    points: dict[str, int]
    prestige: int
    crowns: int
    royal_cards: list[str]
    stand_off: int
    reserved: list[ReservedJson]


class OutcomeJson(TypedDict):
    """How the game ended."""

    winner: int | None
    reasons: list[str]
    colors: list[str]


class OptionsJson(TypedDict):
    """What was agreed when the game was created."""

    open_memory: bool
    stand_off: bool


class ViewJson(TypedDict):
    """The position as one viewer may see it."""

    options: OptionsJson
    turn: int
    seat_to_move: int | None
    phase: str
    extra_turn: bool
    extra_turn_earned: bool
    replenished: bool
    matching_color: NotRequired[str | None]
    board: list[str | None]
    bag: dict[str, int]
    pyramid: dict[str, list[str | None]]
    decks: dict[str, int]
    royal_cards: list[str]
    privileges: int
    seats: dict[str, SeatJson]
    outcome: OutcomeJson | None
