"""What an entry of a plan waits for: facts of the planner's own view, each of which holds or doesn't."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from engine.board import CELL_NAMES

View = Mapping[str, Any]


class FactKind(StrEnum):
    """Every kind of fact; "they" are the opponent."""

    CELL_HOLDS = "cell_holds"  # cell, token
    CELL_EMPTY = "cell_empty"  # cell
    CELL_FULL = "cell_full"  # cell
    CARD_OPEN = "card_open"  # card, in the pyramid
    DECK_LEFT = "deck_left"  # number is the level
    ROYAL_LEFT = "royal_left"  # card
    PRIVILEGES = "privileges"  # the planner's; number, at least
    CAN_PAY = "can_pay"  # tokens, at least
    MY_TOKENS = "my_tokens"  # tokens, exactly
    THEY_HOLD = "they_hold"  # token
    NOT_BOUGHT = "not_bought"  # card, by them
    CARDS_AT_MOST = "cards_at_most"  # theirs, bought; number
    RESERVED_AT_MOST = "reserved_at_most"  # theirs; number
    CROWNS_BELOW = "crowns_below"  # theirs; number
    PRESTIGE_BELOW = "prestige_below"  # theirs; number


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. Of the fields only those that the kind names are set."""

    kind: FactKind
    cell: str = ""
    token: str = ""
    card: str = ""
    number: int = 0
    tokens: Mapping[str, int] = field(default_factory=dict)


def holds(fact: Fact, view: View, seat: int) -> bool:
    """Whether the fact holds in the view of `seat`."""
    return _HOLDS[fact.kind](fact, view, view["seats"][str(seat)], view["seats"][str(3 - seat)])


def token_at(view: View, cell: str) -> str | None:
    """The token in a cell; None for an empty one."""
    token: str | None = view["board"][CELL_NAMES.index(cell)]
    return token


def fact_to_json(fact: Fact) -> dict[str, Any]:
    """The fact as it is stored: its kind and the fields that are set."""
    fields = {
        "cell": fact.cell,
        "token": fact.token,
        "card": fact.card,
        "number": fact.number,
        "tokens": dict(fact.tokens),
    }
    return {"kind": fact.kind.value} | {name: value for name, value in fields.items() if value}


def fact_from_json(stored: Mapping[str, Any]) -> Fact:
    """A fact that `fact_to_json` wrote."""
    return Fact(**{**stored, "kind": FactKind(stored["kind"])})


def _has(owned: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    return all(owned[kind] >= number for kind, number in wanted.items())


def _same(owned: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    return all(number == wanted.get(kind, 0) for kind, number in owned.items())


def _open(fact: Fact, view: View) -> bool:
    return any(fact.card in row for row in view["pyramid"].values())


def _bought(fact: Fact, theirs: View) -> bool:
    return any(owned["card"] == fact.card for owned in theirs["cards"])


_HOLDS: Final[dict[FactKind, Callable[[Fact, View, View, View], bool]]] = {
    FactKind.CELL_HOLDS: lambda f, view, _mine, _theirs: token_at(view, f.cell) == f.token,
    FactKind.CELL_EMPTY: lambda f, view, _mine, _theirs: token_at(view, f.cell) is None,
    FactKind.CELL_FULL: lambda f, view, _mine, _theirs: token_at(view, f.cell) is not None,
    FactKind.CARD_OPEN: lambda f, view, _mine, _theirs: _open(f, view),
    FactKind.DECK_LEFT: lambda f, view, _mine, _theirs: view["decks"][str(f.number)] > 0,
    FactKind.ROYAL_LEFT: lambda f, view, _mine, _theirs: f.card in view["royal_cards"],
    FactKind.PRIVILEGES: lambda f, _view, mine, _theirs: mine["privileges"] >= f.number,
    FactKind.CAN_PAY: lambda f, _view, mine, _theirs: _has(mine["tokens"], f.tokens),
    FactKind.MY_TOKENS: lambda f, _view, mine, _theirs: _same(mine["tokens"], f.tokens),
    FactKind.THEY_HOLD: lambda f, _view, _mine, theirs: theirs["tokens"][f.token] > 0,
    FactKind.NOT_BOUGHT: lambda f, _view, _mine, theirs: not _bought(f, theirs),
    FactKind.CARDS_AT_MOST: lambda f, _view, _mine, theirs: len(theirs["cards"]) <= f.number,
    FactKind.RESERVED_AT_MOST: lambda f, _view, _mine, theirs: len(theirs["reserved"]) <= f.number,
    FactKind.CROWNS_BELOW: lambda f, _view, _mine, theirs: theirs["crowns"] < f.number,
    FactKind.PRESTIGE_BELOW: lambda f, _view, _mine, theirs: theirs["prestige"] < f.number,
}
