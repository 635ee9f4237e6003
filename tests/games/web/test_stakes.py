"""What is at stake on the table: goals in reach, costs for each seat, the cards behind a bonus, the board in words."""

import re

import pytest
from django.http import QueryDict

from engine import JEWEL_CARDS, GameState, view_for
from games.web.table import Table, build_table, read_draft
from games.web.table.prices import cost_text, missing_text, price_for
from games.web.table.seats import SeatStrip
from games.web.table.shapes import SeatJson
from tests.builders import position, random_play
from tests.engine.endgames import near_the_end
from tests.games.web.page import NAMES, Page, known_reserves, legal_json, render
from tests.games.web.test_prices import seat

VIEWERS = (1, 2, None)
BOARD = "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest"
# Seat 1 lacks one point in white for the copy card J1-28, seat 2 one crown.
NEAR = (
    f"{BOARD} pyramid=J1-28,-,-,-,-/J2-05,-,-,-/J3-07,-,- tokens1=W2P1A1 privileges1=2 "
    "cards1=J3-02,J2-03,J2-04,J1-05,J1-16 tokens2=G2R2K1 royals2=R-1,R-4 reserved2=J1-09 "
    "cards2=J3-01,J3-03,J1-04,J1-14,J1-25,J1-26:B,J2-20,J1-24"
)


def table(state: GameState, viewer: int | None = 1, query: str = "") -> Table:
    view, legal = view_for(state, viewer), legal_json(state, viewer)
    draft, known = read_draft(QueryDict(query)), known_reserves(state)
    return build_table(view, viewer, legal, NAMES, draft, reserves=known)


def strip(shown: Table, number: int) -> SeatStrip:
    return shown.upper if shown.upper.seat == number else shown.lower


def chances(page: str) -> list[str]:
    """What the page says of winning, seat by seat."""
    strips = re.findall(r'<section class="seat .*?</section>', page, re.DOTALL)
    named = [
        (re.findall(r"<h2>(.*?)</h2>", s), re.findall(r'class="chance">(.*?)<', s)) for s in strips
    ]
    return sorted(f"{name} {words}" for name, words in named)


def test_a_seat_at_the_move_can_win_this_turn_the_other_one_the_next() -> None:
    first, second = table(position(NEAR)), table(position(NEAR, seat=2))
    assert [strip(first, number).chance for number in (1, 2)] == [
        "can win this turn",
        "can win next turn",
    ]
    assert [strip(second, number).chance for number in (1, 2)] == [
        "can win next turn",
        "can win this turn",
    ]


def test_the_goals_say_what_is_left_and_what_is_in_reach() -> None:
    shown = table(position(NEAR))
    mine, theirs = strip(shown, 1).goals, strip(shown, 2).goals
    assert [(goal.text, goal.near) for goal in mine] == [
        ("9 of 20, 11 to go", False),
        ("1 of 10, 9 to go", False),
        ("9 of 10 in white, 1 to go; white in reach this turn", True),
    ]
    assert [(goal.text, goal.near) for goal in theirs[1:]] == [
        ("9 of 10, 1 to go; in reach next turn", True),
        ("3 of 10 in white, 7 to go", False),
    ]


def test_a_goal_that_is_reached_has_nothing_to_go() -> None:
    state = position("phase=over outcome=1/color/R cards1=J2-15,J2-16,J1-20,J3-08,J2-14 bag=rest")
    goals = strip(table(state), 1).goals
    assert (goals[1].text, goals[2].text) == ("1 of 10, 9 to go", "10 of 10 in red, reached")
    assert strip(table(state), 1).chance == ""


def test_a_card_reserved_from_the_deck_promises_nothing() -> None:
    open_card, blind = position(NEAR), position(NEAR.replace("J1-09", "J1-09:unseen"))
    for viewer in VIEWERS:
        assert strip(table(open_card, viewer), 2).chance == "can win next turn"
        assert strip(table(blind, viewer), 2).chance == ""


@pytest.mark.parametrize("seed", range(12))
def test_everybody_reads_the_same_about_winning(seed: int) -> None:
    state = near_the_end(seed)
    pages = [render(state, viewer, "", known_reserves(state)) for viewer in VIEWERS]
    assert chances(pages[0]) == chances(pages[1]) == chances(pages[2])


def test_a_draft_of_ones_own_changes_nothing_that_is_said_about_winning() -> None:
    state = position(NEAR)
    known = known_reserves(state)
    drafted = render(state, 1, "turn=privilege@b2", known)
    assert "Nothing of this turn has been sent yet." in drafted
    assert chances(drafted) == chances(render(state, 1, "", known))


@pytest.mark.parametrize(
    ("card", "holdings", "cost", "missing"),
    [
        ("J1-14", seat({}, {"red": 3}), "free", ""),
        ("J1-14", seat({"red": 1, "gold": 2}), "3 red; affordable with 2 gold", ""),
        ("J1-14", seat({"red": 3}), "3 red; affordable", ""),
        (
            "J1-03",
            seat({"blue": 1}),
            "2 blue, 2 green, 1 pearl; short 4",
            "missing 1 blue, 2 green, 1 pearl",
        ),
        (
            "J1-14",
            seat({"gold": 1}),
            "3 red; short 2",
            "missing 3 red; 1 gold pays for one of them",
        ),
        (
            "J2-15",
            seat({"gold": 2, "red": 4}),
            "2 green, 4 red, 1 pearl; short 1",
            "missing 2 green, 1 pearl; 2 gold pay for 2 of them",
        ),
        ("J1-26", seat({"white": 4, "pearl": 1}), "no card to lay it on", ""),
        ("J1-26", seat({"white": 4}), "4 white, 1 pearl; short 1", "missing 1 pearl"),
    ],
)
def test_costs_in_words(card: str, holdings: SeatJson, cost: str, missing: str) -> None:
    price = price_for(JEWEL_CARDS[card], holdings)
    assert (cost_text(price), missing_text(price)) == (cost, missing)


def test_the_turn_panel_says_what_a_card_costs_the_opponent() -> None:
    state = position(
        f"{BOARD} tokens1=R2A1 tokens2=B1A1 cards2=J1-20 pyramid=J1-14,J1-01,-,-,-/J2-05,-,-,-/J3-07,-,-"
    )
    assert table(state, query="card=J1-14").costs == ("For Bo: 2 red; short 1",)
    assert table(state, query="card=J1-01").costs == (
        "Missing 1 blue, 1 green, 1 black; 1 gold pays for one of them",
        "For Bo: 1 blue, 1 green, 1 black; short 1",
    )
    assert table(state, query="deck=1").costs == ()
    assert "For Bo: 2 red; short 1" in render(state, 1, "card=J1-14")


def test_who_waits_and_who_watches_looks_at_a_card_with_its_cost_for_each_seat() -> None:
    state = position(NEAR)
    waiting, watching = table(state, 2, "card=J2-05").look, table(state, None, "card=J2-05").look
    assert waiting and watching
    assert waiting.costs == (
        "For you: 4 green, 2 red; short 2; missing 2 green",
        "For Ada: 5 green, 1 red; short 5",
    )
    assert watching.costs == ("For Ada: 5 green, 1 red; short 5", "For Bo: 4 green, 2 red; short 2")
    assert (waiting.where, waiting.back, watching.face.foot) == ("Face up in the pyramid.", "?", "")


@pytest.mark.parametrize(
    ("card", "where", "costs"),
    [
        ("J1-09", "Reserved by Bo.", 2),
        ("J1-04", "Bought by Bo.", 0),
        ("J1-05", "Bought by you.", 0),
        ("J3-13", "Not seen yet: in the deck or reserved from it.", 2),
    ],
)
def test_any_card_may_be_looked_at(card: str, where: str, costs: int) -> None:
    look = table(position(NEAR), 1, f"card={card}").look
    assert look and (look.where, len(look.costs)) == (where, costs)


def test_what_can_be_done_with_a_card_stays_in_the_turn_panel() -> None:
    shown = table(position(NEAR), 1, "card=J2-05")
    assert (shown.look, shown.turn and shown.turn.mode) == (None, "reserve")


@pytest.mark.parametrize("viewer", [2, None])
def test_a_look_has_no_control_and_tells_no_legal_action(viewer: int | None) -> None:
    for state, _events in list(random_play(3))[::40]:
        if not state.over and state.seat == 1:
            page = Page(render(state, viewer, "card=J2-05"))
            assert page.controls == []
            assert all(link.startswith("card=") or not link for link in page.links)


def test_cards_behind_a_bonus_stand_by_colour() -> None:
    state = position(f"{BOARD} cards1=J3-02,J1-30,J2-15,J1-26:R,J2-24 cards2=J1-01")
    owned = strip(table(state, 2), 1)
    assert [(group.title, [slip.id for slip in group.slips]) for group in owned.owned] == [
        ("White: 1 bonus, 4 points", ["J3-02"]),
        ("Red: 2 bonuses, 2 points", ["J2-15", "J1-26"]),
        ("Without a colour: 8 points", ["J1-30", "J2-24"]),
    ]
    assert owned.owned_text == "5 cards"
    assert owned.owned[1].slips[1].label == "Level 1, copies a colour, 1 crown: counts as red"
    assert [(row.label, row.owned is None) for row in owned.colors][:2] == [
        ("white: 1 bonus", False),
        ("blue: 0 bonuses", True),
    ]


def test_the_board_in_words_names_every_cell_and_both_seats() -> None:
    spoken = {part.title: part.lines for part in table(position(NEAR)).spoken}
    assert list(spoken) == [
        "Board",
        "Level 3",
        "Level 2",
        "Level 1",
        "Royal cards and privileges",
        "Bo",
        "Ada, you, to move",
    ]
    assert spoken["Board"][1] == "Row 2: a2 green, b2 red, c2 black, d2 empty, e2 pearl."
    assert spoken["Board"][-1] == "In the bag: 2 blue, 1 black, 1 gold."
    assert spoken["Level 2"][0].endswith("short 5.")
    assert spoken["Bo"][0] == "Holds 2 green, 2 red, 1 black: 5 of 10."
    assert spoken["Bo"][-2:] == ("Reserved card, level 1.", "Bo can win next turn.")
    assert spoken["Ada, you, to move"][-1] == "Ada can win this turn."


def test_the_board_in_words_knows_no_more_than_the_page() -> None:
    blind = NEAR.replace("J1-09", "J1-09:unseen")
    one, other = position(blind), position(blind.replace("J1-09", "J1-10"))
    assert table(one).spoken == table(other).spoken
