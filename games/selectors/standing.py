"""The public points of both seats in a few numbers, as lists of games show them."""

from typing import TypedDict

from engine import GameState, view_for


class Standing(TypedDict):
    """How far one seat is towards each of the three victories."""

    prestige: int
    crowns: int
    color_points: int
    color: str | None


def standing_of(state: GameState) -> dict[str, Standing]:
    """Both seats' standings, from what everybody may see."""
    seats = view_for(state, None)["seats"]
    return {
        number: _standing(seat["prestige"], seat["crowns"], seat["points"])
        for number, seat in seats.items()
    }


def _standing(prestige: int, crowns: int, points: dict[str, int]) -> Standing:
    best = max(points, key=lambda color: points[color])
    return Standing(
        prestige=prestige,
        crowns=crowns,
        color_points=points[best],
        color=best if points[best] else None,
    )
