"""A whole position that a seat could be in, judging by its own view: what it can't see is dealt at random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine import effects
from engine.cards import CARD_NUMBERS, CARDS_OF_LEVEL, ROYAL_NUMBERS
from engine.constants import KIND_BY_NAME, LEVELS, NOTHING, PHASE_NAMES, SEATS
from engine.counts import from_names
from engine.redaction import View
from engine.state import GameState, Holdings


def imagine(view: View, random: Random) -> GameState:
    """A position with the same view: decks, and the opponent's unseen reserved cards, in a random order."""
    state = GameState()
    _lay_out(state, view)
    for seat in SEATS:
        _own(state.of(seat), view["seats"][str(seat)])
    _deal_unseen(state, view, random)
    return state


def _lay_out(state: GameState, view: View) -> None:
    """Everything public but the holdings."""
    state.open_memory = view["options"]["open_memory"]
    state.stand_off = view["options"]["stand_off"]
    state.turn = view["turn"]
    state.seat = view["seat_to_move"]
    state.phase = PHASE_NAMES.index(view["phase"])
    state.extra_turn = view["extra_turn"]
    state.again = view["extra_turn_earned"]
    state.fresh = view["fresh"]
    state.replenished = view["replenished"]
    state.last_purchase = view["last_purchase_turn"]
    state.matching = _kind(view["matching_color"])
    effects.set_board(state, tuple(_kind(name) for name in view["board"]))
    state.bag = from_names(view["bag"])
    state.royals = tuple(ROYAL_NUMBERS[card] for card in view["royal_cards"])
    state.pool = view["privileges"]
    state.pyramid = tuple(
        tuple(_card(card) for card in view["pyramid"][str(level)]) for level in LEVELS
    )


def _kind(name: str | None) -> int:
    return NOTHING if name is None else KIND_BY_NAME[name]


def _card(card_id: str | None) -> int:
    return NOTHING if card_id is None else CARD_NUMBERS[card_id]


def _own(holdings: Holdings, seen: Mapping[str, Any]) -> None:
    """A seat's holdings; reserved cards that the viewer may not know are left out."""
    holdings.tokens = from_names(seen["tokens"])
    holdings.privileges = seen["privileges"]
    holdings.stand_off = seen["stand_off"]
    for owned in seen["cards"]:
        effects.add_card(holdings, CARD_NUMBERS[owned["card"]], _kind(owned["color"]))
    for card_id in seen["royal_cards"]:
        effects.add_royal(holdings, ROYAL_NUMBERS[card_id])
    known = [row for row in seen["reserved"] if row["card"] is not None]
    holdings.reserved = tuple(CARD_NUMBERS[row["card"]] for row in known)
    holdings.seen = tuple(CARD_NUMBERS[row["card"]] for row in known if row["face_up"])


def _deal_unseen(state: GameState, view: View, random: Random) -> None:
    known = {card for row in state.pyramid for card in row}
    for seat in SEATS:
        known.update(state.of(seat).cards, state.of(seat).reserved)
    decks = []
    for level in LEVELS:
        unseen = [card for card in CARDS_OF_LEVEL[level - 1] if card not in known]
        random.shuffle(unseen)
        for seat in SEATS:
            for row in view["seats"][str(seat)]["reserved"]:
                if row["card"] is None and row["level"] == level:
                    state.of(seat).reserved += (unseen.pop(),)
        decks.append(tuple(unseen))
    state.decks = tuple(decks)
