"""The three victories and the end of a game (RULES section 6; cases 105 to 115)."""

import pytest

from engine import GameState, Refusal, legal_actions, state_from_json, state_to_json, view_for
from engine.constants import BLACK, BLUE, COLORS, MAIN, RED, ROYAL
from engine.counts import ONE
from engine.events import CardPurchased, ExtraTurnEarned, GameEnded, PyramidRefilled
from engine.state import Holdings, Outcome
from engine.victory import has_won, reasons_met, winning_colors
from tests.builders import position
from tests.engine.playing import after, events_of, hand, refusal

SEVENTEEN = "J3-02,J3-04,J3-06,J1-30,J1-05,J1-10,J1-16"  # points, of white 5, blue 5, green 4
NINETEEN = "J3-02,J3-04,J3-06,J3-08,J1-30"


def _about_to_buy(card: str, held: str, owned: str, **more: str | int) -> GameState:
    return position("", board="W4/5/5/5/5", pyramid=card, tokens1=held, cards1=owned, **more)


def test_case_105_all_conditions_met_in_a_turn_are_recorded() -> None:
    owned = "J3-08,J2-15,J1-20,J3-11:W,J2-21:B,J2-22:G,J1-04,J1-30,J1-05,J1-10"
    state = _about_to_buy("J3-07", "B3G2K3P1", owned, royals1="R-3,R-4")
    assert (state.first.prestige, state.first.crowns) == (17, 8)
    assert state.first.points == 7 * ONE[RED] + ONE[0] + ONE[BLUE]

    ended = after(state, "purchase:J3-07=B3G2K3P1")

    assert ended.outcome == Outcome(1, ("prestige", "crowns", "color"), (RED,))
    assert (ended.over, ended.seat) == (True, 1)


@pytest.mark.parametrize(
    ("prestige", "crowns", "points", "reasons", "colors"),
    [
        (19, 9, (9, 9, 9, 9, 9), (), ()),
        (20, 0, (0, 0, 0, 0, 0), ("prestige",), ()),
        (0, 10, (0, 0, 0, 0, 0), ("crowns",), ()),
        (0, 0, (0, 10, 0, 0, 0), ("color",), (1,)),
        (0, 0, (0, 0, 0, 0, 10), ("color",), (4,)),
        (19, 9, (10, 9, 9, 15, 9), ("color",), (0, 3)),
        (25, 13, (0, 0, 9, 0, 0), ("prestige", "crowns"), ()),
    ],
)
def test_victory_by_sums(
    prestige: int,
    crowns: int,
    points: tuple[int, ...],
    reasons: tuple[str, ...],
    colors: tuple[int, ...],
) -> None:
    holdings = Holdings()
    holdings.prestige, holdings.crowns = prestige, crowns
    holdings.points = sum(ONE[color] * points[color] for color in range(COLORS))

    assert has_won(holdings) is bool(reasons)
    assert reasons_met(holdings) == reasons
    assert winning_colors(holdings) == colors


def test_case_106_points_without_colour_are_no_colour() -> None:
    state = position(board="W4/5/5/5/5", cards1="J2-24,J3-13")

    taken = after(state, "a1")

    assert (taken.first.prestige, taken.first.points) == (11, 0)
    assert (taken.over, taken.seat) == (False, 2)


def test_case_107_points_of_a_copy_card_count_once_and_in_its_colour() -> None:
    state = _about_to_buy("J3-12", "R4A3", "J1-16")

    bought = after(state, "purchase:J3-12=R4A3/J1-16")

    assert (bought.first.prestige, bought.first.points) == (3, 3 * ONE[RED])
    assert state_from_json(state_to_json(bought)) == bought


def test_case_107_points_without_colour_count_in_the_total_only() -> None:
    state = position(board="K4/5/5/5/5", tokens1="W4A2", cards1="J1-01,J1-02", pyramid="J3-13")

    bought = after(state, "purchase:J3-13=W4A2")

    assert (bought.first.prestige, bought.first.points) == (6, 0)
    assert state_from_json(state_to_json(bought)) == bought


def test_case_109_a_win_comes_before_an_extra_turn() -> None:
    state = _about_to_buy("J3-12", "R4A3", SEVENTEEN)

    happened = events_of(state, "purchase:J3-12=R4A3/J1-16")
    ended = after(state, "purchase:J3-12=R4A3/J1-16")

    assert [type(e) for e in happened] == [
        CardPurchased,
        PyramidRefilled,
        ExtraTurnEarned,
        GameEnded,
    ]
    assert (ended.over, ended.again, ended.turn) == (True, False, state.turn)
    assert ended.outcome == Outcome(1, ("prestige",))


def test_case_110_no_victory_before_the_prompts_are_answered() -> None:
    owned = "J3-02,J3-04,J3-08,J1-30,J3-05"  # 18 points and two crowns
    state = _about_to_buy("J2-04", "G1R1K2P1", owned)

    owing = after(state, "purchase:J2-04=G1R1K2P1")

    assert (owing.first.prestige, owing.phase, owing.outcome) == (20, ROYAL, None)
    assert after(owing, "royal:R-2").outcome == Outcome(1, ("prestige",))


def test_case_110_only_the_player_whose_turn_it_is_can_win() -> None:
    state = position(board="WW3/5/5/5/5", cards2="J3-02,J3-04,J3-06,J3-08,J2-24", tokens2="R1")
    assert has_won(state.second)

    first = after(state, "a1")

    assert (first.over, first.seat) == (False, 2)
    assert after(first, "b1").outcome == Outcome(2, ("prestige",))


def test_case_111_there_is_no_last_round() -> None:
    state = _about_to_buy("J1-20", "W1B2", NINETEEN, turn=29)

    ended = after(state, "purchase:J1-20=W1B2")

    assert ended.over
    assert legal_actions(ended) == []
    assert refusal(ended, "a1", seat=2) == Refusal.GAME_OVER
    assert refusal(ended, "a1", seat=1) == Refusal.GAME_OVER


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_case_113_everybody_is_told_who_won_and_why(viewer: int | None) -> None:
    ended = after(_about_to_buy("J1-20", "W1B2", NINETEEN), "purchase:J1-20=W1B2")

    view = view_for(ended, viewer)

    assert view["outcome"] == {"winner": 1, "reasons": ["prestige"], "colors": []}
    assert (view["seat_to_move"], view["phase"]) == (None, "over")


def test_case_114_one_card_of_each_colour_and_a_pearl_are_no_victory() -> None:
    five = "J1-01,J1-06,J1-11,J1-16,J1-21"
    taken = after(position(board="W4/5/5/5/5", cards1=five, tokens1="P2"), "a1")

    assert (taken.over, taken.phase, taken.seat) == (False, MAIN, 2)


def test_case_115_reserved_cards_and_tokens_never_count() -> None:
    state = position(board="W4/5/5/5/5", cards1=NINETEEN, tokens1="R3A3", reserved1="J3-10,J3-13")

    taken = after(state, "a1")

    assert (taken.first.prestige, taken.over, hand(taken, 1)) == (19, False, "W1R3A3")


def test_ten_points_in_two_colours_name_both() -> None:
    state = position(
        board="A4/5/5/5/5",
        tokens1="W1",
        phase="main",
        cards1="J3-08,J3-07,J2-15,J2-16,J3-10,J3-09,J2-19,J2-20",
        royals1="R-1,R-4",
    )

    ended = after(state, "reserve:L1@a1")

    assert ended.outcome == Outcome(1, ("prestige", "color"), (RED, BLACK))
