"""Facts as clients write and read them: each kind with its own fields, all of them and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import JEWEL_CARDS, ROYAL_CARDS, Malformed
from engine.board import CELL_NAMES
from engine.constants import KIND_NAMES
from games.planning.facts import Fact, FactKind

CROWNS_TO_WIN: Final = 10
PRESTIGE_TO_WIN: Final = 20
_MOST_RESERVED: Final = 3
_CELL, _CARD, _TOKEN, _TOKENS, _NUMBER = ("cell",), ("card",), ("token",), ("tokens",), ("number",)

FIELDS: Final[dict[FactKind, tuple[str, ...]]] = {
    FactKind.CELL_HOLDS: (*_CELL, *_TOKEN),
    FactKind.CELL_EMPTY: _CELL,
    FactKind.CELL_FULL: _CELL,
    FactKind.CARD_OPEN: _CARD,
    FactKind.DECK_LEFT: _NUMBER,
    FactKind.ROYAL_LEFT: _CARD,
    FactKind.PRIVILEGES: _NUMBER,
    FactKind.CAN_PAY: _TOKENS,
    FactKind.MY_TOKENS: _TOKENS,
    FactKind.THEY_HOLD: _TOKEN,
    FactKind.NOT_BOUGHT: _CARD,
    FactKind.CARDS_AT_MOST: _NUMBER,
    FactKind.RESERVED_AT_MOST: _NUMBER,
    FactKind.CROWNS_BELOW: _NUMBER,
    FactKind.PRESTIGE_BELOW: _NUMBER,
}
# Least and most of a number; beyond them the condition always holds or never.
_RANGES: Final = {
    FactKind.DECK_LEFT: (1, 3),
    FactKind.PRIVILEGES: (1, 3),
    FactKind.CARDS_AT_MOST: (0, len(JEWEL_CARDS)),
    FactKind.RESERVED_AT_MOST: (0, _MOST_RESERVED),
    FactKind.CROWNS_BELOW: (1, CROWNS_TO_WIN),
    FactKind.PRESTIGE_BELOW: (1, PRESTIGE_TO_WIN),
}
_MOST_TOKENS: Final = 25  # all there are


def write_fact(fact: Fact) -> dict[str, Any]:
    """The kind of a fact and all of its fields."""
    fields = {name: getattr(fact, name) for name in FIELDS[fact.kind]}
    return {"kind": fact.kind.value} | fields


def read_fact(value: Mapping[str, Any]) -> Fact:
    """The fact that a client has written. Raises Malformed, with what is wrong, if it makes no sense."""
    kind = FactKind(value["kind"])
    fields = {name: given for name, given in value.items() if name != "kind"}
    if set(fields) != set(FIELDS[kind]):
        raise Malformed(f"{kind} has the fields {', '.join(FIELDS[kind])}")
    for name, given in fields.items():
        if not _CHECKS[name](kind, given):
            raise Malformed(f"{kind} knows no such {name}")
    if "tokens" in fields:
        fields["tokens"] = {name: number for name, number in fields["tokens"].items() if number}
    return Fact(kind, **fields)


def _is_card(kind: FactKind, given: Any) -> bool:
    return given in (ROYAL_CARDS if kind is FactKind.ROYAL_LEFT else JEWEL_CARDS)


def _is_number(kind: FactKind, given: Any) -> bool:
    least, most = _RANGES[kind]
    return isinstance(given, int) and least <= given <= most


def _are_tokens(_kind: FactKind, given: Any) -> bool:
    return all(
        name in KIND_NAMES and isinstance(number, int) and 0 <= number <= _MOST_TOKENS
        for name, number in given.items()
    )


_CHECKS: Final[dict[str, Callable[[FactKind, Any], bool]]] = {
    "cell": lambda _kind, given: given in CELL_NAMES,
    "token": lambda _kind, given: given in KIND_NAMES,
    "card": _is_card,
    "number": _is_number,
    "tokens": _are_tokens,
}
