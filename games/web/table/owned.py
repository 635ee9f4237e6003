"""The cards behind a seat's bonuses: what each has bought, colour by colour."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.words import kind_name, points_text

from .cards import Slip, owned_slip
from .shapes import SeatJson
from .words import COLORS


@dataclass(frozen=True, slots=True)
class Owned:
    """A seat's cards of one colour; `kind` is "none" for those without one."""

    kind: str
    title: str
    slips: tuple[Slip, ...]


def owned_by(seat: SeatJson) -> tuple[Owned, ...]:
    """The colours in which the seat has cards, then those without a colour; each in the order of purchase."""
    groups = []
    for kind in (*COLORS, "none"):
        cards = [owned for owned in seat["cards"] if (owned["color"] or "none") == kind]
        if cards:
            slips = tuple(owned_slip(owned["card"], owned["color"]) for owned in cards)
            groups.append(Owned(kind, _title(kind, slips, seat), slips))
    return tuple(groups)


def cards_text(number: int) -> str:
    """Cards in words: "7 cards"."""
    return ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}


def _title(kind: str, slips: tuple[Slip, ...], seat: SeatJson) -> str:
    """ "Red: 3 bonuses, 7 points" """
    points = points_text(sum(slip.points for slip in slips))
    if kind == "none":
        return _("Without a colour: %(points)s") % {"points": points}
    return _("%(color)s: %(bonuses)s, %(points)s") % {
        "color": kind_name(kind).capitalize(),
        "bonuses": bonuses_text(seat["bonuses"].get(kind, 0)),
        "points": points,
    }


def bonuses_text(number: int) -> str:
    """Bonuses in words: "2 bonuses"."""
    return ngettext("%(number)d bonus", "%(number)d bonuses", number) % {"number": number}
