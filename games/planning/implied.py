"""The facts that a turn itself rests on: what it takes, buys and pays must be there as it was when it was planned."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine import Action, action_to_json
from games.planning.facts import Fact, FactKind, View, token_at


def implied_by(actions: Iterable[Action], view: View) -> tuple[Fact, ...]:
    """The facts that `actions` rest on, in their order, each once.

    `view` is the one the turn was planned on. Of cells nothing is asked after a replenish: what lies there then is
    nobody's to know.
    """
    found: dict[str, Fact] = {}
    gained: Counter[str] = Counter()
    privileges, known = 0, True
    for action in actions:
        asked: dict[str, Any] = action_to_json(action)
        if asked["type"] == "use_privilege":
            privileges += 1
            gained[str(token_at(view, asked["cell"]))] += 1
            found["privileges"] = Fact(FactKind.PRIVILEGES, number=privileges)
        facts = [*(_cells(asked, view) if known else ()), *_things(asked, view, gained)]
        found |= {repr(fact): fact for fact in facts}
        known = known and asked["type"] != "replenish"
    return tuple(found.values())


def _cells(action: dict[str, Any], view: View) -> list[Fact]:
    cells = action.get("cells") or [action[name] for name in ("cell", "gold") if name in action]
    return [_cell(cell, token_at(view, cell)) for cell in cells]


def _cell(cell: str, token: str | None) -> Fact:
    return Fact(FactKind.CELL_HOLDS, cell=cell, token=token or "")


def _things(action: dict[str, Any], view: View, gained: Counter[str]) -> list[Fact]:
    """Cards, decks and tokens in hand that an action needs; what the turn itself brought in need not be there."""
    match action:
        case {"type": "reserve_card", "deck": level}:
            return [Fact(FactKind.DECK_LEFT, number=level)]
        case {"type": "reserve_card", "card": card}:
            return [Fact(FactKind.CARD_OPEN, card=card)]
        case {"type": "purchase_card", "card": card, "payment": payment}:
            return [*_open(card, view), *_payable(payment, gained)]
        case {"type": "choose_royal_card", "card": card}:
            return [Fact(FactKind.ROYAL_LEFT, card=card)]
        case {"type": "steal_token", "token": token}:
            return [Fact(FactKind.THEY_HOLD, token=token)]
    return []


def _open(card: str, view: View) -> list[Fact]:
    """Of a card in the planner's own reserve nothing is asked: nobody else can take it."""
    is_open = any(card in row for row in view["pyramid"].values())
    return [Fact(FactKind.CARD_OPEN, card=card)] if is_open else []


def _payable(payment: dict[str, int], gained: Counter[str]) -> list[Fact]:
    needed = {kind: number - gained[kind] for kind, number in payment.items()}
    tokens = {kind: number for kind, number in needed.items() if number > 0}
    return [Fact(FactKind.CAN_PAY, tokens=tokens)] if tokens else []
