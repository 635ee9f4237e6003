"""Which goals a purchase would reach: told on the confirm button before it is pressed."""

from typing import Final

from django.utils.translation import gettext as _

from engine import JewelCard
from games.selectors.words import kind_name

from .shapes import SeatJson
from .words import COLORS

PRESTIGE: Final = 20
CROWNS: Final = 10
COLOR_POINTS: Final = 10


def win_by(card: JewelCard, color: str, seat: SeatJson) -> str:
    """How buying the card for this colour ends the game: "10 points in red: you win"; empty if it does not.

    Only what is certain is told: the points of a royal card that may follow are left out.
    """
    prestige, crowns = seat["prestige"] + card.points, seat["crowns"] + card.crowns
    points = seat["points"].get(color, 0) + card.points if color in COLORS else 0
    if prestige >= PRESTIGE:
        return _("%(points)d points: you win") % {"points": prestige}
    if crowns >= CROWNS:
        return _("%(crowns)d crowns: you win") % {"crowns": crowns}
    if points >= COLOR_POINTS:
        return _("%(points)d points in %(color)s: you win") % {
            "points": points,
            "color": kind_name(color),
        }
    return ""
