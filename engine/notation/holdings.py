"""Text of what one seat owns, in the fields of a position."""

from engine import effects
from engine.cards import BONUS, CARD_IDS, ROYAL_IDS
from engine.constants import COPY, KIND_LETTERS, NOTHING
from engine.notation.words import items_of, listed, malformed, read_card, read_color, read_royal
from engine.state import Holdings

UNSEEN = "unseen"  # behind a reserved card: it came from the deck, so only its owner knows it


def own_cards(holdings: Holdings, text: str, where: str) -> None:
    """Give purchased cards, first purchase first; behind a copy card stands the colour it counts for."""
    for item in items_of(text):
        name, _, letter = item.partition(":")
        card = read_card(name, where)
        effects.add_card(holdings, card, _color(card, letter, where))


def _color(card: int, letter: str, where: str) -> int:
    if (BONUS[card] == COPY) != bool(letter):
        rule = "needs a" if BONUS[card] == COPY else "takes no"
        raise malformed(where, f"{CARD_IDS[card]} {rule} colour behind it")
    return effects.color_of(card, read_color(letter, where) if letter else NOTHING)


def own_royals(holdings: Holdings, text: str, where: str) -> None:
    """Give royal cards."""
    for item in items_of(text):
        effects.add_royal(holdings, read_royal(item, where))


def keep_cards(holdings: Holdings, text: str, where: str) -> None:
    """Give reserved cards; all that are not marked lay face up before."""
    for item in items_of(text):
        name, _, mark = item.partition(":")
        card = read_card(name, where)
        if mark not in ("", UNSEEN):
            raise malformed(where, f"{CARD_IDS[card]}: the mark of a reserved card is {UNSEEN}")
        holdings.reserved += (card,)
        if not mark:
            holdings.seen += (card,)


def write_cards(holdings: Holdings) -> str:
    """Purchased cards as `own_cards` takes them."""
    pairs = zip(holdings.cards, holdings.colors, strict=True)
    return listed([_card_text(card, color) for card, color in pairs])


def _card_text(card: int, color: int) -> str:
    return f"{CARD_IDS[card]}:{KIND_LETTERS[color]}" if BONUS[card] == COPY else CARD_IDS[card]


def write_royals(royals: tuple[int, ...]) -> str:
    """Royal cards, comma-separated."""
    return listed([ROYAL_IDS[card] for card in royals])


def write_reserved(holdings: Holdings) -> str:
    """Reserved cards as `keep_cards` takes them."""
    marks = {card: "" if card in holdings.seen else f":{UNSEEN}" for card in holdings.reserved}
    return listed([CARD_IDS[card] + mark for card, mark in marks.items()])
