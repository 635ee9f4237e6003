"""No page holds what its view hides, and none depends on it."""

import re

import pytest

from engine import GameState, view_for
from tests.builders import position, random_play
from tests.games.web.page import render

pytestmark = pytest.mark.one_database

CARD = re.compile(r"\b(?:J[1-3]-\d\d|R-[1-4])\b")
# Always the same; they name some cards.
EXAMPLES = re.compile(r'<p class="say" id="typed-help">.*?</p>')


def shown_ids(state: GameState, viewer: int | None) -> set[str]:
    """Card ids that the viewer's own view names."""
    view = view_for(state, viewer)
    return set(CARD.findall(str(view)))


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_page_names_no_card_that_the_view_hides(viewer: int | None) -> None:
    for index, (state, _events) in enumerate(random_play(3)):
        if index % 25 == 0 and not state.over:
            page = EXAMPLES.sub("", render(state, viewer))
            assert set(CARD.findall(page)) <= shown_ids(state, viewer)


HIDDEN = "bag=rest pyramid=J1-01,J1-02,-,-,-/J2-01,-,-,-/J3-01,-,- tokens1=W2B2 tokens2=A1"


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("query", ["", "card=J1-05", "card=J1-06", "card=J1-01"])
def test_page_is_the_same_whatever_the_opponent_has_reserved(
    viewer: int | None, query: str
) -> None:
    one = position(HIDDEN, reserved2="J1-05,J2-08:unseen")
    other = position(HIDDEN, reserved2="J1-06,J2-09:unseen")
    assert render(one, viewer, query) == render(other, viewer, query)


def test_page_does_not_say_what_the_opponent_could_do() -> None:
    forced = position("board=5/5/5/5/4A bag=rest reserved2=J3-01,J3-02,J3-03", seat=2)
    free = position("board=5/5/5/5/4A bag=rest reserved2=J1-14,J3-02,J3-03 cards2=J1-20", seat=2)
    forced_page, free_page = render(forced, 1), render(free, 1)
    assert "replenish first" not in forced_page
    assert forced_page.count("short") == free_page.count("short")


def test_open_memory_shows_the_card_that_both_have_seen() -> None:
    state = position(HIDDEN, reserved2="J1-05,J2-08:unseen", options="open_memory")
    page = render(state, 1)
    assert "card=J1-05" in page
    assert "J2-08" not in page
