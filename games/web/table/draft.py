"""The turn in the making: read from the address or from a refused form, and kept there only.

`turn` holds the actions that are settled, as words of the notation; the other fields the one that is being chosen. The
names are those of the form's own fields (see games.web.forms), so one reader serves both. Nonsense in an address is
ignored: the page then shows no choice.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from .shapes import ActionJson
from .words import KINDS

CELL: Final = re.compile(r"[a-e][1-5]")
JEWEL: Final = re.compile(r"J[1-3]-\d\d")
ROYAL: Final = re.compile(r"R-[1-4]")
MAX_CELLS: Final = 3
MAX_NUMBER: Final = 25  # there are no more tokens
MAX_TURN: Final = 12  # words; no turn has more actions
WORD: Final = re.compile(r"[A-Za-z0-9:@/=-]{1,40}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in the making. `do` names the step the choice belongs to where the other fields leave that open.

    `ask`: the choice is complete, and one question is left before it is played.
    """

    turn: tuple[str, ...] = ()
    ask: bool = False
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
        turn=tuple(
            word for word in data.get("turn", "").split()[:MAX_TURN] if WORD.fullmatch(word)
        ),
        ask=data.get("ask") == "1",
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


def address_of(draft: Draft) -> str:
    """The draft as the query of an address; "?" for an empty one."""
    fields: list[tuple[str, object]] = [
        ("turn", " ".join(draft.turn)),
        ("do", draft.do),
        *(("cell", cell) for cell in draft.cells),
        ("gold", draft.gold),
        ("card", draft.card),
        ("deck", draft.deck),
        ("payment", draft.payment),
        ("onto", draft.onto),
        ("token", draft.token),
        ("royal", draft.royal),
        *((f"discard-{kind}", number) for kind, number in draft.discard.items()),
        ("ask", int(draft.ask)),
    ]
    return "?" + urlencode([(name, value) for name, value in fields if value], safe=":@/")


def choice_of(action: ActionJson) -> dict[str, Any]:
    """The fields of a draft in which this action is chosen and may be changed. A privilege has none."""
    return _CHOICES[action["type"]](action)


def _reserved(action: ActionJson) -> dict[str, Any]:
    kept = {"deck": action["deck"]} if "deck" in action else {"card": action["card"]}
    return {"gold": action["gold"], **kept}


def _purchased(action: ActionJson) -> dict[str, Any]:
    payment = payment_value(action["payment"])
    return {"card": action["card"], "payment": payment, "onto": action.get("onto", "")}


def payment_value(payment: Mapping[str, int]) -> str:
    """A payment as the form sends it: "blue=2 gold=1"; empty for none."""
    return " ".join(f"{kind}={payment[kind]}" for kind in KINDS if payment.get(kind))


_CHOICES: Final[dict[str, Callable[[ActionJson], dict[str, Any]]]] = {
    "use_privilege": lambda _action: {},
    "replenish": lambda _action: {"do": "replenish"},
    "take_tokens": lambda action: {"cells": tuple(action["cells"])},
    "reserve_card": _reserved,
    "purchase_card": _purchased,
    "take_matching_token": lambda action: {"cells": (action["cell"],)},
    "steal_token": lambda action: {"token": action["token"]},
    "choose_royal_card": lambda action: {"royal": action["card"]},
    "discard_tokens": lambda action: {"discard": action["tokens"]},
    "claim_stand_off": lambda _action: {"do": "claim"},
}

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
