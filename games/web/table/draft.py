"""What the viewer has begun to choose: read from the address or from a refused form, stored nowhere.

The names are those of the form's own fields (see games.web.forms), so one reader serves both. Nonsense in an address
is ignored: the page then shows no choice.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.http import QueryDict

from .words import KINDS

CELL: Final = re.compile(r"[a-e][1-5]")
JEWEL: Final = re.compile(r"J[1-3]-\d\d")
ROYAL: Final = re.compile(r"R-[1-4]")
MAX_CELLS: Final = 3
MAX_NUMBER: Final = 25  # there are no more tokens


@dataclass(frozen=True, slots=True)
class Draft:
    """A choice in the making. `do` names the step it belongs to where the other fields leave that open."""

    do: str = ""
    cells: tuple[str, ...] = ()
    gold: str = ""
    card: str = ""
    deck: int = 0
    payment: str = ""
    onto: str = ""
    token: str = ""
    royal: str = ""
    discard: Mapping[str, int] = field(default_factory=dict)


def read_draft(data: QueryDict) -> Draft:
    """The choice named by an address (request.GET) or by a form that was refused (request.POST). Never raises."""
    return Draft(
        do=_one_of(data, "do", _STEPS),
        cells=tuple(
            dict.fromkeys(cell for cell in data.getlist("cell")[:MAX_CELLS] if CELL.fullmatch(cell))
        ),
        gold=_matching(data, "gold", CELL),
        card=_matching(data, "card", JEWEL),
        deck=int(_one_of(data, "deck", ("1", "2", "3")) or 0),
        payment=_matching(data, "payment", re.compile(r"[a-z0-9= ]{0,80}")),
        onto=_matching(data, "onto", JEWEL),
        token=_one_of(data, "token", KINDS),
        royal=_matching(data, "royal", ROYAL),
        discard={
            kind: number for kind in KINDS if (number := _number(data.get(f"discard-{kind}", "")))
        },
    )


_STEPS: Final = ("take", "privilege", "replenish", "reserve", "purchase", "claim")


def _one_of(data: QueryDict, name: str, allowed: tuple[str, ...]) -> str:
    value = data.get(name, "")
    return value if value in allowed else ""


def _matching(data: QueryDict, name: str, pattern: re.Pattern[str]) -> str:
    value = data.get(name, "")
    return value if pattern.fullmatch(value) else ""


def _number(value: object) -> int:
    text = str(value)
    return min(int(text), MAX_NUMBER) if text.isascii() and text.isdigit() and len(text) < 4 else 0
