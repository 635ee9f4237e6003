"""A position and the events of a game as one viewer may see them, written from the redacted forms only.

Positions can't be read back, since what the viewer doesn't know is missing (docs/notation.md).
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.cards import BONUS, CARD_NUMBERS
from engine.codec import event_from_json
from engine.constants import COPY, KIND_BY_NAME, KIND_LETTERS, LEVELS, NOTHING, SEATS
from engine.counts import from_names
from engine.notation.game import write_word
from engine.notation.holdings import UNSEEN
from engine.notation.layout import write_board
from engine.notation.position import FLAGS, OPTIONS
from engine.notation.words import NONE, listed, write_counts

View: TypeAlias = Mapping[str, Any]

# Where each flag and option of a position stands in a view, and what it is there when it is set.
_FLAGS: Final = dict(
    zip(
        FLAGS,
        (
            ("fresh", False),
            ("replenished", True),
            ("extra_turn", True),
            ("extra_turn_earned", True),
        ),
        strict=True,
    )
)
_OPTIONS: Final = dict(zip(OPTIONS, (("open_memory", True), ("stand_off", False)), strict=True))
# Events that have a word.
WORD_KINDS: Final = frozenset(
    (
        "privilege_used",
        "board_replenished",
        "tokens_taken",
        "card_reserved",
        "card_purchased",
        "matching_token_taken",
        "token_stolen",
        "royal_card_chosen",
        "tokens_discarded",
        "stand_off_claimed",
        "seat_resigned",
        "time_expired",
    )
)


def write_seen_word(shown: View) -> str | None:
    """The word of a redacted event of `WORD_KINDS`; None if it followed by itself."""
    if shown["kind"] == "card_reserved" and shown["unseen"]:
        return f"reserve:L{shown['level']}@{shown['gold']}"
    return write_word(event_from_json(shown))


def write_view(view: View) -> str:
    """The fields of a position that `view` holds: decks as numbers of cards, a card that isn't known as `L2`.

    For views of running games: when all is over, everybody may have the whole position.
    """
    matching = view["matching_color"]
    fields = {
        "turn": view["turn"],
        "seat": view["seat_to_move"],
        "phase": view["phase"],
        "matching": NONE if matching is None else KIND_LETTERS[KIND_BY_NAME[matching]],
        "flags": _set_names(_FLAGS, view),
        "options": _set_names(_OPTIONS, view["options"]),
        "board": write_board(tuple(_kind(name) for name in view["board"])),
        "bag": write_counts(from_names(view["bag"])),
        "pyramid": "/".join(_row(view["pyramid"][str(level)]) for level in LEVELS),
        "decks": "/".join(str(view["decks"][str(level)]) for level in LEVELS),
        "royals": listed(view["royal_cards"]),
        "pool": view["privileges"],
        "last_purchase": view["last_purchase_turn"],
    }
    for seat in SEATS:
        fields |= _holdings(seat, view["seats"][str(seat)])
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _set_names(places: Mapping[str, tuple[str, bool]], form: View) -> str:
    return listed([name for name, (key, when) in places.items() if form[key] == when])


def _kind(name: str | None) -> int:
    return NOTHING if name is None else KIND_BY_NAME[name]


def _row(cards: list[str | None]) -> str:
    return listed([card or NONE for card in cards])


def _holdings(seat: int, owned: View) -> dict[str, str]:
    return {
        f"tokens{seat}": write_counts(from_names(owned["tokens"])),
        f"privileges{seat}": str(owned["privileges"]),
        f"cards{seat}": listed([_card(card) for card in owned["cards"]]),
        f"royals{seat}": listed(owned["royal_cards"]),
        f"reserved{seat}": listed([_reserved(card) for card in owned["reserved"]]),
        f"stand_off{seat}": str(owned["stand_off"]),
    }


def _card(owned: View) -> str:
    card: str = owned["card"]
    if BONUS[CARD_NUMBERS[card]] != COPY:
        return card
    return f"{card}:{KIND_LETTERS[KIND_BY_NAME[owned['color']]]}"


def _reserved(kept: View) -> str:
    card: str | None = kept["card"]
    if card is None:
        return f"L{kept['level']}"
    return card if kept["face_up"] else f"{card}:{UNSEEN}"
