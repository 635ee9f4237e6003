"""Pages about people: the list of the best, finding by name, profiles with their finished games."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.enums import Pool
from games.models import Game, Rating, RatingChange, Seat
from games.selectors import ranking
from games.services.play import resign_game
from games.web.people import about
from games.web.rating_chart import HEIGHT, ROOM, WIDTH, chart_of
from tests.factories.games import OPTIONS, make_computer_game, make_game
from tests.factories.users import make_user
from tests.games.web.visit import game_url, text_of, visitor

pytestmark = pytest.mark.django_db

RATED = replace(OPTIONS, rated=True)


def profile(user: User, looking: User | None = None, query: str = "") -> str:
    """The text of a profile, white space folded."""
    response = visitor(looking).get(reverse("games:player", args=[user.username]) + query)
    assert response.status_code == 200
    return " ".join(text_of(response).split())


def beaten(winner: User, loser: User, *, rated: bool = False) -> Game:
    """A game that `loser` has resigned."""
    game = make_game(winner, loser, RATED if rated else OPTIONS)
    return resign_game(game_id=game.pk, user=loser)


def rate(user: User, value: float, *, days_ago: int = 1, certain: bool = True) -> Rating:
    """A rating from a game of some days ago."""
    played = timezone.now() - timedelta(days=days_ago)
    return Rating.objects.create(
        user=user,
        pool=Pool.PEOPLE,
        value=value,
        deviation=80 if certain else 200,
        volatility=0.06,
        games=12,
        played_at=played,
        certain_until=played + timedelta(days=200) if certain else None,
    )


def places(page: str) -> list[tuple[str, str]]:
    """Places and names in the list of the best."""
    return re.findall(r"<td>(\d+)</td><th scope=\"row\"><a href=\"/players/([^/]+)/\">", page)


# Profiles


def test_a_newcomers_profile_claims_nothing() -> None:
    page = profile(make_user("ada"))
    assert "no rated game yet" in page
    assert "too few turns to say" in page
    assert "none yet" in page
    assert "<svg viewBox" not in page


def test_a_profile_shows_rating_score_and_habits() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    beaten(ada, ben, rated=True)
    game = beaten(ben, ada)
    Seat.objects.filter(game=game, user=ada).update(turns=20, answer_seconds=20 * 7200)
    page = profile(ada)
    assert "<b>1662?</b>" in page
    assert "after 1 rated game;" in page
    assert "<b>100 %</b>" in page
    assert "about 2 hours" in page
    assert "1 won, 0 drawn, 1 lost" in page
    assert "Against you" not in page


def test_the_score_against_each_other_is_told_from_the_readers_side() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    for winner, loser in ((ada, ben), (ada, ben), (ben, ada), (ada, make_user())):
        beaten(winner, loser)
    assert "you won 1, drew 0, lost 2" in profile(ada, ben)
    assert "you won 2, drew 0, lost 1" in profile(ben, ada)


def test_a_rating_that_has_grown_old_is_marked_again() -> None:
    ada = make_user()
    rate(ada, 1700, days_ago=300)
    assert "<b>1700?</b>" in profile(ada)


def test_running_games_are_on_nobodys_profile() -> None:
    ada, ben = make_user(), make_user()
    running, over = make_game(ada, ben), beaten(ada, ben)
    for looking in (None, ben, ada):
        page = profile(ada, looking)
        assert over.pk in page
        assert running.pk not in page


def test_a_name_is_found_in_any_case_and_an_unknown_one_is_not_there() -> None:
    ada = make_user("Ada_1")
    assert "<h1>Ada_1</h1>" in profile(ada)
    assert visitor().get("/players/aDA_1/").status_code == 200
    for name in ("nobody1", "x", "a%00b", "ada_1'--"):
        assert visitor().get(f"/players/{name}/").status_code == 404


def test_who_left_has_no_page_and_is_somebody_in_others_lists() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    beaten(ada, ben, rated=True)
    ben.delete()
    assert visitor().get("/players/ben/").status_code == 404
    assert "against Somebody" in profile(ada)


def test_blocking_is_offered_to_others_and_taken_back_there() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    assert "Block ada" in profile(ada, ben)
    block_user(user=ben, blocked=ada)
    assert "Unblock ada" in profile(ada, ben)
    assert "Block ben" in profile(ben, ada)  # who is blocked isn't told
    assert 'name="name" value="ada"' not in profile(ada, ada)
    assert 'name="name" value="ada"' not in profile(ada)


def test_a_challenge_leads_to_a_new_game_with_the_name() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    link = re.search(r'class="go" href="(/games/new/[^"]+)"', profile(ada, ben))
    assert link is not None
    form = text_of(visitor(ben).get(link[1].replace("&amp;", "&")))
    assert re.search(r'name="name" value="ada"', form)


# Finished games


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"won", "lost", "computer", "rated"}),
        ("result=won", {"won", "rated"}),
        ("result=lost", {"lost", "computer"}),
        ("result=drawn", set()),
        ("rated=yes", {"rated"}),
        ("rated=no", {"won", "lost", "computer"}),
        ("against=computer", {"computer"}),
        ("against=people", {"won", "lost", "rated"}),
        ("opponent=BEN", {"won", "lost"}),
        ("speed=bank", set()),
        ("speed=days&result=won&opponent=cleo", {"rated"}),
    ],
)
def test_finished_games_are_filtered(query: str, shown: set[str]) -> None:
    ada, ben, cleo = make_user("ada"), make_user("ben"), make_user("cleo")
    computer = make_computer_game(ada)
    games = {
        "won": beaten(ada, ben),
        "lost": beaten(ben, ada),
        "computer": resign_game(game_id=computer.pk, user=ada),
        "rated": beaten(ada, cleo, rated=True),
    }
    page = profile(ada, query=f"?{query}").split('id="games"')[1]
    assert {name for name, game in games.items() if game_url(game) in page} == shown


def test_a_rated_games_change_stands_beside_it() -> None:
    ada = make_user()
    beaten(ada, make_user(), rated=True)
    assert "1500? → 1662?" in profile(ada).split('id="games"')[1]


def test_all_finished_games_are_reached_page_by_page() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    made = {beaten(ada, ben).pk for _number in range(27)}
    moment = timezone.now()
    Game.objects.update(finished_at=moment)  # at the same moment: the ids decide
    found: list[str] = []
    query = "?result=won"
    for _page in range(2):
        page = profile(ada, query=query)
        found += re.findall(r'<li><a href="/games/(\w+)/">', page)
        more = re.search(r'rel="next" href="(\?[^"#]+)', page)
        query = more[1].replace("&amp;", "&") if more else ""
    assert (len(found), set(found), query) == (27, made, "")


@pytest.mark.parametrize(
    "query", ["result=all", "before=yesterday", "before=20260101T0-", "speed=x"]
)
def test_a_filter_that_makes_no_sense_is_refused(query: str) -> None:
    ada = make_user("ada")
    game = beaten(ada, make_user())
    response = visitor().get(f"/players/ada/?{query}")
    assert response.status_code == 400
    assert 'class="errorlist"' in text_of(response)
    assert game.pk not in text_of(response)


def test_a_profile_takes_ten_queries_however_much_was_played() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    counts = []
    for _round in range(3):
        beaten(ada, ben, rated=True)
        resign_game(game_id=make_computer_game(ada).pk, user=ada)
        with CaptureQueriesContext(connection) as asked:
            client = visitor(ben)
            before = len(asked)
            client.get("/players/ada/")
            counts.append(len(asked) - before)
    assert counts == [counts[0]] * 3
    assert counts[0] <= 10


# The result of a game


def test_a_rated_result_shows_both_ratings_the_readers_own_first() -> None:
    ada, ben = make_user(), make_user()
    game = beaten(ada, ben, rated=True)
    cells = r"Rating</th>\s*<td>(.*?)</td><td>(.*?)</td>"
    gained, lost = _step("1662?"), _step("1338?")
    for looking, expected in ((ada, (gained, lost)), (ben, (lost, gained)), (None, (gained, lost))):
        found = re.search(cells, text_of(visitor(looking).get(game_url(game))))
        assert found is not None
        assert found.groups() == expected


def _step(after: str) -> str:
    return f'<span class="nb">1500? →</span> <b>{after}</b>'


def test_the_page_of_a_rated_result_takes_ten_queries() -> None:
    ada = make_user()
    game, client = beaten(ada, make_user(), rated=True), visitor(ada)
    with CaptureQueriesContext(connection) as asked:
        client.get(game_url(game))
    assert len(asked) <= 10


def test_a_casual_result_says_nothing_of_ratings() -> None:
    ada = make_user()
    game = beaten(ada, make_user())
    assert 'class="rated"' not in text_of(visitor(ada).get(game_url(game)))


# The list of the best


def test_the_best_are_listed_by_rating_if_known_and_lately_active() -> None:
    for name, value in (("good", 1700), ("best", 1900), ("fair", 1500)):
        rate(make_user(name), value)
    rate(make_user("unsure"), 2100, certain=False)
    rate(make_user("away"), 2000, days_ago=91)
    rate(make_user("closed", is_active=False), 2050)
    page = text_of(visitor().get("/players/"))
    assert places(page) == [("1", "best"), ("2", "good"), ("3", "fair")]


def test_the_own_place_is_said_with_the_way_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "PEOPLE_SHOWN", 2)
    people = [make_user(f"player{number}") for number in range(1, 6)]
    for number, user in enumerate(people):
        rate(user, 1900 if number < 2 else 1800 - number)  # the first two are equal
    client = visitor(people[2])
    first = text_of(client.get("/players/"))
    assert "You stand at place 3." in first
    assert '<a href="?page=2">Show it</a>' in first
    second = text_of(client.get("/players/?page=2"))
    assert places(second) == [("3", "player3"), ("4", "player4")]
    assert 'class="own"' in second and 'class="own"' not in first
    assert places(text_of(client.get("/players/?page=3"))) == [("5", "player5")]
    assert "You stand at place 2." in text_of(visitor(people[1]).get("/players/"))


def test_who_is_not_listed_is_told_why() -> None:
    fresh, unsure = make_user(), make_user()
    rate(unsure, 1700, certain=False)
    assert "haven&#x27;t finished a rated game yet" in text_of(visitor(fresh).get("/players/"))
    assert "still provisional" in text_of(visitor(unsure).get("/players/"))


def test_people_are_found_by_the_beginning_of_their_name() -> None:
    for name in ("Anna", "annabel", "Bert_x", "Berta"):
        make_user(name)
    make_user("anton", is_active=False)
    found = r'<li><a href="/players/([^/]+)/"><b>'
    for query, names in (("AN", ["Anna", "annabel"]), ("bert_", ["Bert_x"]), ("%", [])):
        page = text_of(visitor().get("/players/", {"q": query}))
        assert sorted(re.findall(found, page)) == names


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=9999", f"q={'a' * 30}", "q=%00"])
def test_a_part_of_the_list_that_makes_no_sense_is_refused(query: str) -> None:
    assert visitor().get(f"/players/?{query}").status_code == 400


def test_the_list_takes_as_many_queries_with_one_person_as_with_three() -> None:
    client, counts = visitor(make_user()), []
    for number in range(3):
        rate(make_user(f"seeker{number}"), 1700 + number)
        for query in ("", "?q=seek"):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(f"/players/{query}").status_code == 200
            counts.append(len(asked))
    assert counts == counts[:2] * 3
    assert max(counts) <= 10


# The course of a rating


def changes(*values: float) -> list[RatingChange]:
    pairs = zip(values, values[1:], strict=False)
    return [RatingChange(before=before, after=after) for before, after in pairs]


def test_a_chart_reaches_from_edge_to_edge() -> None:
    chart = chart_of(changes(1500, 1700, 1400))
    assert chart is not None
    top, bottom = float(ROOM), float(HEIGHT - ROOM)
    middle = round(bottom - (bottom - top) / 3, 1)
    assert chart.line == f"{ROOM}.0,{middle} {WIDTH / 2},{top} {WIDTH - ROOM}.0,{bottom}"
    assert (chart.lowest, chart.highest, chart.first, chart.newest) == (1400, 1700, 1500, 1400)


def test_a_small_change_stays_small() -> None:
    chart = chart_of(changes(1500, 1501))
    assert chart is not None
    first, second = (float(point.split(",")[1]) for point in chart.line.split())
    assert 0 < first - second < 2


def test_without_games_there_is_no_chart() -> None:
    assert chart_of([]) is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "about 1 minute"),
        (89, "about 89 minutes"),
        (90, "about 2 hours"),
        (35 * 60, "about 35 hours"),
        (36 * 60, "about 2 days"),
        (24 * 60 * 5, "about 5 days"),
    ],
)
def test_lengths_of_time_in_round_words(minutes: int, words: str) -> None:
    assert about(timedelta(minutes=minutes)) == words
