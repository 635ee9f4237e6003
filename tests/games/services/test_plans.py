"""Making a plan: what is refused, what a second press does, and that it is nobody else's business."""

from typing import Any

import pytest

from accounts.models import User
from games.errors import ServiceError
from games.models import Game, Plan
from games.planning.facts import Fact, FactKind
from games.selectors.plans import entries_of
from games.services.plans import (
    MOST_ENTRIES,
    add_entry,
    clear_plan,
    delete_entry,
    move_entry,
)
from games.services.play import resign_game
from tests.builders import position
from tests.factories.games import make_game, put_position, seated
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

BOARD = "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest"
LINES = ("b2-c3", "c3-d4", "b2", "c3", "d4", "a2", "b3", "c2", "c4", "d3")


@pytest.fixture
def waiting() -> Game:
    """A game in which seat 2 thinks."""
    return stands(f"{BOARD} seat=2 turn=5 tokens1=W1 privileges1=1")


def stands(text: str) -> Game:
    """A game of two people that stands so."""
    game = make_game()
    put_position(game, position(text))
    return game


def plan(game: Game, seat: int = 1) -> Plan:
    """What is stored for the seat."""
    return Plan.objects.get(seat__game=game, seat__number=seat)


def add(game: Game, *words: str, user: User | None = None, **given: Any) -> Plan:
    """Seat 1 puts a turn into its plan, on the newest page."""
    found = Plan.objects.filter(seat__game=game, seat__number=1).first()
    asked = {"revision": found.revision if found else 0} | given
    return add_entry(game_id=game.pk, user=user or seated(game, 1), actions=list(words), **asked)


def words_of(game: Game) -> list[str]:
    """The turns of seat 1's plan."""
    return [" ".join(entry.words) for entry in entries_of(plan(game))]


def refused(game: Game, *words: str, **given: Any) -> str:
    """The code with which the turn is refused; nothing is stored."""
    before = [row["entries"] for row in Plan.objects.values() if row["entries"]]
    with pytest.raises(ServiceError) as refusal:
        add(game, *words, **given)
    assert [row["entries"] for row in Plan.objects.values() if row["entries"]] == before
    return refusal.value.code


def test_entries_stand_in_the_order_in_which_they_were_added(waiting: Game) -> None:
    add(waiting, "b2-c3-d4")
    add(waiting, "privilege@a2", "c3")
    assert words_of(waiting) == ["b2-c3-d4", "privilege@a2 c3"]
    assert plan(waiting).due_at is None


def test_an_entry_keeps_what_it_rests_on_and_what_it_wants(waiting: Game) -> None:
    want = Fact(FactKind.CROWNS_BELOW, number=8)
    add(waiting, "b2", wants=[want])
    (entry,) = entries_of(plan(waiting))
    assert entry.facts == (Fact(FactKind.CELL_HOLDS, cell="b2", token="red"),)
    assert entry.wants == (want,)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["a1"], "empty_cell"),
        (["b2", "c3"], "plan_too_long"),
        (["privilege@a2"], "plan_unfinished"),
        (["reserve:L1@b1", "discard:W1"], "plan_too_long"),
        (["replenish", "b2"], "plan_crosses"),
        (["nonsense"], "malformed_action"),
        ([], "malformed_action"),
        (["b2"] * 13, "malformed_action"),
        (["replenish"], "gift_not_confirmed"),
        (["claim"], "no_stand_off"),
        (["purchase:J1-05=W1"], "cannot_afford"),
    ],
)
def test_turn_that_can_t_be_planned_is_refused(waiting: Game, words: list[str], code: str) -> None:
    assert refused(waiting, *words) == code


def test_gift_is_confirmed_when_it_is_planned(waiting: Game) -> None:
    add(waiting, "replenish", sure=True)
    assert entries_of(plan(waiting))[0].gives


def test_who_wants_no_questions_is_not_asked_for_a_gift(waiting: Game) -> None:
    user = seated(waiting, 1)
    user.confirm_gifts = False
    user.save()
    add(waiting, "replenish", user=user)
    assert words_of(waiting) == ["replenish"]


def test_turn_may_be_allowed_to_go_past_what_is_turned_up(waiting: Game) -> None:
    add(waiting, "replenish", "b2", past=True, sure=True)
    add(waiting, "b2", past=True)
    assert [entry.past for entry in entries_of(plan(waiting))] == [True, False]


def test_second_press_adds_nothing(waiting: Game) -> None:
    add(waiting, "b2", revision=0)
    add(waiting, "b2", revision=0)
    assert words_of(waiting) == ["b2"]
    assert plan(waiting).revision == 1


def test_old_page_changes_nothing(waiting: Game) -> None:
    add(waiting, "b2")
    assert refused(waiting, "c3", revision=0) == "stale_plan"
    with pytest.raises(ServiceError, match="stale_plan"):
        move_entry(game_id=waiting.pk, user=seated(waiting, 1), key="gone", up=True, revision=0)


def test_entry_that_is_gone_is_not_moved(waiting: Game) -> None:
    add(waiting, "b2")
    revision = plan(waiting).revision
    with pytest.raises(ServiceError, match="stale_plan"):
        move_entry(
            game_id=waiting.pk, user=seated(waiting, 1), key="gone", up=True, revision=revision
        )
    assert words_of(waiting) == ["b2"]


def test_plan_has_a_most_of_entries(waiting: Game) -> None:
    for line in LINES[:MOST_ENTRIES]:
        add(waiting, line)
    assert refused(waiting, LINES[MOST_ENTRIES]) == "plan_full"


def test_entries_move_and_stay_at_the_ends(waiting: Game) -> None:
    user = seated(waiting, 1)
    for line in LINES[:3]:
        add(waiting, line)
    last = entries_of(plan(waiting))[2].key
    for expected in (["b2-c3", "b2", "c3-d4"], ["b2", "b2-c3", "c3-d4"], ["b2", "b2-c3", "c3-d4"]):
        revision = plan(waiting).revision
        move_entry(game_id=waiting.pk, user=user, key=last, up=True, revision=revision)
        assert words_of(waiting) == expected
    revision = plan(waiting).revision
    move_entry(game_id=waiting.pk, user=user, key=last, up=False, revision=revision)
    assert words_of(waiting) == ["b2-c3", "b2", "c3-d4"]


def test_deleting_twice_deletes_one(waiting: Game) -> None:
    add(waiting, "b2")
    add(waiting, "c3")
    key = entries_of(plan(waiting))[0].key
    for _press in range(2):
        delete_entry(game_id=waiting.pk, user=seated(waiting, 1), key=key)
    assert words_of(waiting) == ["c3"]


def test_plan_is_dropped_as_a_whole(waiting: Game) -> None:
    clear_plan(game_id=waiting.pk, user=seated(waiting, 1))
    add(waiting, "b2")
    clear_plan(game_id=waiting.pk, user=seated(waiting, 1))
    assert words_of(waiting) == []


def test_nothing_is_planned_in_one_s_own_turn(waiting: Game) -> None:
    with pytest.raises(ServiceError, match="own_turn"):
        add_entry(game_id=waiting.pk, user=seated(waiting, 2), actions=["b2"], revision=0)


def test_nothing_is_planned_by_who_only_watches(waiting: Game) -> None:
    for call in (
        lambda user: add(waiting, "b2", user=user),
        lambda user: clear_plan(game_id=waiting.pk, user=user),
    ):
        with pytest.raises(ServiceError, match="not_seated"):
            call(make_user())
    assert not Plan.objects.exists()


def test_nothing_is_planned_when_the_game_is_over(waiting: Game) -> None:
    add(waiting, "b2")
    resign_game(game_id=waiting.pk, user=seated(waiting, 2))
    assert words_of(waiting) == []
    assert refused(waiting, "b2") == "not_active"


def test_too_many_conditions_are_refused(waiting: Game) -> None:
    wants = [Fact(FactKind.CELL_FULL, cell="b2")] * 13
    assert refused(waiting, "b2", wants=wants) == "too_many_conditions"
