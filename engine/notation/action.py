"""An action as one word without a character that a shell would need quoted: `b2-c3-d4`, `purchase:J1-26=W4A1/J1-05`."""

import re
from collections.abc import Callable
from typing import Any, Final

from engine.actions import (
    Action,
    ChooseRoyalCard,
    ClaimStandOff,
    DiscardTokens,
    PurchaseCard,
    Replenish,
    ReserveCard,
    ReserveUnseen,
    StealToken,
    TakeMatchingToken,
    TakeTokens,
    UsePrivilege,
)
from engine.board import CELL_NAMES
from engine.cards import CARD_IDS, ROYAL_IDS
from engine.constants import KIND_LETTERS, NOTHING
from engine.notation.words import (
    malformed,
    read_card,
    read_cell,
    read_counts,
    read_kind,
    read_royal,
    shown,
    write_counts,
)

_WHERE: Final = "action"


def _take(cells: str) -> TakeTokens:
    """Cells in any order: a line has none (cases.md 031)."""
    found = sorted(read_cell(cell, _WHERE) for cell in cells.split("-"))
    if len(set(found)) != len(found):
        raise malformed(_WHERE, "a cell is named twice")
    return TakeTokens(tuple(found))


def _purchase(card: str, payment: str, onto: str | None) -> PurchaseCard:
    number = read_card(card, _WHERE)
    target = NOTHING if onto is None else read_card(onto, _WHERE)
    return PurchaseCard(number, read_counts(payment, _WHERE), target)


# Tried in this order; the groups of the pattern go to the reader.
_READERS: Final[tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]] = (
    (re.compile("claim"), ClaimStandOff),
    (re.compile("privilege@(.*)"), lambda cell: UsePrivilege(read_cell(cell, _WHERE))),
    (re.compile("replenish"), Replenish),
    (
        re.compile("reserve:L([123])@(.*)"),
        lambda level, gold: ReserveUnseen(read_cell(gold, _WHERE), int(level)),
    ),
    (
        re.compile("reserve:([^@]*)@(.*)"),
        lambda card, gold: ReserveCard(read_cell(gold, _WHERE), read_card(card, _WHERE)),
    ),
    (re.compile("purchase:([^=]*)=([^/]*)(?:/(.*))?"), _purchase),
    (re.compile("match@(.*)"), lambda cell: TakeMatchingToken(read_cell(cell, _WHERE))),
    (re.compile("steal:(.*)"), lambda letter: StealToken(read_kind(letter, _WHERE))),
    (re.compile("royal:(.*)"), lambda card: ChooseRoyalCard(read_royal(card, _WHERE))),
    (re.compile("discard:(.*)"), lambda tokens: DiscardTokens(read_counts(tokens, _WHERE))),
    (re.compile("([a-e][1-5](?:-[a-e][1-5])*)"), _take),
)


def read_action(text: str) -> Action:
    """The action of a word. Raises Malformed; whether it is legal is for `decide` to say."""
    for pattern, reader in _READERS:
        match = pattern.fullmatch(text)
        if match:
            return reader(*match.groups())
    raise malformed(_WHERE, f"{shown(text)} is not an action")


def _purchase_text(action: PurchaseCard) -> str:
    onto = "" if action.onto == NOTHING else f"/{CARD_IDS[action.onto]}"
    return f"purchase:{CARD_IDS[action.card]}={write_counts(action.payment)}{onto}"


_WRITERS: Final[dict[type, Callable[[Any], str]]] = {
    ClaimStandOff: lambda action: "claim",
    UsePrivilege: lambda action: f"privilege@{CELL_NAMES[action.cell]}",
    Replenish: lambda action: "replenish",
    TakeTokens: lambda action: "-".join(CELL_NAMES[cell] for cell in action.cells),
    ReserveCard: lambda action: f"reserve:{CARD_IDS[action.card]}@{CELL_NAMES[action.gold]}",
    ReserveUnseen: lambda action: f"reserve:L{action.level}@{CELL_NAMES[action.gold]}",
    PurchaseCard: _purchase_text,
    TakeMatchingToken: lambda action: f"match@{CELL_NAMES[action.cell]}",
    StealToken: lambda action: f"steal:{KIND_LETTERS[action.kind]}",
    ChooseRoyalCard: lambda action: f"royal:{ROYAL_IDS[action.card]}",
    DiscardTokens: lambda action: f"discard:{write_counts(action.tokens)}",
}


def write_action(action: Action) -> str:
    """The word of an action."""
    return _WRITERS[action.__class__](action)
