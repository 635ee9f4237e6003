"""A position as one line of `key=value` fields, secrets included.

`write_position` gives every field in one order. `read_position` takes any fields in any order and fills in what is not
said, so that a test can name just what it is about (docs/notation.md lists the defaults).
"""

from typing import Final

from engine.cards import ROYAL_IDS
from engine.constants import (
    KIND_LETTERS,
    KIND_NAMES,
    NOTHING,
    PHASE_NAMES,
    PRIVILEGES,
    SEATS,
    TOKENS_OF_KIND,
)
from engine.counts import ALL_TOKENS, count, from_kinds
from engine.effects import set_board
from engine.notation import holdings as owned
from engine.notation.layout import (
    EMPTY_BOARD,
    lay_out,
    read_board,
    read_card_rows,
    write_board,
    write_card_rows,
)
from engine.notation.outcome import read_outcome, write_outcome
from engine.notation.words import (
    NONE,
    items_of,
    listed,
    malformed,
    read_color,
    read_counts,
    read_number,
    read_royal,
    shown,
    write_counts,
)
from engine.sound import check_sound
from engine.state import GameState

_REST: Final = "rest"  # in place of a count of tokens: all that are nowhere else
# Every key with what it is when left out; an empty text marks those that follow from the others.
DEFAULTS: Final = {
    "turn": "1",
    "seat": "1",
    "phase": PHASE_NAMES[0],
    "matching": NONE,
    "flags": NONE,
    "options": NONE,
    "board": EMPTY_BOARD,
    "bag": "",
    "pyramid": NONE,
    "decks": NONE,
    "royals": "",
    "pool": "",
    "replenishes": "0",
    "last_purchase": "0",
    "tokens1": "0",
    "privileges1": "0",
    "cards1": NONE,
    "royals1": NONE,
    "reserved1": NONE,
    "stand_off1": "0",
    "tokens2": "0",
    "privileges2": "0",
    "cards2": NONE,
    "royals2": NONE,
    "reserved2": NONE,
    "stand_off2": "0",
    "outcome": NONE,
}
FLAGS: Final = ("acted", "replenished", "extra", "again")
OPTIONS: Final = ("open_memory", "no_stand_off")


def read_position(text: str) -> GameState:
    """The position of a line. Raises Malformed for anything that is no sound position."""
    fields = _fields(text)
    state = GameState()
    _read_turn(state, fields)
    set_board(state, read_board(fields["board"]))
    for seat in SEATS:
        _read_holdings(state, seat, fields)
    _read_tokens(state, fields)
    _read_cards(state, fields)
    _read_rest(state, fields)
    check_sound(state)
    return state


def _fields(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if key not in DEFAULTS or not equals or not value:
            raise malformed("position", f"{shown(part)} is not a field")
        if key in given:
            raise malformed(key, "given twice")
        given[key] = value
    return DEFAULTS | given


def _words(text: str, known: tuple[str, ...], where: str) -> set[str]:
    words = items_of(text)
    for word in words:
        if word not in known:
            raise malformed(where, f"{shown(word)} is not one of {', '.join(known)}")
    return set(words)


def _read_turn(state: GameState, fields: dict[str, str]) -> None:
    state.turn = read_number(fields["turn"], "turn")
    state.seat = read_number(fields["seat"], "seat")
    if fields["phase"] not in PHASE_NAMES:
        raise malformed("phase", f"{shown(fields['phase'])} is not one of {', '.join(PHASE_NAMES)}")
    state.phase = PHASE_NAMES.index(fields["phase"])
    if fields["matching"] != NONE:
        state.matching = read_color(fields["matching"], "matching")
    state.replenishes = read_number(fields["replenishes"], "replenishes")
    state.last_purchase = read_number(fields["last_purchase"], "last_purchase")
    flags = _words(fields["flags"], FLAGS, "flags")
    state.replenished = "replenished" in flags
    state.fresh = not state.replenished and "acted" not in flags
    state.extra_turn = "extra" in flags
    state.again = "again" in flags
    options = _words(fields["options"], OPTIONS, "options")
    state.open_memory = "open_memory" in options
    state.stand_off = "no_stand_off" not in options


def _read_holdings(state: GameState, seat: int, fields: dict[str, str]) -> None:
    holdings = state.of(seat)
    for name, give in (
        ("cards", owned.own_cards),
        ("royals", owned.own_royals),
        ("reserved", owned.keep_cards),
    ):
        give(holdings, fields[f"{name}{seat}"], f"{name}{seat}")
    holdings.privileges = read_number(fields[f"privileges{seat}"], f"privileges{seat}")
    holdings.stand_off = read_number(fields[f"stand_off{seat}"], f"stand_off{seat}")


def _read_tokens(state: GameState, fields: dict[str, str]) -> None:
    """Hands and bag. One of them may be `rest`; if none is and the bag is not given, the bag is."""
    places = ("tokens1", "tokens2", "bag")
    texts = {place: fields[place] for place in places}
    resting = [place for place in places if texts[place] == _REST]
    texts["bag"] = texts["bag"] or ("0" if resting else _REST)
    if len(resting) > 1:
        raise malformed(resting[1], "only one place can hold the rest")
    counts = {
        place: 0 if text == _REST else read_counts(text, place) for place, text in texts.items()
    }
    on_board = from_kinds([kind for kind in state.board if kind != NOTHING])
    placed = on_board + sum(counts.values())
    for kind, number in enumerate(TOKENS_OF_KIND):
        if count(placed, kind) > number:
            problem = f"{count(placed, kind)} {KIND_NAMES[kind]} instead of {number}"
            raise malformed("tokens", problem)
    for place in places:
        if texts[place] == _REST:
            counts[place] = ALL_TOKENS - placed
    state.first.tokens, state.second.tokens, state.bag = (counts[place] for place in places)


def _read_cards(state: GameState, fields: dict[str, str]) -> None:
    holdings = (state.first, state.second)
    gone = {card for each in holdings for card in (*each.cards, *each.reserved)}
    pyramid = read_card_rows(fields["pyramid"], "pyramid")
    decks = read_card_rows(fields["decks"], "decks")
    state.pyramid, state.decks = lay_out(pyramid, decks, gone)


def _read_rest(state: GameState, fields: dict[str, str]) -> None:
    """What follows from the holdings unless it is said, and the outcome."""
    royals = [*state.first.royals, *state.second.royals]
    left = [card for card in range(len(ROYAL_IDS)) if card not in royals]
    text = fields["royals"]
    state.royals = tuple([read_royal(item, "royals") for item in items_of(text)] if text else left)
    held = state.first.privileges + state.second.privileges
    text = fields["pool"]
    state.pool = read_number(text, "pool") if text else max(PRIVILEGES - held, 0)
    if fields["outcome"] != NONE:
        state.outcome = read_outcome(fields["outcome"])


def write_position(state: GameState) -> str:
    """The whole position in one line: the same text for equal positions, and only for them."""
    fields = {
        "turn": str(state.turn),
        "seat": str(state.seat),
        "phase": PHASE_NAMES[state.phase],
        "matching": NONE if state.matching == NOTHING else KIND_LETTERS[state.matching],
        "flags": _flags_text(state),
        "options": _options_text(state),
        "board": write_board(state.board),
        "bag": write_counts(state.bag),
        "pyramid": write_card_rows(state.pyramid),
        "decks": write_card_rows(state.decks),
        "royals": owned.write_royals(state.royals),
        "pool": str(state.pool),
        "replenishes": str(state.replenishes),
        "last_purchase": str(state.last_purchase),
        **_holdings_fields(state, 1),
        **_holdings_fields(state, 2),
        "outcome": NONE if state.outcome is None else write_outcome(state.outcome),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _flags_text(state: GameState) -> str:
    flags = (not state.fresh, state.replenished, state.extra_turn, state.again)
    return listed([name for name, is_set in zip(FLAGS, flags, strict=True) if is_set])


def _options_text(state: GameState) -> str:
    options = (state.open_memory, not state.stand_off)
    return listed([name for name, is_set in zip(OPTIONS, options, strict=True) if is_set])


def _holdings_fields(state: GameState, seat: int) -> dict[str, str]:
    holdings = state.of(seat)
    return {
        f"tokens{seat}": write_counts(holdings.tokens),
        f"privileges{seat}": str(holdings.privileges),
        f"cards{seat}": owned.write_cards(holdings),
        f"royals{seat}": owned.write_royals(holdings.royals),
        f"reserved{seat}": owned.write_reserved(holdings),
        f"stand_off{seat}": str(holdings.stand_off),
    }
