"""The settled part of a draft: brought into order, tried out, cut where it doesn't hold; and what a press leads to."""

import pytest
from django.http import QueryDict

from engine import write_position
from games.models import Game
from games.web.staging import Stage, stage
from games.web.table import address_of, read_draft
from tests.builders import position
from tests.factories.games import mover_of, put_position, waiter_of
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.visit import act, game_url, refusal_on, text_of, visitor

pytestmark = pytest.mark.one_database

BOARD = "1A3/GRK1P/1WBK1/B1RG1/2W2"
STANDS = f"board={BOARD} bag=rest privileges1=2 pool=1"
FULL = f"board={BOARD} bag=rest tokens1=W2B2G2R2K1 privileges1=1 pool=2"


def staged(stands: str, query: str, viewer: int | None = 1) -> Stage:
    return stage(position(stands), viewer, read_draft(QueryDict(query)))


def words(found: Stage) -> tuple[str, ...]:
    return found.draft.turn


def test_privileges_come_before_the_main_action_whenever_they_were_chosen() -> None:
    found = staged(FULL, "turn=b2-c3+privilege@e2")
    assert words(found) == ("privilege@e2", "b2-c3")
    assert not found.lost
    assert "phase=discard_tokens" in write_position(found.state)


def test_a_main_action_that_ends_the_turn_is_the_choice_at_hand() -> None:
    found = staged(STANDS, "turn=privilege@e2+b2-c3")
    assert (words(found), found.draft.cells) == (("privilege@e2",), ("b2", "c3"))


@pytest.mark.parametrize(
    ("turn", "kept"),
    [
        ("privilege@b1", ()),  # gold
        ("privilege@e2+privilege@e2", ("privilege@e2",)),
        ("privilege@b2+b2-c3", ("privilege@b2",)),  # the cell is empty by then
        ("replenish", ()),  # it reveals: only the button plays it
        ("nonsense+privilege@e2", ("privilege@e2",)),
        ("privilege@e2+steal:R", ("privilege@e2",)),
    ],
)
def test_what_does_not_hold_is_left_out_and_told(turn: str, kept: tuple[str, ...]) -> None:
    found = staged(STANDS, f"turn={turn}")
    assert (words(found), found.lost) == (kept, True)


@pytest.mark.parametrize("viewer", [2, None])
def test_only_the_seat_to_move_has_a_draft(viewer: int | None) -> None:
    found = staged(STANDS, "turn=privilege@e2", viewer)
    assert (words(found), found.actions) == ((), ())


@pytest.mark.parametrize(
    "query",
    [
        "?turn=privilege@e2+b2-c3&discard-red=1",
        "?cell=b2&cell=c3&ask=1",
        "?gold=b1&deck=2",
        "?card=J1-05&payment=white%3D1+gold%3D2&onto=J1-20",
        "?do=replenish",
        "?token=red",
        "?royal=R-2",
        "?",
    ],
)
def test_a_draft_and_its_address_are_the_same(query: str) -> None:
    assert address_of(read_draft(QueryDict(query[1:]))) == query


def test_a_turn_that_is_not_complete_is_not_played(game: Game) -> None:
    put_position(game, position(FULL))
    with nothing_changes():
        response = act(visitor(mover_of(game)), game, {"do": "take", "cell": ["b2", "c3"]})
    assert response.headers["Location"] == game_url(game) + "?turn=b2-c3#turn"


def test_a_gift_is_played_only_with_its_own_confirmation(game: Game) -> None:
    put_position(game, position("board=RRR2/5/1PP2/5/4A bag=rest"))
    browser, take = visitor(mover_of(game)), {"do": "take", "cell": ["a1", "b1", "c1"]}
    with nothing_changes():
        asked = act(browser, game, take)
        other = act(browser, game, {**take, "sure": "b3-c3"})
    assert asked.headers["Location"] == other.headers["Location"]
    assert asked.headers["Location"].endswith("?cell=a1&cell=b1&cell=c1&ask=1#turn")
    version = game.version
    act(browser, game, {**take, "sure": "a1-b1-c1"})
    game.refresh_from_db()
    assert game.version > version


def test_no_question_where_nobody_gains_anything(game: Game) -> None:
    put_position(game, position("board=RRR2/5/1PP2/5/4A bag=rest privileges2=3"))
    response = act(visitor(mover_of(game)), game, {"do": "take", "cell": ["a1", "b1", "c1"]})
    assert response.headers["Location"] == game_url(game) + "#turn"


def test_a_draft_in_the_address_shows_nobody_else_anything(game: Game) -> None:
    put_position(game, position(FULL))
    page = visitor(waiter_of(game)).get(game_url(game) + "?turn=b2-c3&cell=e2&ask=1")
    assert 'data-mode="watch"' in text_of(page)
    assert "Nothing of this turn has been sent yet" not in text_of(page)


TYPED = [
    ("replenish b2-c3", "Type the turn as far as “replenish”."),
    ("privilege@e2 reserve:L2@b1 discard:W1", "Type the turn as far as “reserve:L2@b1”."),
    ("a2 c2", "Type the turn as far as “a2”."),
]


@pytest.mark.parametrize(("words", "reason"), TYPED)
def test_what_nobody_knows_yet_cannot_be_typed_past(game: Game, words: str, reason: str) -> None:
    put_position(game, position(STANDS))
    with nothing_changes():
        response = act(visitor(mover_of(game)), game, {"do": "words", "words": words})
    assert response.status_code == 422
    assert refusal_on(response).startswith(reason)
    assert f'value="{words}"' in text_of(response)


def test_a_turn_that_reveals_at_its_end_may_be_typed(game: Game) -> None:
    put_position(game, position(STANDS))
    form = {"do": "words", "words": "privilege@e2 reserve:L2@b1"}
    response = act(visitor(mover_of(game)), game, form)
    assert response.headers["Location"].endswith("?turn=privilege@e2&gold=b1&deck=2#turn")


def test_nobody_types_the_turn_of_another(game: Game) -> None:
    with nothing_changes():
        waits = act(visitor(waiter_of(game)), game, {"do": "words", "words": "a1"})
        watches = act(visitor(make_user()), game, {"do": "words", "words": "a1"})
    assert (waits.status_code, refusal_on(waits)) == (409, "It is not your turn.")
    assert watches.status_code == 403
