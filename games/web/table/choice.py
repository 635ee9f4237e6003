"""What the page is about now: the phase, and in the main phase what the viewer has begun to choose."""

from dataclasses import dataclass
from enum import StrEnum

from .draft import Draft
from .legal import Legal
from .shapes import ViewJson


class Mode(StrEnum):
    """What the turn panel asks for."""

    WATCH = "watch"  # not the viewer's move
    OVER = "over"
    LINE = "line"  # choose tokens on the board; the start of every turn
    PRIVILEGE = "privilege"  # choose a gem or pearl for a privilege
    GOLD = "gold"  # gold chosen, a card or deck wanted
    BUY = "buy"
    RESERVE = "reserve"
    CARD = "card"  # a card looked at that can be neither bought nor reserved now
    REPLENISH = "replenish"
    CLAIM = "claim"
    MATCHING = "matching"
    STEAL = "steal"
    ROYAL = "royal"
    DISCARD = "discard"


_FOLLOW_UPS = {
    "take_matching_token": Mode.MATCHING,
    "steal_token": Mode.STEAL,
    "choose_royal_card": Mode.ROYAL,
    "discard_tokens": Mode.DISCARD,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """The mode with the part of the draft that fits it."""

    mode: Mode
    cells: tuple[str, ...] = ()
    card: str = ""
    deck: int = 0
    gold: str = ""

    @property
    def main(self) -> bool:
        """True while the viewer chooses a main action or a step before it."""
        return self.mode in _MAIN


_MAIN = frozenset(
    {
        Mode.LINE,
        Mode.PRIVILEGE,
        Mode.GOLD,
        Mode.BUY,
        Mode.RESERVE,
        Mode.CARD,
        Mode.REPLENISH,
        Mode.CLAIM,
    }
)


def choose(view: ViewJson, viewer: int | None, legal: Legal, draft: Draft) -> Choice:
    """Fit the draft to what is legal; what does not fit is dropped."""
    if view["phase"] == "over":
        return Choice(Mode.OVER)
    if viewer is None or view["seat_to_move"] != viewer:
        return Choice(Mode.WATCH)
    if view["phase"] in _FOLLOW_UPS:
        return Choice(_FOLLOW_UPS[view["phase"]], cells=draft.cells)
    return _main_choice(view, legal, draft)


def _main_choice(view: ViewJson, legal: Legal, draft: Draft) -> Choice:
    takeable = legal.takeable | legal.privilege_cells
    cells = tuple(cell for cell in draft.cells if cell in takeable)
    if draft.do == "privilege" and legal.privilege_cells:
        return Choice(Mode.PRIVILEGE, cells=cells)
    if draft.do == "claim" and legal.claim:
        return Choice(Mode.CLAIM)
    if draft.do == "replenish" and legal.replenish:
        return Choice(Mode.REPLENISH)
    if draft.card in _visible_cards(view):
        return _card_choice(legal, draft)
    gold = draft.gold if draft.gold in legal.golds else ""
    if draft.deck in legal.decks:
        return Choice(Mode.RESERVE, deck=draft.deck, gold=gold or legal.golds[0])
    if gold:
        return Choice(Mode.GOLD, gold=gold)
    if legal.replenish and not legal.main_action:
        return Choice(Mode.REPLENISH)
    return Choice(Mode.LINE, cells=cells)


def _card_choice(legal: Legal, draft: Draft) -> Choice:
    gold = draft.gold if draft.gold in legal.golds else ""
    wants_reserve = bool(gold) or draft.do == "reserve"
    if draft.card in legal.purchases and not (wants_reserve and draft.card in legal.reservable):
        return Choice(Mode.BUY, card=draft.card)
    if draft.card in legal.reservable:
        return Choice(Mode.RESERVE, card=draft.card, gold=gold or legal.golds[0])
    return Choice(Mode.CARD, card=draft.card)


def _visible_cards(view: ViewJson) -> set[str]:
    """Open cards that the viewer could ask about: the pyramid, the own reserve and what open memory shows."""
    rows = {card for row in view["pyramid"].values() for card in row if card}
    return rows | {
        row["card"] for seat in view["seats"].values() for row in seat["reserved"] if row["card"]
    }
