"""The table as values: what stands where, for whom, in which words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from engine import GameState, view_for
from games.web.table import Draft, News, Table, build_table, clock_for, game_row, read_draft
from games.web.table.cards import CardBack, CardFace
from games.web.table.draft import payment_value
from tests.builders import position
from tests.games.web.page import NAMES, legal_json

BOARD = "1A3/GRK1P/1WBK1/B1RG1/2W2"


def table(
    state: GameState, viewer: int | None = 1, query: str = "", news: News | None = None
) -> Table:
    draft = read_draft(QueryDict(query))
    view, legal = view_for(state, viewer), legal_json(state, viewer)
    return build_table(view, viewer, legal, NAMES, draft, news)


def midgame(**fields: str | int) -> GameState:
    given: dict[str, str | int] = {
        "tokens1": "W2B1R1K1P1A1",
        "tokens2": "R1K1",
        "privileges1": 2,
        "pool": 1,
        "board": BOARD,
        "bag": "rest",
        "pyramid": "J1-14,J1-27,J1-23,J1-11,J1-02/J2-05,J2-24,J2-02,J2-12/J3-03,J3-12,J3-06",
        "decks": "J1-30/J2-23/J3-13",
        "cards1": "J1-20,J2-15",
        "reserved1": "J3-08",
        "reserved2": "J3-10:unseen,J2-01",
    }
    return position("", **(given | fields))


def test_viewer_sits_below_and_sees_the_opponents_backs() -> None:
    shown = table(midgame())
    assert (shown.lower.name, shown.upper.name) == ("Ada", "Bo")
    assert [type(paper) for paper in shown.lower.papers] == [CardFace]
    assert [paper.level for paper in shown.upper.papers] == [2, 3]
    assert all(isinstance(paper, CardBack) for paper in shown.upper.papers)
    assert (shown.lower.free, shown.upper.free) == (2, 1)


def test_spectator_sees_seat_1_below_and_printed_costs() -> None:
    shown = table(midgame(), viewer=None)
    assert (shown.lower.seat, shown.lower.you) == (1, False)
    faces = [card for row in shown.market.rows for card in row.cards if card]
    assert not any(face.personal or face.can or face.foot for face in faces)
    assert all(isinstance(paper, CardBack) for paper in shown.lower.papers)


def test_line_of_the_draft_stands_on_the_confirm_button() -> None:
    shown = table(midgame(), query="cell=d4&cell=b2&cell=c3")
    assert shown.turn is not None and shown.turn.confirm is not None
    assert shown.turn.confirm.text == (
        'Take red, blue, green from <span class="nb">b2-c3-d4</span>'
    )
    assert shown.turn.confirm.stones == ("red", "blue", "green")
    assert shown.turn.after == "You will hold 10 of 10 tokens."
    assert (shown.lower.held, shown.lower.after) == (7, 10)
    assert shown.tray.link == "M150 150 250 250 350 350"


def test_gift_is_told_before_it_is_given() -> None:
    state = position("board=RRR2/PP3/5/5/5 bag=rest tokens1=W2")
    alike = table(state, query="cell=a1&cell=b1&cell=c1").turn
    pearls = table(state, query="cell=a2&cell=b2").turn
    two = table(state, query="cell=a1&cell=b1").turn
    assert alike and pearls and two and alike.confirm and pearls.confirm and two.confirm
    assert alike.confirm.small == pearls.confirm.small == "Bo gains a privilege"
    assert two.confirm.small == ""


def test_over_ten_is_told_before_confirming() -> None:
    state = position(f"board={BOARD} bag=rest tokens1=W2B2G2R1K1A1")
    shown = table(state, query="cell=b2&cell=c3&cell=d4").turn
    assert shown and shown.after == "You will hold 12 tokens and then return 2 tokens."


def test_payment_that_spares_gold_is_chosen_first() -> None:
    state = midgame(tokens1="B2A2", cards1="J1-20,J2-15,J1-16,J1-10")
    shown = table(state, query="card=J2-02").turn
    assert shown and shown.purchase
    assert [(p.value, p.chosen) for p in shown.purchase.payments] == [
        ("blue=2 gold=1", True),
        ("blue=1 gold=2", False),
    ]


def test_refused_payment_stays_chosen() -> None:
    state = midgame(tokens1="W2P1A1", cards1="J1-10,J1-07")
    shown = table(state, query="do=purchase&card=J1-23&payment=white%3D2+gold%3D1").turn
    assert shown and shown.purchase
    assert [p.value for p in shown.purchase.payments if p.chosen] == ["white=2 gold=1"]


def test_copy_card_offers_each_of_my_colours_once() -> None:
    state = midgame(tokens1="K2P1A2", tokens2="R1", cards1="J1-20,J2-15,J1-10,J1-26:B")
    shown = table(state, query="card=J1-27").turn
    assert shown and shown.purchase
    assert [(lay.color, lay.card, lay.chosen) for lay in shown.purchase.lays] == [
        ("blue", "J1-10", True),
        ("red", "J1-20", False),
    ]


def test_purchase_that_wins_says_so() -> None:
    state = midgame(tokens1="G2R2K2", tokens2="0", cards1="J2-15,J2-16,J1-20,J2-14")
    shown = table(state, query="card=J3-08").turn
    assert shown and shown.confirm and shown.ends_game
    assert shown.confirm.small == "10 points in red: you win"


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("card=J3-03", "Short 12, three cards reserved already."),
        ("card=J3-08", "Short 8."),
    ],
)
def test_card_out_of_reach_says_why(query: str, why: str) -> None:
    state = midgame(tokens1="R1", cards1="J1-20", reserved1="J3-08,J3-09,J3-10", reserved2="-")
    shown = table(state, query=query).turn
    assert shown and shown.confirm
    assert shown.confirm.why == why


def test_news_marks_cells_and_cards() -> None:
    news = News(
        taken={"d2": "red"}, line=("d2", "e2"), came=frozenset(["c3"]), fresh=frozenset(["J1-02"])
    )
    shown = table(midgame(), news=news)
    marked = {c.name: (c.mark, c.label) for c in shown.tray.cells if c.mark}
    assert marked == {
        "d2": ("was", "d2, empty, red taken last turn"),
        "c3": ("in", "c3, blue, came from the bag last turn"),
    }
    fresh = [card.id for row in shown.market.rows for card in row.cards if card and card.fresh]
    assert fresh == ["J1-02"]


def test_result_names_the_goal_and_adds_up_the_colour() -> None:
    state = position(
        "phase=over outcome=1/color/R cards1=J2-15,J2-16,J1-20,J3-08,J1-16,J1-05 bag=rest"
    )
    mine, theirs, other = table(state), table(state, viewer=2), table(state, viewer=None)
    assert mine.turn is None and mine.result and theirs.result and other.result
    assert mine.result.title == "You won by colour"
    assert theirs.result.title == other.result.title == "Ada won by colour"
    assert [(s.name, s.points) for s in mine.result.sums] == [("red", (2, 2, 1, 4))]


def test_gauges_have_half_units_for_odd_prestige() -> None:
    shown = table(midgame(cards1="J1-20,J2-15"))
    prestige = shown.lower.goals[0]
    assert (prestige.value, prestige.reached) == (3, "M0 0h8.6v8h-8.6zM10 0h4.3v8h-4.3z")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=2, hours=4, minutes=59), "2 d 4 h"),
        (timedelta(days=3), "3 d"),
        (timedelta(hours=5, minutes=10), "5 h"),
        (timedelta(minutes=40), "40 min"),
        (timedelta(seconds=-5), "0 min"),
    ],
)
def test_time_left_in_words(left: timedelta, words: str) -> None:
    clock = clock_for(left, datetime(2026, 5, 14, tzinfo=UTC))
    assert (clock.left, clock.out) == (words, left <= timedelta(0))


def test_row_of_a_list_is_told_from_one_seat() -> None:
    state = midgame()
    row = game_row(
        game_id="g",
        view=view_for(state, 2),
        viewer=2,
        opponent="Ada",
        clock=None,
    )
    assert (row.my_turn, row.opponent, row.result) == (False, "Ada", "")
    assert [(s.mine, s.theirs) for s in row.standings] == [(0, 3), (0, 0), (0, 3)]
    assert [pit.kind for pit in row.pits][:2] == ["", "gold"]


@pytest.mark.parametrize(
    ("viewer", "outcome", "words"),
    [
        (1, "1/prestige,crowns", "Won by prestige, by crowns"),
        (2, "1/timeout", "Lost on time"),
        (2, "draw/no_progress", "A draw"),
    ],
)
def test_finished_row_tells_the_result_from_the_own_side(
    viewer: int, outcome: str, words: str
) -> None:
    now = datetime(2026, 5, 14, tzinfo=UTC)
    view = view_for(position("phase=over bag=rest", outcome=outcome), viewer)
    row = game_row(game_id="g", view=view, viewer=viewer, opponent="Bo", clock=None, ended_at=now)
    assert (row.result, row.clock) == (words, None)


def test_nonsense_in_an_address_is_no_draft() -> None:
    query = "do=win&cell=z9&cell=b2&cell=b2&card=J9&deck=7&discard-red=x&discard-gold=99999&gold=1"
    assert read_draft(QueryDict(query)) == Draft(cells=("b2",))


def test_payment_value_keeps_the_order_of_kinds() -> None:
    assert payment_value({"gold": 1, "white": 2, "red": 0}) == "white=2 gold=1"
