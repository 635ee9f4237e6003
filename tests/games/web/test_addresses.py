"""Whatever stands in an address, the game page is drawn: nonsense is no choice."""

from urllib.parse import urlencode

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameState
from tests.builders import position
from tests.games.web.page import render

STANDS = [
    position(
        "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest privileges1=2 pool=1 tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16"
    ),
    position("board=5/5/2W2/5/4A bag=rest tokens1=W3B4G3 tokens2=R1"),
    position("phase=discard_tokens bag=rest tokens1=W4B4G4 flags=acted"),
    position("phase=steal_token bag=rest tokens2=R1K1P1 flags=acted"),
    position("phase=choose_royal_card bag=rest cards1=J3-01,J1-04 flags=acted"),
    position("phase=over outcome=2/resignation bag=rest reserved2=J1-05:unseen"),
]
NAMES = (
    "turn",
    "do",
    "cell",
    "gold",
    "card",
    "deck",
    "payment",
    "onto",
    "token",
    "royal",
    "discard-red",
    "ask",
)
VALUES = st.one_of(
    st.sampled_from(
        (
            "b2",
            "a1",
            "e5",
            "b1",
            "J1-16",
            "J1-20",
            "J3-13",
            "R-2",
            "red",
            "gold",
            "2",
            "1",
            "replenish",
        )
    ),
    st.sampled_from(
        ("claim", "reserve", "privilege", "take", "white=1 blue=1 green=1 gold=1", "0", "-1", "999")
    ),
    st.lists(
        st.sampled_from(
            (
                "privilege@b2",
                "privilege@e2",
                "b2-c3",
                "c3",
                "discard:W1",
                "steal:R",
                "royal:R-1",
                "match@b2",
                "replenish",
                "reserve:L2@b1",
                "purchase:J1-16=W1B1G1A1",
                "claim",
                "x",
                "privilege@z9",
            )
        ),
        max_size=6,
    ).map(" ".join),
    st.text(max_size=10),
)


@settings(max_examples=150)
@given(
    st.sampled_from(STANDS),
    st.sampled_from([1, 2, None]),
    st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=6),
)
def test_no_address_breaks_the_page(
    state: GameState, viewer: int | None, fields: list[tuple[str, str]]
) -> None:
    page = render(state, viewer, urlencode(fields, errors="replace"))
    assert '<main class="table' in page
