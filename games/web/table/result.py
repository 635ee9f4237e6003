"""The result of a finished game: who won, by which goals, and how both stood."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import JEWEL_CARDS
from games.selectors.words import kind_name

from .scene import Scene
from .seats import best_color
from .shapes import OutcomeJson, SeatJson
from .words import listed


@dataclass(frozen=True, slots=True)
class Compared:
    """One goal of both seats, the lower one first; `won` marks who reached it."""

    title: str
    goal: int
    lower: int
    upper: int
    lower_won: bool
    upper_won: bool


@dataclass(frozen=True, slots=True)
class ColorSum:
    """How the points of the winning colour add up, card by card."""

    color: str
    name: str
    points: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """The end of the game as the viewer reads it."""

    title: str
    reasons: tuple[str, ...]
    sums: tuple[ColorSum, ...]
    compared: tuple[Compared, ...]
    lower_name: str
    upper_name: str
    turn: int


_BY: Final = {
    "prestige": gettext_lazy("by prestige"),
    "crowns": gettext_lazy("by crowns"),
    "color": gettext_lazy("by colour"),
    "resignation": gettext_lazy("by resignation"),
    "timeout": gettext_lazy("on time"),
    "stand_off": gettext_lazy("by stand-off"),
}


def build_result(scene: Scene) -> Result | None:
    """The result; None while the game lasts."""
    outcome = scene.view["outcome"]
    if outcome is None:
        return None
    winner = outcome["winner"]
    return Result(
        title=outcome_title(outcome, scene.viewer, dict(scene.names)),
        reasons=tuple(_reason(scene, outcome, reason) for reason in outcome["reasons"]),
        sums=tuple(_sum(scene.view["seats"][str(winner)], color) for color in outcome["colors"])
        if winner
        else (),
        compared=_compared(scene, outcome),
        lower_name=_("You") if scene.viewer else scene.names[scene.lower],
        upper_name=scene.opponent,
        turn=scene.view["turn"],
    )


def outcome_title(outcome: OutcomeJson, viewer: int | None, names: dict[int, str]) -> str:
    """ "You won by colour", "Player two won on time", "A draw" """
    winner = outcome["winner"]
    if winner is None:
        return _("A draw")
    how = {"how": listed(str(_BY[reason]) for reason in outcome["reasons"])}
    if winner == viewer:
        return _("You won %(how)s") % how
    return _("%(name)s won %(how)s") % {**how, "name": names[winner]}


def outcome_for(outcome: OutcomeJson, viewer: int) -> str:
    """The result in a seat's own list: "Won by colour", "Lost on time", "A draw"."""
    if outcome["winner"] is None:
        return _("A draw")
    how = {"how": listed(str(_BY[reason]) for reason in outcome["reasons"])}
    return (_("Won %(how)s") if outcome["winner"] == viewer else _("Lost %(how)s")) % how


def _reason(scene: Scene, outcome: OutcomeJson, reason: str) -> str:
    winner = outcome["winner"]
    if reason == "no_progress" or winner is None:
        return _("300 turns in a row passed without a purchase.")
    seat = scene.view["seats"][str(winner)]
    loser = _("You") if scene.viewer == 3 - winner else scene.names[3 - winner]
    colors = listed(f"{kind_name(color)} ({seat['points'][color]})" for color in outcome["colors"])
    return {
        "prestige": _("%(points)d points reach the goal of 20.") % {"points": seat["prestige"]},
        "crowns": _("%(crowns)d crowns reach the goal of 10.") % {"crowns": seat["crowns"]},
        "color": _("The goal of 10 points in one colour is reached: %(colors)s.")
        % {"colors": colors},
        "resignation": _("%(name)s resigned.") % {"name": loser},
        "timeout": _("%(name)s ran out of time.") % {"name": loser},
        "stand_off": _("%(name)s held all gold and both pearls for three turns.") % {"name": loser},
    }[reason]


def _sum(seat: SeatJson, color: str) -> ColorSum:
    points = tuple(
        JEWEL_CARDS[owned["card"]].points
        for owned in seat["cards"]
        if owned["color"] == color and JEWEL_CARDS[owned["card"]].points
    )
    return ColorSum(color, kind_name(color), points, sum(points))


def _compared(scene: Scene, outcome: OutcomeJson) -> tuple[Compared, ...]:
    near, far = scene.near, scene.far
    won = {(reason, outcome["winner"]) for reason in outcome["reasons"]}
    rows = (
        ("prestige", _("Prestige"), 20, near["prestige"], far["prestige"]),
        ("crowns", _("Crowns"), 10, near["crowns"], far["crowns"]),
        ("color", _("Best colour"), 10, _best(near), _best(far)),
    )
    return tuple(
        Compared(title, goal, low, high, (key, scene.lower) in won, (key, scene.upper) in won)
        for key, title, goal, low, high in rows
    )


def _best(seat: SeatJson) -> int:
    return seat["points"].get(best_color(seat), 0)
