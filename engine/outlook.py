"""Whether a seat can win in one turn, as far as everybody can know: the same answer for both players.

The answer is for the turn that the seat is in, or for its next one as if that began now, on this table. Looked at are
privileges in hand (gems and pearls from the board), then a purchase: a card of the pyramid, or a reserved card that
everybody saw; with the royal card that the crowns bring, the best one left.

A "can" is certain, since it needs no luck and nothing hidden: if it were that seat's turn with this table, these actions
would be legal and end the game. What is left out could only add wins: replenishing and what would come of it, cards
that are turned up during the turn, extra turns, cards reserved unseen, and the stand-off's claim, which has its own
counter.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import effects
from engine.cards import BONUS, CARD_NUMBERS, ROYAL_NUMBERS, ROYAL_POINTS
from engine.constants import COLORS, COPY, KIND_BY_NAME, KIND_NAMES, MAIN, NOTHING, PHASE_NAMES
from engine.counts import GOLD_SHIFT, NOT_GOLD, Counts, count, from_kinds, from_names, less, total
from engine.flow import royals_due
from engine.payment import price
from engine.possible import has_copy_target
from engine.state import Holdings
from engine.victory import Reason, reasons_met, winning_colors


@dataclass(frozen=True)
class Outlook:
    """The victories in reach of a seat; `reasons` is empty without one. `colors` are those that could come to ten points.

    `this_turn`: the seat is at the move.
    """

    this_turn: bool
    reasons: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()


def outlook(view: Mapping[str, Any], seat: int, known: Iterable[str] = ()) -> Outlook:
    """What `seat` can reach in one turn. `view` is anybody's view of a running game, only public parts are read.

    `known` are the ids of the seat's reserved cards that lay face up before.
    """
    this_turn = view["seat_to_move"] == seat
    holdings = _public_holdings(view["seats"][str(seat)])
    royals = [ROYAL_POINTS[ROYAL_NUMBERS[card]] for card in view["royal_cards"]]
    if this_turn and view["phase"] != PHASE_NAMES[MAIN]:
        # The main action is done: only a royal card may follow.
        ends: Iterable[Holdings] = [holdings]
    else:
        privileges = 0 if this_turn and view["replenished"] else holdings.privileges
        cards = [CARD_NUMBERS[card] for card in (*_face_up(view), *known)]
        ends = _after_purchases(cards, holdings, _on_board(view), privileges)
    return _summed(this_turn, [_with_royal(end, royals) for end in ends])


def won_by(seen: Mapping[str, Any], card: str, color: str = "") -> tuple[str, ...]:
    """The victories that a seat would have with this card too; a royal card that may follow is left out.

    `seen` is the seat's part of a view, `color` what the card counts for, empty for none.
    """
    holdings = _public_holdings(seen)
    effects.add_card(holdings, CARD_NUMBERS[card], KIND_BY_NAME[color] if color else NOTHING)
    return reasons_met(holdings)


def _public_holdings(seen: Mapping[str, Any]) -> Holdings:
    """As much of a seat's holdings as victory and payment ask for."""
    holdings = Holdings()
    holdings.tokens = from_names(seen["tokens"])
    holdings.privileges = seen["privileges"]
    holdings.bonuses = from_names(seen["bonuses"])
    holdings.points = from_names(seen["points"])
    holdings.prestige = seen["prestige"]
    holdings.crowns = seen["crowns"]
    holdings.royals = tuple(ROYAL_NUMBERS[card] for card in seen["royal_cards"])
    return holdings


def _face_up(view: Mapping[str, Any]) -> list[str]:
    return [card for row in view["pyramid"].values() for card in row if card is not None]


def _on_board(view: Mapping[str, Any]) -> Counts:
    """What privileges could take."""
    return NOT_GOLD & from_kinds(KIND_BY_NAME[name] for name in view["board"] if name is not None)


def _after_purchases(
    cards: Iterable[int], holdings: Holdings, board: Counts, privileges: int
) -> Iterator[Holdings]:
    """The holdings after each purchase that is possible, a copy card once for each colour it may take."""
    for card in cards:
        if not _payable(card, holdings, board, privileges):
            continue
        for color in _colors_for(card, holdings):
            after = holdings.copy()
            effects.add_card(after, card, color)
            yield after


def _payable(card: int, holdings: Holdings, board: Counts, privileges: int) -> bool:
    """True if tokens, gold and privileges cover what the bonuses leave of the cost."""
    missing = less(price(card, holdings), holdings.tokens & NOT_GOLD)
    lying = missing - less(missing, board)
    return total(missing) - min(privileges, total(lying)) <= holdings.tokens >> GOLD_SHIFT


def _colors_for(card: int, holdings: Holdings) -> list[int]:
    """The colours that the card could count for; none if it can't be laid anywhere."""
    if BONUS[card] != COPY:
        return [effects.color_of(card, NOTHING)]
    if not has_copy_target(holdings):
        return []
    return [color for color in range(COLORS) if count(holdings.bonuses, color)]


def _with_royal(holdings: Holdings, royals: list[int]) -> Holdings:
    """The holdings with the best royal card, if one is due."""
    if royals and royals_due(holdings):
        holdings.prestige += max(royals)
    return holdings


def _summed(this_turn: bool, ends: list[Holdings]) -> Outlook:
    """All that any of these ends would reach, in the order of the goals and of the colours."""
    reached = {reason for end in ends for reason in reasons_met(end)}
    colors = {color for end in ends for color in winning_colors(end)}
    return Outlook(
        this_turn,
        tuple(reason.value for reason in Reason if reason in reached),
        tuple(KIND_NAMES[color] for color in sorted(colors)),
    )
