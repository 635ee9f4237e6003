"""A second fold, over what a viewer is shown: an old view and redacted events give the new view.

Written from docs and card table alone, on plain dictionaries, so that it confirms `view_for` and `redact`: whoever
follows the events of a game knows exactly what the view says.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine import JEWEL_CARDS, ROYAL_CARDS

Dict = dict[str, Any]

CELLS = [column + row for row in "12345" for column in "abcde"]
COLORS = ("white", "blue", "green", "red", "black")
KINDS = (*COLORS, "pearl", "gold")
TOKENS = {**dict.fromkeys(COLORS, 4), "pearl": 2, "gold": 3}
HELD = {"pearl": 2, "gold": 3}  # what a stand-off needs
STARTING_DECKS = {"1": 25, "2": 20, "3": 10}


def _no_kinds(kinds: tuple[str, ...] = KINDS) -> Dict:
    return dict.fromkeys(kinds, 0)


def _empty_seat() -> Dict:
    return {
        "tokens": _no_kinds(),
        "privileges": 0,
        "cards": [],
        "bonuses": _no_kinds(COLORS),
        "points": _no_kinds(COLORS),
        "prestige": 0,
        "crowns": 0,
        "royal_cards": [],
        "stand_off": 0,
        "reserved": [],
    }


def _begin(event: Dict) -> Dict:
    """The view of a game that has just been set up."""
    seats = {"1": _empty_seat(), "2": _empty_seat()}
    seats[str(3 - event["starter"])]["privileges"] = 1
    options = {"open_memory": event["open_memory"], "stand_off": event["stand_off"]}
    view = {
        "schema": 1,
        "options": options,
        "turn": 1,
        "seat_to_move": event["starter"],
        "phase": "main",
        "extra_turn": False,
        "extra_turn_earned": False,
        "fresh": True,
        "replenished": False,
        "last_purchase_turn": 0,
        "matching_color": None,
        "board": list(event["board"]),
        "bag": _no_kinds(),
        "pyramid": deepcopy(event["pyramid"]),
        "decks": dict(STARTING_DECKS),
        "royal_cards": list(ROYAL_CARDS),
        "privileges": 2,
        "seats": seats,
        "outcome": None,
    }
    if "decks" in event:  # the game is over and its log is read again
        view["deck_cards"] = {
            level: cards[len(event["pyramid"][level]) :] for level, cards in event["decks"].items()
        }
    return view


class ViewFold:
    """What `viewer` knows, event by event. `events` are those that `redact` gives that viewer."""

    def __init__(self, viewer: int | None, view: Dict | None = None) -> None:
        self.viewer = viewer
        self.view: Dict = {} if view is None else deepcopy(view)

    def follow(self, event: Dict) -> None:
        """Take in one event."""
        if event["kind"] == "game_started":
            self.view = _begin(event)
        else:
            _FOLLOWERS[event["kind"]](self, event)

    def seat(self, event: Dict) -> Dict:
        """The holdings of the seat that an event is about."""
        found: Dict = self.view["seats"][str(event["seat"])]
        return found

    def other(self, event: Dict) -> Dict:
        """The holdings of the seat across."""
        found: Dict = self.view["seats"][str(3 - event["seat"])]
        return found

    def lift(self, event: Dict, cell: str, kind: str) -> None:
        """A token goes from the board to the seat."""
        assert self.view["board"][CELLS.index(cell)] == kind
        self.view["board"][CELLS.index(cell)] = None
        self.seat(event)["tokens"][kind] += 1

    def give_up(self, owner: Dict, tokens: Dict) -> None:
        """Tokens leave a hand."""
        for kind, number in tokens.items():
            owner["tokens"][kind] -= number
        if any(owner["tokens"][kind] < number for kind, number in HELD.items()):
            owner["stand_off"] = 0

    def to_bag(self, owner: Dict, tokens: Dict) -> None:
        """Tokens go from a hand to the bag."""
        self.give_up(owner, tokens)
        for kind, number in tokens.items():
            self.view["bag"][kind] += number

    def answered(self) -> None:
        """No choice is open any more."""
        self.view["phase"] = "main"
        self.view["matching_color"] = None

    def drawn(self, level: str, card: str | None) -> None:
        """A card left its deck from the top."""
        self.view["decks"][level] -= 1
        if "deck_cards" in self.view:
            assert self.view["deck_cards"][level].pop(0) == card

    def knows(self, event: Dict) -> bool:
        """True if the viewer looks at reserved cards of this seat from the front."""
        return event["seat"] == self.viewer or "deck_cards" in self.view


def _privilege_used(fold: ViewFold, event: Dict) -> None:
    fold.seat(event)["privileges"] -= 1
    fold.view["privileges"] += 1
    fold.view["fresh"] = False
    fold.lift(event, event["cell"], event["token"])


def _board_replenished(fold: ViewFold, event: Dict) -> None:
    for placed in event["placed"]:
        fold.view["board"][CELLS.index(placed["cell"])] = placed["token"]
    fold.view |= {"bag": _no_kinds(), "replenished": True, "fresh": False}


def _tokens_taken(fold: ViewFold, event: Dict) -> None:
    for cell, kind in zip(event["cells"], event["tokens"], strict=True):
        fold.lift(event, cell, kind)


def _card_reserved(fold: ViewFold, event: Dict) -> None:
    fold.lift(event, event["gold"], "gold")
    level = str(event["level"])
    if event["unseen"]:
        fold.drawn(level, event["card"])
    else:
        row = fold.view["pyramid"][level]
        row[row.index(event["card"])] = None
    kept = fold.seat(event)["reserved"]
    kept.append(_back(fold, event) if not fold.knows(event) else _front(event))
    if not fold.knows(event):
        kept.sort(key=lambda row: (row["level"], row["card"] or ""))


def _front(event: Dict) -> Dict:
    return {"level": event["level"], "card": event["card"], "face_up": not event["unseen"]}


def _back(fold: ViewFold, event: Dict) -> Dict:
    """What is seen from behind: with open memory a card that lay face up stays marked."""
    if not fold.view["options"]["open_memory"]:
        return {"level": event["level"], "card": None, "face_up": None}
    return _front(event) if not event["unseen"] else {**_front(event), "card": None}


def _card_purchased(fold: ViewFold, event: Dict) -> None:
    owner = fold.seat(event)
    card = JEWEL_CARDS[event["card"]]
    fold.to_bag(owner, event["payment"])
    if event["from_reserve"]:
        _leave_reserve(owner["reserved"], card.id, card.level)
    else:
        row = fold.view["pyramid"][str(card.level)]
        row[row.index(card.id)] = None
    owner["cards"].append({"card": card.id, "color": event["color"]})
    owner["prestige"] += card.points
    owner["crowns"] += card.crowns
    if event["color"] is not None:
        owner["bonuses"][event["color"]] += card.bonus_count
        owner["points"][event["color"]] += card.points
    fold.view["last_purchase_turn"] = fold.view["turn"]


def _leave_reserve(kept: list[Dict], card: str, level: int) -> None:
    """The card itself if it is known, else one back of its level."""
    known = [row for row in kept if row["card"] == card]
    backs = [row for row in kept if row["card"] is None and row["level"] == level]
    kept.remove((known or backs)[0])


def _pyramid_refilled(fold: ViewFold, event: Dict) -> None:
    fold.drawn(str(event["level"]), event["card"])
    fold.view["pyramid"][str(event["level"])][event["place"]] = event["card"]


def _privilege_gained(fold: ViewFold, event: Dict) -> None:
    fold.seat(event)["privileges"] += 1
    if event["from_opponent"]:
        fold.other(event)["privileges"] -= 1
    else:
        fold.view["privileges"] -= 1


def _extra_turn_earned(fold: ViewFold, event: Dict) -> None:
    fold.view["extra_turn_earned"] = True


def _choice_opened(fold: ViewFold, event: Dict) -> None:
    fold.view |= {"phase": event["phase"], "matching_color": event["color"]}


def _matching_token_taken(fold: ViewFold, event: Dict) -> None:
    fold.answered()
    fold.lift(event, event["cell"], event["token"])


def _token_stolen(fold: ViewFold, event: Dict) -> None:
    fold.answered()
    fold.give_up(fold.other(event), {event["token"]: 1})
    fold.seat(event)["tokens"][event["token"]] += 1


def _royal_card_chosen(fold: ViewFold, event: Dict) -> None:
    fold.answered()
    fold.view["royal_cards"].remove(event["card"])
    fold.seat(event)["royal_cards"].append(event["card"])
    fold.seat(event)["prestige"] += ROYAL_CARDS[event["card"]].points


def _tokens_discarded(fold: ViewFold, event: Dict) -> None:
    fold.answered()
    fold.to_bag(fold.seat(event), event["tokens"])


def _turn_ended(fold: ViewFold, event: Dict) -> None:
    view = fold.view
    view |= {
        "turn": view["turn"] + 1,
        "seat_to_move": event["next_seat"],
        "extra_turn": event["seat"] == event["next_seat"],
        "extra_turn_earned": False,
        "replenished": False,
        "fresh": True,
    }
    owner = view["seats"][str(event["next_seat"])]
    holds = all(owner["tokens"][kind] == number for kind, number in HELD.items())
    if view["options"]["stand_off"]:
        owner["stand_off"] = owner["stand_off"] + 1 if holds else 0


def _game_ended(fold: ViewFold, event: Dict) -> None:
    fold.view |= {
        "seat_to_move": None,
        "phase": "over",
        "matching_color": None,
        "extra_turn_earned": False,
        "outcome": event["outcome"],
    }


def _nothing(fold: ViewFold, event: Dict) -> None:
    """Said for the log only."""


_FOLLOWERS: dict[str, Callable[[ViewFold, Dict], None]] = {
    "privilege_used": _privilege_used,
    "board_replenished": _board_replenished,
    "tokens_taken": _tokens_taken,
    "card_reserved": _card_reserved,
    "card_purchased": _card_purchased,
    "pyramid_refilled": _pyramid_refilled,
    "privilege_gained": _privilege_gained,
    "privilege_withheld": _nothing,
    "extra_turn_earned": _extra_turn_earned,
    "choice_opened": _choice_opened,
    "ability_skipped": _nothing,
    "matching_token_taken": _matching_token_taken,
    "token_stolen": _token_stolen,
    "royal_card_chosen": _royal_card_chosen,
    "tokens_discarded": _tokens_discarded,
    "turn_ended": _turn_ended,
    "stand_off_warned": _nothing,
    "stand_off_claimed": _nothing,
    "seat_resigned": _nothing,
    "time_expired": _nothing,
    "game_ended": _game_ended,
}
