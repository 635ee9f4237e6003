"""What each viewer may know (RULES section 7): views of a position and events, as plain JSON.

Both are allow-lists: a field is hidden until it is named here. A viewer is a seat, or None for everybody else. Every
exit of the platform goes through these two functions.
"""

from typing import Any, Final, TypeAlias

from engine.cards import CARD_IDS, LEVEL, ROYAL_IDS
from engine.codec import event_to_json
from engine.codec.outcomes import outcome_to_json
from engine.constants import COLORS, KIND_NAMES, LEVELS, NOTHING, PHASE_NAMES, ROW_SIZES, SEATS
from engine.counts import to_names
from engine.events import CardReserved, Event, GameStarted
from engine.state import GameState, Holdings

View: TypeAlias = dict[str, Any]
Viewer: TypeAlias = int | None

VIEW_SCHEMA: Final = 1


def view_for(state: GameState, viewer: Viewer, *, over: bool = False) -> View:
    """The position as `viewer` may see it. When the game is over everything is revealed.

    `over` says that it has ended since, so that an earlier position of it may be revealed too.
    """
    over = over or state.over
    view: View = {
        "schema": VIEW_SCHEMA,
        "options": {"open_memory": state.open_memory, "stand_off": state.stand_off},
        "turn": state.turn,
        "seat_to_move": None if state.over else state.seat,
        "phase": PHASE_NAMES[state.phase],
        "extra_turn": state.extra_turn,
        "extra_turn_earned": state.again,
        "fresh": state.fresh,
        "replenished": state.replenished,
        "last_purchase_turn": state.last_purchase,
        "matching_color": _kind_name(state.matching),
        "board": [_kind_name(kind) for kind in state.board],
        "bag": to_names(state.bag),
        "pyramid": {
            str(level): [_card_id(card) for card in state.pyramid[level - 1]] for level in LEVELS
        },
        "decks": {str(level): len(state.decks[level - 1]) for level in LEVELS},
        "royal_cards": [ROYAL_IDS[card] for card in state.royals],
        "privileges": state.pool,
        "seats": {str(seat): _seat_view(state, seat, viewer, over) for seat in SEATS},
        "outcome": outcome_to_json(state.outcome) if state.outcome is not None else None,
    }
    if over:
        view["deck_cards"] = {
            str(level): [CARD_IDS[card] for card in state.decks[level - 1]] for level in LEVELS
        }
    return view


def _kind_name(kind: int) -> str | None:
    return None if kind == NOTHING else KIND_NAMES[kind]


def _card_id(card: int) -> str | None:
    return None if card == NOTHING else CARD_IDS[card]


def _seat_view(state: GameState, seat: int, viewer: Viewer, over: bool) -> View:
    holdings = state.of(seat)
    return {
        "tokens": to_names(holdings.tokens),
        "privileges": holdings.privileges,
        "cards": [
            {"card": CARD_IDS[card], "color": _kind_name(color)}
            for card, color in zip(holdings.cards, holdings.colors, strict=True)
        ],
        "bonuses": to_names(holdings.bonuses, kinds=COLORS),
        "points": to_names(holdings.points, kinds=COLORS),
        "prestige": holdings.prestige,
        "crowns": holdings.crowns,
        "royal_cards": [ROYAL_IDS[card] for card in holdings.royals],
        "stand_off": holdings.stand_off,
        "reserved": _reserved_view(state, seat, viewer, over),
    }


def _reserved_view(state: GameState, seat: int, viewer: Viewer, over: bool) -> list[View]:
    holdings = state.of(seat)
    if viewer == seat or over:
        return [_open_reserved(holdings, card) for card in holdings.reserved]
    marked = holdings.seen if state.open_memory else ()
    hidden = [
        {"level": LEVEL[card], "card": None, "face_up": False if state.open_memory else None}
        for card in holdings.reserved
        if card not in marked
    ]
    # Sorted, so that places tell nothing about which of two backs was bought.
    return sorted(
        [*(_open_reserved(holdings, card) for card in marked), *hidden],
        key=lambda row: (row["level"], row["card"] or ""),
    )


def _open_reserved(holdings: Holdings, card: int) -> View:
    return {"level": LEVEL[card], "card": CARD_IDS[card], "face_up": card in holdings.seen}


# The keys of each kind of event that everybody may see. A new kind, or a new key, is hidden until it stands here.
_PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "game_started": ("starter", "board", "open_memory", "stand_off"),
    "privilege_used": ("seat", "cell", "token"),
    "board_replenished": ("seat", "placed"),
    "tokens_taken": ("seat", "cells", "tokens"),
    "card_reserved": ("seat", "gold", "level", "unseen"),
    "card_purchased": ("seat", "card", "payment", "color", "onto", "from_reserve"),
    "pyramid_refilled": ("level", "place", "card"),
    "privilege_gained": ("seat", "from_opponent"),
    "privilege_withheld": ("seat",),
    "extra_turn_earned": ("seat",),
    "choice_opened": ("seat", "phase", "color"),
    "ability_skipped": ("seat", "ability"),
    "matching_token_taken": ("seat", "cell", "token", "automatic"),
    "token_stolen": ("seat", "token", "automatic"),
    "royal_card_chosen": ("seat", "card", "automatic"),
    "tokens_discarded": ("seat", "tokens", "automatic"),
    "turn_ended": ("seat", "next_seat"),
    "stand_off_warned": ("seat",),
    "stand_off_claimed": ("seat",),
    "seat_resigned": ("seat",),
    "time_expired": ("seat",),
    "game_ended": ("outcome",),
}


def redact(event: Event, viewer: Viewer, *, over: bool = False) -> View:
    """An event as `viewer` may see it; `over` reveals everything, once the game has ended.

    The set-up shows the face-up cards under `pyramid` instead of the decks. A card reserved unseen has `card` null for
    everybody but its owner.
    """
    whole: View = event_to_json(event)
    shown = whole if over else {"kind": whole["kind"], **_pick(whole, _PUBLIC[whole["kind"]])}
    if isinstance(event, GameStarted):
        return {**shown, "pyramid": _first_pyramid(event)}
    if isinstance(event, CardReserved) and not over:
        return {
            **shown,
            "card": whole["card"] if event.seat == viewer or not event.unseen else None,
        }
    return shown


def _pick(whole: View, keys: tuple[str, ...]) -> View:
    return {key: whole[key] for key in keys}


def _first_pyramid(event: GameStarted) -> View:
    """The cards turned up at the set-up."""
    return {
        str(level): [CARD_IDS[card] for card in event.decks[level - 1][: ROW_SIZES[level - 1]]]
        for level in LEVELS
    }
