import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import CELL_BY_NAME
from engine.cards import CARD_IDS, CARD_NUMBERS
from engine.constants import BLUE, DISCARD, GOLD, NOTHING, PEARL, RED
from engine.counts import from_names, to_names
from engine.errors import Malformed
from engine.notation import read_position, write_position
from engine.state import GameState, Outcome
from tests.builders import position, random_play


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_text_round_trips_over_random_play(seed: int) -> None:
    for state, _ in random_play(seed):
        text = write_position(state)
        assert read_position(text) == state
        assert write_position(read_position(text)) == text


def test_empty_text_is_the_bare_table() -> None:
    state = position()
    assert (state.turn, state.seat, state.phase, state.fresh) == (1, 1, 0, True)
    assert state.board == (NOTHING,) * 25
    assert state.bag == from_names(
        {"white": 4, "blue": 4, "green": 4, "red": 4, "black": 4, "pearl": 2, "gold": 3}
    )
    assert [len(row) for row in state.pyramid] == [5, 4, 3]
    assert [len(deck) for deck in state.decks] == [25, 20, 10]
    assert [CARD_IDS[card] for card in state.pyramid[2]] == ["J3-01", "J3-02", "J3-03"]
    assert CARD_IDS[state.decks[2][0]] == "J3-04"
    assert (state.royals, state.pool) == ((0, 1, 2, 3), 3)
    assert state.stand_off and not state.open_memory


def test_fields_are_taken_in_any_order_and_over_lines() -> None:
    assert position("seat=2 turn=5") == position("turn=5\n  seat=2\n")


def test_board_rows_are_read_from_the_top() -> None:
    state = position("board=W3A/5/2P2/5/R4")
    at = {name: state.board[cell] for name, cell in CELL_BY_NAME.items()}
    assert (at["a1"], at["e1"], at["c3"], at["a5"], at["b1"]) == (0, GOLD, PEARL, RED, NOTHING)
    assert state.golds == 1 << CELL_BY_NAME["e1"]
    assert state.usable == sum(1 << CELL_BY_NAME[name] for name in ("a1", "c3", "a5"))


def test_bag_is_what_lies_nowhere_else() -> None:
    state = position("board=W4/5/5/5/5 tokens1=W2A1 tokens2=P")
    assert to_names(state.bag) == {
        "white": 1,
        "blue": 4,
        "green": 4,
        "red": 4,
        "black": 4,
        "pearl": 1,
        "gold": 2,
    }


def test_a_hand_may_hold_the_rest() -> None:
    state = position("board=WWWWB/BBBGG/GGRRR/RKKK1/5 tokens2=rest")
    assert state.bag == 0
    assert to_names(state.second.tokens)["gold"] == 3
    assert state == position("board=WWWWB/BBBGG/GGRRR/RKKK1/5 tokens2=K1P2A3 bag=0")


def test_pyramid_and_decks_are_completed_in_card_order() -> None:
    state = position("pyramid=J1-20,J2-24,J1-03 decks=J1-30,J3-13 cards1=J1-01 reserved2=J1-02")
    assert [CARD_IDS[card] for card in state.pyramid[0]] == [
        "J1-20",
        "J1-03",
        "J1-04",
        "J1-05",
        "J1-06",
    ]
    assert CARD_IDS[state.pyramid[1][0]] == "J2-24"
    assert [CARD_IDS[deck[0]] for deck in state.decks] == ["J1-30", "J2-04", "J3-13"]
    assert len(state.decks[0]) == 23


def test_pyramid_rows_may_have_empty_places() -> None:
    state = position("pyramid=-,J1-05/J2-01,-,-,-/-,-,-")
    assert [card == NOTHING for card in state.pyramid[0]] == [True, False, False, False, False]
    assert state.pyramid[1] == (CARD_NUMBERS["J2-01"], NOTHING, NOTHING, NOTHING)
    assert state.pyramid[2] == (NOTHING,) * 3
    assert len(state.decks[2]) == 13


def test_used_up_level_leaves_places_empty() -> None:
    level_3 = [card for card in CARD_IDS if card.startswith("J3")]
    owned = [f"{card}:W" if card in ("J3-11", "J3-12") else card for card in level_3]
    first, second = [",".join(owned[start::2]) for start in (0, 1)]
    state = position("royals1=R-1,R-2", cards1=first, cards2=second)
    assert state.pyramid[2] == (NOTHING,) * 3
    assert state.decks[2] == ()


def test_holdings_give_sums() -> None:
    mine = position("cards1=J2-01,J1-26:W,J1-30,J3-11:B royals1=R-2").first
    assert to_names(mine.bonuses, kinds=5) == {
        "white": 3,
        "blue": 1,
        "green": 0,
        "red": 0,
        "black": 0,
    }
    assert to_names(mine.points, kinds=5)["white"] == 1
    assert (mine.prestige, mine.crowns) == (1 + 3 + 2, 4)
    assert mine.colors == (0, 0, NOTHING, BLUE)


def test_reserved_cards_are_known_unless_marked() -> None:
    mine = position("reserved1=J1-05,J3-01:unseen").first
    assert mine.reserved == (CARD_NUMBERS["J1-05"], CARD_NUMBERS["J3-01"])
    assert mine.seen == (CARD_NUMBERS["J1-05"],)


def test_what_the_turn_has_seen() -> None:
    state = position(
        "flags=again,extra,replenished phase=discard_tokens tokens1=W4B4G3 options=open_memory,no_stand_off"
    )
    assert (state.again, state.extra_turn, state.replenished, state.fresh) == (
        True,
        True,
        True,
        False,
    )
    assert (state.phase, state.open_memory, state.stand_off) == (DISCARD, True, False)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1/prestige", Outcome(1, ("prestige",))),
        ("2/prestige,color/WK", Outcome(2, ("prestige", "color"), (0, 4))),
        ("draw/no_progress", Outcome(0, ("no_progress",))),
    ],
)
def test_outcome_is_winner_reasons_and_colors(text: str, outcome: Outcome) -> None:
    state = position(phase="over", outcome=text)
    assert state.outcome == outcome
    assert write_position(state).endswith(f"outcome={text}")


def written(state: GameState, key: str) -> str:
    return dict(part.split("=", 1) for part in write_position(state).split())[key]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("board", "1A3/GRK1P/1WBK1/B1RG1/2W2"),
        ("matching", "-"),
        ("flags", "acted,replenished,extra"),
        ("options", "open_memory,no_stand_off"),
        ("cards1", "J1-05,J1-26:B"),
        ("reserved2", "J3-01:unseen,J1-30"),
        ("tokens2", "W1P2A3"),
        ("last_purchase", "4"),
        ("replenishes", "7"),
    ],
)
def test_canonical_text_of_a_field(field: str, value: str) -> None:
    assert written(position("turn=4", **{field: value}), field) == value


BAD = {
    "what=1": "position: 'what=1' is not a field",
    "turn": "position: 'turn' is not a field",
    "turn=": "position: 'turn=' is not a field",
    "turn=1 turn=2": "turn: given twice",
    "turn=x": "turn: 'x' is not a number",
    "turn=-1": "turn: '-1' is not a number",
    "turn=\N{ARABIC-INDIC DIGIT FIVE}": "turn: '\N{ARABIC-INDIC DIGIT FIVE}' is not a number",
    "turn=9999999": "turn: '9999999' is not a number",
    "turn=0": "the first turn is turn 1",
    "last_purchase=2": "the last purchase lies in the future",
    "seat=3": "the seat to move is 1 or 2",
    "seat=0": "the seat to move is 1 or 2",
    "phase=lunch": "phase: 'lunch' is not one of main, take_matching_token, steal_token, "
    "choose_royal_card, discard_tokens, over",
    "flags=lazy": "flags: 'lazy' is not one of acted, replenished, extra, again",
    "flags=again": "an extra turn can't have been earned yet",
    "options=fast": "options: 'fast' is not one of open_memory, no_stand_off",
    "board=5/5/5/5": "board: '5/5/5/5' is not five rows of five cells",
    "board=5/5/5/5/4": "board: '5/5/5/5/4' is not five rows of five cells",
    "board=6/4/5/5/5": "board: '6' is not one of the letters WBGRKPA",
    "board=X4/5/5/5/5": "board: 'X' is not one of the letters WBGRKPA",
    "board=PPP2/5/5/5/5": "board: more tokens of a kind than there are",
    "board=" + "A" * 50: "board: '" + "A" * 40 + "…' is not five rows of five cells",
    "tokens1=W5": "tokens1: there are only 4 white tokens",
    "tokens1=W1W1": "tokens1: white is counted twice",
    "tokens1=2W": "tokens1: '2W' is not a count of tokens such as W4A1",
    "tokens1=X1": "tokens1: 'X' is not one of the letters WBGRKPA",
    "tokens1=W3 tokens2=W3": "tokens: 6 white instead of 4",
    "bag=0": "tokens: 0 white instead of 4",
    "bag=rest tokens2=rest": "bag: only one place can hold the rest",
    "tokens2=W4B4G3": "seat 2: more than 10 tokens",
    "tokens1=W4B4G4R2": "seat 1: more than 13 tokens before the main action",
    "pyramid=J9-01": "pyramid: 'J9-01' is not a jewel card",
    "pyramid=J2-01/J2-02/J3-01": "pyramid: J2-01 is not of level 1",
    "pyramid=-/-": "pyramid: 2 rows instead of 3",
    "pyramid=J3-01,J3-02,J3-03,J3-04": "pyramid: 4 cards where 3 have room",
    "pyramid=J1-01,J1-01": "cards: J1-01 is in 2 places",
    "cards1=J1-01 reserved2=J1-01": "cards: J1-01 is in 2 places",
    "cards1=J1-26": "cards1: J1-26 needs a colour behind it",
    "cards1=J1-01:W": "cards1: J1-01 takes no colour behind it",
    "cards1=J1-26:P": "cards1: pearl is not a colour",
    "cards2=R-1": "cards2: 'R-1' is not a jewel card",
    "reserved1=J1-01:seen": "reserved1: J1-01: the mark of a reserved card is unseen",
    "reserved1=J1-01,J1-02,J1-03,J1-04": "seat 1: more than 3 reserved cards",
    "royals1=R-5": "royals1: 'R-5' is not a royal card",
    "royals1=R-1": "seat 1: 0 crowns and 1 royal cards",
    "cards2=J3-11:W": "seat 2: 3 crowns and 0 royal cards",
    "cards1=J3-11:W royals1=R-1 royals=R-1,R-2": "royal cards: R-1 is in 2 places",
    "royals=R-1": "royal cards: R-2 is in 0 places",
    "privileges1=2 privileges2=2": "privileges: 4 instead of 3",
    "privileges1=1 pool=1": "privileges: 2 instead of 3",
    "stand_off1=1": "seat 1: a stand-off count without all gold and both pearls",
    "stand_off1=1 tokens1=P2A3 options=no_stand_off": "seat 1: a stand-off count though the rule is switched off",
    "matching=R": "a matching colour and phase take_matching_token go together",
    "phase=take_matching_token": "a matching colour and phase take_matching_token go together",
    "phase=take_matching_token matching=P": "matching: pearl is not a colour",
    "phase=take_matching_token matching=R": "phase take_matching_token: there is nothing to choose",
    "phase=steal_token tokens2=A3": "phase steal_token: there is nothing to choose",
    "phase=choose_royal_card": "seat 1: 0 crowns and 0 royal cards",
    "phase=discard_tokens tokens1=W4B4G2": "phase discard_tokens: there is nothing to choose",
    "phase=over": "an outcome and phase over go together",
    "outcome=1/prestige": "an outcome and phase over go together",
    "phase=over outcome=1": "outcome: '1' is not a result such as 1/color/R",
    "phase=over outcome=3/prestige": "outcome: '3/prestige' is not a result such as 1/color/R",
    "phase=over outcome=1/luck": "outcome: 'luck' is not a reason",
    "phase=over outcome=1/timeout,timeout": "outcome: each reason once",
    "phase=over outcome=draw/timeout": "outcome: only no_progress is a draw",
    "phase=over outcome=1/no_progress": "outcome: only no_progress is a draw",
    "phase=over outcome=1/color": "outcome: colours and the reason color go together",
    "phase=over outcome=1/prestige/R": "outcome: colours and the reason color go together",
    "phase=over outcome=1/color/A": "outcome: gold is not a colour",
}


@pytest.mark.parametrize("text", BAD)
def test_unsound_text_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_position(text)
    assert str(caught.value) == BAD[text]


def test_too_many_points_or_bonuses_of_a_color_are_malformed() -> None:
    copies = "J1-26:W,J1-27:W,J1-28:W,J1-29:W,J2-21:W,J2-22:W,J2-23:W,J3-11:W,J3-12:W"
    plain = "J1-01,J1-02,J1-03,J1-04,J1-05,J2-01,J2-02,J2-03,J2-04"
    with pytest.raises(Malformed, match="seat 1: more than 16 white bonuses"):
        position(cards1=f"{plain},{copies}", royals1="R-1,R-2")
    with pytest.raises(Malformed, match="seat 1: more than 15 points on white cards"):
        position(cards1=f"{plain},J3-01,J3-02,J3-12:W", royals1="R-1")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_position_or_malformed(text: str) -> None:
    try:
        read_position(text)
    except Malformed as error:
        assert str(error)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 30), st.integers(0, 40), st.integers(0, 900), st.text(max_size=4))
def test_a_changed_position_is_sound_or_malformed(
    seed: int, number: int, place: int, change: str
) -> None:
    states = [state for state, _ in random_play(seed % 3)]
    text = write_position(states[number * 7 % len(states)])
    place %= len(text)
    try:
        state = read_position(text[:place] + change + text[place + len(change) :])
    except Malformed:
        return
    assert read_position(write_position(state)) == state
