"""JSON of whole positions, secrets included: what a snapshot stores. What a viewer may see is made by `redaction`."""

from typing import Final

from engine import effects
from engine.cards import BONUS, CARD_IDS, ROYAL_IDS
from engine.codec import fields, lists
from engine.codec.fields import (
    JsonObject,
    malformed,
    read_flag,
    read_list,
    read_number,
    read_object,
)
from engine.codec.outcomes import outcome_from_json, outcome_to_json
from engine.constants import COPY, NOTHING, PHASE_NAMES, RESERVE_LIMIT, SEATS
from engine.sound import check_sound
from engine.state import GameState, Holdings

SCHEMA: Final = 1
_PHASES: Final = {name: number for number, name in enumerate(PHASE_NAMES)}
_FLAGS: Final = ("fresh", "replenished", "extra_turn", "extra_turn_earned")
_KEYS: Final = (
    "schema",
    "options",
    "turn",
    "seat",
    "phase",
    *_FLAGS,
    "matching_color",
    "board",
    "bag",
    "pyramid",
    "decks",
    "royal_cards",
    "privileges",
    "replenishes",
    "last_purchase",
    "seats",
    "outcome",
)
_OPTIONS: Final = ("open_memory", "stand_off")
_HOLDINGS: Final = ("tokens", "privileges", "cards", "royal_cards", "reserved", "stand_off")


def state_to_json(state: GameState) -> JsonObject:
    """Everything in a position that doesn't follow from the rest."""
    return {
        "schema": SCHEMA,
        "options": {"open_memory": state.open_memory, "stand_off": state.stand_off},
        "turn": state.turn,
        "seat": state.seat,
        "phase": PHASE_NAMES[state.phase],
        "fresh": state.fresh,
        "replenished": state.replenished,
        "extra_turn": state.extra_turn,
        "extra_turn_earned": state.again,
        "matching_color": fields.write_color(state.matching),
        "board": lists.write_kinds(state.board),
        "bag": fields.write_counts(state.bag),
        "pyramid": lists.write_rows(state.pyramid),
        "decks": lists.write_rows(state.decks),
        "royal_cards": _royals_to_json(state.royals),
        "privileges": state.pool,
        "replenishes": state.replenishes,
        "last_purchase": state.last_purchase,
        "seats": {str(seat): _holdings_to_json(state.of(seat)) for seat in SEATS},
        "outcome": None if state.outcome is None else outcome_to_json(state.outcome),
    }


def _royals_to_json(royals: tuple[int, ...]) -> list[str]:
    return [fields.write_royal(card) for card in royals]


def _holdings_to_json(holdings: Holdings) -> JsonObject:
    cards = zip(holdings.cards, holdings.colors, strict=True)
    return {
        "tokens": fields.write_counts(holdings.tokens),
        "privileges": holdings.privileges,
        "cards": [
            {"card": CARD_IDS[card], "color": fields.write_color(color)} for card, color in cards
        ],
        "royal_cards": _royals_to_json(holdings.royals),
        "reserved": [
            {"card": CARD_IDS[card], "face_up": card in holdings.seen} for card in holdings.reserved
        ],
        "stand_off": holdings.stand_off,
    }


def state_from_json(value: object) -> GameState:
    """The position of a JSON value. Raises Malformed for anything that is no sound position."""
    given = read_object(value, "position", _KEYS)
    read_number(given["schema"], "schema", SCHEMA, SCHEMA)
    state = GameState()
    _read_turn(state, given)
    effects.set_board(state, lists.read_board(given["board"], "board"))
    state.bag = fields.read_counts(given["bag"], "bag")
    state.pyramid = lists.read_rows(given["pyramid"], "pyramid")
    state.decks = lists.read_rows(given["decks"], "decks")
    state.royals = _royals_from_json(given["royal_cards"], "royal_cards")
    state.pool = read_number(given["privileges"], "privileges")
    seats = read_object(given["seats"], "seats", tuple(str(seat) for seat in SEATS))
    for seat in SEATS:
        _read_holdings(state.of(seat), seats[str(seat)], f"seats.{seat}")
    if given["outcome"] is not None:
        state.outcome = outcome_from_json(given["outcome"], "outcome")
    check_sound(state)
    return state


def _read_turn(state: GameState, given: JsonObject) -> None:
    options = read_object(given["options"], "options", _OPTIONS)
    state.open_memory = read_flag(options["open_memory"], "options.open_memory")
    state.stand_off = read_flag(options["stand_off"], "options.stand_off")
    state.turn = read_number(given["turn"], "turn")
    state.seat = fields.read_seat(given["seat"], "seat")
    state.phase = fields.read_name(given["phase"], "phase", _PHASES, "a phase")
    flags = [read_flag(given[name], name) for name in _FLAGS]
    state.fresh, state.replenished, state.extra_turn, state.again = flags
    state.matching = fields.read_color(given["matching_color"], "matching_color")
    state.replenishes = read_number(given["replenishes"], "replenishes")
    state.last_purchase = read_number(given["last_purchase"], "last_purchase")


def _royals_from_json(value: object, where: str) -> tuple[int, ...]:
    items = read_list(value, where, len(ROYAL_IDS))
    return tuple([fields.read_royal(item, where) for item in items])


def _read_holdings(holdings: Holdings, value: object, where: str) -> None:
    given = read_object(value, where, _HOLDINGS)
    holdings.tokens = fields.read_counts(given["tokens"], f"{where}.tokens")
    holdings.privileges = read_number(given["privileges"], f"{where}.privileges")
    for item in read_list(given["cards"], f"{where}.cards", len(CARD_IDS)):
        _read_card(holdings, item, f"{where}.cards")
    for card in _royals_from_json(given["royal_cards"], f"{where}.royal_cards"):
        effects.add_royal(holdings, card)
    for item in read_list(given["reserved"], f"{where}.reserved", RESERVE_LIMIT):
        _read_reserved(holdings, item, f"{where}.reserved")
    holdings.stand_off = read_number(given["stand_off"], f"{where}.stand_off")


def _read_card(holdings: Holdings, value: object, where: str) -> None:
    given = read_object(value, where, ("card", "color"))
    card = fields.read_card(given["card"], where)
    color = fields.read_color(given["color"], where)
    if effects.color_of(card, color) != color or (BONUS[card] == COPY and color == NOTHING):
        raise malformed(where, f"{CARD_IDS[card]} can't count for that colour")
    effects.add_card(holdings, card, color)


def _read_reserved(holdings: Holdings, value: object, where: str) -> None:
    given = read_object(value, where, ("card", "face_up"))
    card = fields.read_card(given["card"], where)
    holdings.reserved += (card,)
    if read_flag(given["face_up"], where):
        holdings.seen += (card,)
