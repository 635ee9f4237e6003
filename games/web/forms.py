"""Read the form of the game page into actions as JSON.

The fields, all optional but `do`:

    turn            actions that the draft has settled, as words of the notation; they come first
    do              which button was pressed: take, replenish, reserve, purchase, matching, steal,
                    royal, discard, claim, words
    words           actions that the person has typed in notation
    cell            a cell, several times for a line
    gold            the cell of the gold that goes with a reserved card
    card, deck      the jewel card, or the level of the deck
    payment         "blue=2 gold=1", empty for a free card
    onto            the card that a copy card is laid on
    token           the kind to take from the opponent
    royal           the royal card
    discard-<kind>  how many go back to the bag

Only the shape is checked here; whether an action is legal is the engine's business.
"""

from collections.abc import Callable
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine import Malformed, action_to_json, read_action
from games.web.table.draft import CELL, JEWEL, MAX_CELLS, MAX_NUMBER, ROYAL
from games.web.table.tray import in_order
from games.web.table.words import KINDS

type Action = dict[str, Any]

LONGEST_WORD: Final = 40  # of those that a refusal repeats


class MalformedForm(ValueError):
    """A form that no page of ours sends as it stands; its text is a sentence for the reader."""


def parse_actions(post: QueryDict) -> list[Action]:
    """The actions that a form asks for, in order. Raises MalformedForm for a form that makes no sense."""
    read = _READERS.get(str(post.get("do", "")))
    if read is None:
        raise MalformedForm(_("Choose what to do first."))
    return _settled(post) + read(post)


def _settled(post: QueryDict) -> list[Action]:
    try:
        return [action_to_json(read_action(word)) for word in str(post.get("turn", "")).split()]
    except Malformed as error:
        raise MalformedForm(_("This page is out of order. Load it again.")) from error


def _words(post: QueryDict) -> list[Action]:
    """What was typed: everything that the notation knows, words apart."""
    words = str(post.get("words", "")).split()
    if not words:
        raise MalformedForm(_("Type a turn first, for example b2-c3-d4."))
    return [_typed(word) for word in words]


def _typed(word: str) -> Action:
    try:
        return action_to_json(read_action(word))
    except Malformed as error:
        raise MalformedForm(
            _("“%(word)s” is not an action in notation.") % {"word": word[:LONGEST_WORD]}
        ) from error


def _cells(post: QueryDict, missing: str) -> tuple[str, ...]:
    cells = post.getlist("cell")
    if not cells:
        raise MalformedForm(missing)
    if len(cells) > MAX_CELLS:
        raise MalformedForm(_("Choose three tokens at most."))
    if len(set(cells)) < len(cells) or not all(CELL.fullmatch(cell) for cell in cells):
        raise MalformedForm(_("That is not a cell of the board."))
    return in_order(cells)


def _take(post: QueryDict) -> list[Action]:
    cells = _cells(post, _("Choose one to three tokens on the board first."))
    return [{"type": "take_tokens", "cells": list(cells)}]


def _matching(post: QueryDict) -> list[Action]:
    cells = _cells(post, _("Choose a token on the board first."))
    if len(cells) > 1:
        raise MalformedForm(_("Choose one token only."))
    return [{"type": "take_matching_token", "cell": cells[0]}]


def _reserve(post: QueryDict) -> list[Action]:
    gold, card, deck = (str(post.get(name, "")) for name in ("gold", "card", "deck"))
    if not CELL.fullmatch(gold):
        raise MalformedForm(_("Choose the gold to take first."))
    if JEWEL.fullmatch(card) and not deck:
        return [{"type": "reserve_card", "gold": gold, "card": card}]
    if deck in ("1", "2", "3") and not card:
        return [{"type": "reserve_card", "gold": gold, "deck": int(deck)}]
    raise MalformedForm(_("Choose a card or a deck to reserve first."))


def _purchase(post: QueryDict) -> list[Action]:
    card, onto = str(post.get("card", "")), str(post.get("onto", ""))
    if not JEWEL.fullmatch(card):
        raise MalformedForm(_("Choose a card to buy first."))
    if "payment" not in post:
        raise MalformedForm(_("Choose how to pay first."))
    action: Action = {
        "type": "purchase_card",
        "card": card,
        "payment": _payment(str(post["payment"])),
    }
    if onto:
        if not JEWEL.fullmatch(onto):
            raise MalformedForm(_("Choose the card to lay the copy card on first."))
        action["onto"] = onto
    return [action]


def _payment(text: str) -> dict[str, int]:
    payment: dict[str, int] = {}
    for part in text.split(" ")[: len(KINDS) + 1] if text else []:
        kind, _equals, number = part.partition("=")
        if kind not in KINDS or kind in payment or not _is_count(number) or number == "0":
            raise MalformedForm(_("That is not a payment."))
        payment[kind] = int(number)
    return payment


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= MAX_NUMBER


def _steal(post: QueryDict) -> list[Action]:
    token = str(post.get("token", ""))
    if token not in KINDS:
        raise MalformedForm(_("Choose a token to take first."))
    return [{"type": "steal_token", "token": token}]


def _royal(post: QueryDict) -> list[Action]:
    card = str(post.get("royal", ""))
    if not ROYAL.fullmatch(card):
        raise MalformedForm(_("Choose a royal card first."))
    return [{"type": "choose_royal_card", "card": card}]


def _discard(post: QueryDict) -> list[Action]:
    numbers = {kind: str(post.get(f"discard-{kind}") or "0") for kind in KINDS}
    if not all(_is_count(number) for number in numbers.values()):
        raise MalformedForm(_("Give the number of tokens to return for each kind."))
    tokens = {kind: int(number) for kind, number in numbers.items() if int(number)}
    if not tokens:
        raise MalformedForm(_("Choose the tokens to return first."))
    return [{"type": "discard_tokens", "tokens": tokens}]


def _replenish(_post: QueryDict) -> list[Action]:
    return [{"type": "replenish"}]


def _claim(_post: QueryDict) -> list[Action]:
    return [{"type": "claim_stand_off"}]


_READERS: Final[dict[str, Callable[[QueryDict], list[Action]]]] = {
    "take": _take,
    "replenish": _replenish,
    "reserve": _reserve,
    "purchase": _purchase,
    "matching": _matching,
    "steal": _steal,
    "royal": _royal,
    "discard": _discard,
    "claim": _claim,
    "words": _words,
}
