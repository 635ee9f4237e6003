"""Which goals a purchase would reach: told on the confirm button before it is pressed."""

from django.utils.translation import gettext as _

from engine import JewelCard, won_by
from games.selectors.words import kind_name

from .shapes import SeatJson


def win_by(card: JewelCard, color: str, seat: SeatJson) -> str:
    """How buying the card for this colour ends the game: "10 points in red: you win"; empty if it does not.

    Only what is certain is told: the points of a royal card that may follow are left out.
    """
    reasons = won_by(seat, card.id, color)
    if "prestige" in reasons:
        return _("%(points)d points: you win") % {"points": seat["prestige"] + card.points}
    if "crowns" in reasons:
        return _("%(crowns)d crowns: you win") % {"crowns": seat["crowns"] + card.crowns}
    if "color" in reasons:
        return _("%(points)d points in %(color)s: you win") % {
            "points": seat["points"].get(color, 0) + card.points,
            "color": kind_name(color),
        }
    return ""
