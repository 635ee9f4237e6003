"""Who can win in one turn, against trying every sequence of privileges and purchases on the true position."""

from collections import Counter
from time import perf_counter

import pytest

from engine import (
    GameState,
    Outlook,
    SeededChance,
    decide,
    fold,
    legal_actions,
    outlook,
    view_for,
    won_by,
)
from engine.actions import PurchaseCard, UsePrivilege
from engine.cards import CARD_IDS
from engine.constants import (
    KIND_NAMES,
    MAIN,
    MATCHING,
    NOTHING,
    OVER,
    ROYAL,
    SEATS,
    STEAL,
)
from engine.victory import Reason
from tests.builders import position
from tests.engine.endgames import near_the_end
from tests.engine.games import RandomGame, Style, any_action, buying

VICTORIES = (Reason.PRESTIGE, Reason.CROWNS, Reason.COLOR)


def public(state: GameState, seat: int, viewer: int | None = None) -> Outlook:
    """The answer from a view, with the reserved cards that everybody saw."""
    return outlook(view_for(state, viewer), seat, [CARD_IDS[card] for card in state.of(seat).seen])


def tried(state: GameState, seat: int) -> Outlook:
    """The answer from playing everything that could be played, cards reserved unseen left out."""
    twin = state.copy()
    if twin.seat != seat:
        twin.seat, twin.phase, twin.matching, twin.replenished = seat, MAIN, NOTHING, False
        twin.extra_turn = twin.again = False
    twin.of(seat).reserved = twin.of(seat).seen
    reached: set[str] = set()
    colors: set[int] = set()
    explore(twin, set(), reached, colors)
    return Outlook(
        state.seat == seat,
        tuple(reason.value for reason in VICTORIES if reason in reached),
        tuple(KIND_NAMES[color] for color in sorted(colors)),
    )


def explore(state: GameState, seen: set[GameState], reached: set[str], colors: set[int]) -> None:
    """Play every privilege and purchase, and every answer that one of these calls for, to the end of the turn."""
    for action in legal_actions(state):
        if state.phase == MAIN and not isinstance(action, UsePrivilege | PurchaseCard):
            continue
        after = fold(decide(state, state.seat, action, SeededChance(1)), state)
        if after.outcome is not None and after.outcome.winner == state.seat:
            reached.update(after.outcome.reasons)
            colors.update(after.outcome.colors)
        elif not after.over and after.turn == state.turn and after not in seen:
            seen.add(after)
            explore(after, seen, reached, colors)


def compare(state: GameState, found: Counter[str]) -> None:
    for seat in SEATS:
        answer = public(state, seat)
        assert answer == tried(state, seat)
        found.update(answer.reasons or ("none",))


def test_near_the_end_it_says_what_trying_everything_finds() -> None:
    found: Counter[str] = Counter()
    for seed in range(220):
        compare(near_the_end(seed), found)
    assert min(found[reason] for reason in (*VICTORIES, "none")) > 20


def test_while_an_answer_is_owed_it_says_what_trying_everything_finds() -> None:
    found: Counter[str] = Counter()
    phases: Counter[int] = Counter()
    for seed in range(80):
        state = near_the_end(seed)
        for action in legal_actions(state):
            if isinstance(action, PurchaseCard):
                after = fold(decide(state, state.seat, action, SeededChance(1)), state)
                if after.phase not in (MAIN, OVER):
                    phases[after.phase] += 1
                    compare(after, found)
    assert min(phases[phase] for phase in (MATCHING, STEAL, ROYAL)) > 5
    assert min(found["prestige"], found["none"]) > 20


@pytest.mark.parametrize("style", [any_action, buying])
def test_in_random_games_it_says_what_trying_everything_finds(style: Style) -> None:
    found: Counter[str] = Counter()
    for seed in range(4):
        for _events, state in list(RandomGame(seed, style=style).steps())[-40:]:
            few = sum(state.of(seat).privileges for seat in SEATS) < 2
            if not state.over and few:
                compare(state, found)
    assert found["none"] > 40


BARE = "-,-,-,-,-/-,-,-,-/-,-,-"
# 7 points in red; J3-07 has 3 and costs 5 blue, 3 green, 3 black and a pearl.
RED = "cards1=J2-15,J3-08,J1-20 tokens1=B3G2K3A2 pyramid=-,-,-,-,-/-,-,-,-/J3-07,-,-"
# 9 points in white; the copy card J1-28 has one, its white is covered.
WHITE = "cards1=J3-02,J2-03,J2-04,J1-05 pyramid=J1-28,-,-,-,-/-,-,-,-/-,-,-"
# 17 points and 2 crowns; J1-14 has the third crown for 3 red.
THIRD = "cards1=J1-30,J2-24,J3-13,J2-04,J1-04,J1-05 tokens1=R3"
# 17 points and 5 crowns; J1-14 has the sixth.
SIXTH = "cards1=J3-01,J3-03,J1-04,J1-30,J2-24,J1-05 royals1=R-1 tokens1=R3"
# 9 crowns; J1-14 has the tenth.
TENTH = "cards1=J3-01,J3-03,J3-05,J3-07,J1-04 royals1=R-1,R-2 tokens1=R2"
OPEN = "pyramid=J1-14,-,-,-,-/-,-,-,-/-,-,-"
CASES = {
    "two privileges fetch what gold leaves": (f"{RED} privileges1=2 board=BG3/5/5/5/5", ["color"]),
    "one privilege is not enough": (f"{RED} privileges1=1 board=BG3/5/5/5/5", []),
    "privileges find nothing of use": (f"{RED} privileges1=2 board=RRB2/5/5/5/5", []),
    "a privilege never takes gold": (f"{RED} privileges1=2 board=BA3/5/5/5/5", []),
    "after replenishing privileges stay": (
        f"{RED} privileges1=2 board=BG3/5/5/5/5 flags=acted,replenished",
        [],
    ),
    "a copy card takes the colour": (f"{WHITE} tokens1=G2K1P1", ["color"]),
    "a pearl is paid with gold": (f"{WHITE} tokens1=G2K1A1", ["color"]),
    "the royal card of the third crown": (f"{THIRD} {OPEN}", ["prestige"]),
    "the best royal card is gone": (
        f"{THIRD} {OPEN} cards2=J2-21:B,J1-09,J1-06 royals2=R-4",
        [],
    ),
    "the royal card of the sixth crown": (f"{SIXTH} {OPEN}", ["prestige"]),
    "the tenth crown": (f"{TENTH} {OPEN}", ["crowns"]),
    "reserved face up": (f"{TENTH} reserved1=J1-14 pyramid={BARE}", ["crowns"]),
    "reserved unseen": (f"{TENTH} reserved1=J1-14:unseen pyramid={BARE}", []),
    "reserved by the other seat": (f"{TENTH} reserved2=J1-14 pyramid={BARE}", []),
    "short of one": (f"{TENTH} {OPEN}".replace("R2", "R1"), []),
}


@pytest.mark.parametrize("name", CASES)
def test_what_counts(name: str) -> None:
    text, reasons = CASES[name]
    state = position(text, bag="rest")
    assert list(public(state, 1).reasons) == reasons
    assert public(state, 1) == tried(state, 1)


def test_a_copy_card_needs_a_card_below() -> None:
    text = "tokens1=K4P1 pyramid=J1-27,-,-,-,-/-,-,-,-/-,-,-"
    near = position(f"{text} cards1=J3-08,J3-07,J2-15", bag="rest")
    without = position(f"{text} cards1=J1-30,J2-24,J3-13", bag="rest")
    assert public(near, 1) == Outlook(True, ("color",), ("red",))
    assert public(without, 1) == tried(without, 1) == Outlook(True)


def test_colors_are_named_in_their_order() -> None:
    cards = "cards1=J3-02,J2-03,J2-04,J1-05,J3-08,J2-15,J2-16,J1-20"
    state = position(f"{cards} tokens1=G2K1P1 pyramid=J1-28,-,-,-,-/-,-,-,-/-,-,-", bag="rest")
    assert public(state, 1) == Outlook(True, ("color",), ("white", "red"))


def test_the_seat_that_waits_is_seen_in_its_next_turn() -> None:
    state = position(f"{TENTH} {OPEN}", bag="rest", seat=2)
    assert (public(state, 1), public(state, 2)) == (Outlook(False, ("crowns",)), Outlook(True))


def test_only_a_royal_card_follows_the_main_action() -> None:
    cards = "cards1=J1-30,J2-24,J3-13,J2-04,J1-04,J1-05,J1-14"
    owing = position(f"{cards} phase=choose_royal_card flags=acted", bag="rest")
    assert public(owing, 1) == tried(owing, 1) == Outlook(True, ("prestige",))
    over = f"{TENTH} {OPEN} phase=discard_tokens flags=acted".replace("R2", "W4B4R3")
    assert public(position(over, bag="rest"), 1) == Outlook(True)


@pytest.mark.parametrize("seed", range(20))
def test_every_viewer_gets_the_same_answer(seed: int) -> None:
    state = near_the_end(seed)
    for seat in SEATS:
        answers = [public(state, seat, viewer) for viewer in (None, *SEATS)]
        assert answers == [answers[0]] * 3


def test_both_seats_take_far_less_than_the_page_allows() -> None:
    views = [view_for(near_the_end(seed), None) for seed in range(20)]
    began = perf_counter()
    for view in views:
        outlook(view, 1)
        outlook(view, 2)
    assert (perf_counter() - began) / len(views) < 0.003


@pytest.mark.parametrize(
    ("holds", "card", "color", "reasons"),
    [
        ("cards1=J3-01", "J1-01", "white", ()),
        ("cards1=J3-02,J3-04,J3-06,J3-08", "J3-10", "black", ("prestige",)),
        ("cards1=J3-01,J3-03,J3-05,J3-07 royals1=R-1,R-2", "J3-11", "white", ("crowns",)),
        ("cards1=J3-01,J3-02", "J3-12", "white", ("color",)),
        ("cards1=J3-01,J3-02", "J3-12", "red", ()),
        ("cards1=J3-02,J3-04,J3-06", "J3-13", "", ()),
    ],
)
def test_what_a_card_would_win_follows_from_the_holdings(
    holds: str, card: str, color: str, reasons: tuple[str, ...]
) -> None:
    seat = view_for(position(holds), 1)["seats"]["1"]
    assert won_by(seat, card, color) == reasons
