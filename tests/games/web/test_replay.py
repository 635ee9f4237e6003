"""Positions that a game has left: who sees what of them, and the ways from one to the next."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from engine import GameRecord, view_for, write_record, write_view
from games.models import Game, GameEvent
from games.selectors.past import log_of, position_at
from games.selectors.state import engine_events
from games.services.play import resign_game
from tests.factories.games import play_random, seated
from tests.factories.users import make_user
from tests.games.web.conftest import Staged
from tests.games.web.visit import Response, game_url, lasting, text_of, visitor
from tests.hidden import CARD, exchange_hidden

pytestmark = pytest.mark.one_database

STEP = re.compile(r'data-step="(\d+)"')
WAY = re.compile(r'id="go-(\w+)" href="([^"]+)"')


def at(game: Game, number: int, query: str = "") -> str:
    """The address of a position."""
    return reverse("games:at", args=[game.pk, number]) + query


def steps_of(game: Game) -> list[int]:
    """Numbers of the positions that have a step of their own."""
    return [span.last for span in log_of(game).spans]


def ways_on(response: Response) -> dict[str, str]:
    """The transport's links."""
    return dict(WAY.findall(text_of(response)))


def text_field(response: Response, name: str) -> str:
    """What the page offers to copy."""
    found = re.search(rf'<textarea id="copy-{name}"[^>]*>([^<]*)<', text_of(response))
    assert found
    return found[1]


@pytest.fixture
def played(game: Game) -> Game:
    """A game in the middle, in which cards were reserved from decks."""
    play_random(game, 60, seed=1)
    assert GameEvent.objects.filter(game=game, kind="card_reserved", payload__unseen=True).exists()
    return game


@pytest.fixture
def over(played: Game) -> Game:
    """The same after seat 2 has resigned."""
    resign_game(game_id=played.pk, user=seated(played, 2))
    played.refresh_from_db()
    return played


def test_each_event_has_a_position_and_steps_lead_from_one_to_the_next(played: Game) -> None:
    client, steps = visitor(seated(played, 1)), steps_of(played)
    page, seen = at(played, steps[0]), []
    while page != game_url(played):
        response = client.get(page)
        assert response.status_code == 200
        seen.append(page)
        page = ways_on(response)["forward"]
    assert seen == [at(played, number) for number in steps]
    for number in range(steps[0], played.version + 1):
        assert client.get(at(played, number)).status_code == 200


def test_ways_of_the_first_a_middle_and_the_last_step(played: Game) -> None:
    client, steps, now = visitor(seated(played, 1)), steps_of(played), game_url(played)
    first, middle, last = (client.get(at(played, steps[place])) for place in (0, 5, -1))
    assert ways_on(first) == {"forward": at(played, steps[1]), "last": now}
    assert ways_on(middle) == {
        "first": at(played, steps[0]),
        "back": at(played, steps[4]),
        "forward": at(played, steps[6]),
        "last": now,
    }
    assert ways_on(last)["forward"] == ways_on(last)["last"] == now


def test_a_number_inside_a_step_belongs_to_it(played: Game) -> None:
    span = next(span for span in log_of(played).spans if span.first < span.last)
    page = visitor(seated(played, 1)).get(at(played, span.first))
    assert f'data-step="{span.last}" aria-current="step"' in text_of(page)
    index = steps_of(played).index(span.last)
    assert ways_on(page)["forward"] == at(played, steps_of(played)[index + 1])


@pytest.mark.parametrize("number", [0, 1, 100_000, 10**30])
def test_number_out_of_range_is_a_page_that_leads_back(played: Game, number: int) -> None:
    page = visitor(seated(played, 1)).get(at(played, number))
    assert page.status_code == 404
    assert f'href="{game_url(played)}">Back to the game</a>' in text_of(page)


def test_the_present_is_the_game_page(played: Game) -> None:
    page = visitor(seated(played, 1)).get(reverse("games:present", args=[played.pk]))
    assert (page.status_code, page["Location"]) == (302, game_url(played))


def test_a_game_that_has_not_begun_has_no_positions(staged: Callable[[str], Staged]) -> None:
    stage = staged("by name")
    maker = visitor(stage.people["maker"])
    assert maker.get(at(stage.game, 1)).status_code == 404
    assert game_url(stage.game) in text_of(maker.get(at(stage.game, 1)))
    assert game_url(stage.game) not in text_of(visitor().get(at(stage.game, 1)))


# What each may see


@pytest.mark.parametrize("who", [1, 2, None])
def test_a_past_position_names_only_cards_that_the_viewer_could_see(
    played: Game, who: int | None
) -> None:
    client, log = visitor(seated(played, who) if who else None), log_of(played)
    for number in steps_of(played)[::7]:
        view = view_for(position_at(log, number), who)
        table = text_of(client.get(at(played, number))).partition('<div class="side">')[0]
        assert set(CARD.findall(table)) <= set(CARD.findall(str(view)))


@pytest.mark.parametrize("who", [1, 2, None])
@pytest.mark.parametrize("query", ["", "?as=all"])
@pytest.mark.parametrize("seed", [1, 4])  # each seat keeps a card that only it knows in one of them
def test_past_of_a_running_game_is_equal_when_only_hidden_cards_differ(
    game: Game, who: int | None, query: str, seed: int
) -> None:
    play_random(game, 60, seed)
    client = visitor(seated(game, who) if who else None)
    pages = [at(game, number, query) for number in range(1, game.version + 2, 6)]
    here = [lasting(client.get(page)) for page in pages]
    assert exchange_hidden(game, who, seed) > 10
    assert [lasting(client.get(page)) for page in pages] == here


def test_asking_for_other_eyes_changes_nothing_while_the_game_runs(played: Game) -> None:
    client, number = visitor(seated(played, 1)), steps_of(played)[20]
    plain = lasting(client.get(at(played, number)))
    for query in ("?as=1", "?as=2", "?as=all", "?as=x"):
        assert lasting(client.get(at(played, number, query))) == plain


def test_three_views_of_a_finished_game(over: Game) -> None:
    row = GameEvent.objects.filter(game=over, kind="card_reserved", payload__unseen=True)[0]
    card, owner = row.payload["card"], row.seat or 0
    client, shown = visitor(make_user()), {}
    for asked in ("1", "2", "all"):
        page = client.get(at(over, row.number, f"?as={asked}"))
        told = re.search(r'id="told">(.*)</p>', text_of(page))
        kept = text_field(page, "position").partition("reserved")[2]
        shown[asked] = (card in kept, card in told[1] if told else None)
    assert shown.pop(str(3 - owner)) == (False, False)
    assert set(shown.values()) == {(True, True)}


@pytest.mark.parametrize("seat", [1, 2])
def test_a_seat_s_view_of_a_finished_game_depends_on_what_it_could_see_then(
    over: Game, seat: int
) -> None:
    number = steps_of(over)[50]
    client, address = visitor(make_user()), at(over, number, f"?as={seat}")

    def table() -> str:
        return lasting(client.get(address)).decode().partition('<div class="side">')[0]

    here = table()
    assert exchange_hidden(over, seat, 1, position_at(log_of(over), number)) > 10
    assert table() == here


@pytest.mark.parametrize(
    ("who", "query", "current"),
    [
        (1, "", "as=1"),
        (2, "", "as=2"),
        (None, "", "as=all"),
        (None, "?as=2", "as=2"),
        (1, "?as=2", "as=2"),
        (1, "?as=all", "as=all"),
        (1, "?as=4", "as=1"),
    ],
)
def test_whose_eyes_a_finished_game_is_seen_with(
    over: Game, who: int | None, query: str, current: str
) -> None:
    page = text_of(visitor(seated(over, who) if who else None).get(at(over, 20, query)))
    assert re.findall(r'\?(as=\w+)" aria-current="true"', page) == [current]
    assert (">you</span>" in page) == (who is not None)


def test_ways_keep_the_eyes(over: Game) -> None:
    page = visitor().get(at(over, steps_of(over)[5], "?as=2"))
    assert {way.partition("?")[2] for way in ways_on(page).values()} == {"as=2"}


def test_last_step_of_a_finished_game_ends_the_way(over: Game) -> None:
    page = visitor(seated(over, 1)).get(at(over, over.version))
    assert set(ways_on(page)) == {"first", "back"}
    assert "won: the other seat resigned" in text_of(page)


# Marks, text to copy, cost


def test_marks_are_those_of_the_step(played: Game) -> None:
    row = GameEvent.objects.filter(game=played, kind="tokens_taken").last()
    assert row is not None
    page = text_of(visitor(seated(played, 1)).get(at(played, row.number)))
    marked = re.findall(r'data-cell="(\w\d)"[^>]*>\s*<span class="cell was"', page)
    assert sorted(marked) == sorted(row.payload["cells"])


def test_copies_of_a_running_game_hold_what_the_viewer_may_see(played: Game) -> None:
    number = steps_of(played)[10]
    page = visitor(seated(played, 1)).get(at(played, number))
    state = position_at(log_of(played), number)
    assert text_field(page, "position") == write_view(view_for(state, 1))
    whole = write_record(GameRecord(tuple(engine_events(played, after=0))))
    assert f" : {text_field(page, 'game')}" == whole[whole.index(" : ") :]


def test_a_page_takes_as_many_queries_early_as_late(game: Game) -> None:
    people: list[User | None] = [seated(game, 1), seated(game, 2), make_user(), None]

    def asked(number: int) -> list[int]:
        counts = []
        for user in people:
            client = visitor(user)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(at(game, number)).status_code == 200
            counts.append(len(queries))
        return counts

    early = asked(game.version)
    play_random(game, 100)
    assert asked(game.version) == early
    assert max(early) <= 8


def test_finished_game_page_offers_its_record_within_ten_queries(over: Game) -> None:
    client = visitor(seated(over, 1))
    with CaptureQueriesContext(connection) as queries:
        page = client.get(game_url(over))
    assert len(queries) <= 10
    assert text_field(page, "game").endswith("resign:2")
    assert text_field(page, "game").startswith("rules=1 turn=1 ")


# Beside the board


def since_on(response: Response) -> list[int]:
    """Steps that the game page heads as new."""
    found = re.search(r'id="since" data-steps="([\d ]*)"', text_of(response))
    return [int(number) for number in found[1].split()] if found else []


def test_game_page_tells_the_steps_since_the_viewer_s_own_turn(played: Game) -> None:
    ends = GameEvent.objects.filter(game=played, kind="turn_ended")
    for seat in (1, 2):
        own = max(ends.filter(seat=seat).values_list("number", flat=True))
        begun = GameEvent.objects.filter(game=played, number__gt=own, seat=seat)
        acted = begun.exclude(kind__in=["privilege_gained", "privilege_withheld"]).exists()
        new = [] if acted else [number for number in steps_of(played) if number > own]
        assert since_on(visitor(seated(played, seat)).get(game_url(played))) == new
    assert since_on(visitor(make_user()).get(game_url(played))) == []


def test_nothing_is_new_where_the_opponent_has_not_played(game: Game) -> None:
    for seat in (1, 2):
        assert since_on(visitor(seated(game, seat)).get(game_url(game))) == []


def test_who_has_not_played_yet_reads_what_came_before(game: Game) -> None:
    starter = game.seat_to_move or 0
    state = play_random(game, 1)
    while state.seat == starter:
        state = play_random(game, 1)
    page = visitor(seated(game, 3 - starter)).get(game_url(game))
    assert "Before your first turn" in text_of(page)
    assert since_on(page) == steps_of(game)[1:]


def test_every_step_of_the_log_leads_to_its_position(played: Game) -> None:
    page = text_of(visitor(seated(played, 1)).get(game_url(played, "log")))
    assert sorted(map(int, STEP.findall(page))) == steps_of(played)
    assert page.count('aria-current="step"') == 1
    assert f'data-step="{played.version}" aria-current="step"' in page
