"""Stories, past positions, records, shuffles and what all could remember."""

from typing import Any

import pytest

from engine.notation import read_record
from engine.record import record_from_json, record_to_json
from games.enums import Speed
from games.models import Game
from games.selectors.state import load_state
from games.selectors.views import view_of
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game
from games.services.take_back import answer_take_back, ask_turn_back
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_game,
    mover_of,
    play_random,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of, submit, url_of

pytestmark = pytest.mark.django_db

HUGE = "9" * 400


def finished() -> Game:
    """A game played to its end, or given up after long."""
    game = make_game()
    play_random(game, 60)
    if game.status == "active":
        resign_game(game_id=game.pk, user=seated(game, 1))
        game.refresh_from_db()
    return game


def test_story_begins_after_ones_own_last_turn(game: Game) -> None:
    first, second = mover_of(game), waiter_of(game)
    take_tokens(game)
    told = client_of(second).get(url_of(game, "story")).json()
    game.refresh_from_db()
    assert told["version"] == game.version
    last = told["turns"][-1]
    assert (last["mine"], last["retracted"], last["version"]) == (False, False, game.version)
    assert last["text"].startswith(f"{first.username} took ")
    [step] = last["steps"]
    assert "".join(part["text"] for part in step["parts"]) == step["text"] == last["text"]
    kinds = [part["kind"] for part in step["parts"]]
    assert kinds[0] == "name" and "token" in kinds and "cells" in kinds
    assert client_of(first).get(url_of(game, "story")).json()["turns"] == []
    assert client_of().get(url_of(game, "story")).json()["turns"][0]["turn"] == 0


def test_story_since_an_event(game: Game) -> None:
    play_random(game, 30)
    client = client_of(mover_of(game))
    whole = client.get(url_of(game, "story?since=0")).json()["turns"]
    middle = whole[len(whole) // 2]
    later = client.get(url_of(game, f"story?since={middle['version']}")).json()["turns"]
    assert later == whole[len(whole) // 2 + 1 :]
    assert client.get(url_of(game, f"story?since={game.version}")).json()["turns"] == []


def test_long_story_is_read_piece_by_piece_without_a_gap(game: Game) -> None:
    play_random(game, 30)
    client = client_of(mover_of(game))
    whole = client.get(url_of(game, "story?since=0")).json()["turns"]
    since, read, more = 0, [], True
    while more:
        piece = client.get(url_of(game, f"story?since={since}&limit=2")).json()
        assert 1 <= len(piece["turns"]) <= 2
        read += piece["turns"]
        since, more = piece["turns"][-1]["version"], piece["more"]
    assert len(read) > 4 and read == whole


def test_story_without_a_place_ends_with_the_newest(game: Game) -> None:
    play_random(game, 30)
    stranger = client_of()
    whole = stranger.get(url_of(game, "story?since=0")).json()["turns"]
    newest = stranger.get(url_of(game, "story?limit=2")).json()
    assert (newest["turns"], newest["more"]) == (whole[-2:], True)


def test_story_of_a_turn_of_which_a_part_is_known(game: Game) -> None:
    for seed in range(1, 200):
        play_random(game, 3, seed)
        if legal_json(game, "replenish"):
            break
    before = game.version
    submit(client_of(mover_of(game)), game, ["replenish"])
    game.refresh_from_db()
    [turn] = client_of().get(url_of(game, f"story?since={before}")).json()["turns"][-1:]
    assert "replenished" in turn["text"]
    later = client_of().get(url_of(game, f"story?since={game.version - 1}")).json()["turns"]
    assert all(step["number"] >= game.version for turn in later for step in turn["steps"])


def test_position_is_what_the_seat_saw_then(game: Game) -> None:
    seen: dict[int, Any] = {}
    for seed in range(12):
        seen[game.version] = view_of(load_state(game), 1)
        play_random(game, 2, seed)
    client = client_of(seated(game, 1))
    for number, view in seen.items():
        told = client.get(url_of(game, f"positions/{number}")).json()
        assert (told["view"], told["eyes"], told["number"]) == (view, "1", number)
        assert told["step"]["first"] <= number <= told["step"]["last"]
    assert client_of().get(url_of(game, f"positions/{game.version}")).json()["eyes"] == "public"


def test_eyes_of_others_are_lent_once_the_game_is_over(game: Game) -> None:
    play_random(game, 30)
    client, address = client_of(seated(game, 1)), url_of(game, f"positions/{game.version}")
    assert client.get(f"{address}?eyes=1").status_code == 200
    for eyes in ("2", "all"):
        assert problem_of(client.get(f"{address}?eyes={eyes}")) == (409, "not_over")
    assert problem_of(client_of().get(f"{address}?eyes=1")) == (409, "not_over")
    assert problem_of(client.get(url_of(game, "replay"))) == (409, "not_over")
    resign_game(game_id=game.pk, user=seated(game, 1))
    for eyes in ("1", "2", "all"):
        told = client.get(f"{address}?eyes={eyes}").json()
        assert told["eyes"] == eyes
        assert ("deck_cards" in told["view"]) == (eyes == "all")
        assert client.get(url_of(game, f"replay?eyes={eyes}")).json()["eyes"] == eyes


def test_steps_lead_through_the_whole_game(game: Game) -> None:
    play_random(game, 20)
    client, place, steps = client_of(), game.version, 0
    while place is not None:
        told = client.get(url_of(game, f"positions/{place}")).json()
        assert told["step"]["sentence"]["text"]
        place, steps = told["previous"], steps + 1
    assert steps > 10


@pytest.mark.parametrize(
    ("part", "refusal"),
    [
        ("positions/1", (404, "no_position")),  # before the cards were dealt
        ("positions/0", (404, "no_position")),
        (f"positions/{HUGE}", (404, "no_position")),
        ("positions/9999", (404, "no_position")),
        ("positions/-1", (404, "not_found")),
        ("positions/x", (404, "not_found")),
        ("positions/3?eyes=3", (400, "invalid")),
        ("positions/3?eyes=", (400, "invalid")),
        ("replay?eyes=public", (400, "invalid")),
        ("story?since=-1", (400, "invalid")),
        (f"story?since={HUGE}", (400, "invalid")),
        ("story?limit=0", (400, "invalid")),
        ("story?limit=201", (400, "invalid")),
        ("events?limit=501", (400, "invalid")),
        ("events?after=%00", (400, "invalid")),
    ],
)
def test_what_makes_no_sense_is_refused(game: Game, part: str, refusal: tuple[int, str]) -> None:
    assert problem_of(client_of().get(url_of(game, part))) == refusal


@pytest.mark.parametrize("part", ["story", "table", "positions/3", "replay", "shuffle", "events"])
def test_games_in_the_making_are_known_to_those_who_were_asked(part: str) -> None:
    inviter, invitee = make_user(), make_user()
    game = create_invitation(user=inviter, invitee=invitee, options=OPTIONS)
    assert problem_of(client_of(make_user()).get(url_of(game, part))) == (404, "not_found")
    told = client_of(invitee).get(url_of(game, part))
    expected = {"table": 409, "positions/3": 404, "replay": 409}
    assert told.status_code == expected.get(part, 200)


def test_events_come_in_pieces(game: Game) -> None:
    play_random(game, 20)
    client, after, numbers = client_of(), 0, []
    while True:
        told = client.get(url_of(game, f"events?after={after}&limit=7")).json()
        numbers += [event["number"] for event in told["events"]]
        if not told["more"]:
            break
        after = numbers[-1]
    assert numbers == list(range(1, game.version + 1))


def test_record_can_be_read_back_both_ways() -> None:
    game = finished()
    told = client_of().get(url_of(game, "replay")).json()
    record = record_from_json(told["record"])
    assert (record.game_id, record.names) == (game.pk, tuple(s["name"] for s in told["seats"]))
    line = read_record(told["notation"])
    assert line.events == record.events
    assert record_to_json(record) == told["record"]
    assert [event["number"] for event in told["events"]] == list(range(1, game.version + 1))


def test_replay_of_a_seat_holds_what_it_saw() -> None:
    game = make_game()
    for seed in range(1, 300):
        play_random(game, 2, seed)
        hidden = game.events.filter(kind="card_reserved", payload__unseen=True, seat=2).first()
        if hidden is not None:
            break
    assert hidden is not None
    if game.status == "active":
        resign_game(game_id=game.pk, user=seated(game, 1))

    def card(eyes: str) -> str | None:
        events = client_of().get(url_of(game, f"replay?eyes={eyes}")).json()["events"]
        found: str | None = events[hidden.number - 1]["card"]
        return found

    assert (card("1"), card("2"), card("all")) == (
        None,
        hidden.payload["card"],
        hidden.payload["card"],
    )


def test_turn_taken_back_is_told_and_not_recorded() -> None:
    game = make_game()
    mover, other = mover_of(game), waiter_of(game)
    take_tokens(game)
    game.refresh_from_db()
    asked = game.version
    ask_turn_back(game_id=game.pk, user=mover, last=asked)
    answer_take_back(game_id=game.pk, user=other, last=asked, accept=True)
    resign_game(game_id=game.pk, user=mover)
    told = client_of(other).get(url_of(game, "replay")).json()
    assert "tokens_taken" in [event["kind"] for event in told["events"]]
    assert "tokens_taken" not in [event["kind"] for event in told["record"]["events"]]
    turns = client_of().get(url_of(game, "story?since=0")).json()["turns"]
    assert [turn["retracted"] for turn in turns].count(True) == 1


def test_table_tells_what_everybody_could_remember() -> None:
    game = make_game(options=Options(Speed.DAYS_3, open_memory=False))
    play_random(game, 60, 3)
    assert game.status == "active"
    answers = [
        client_of(user).get(url_of(game, "table")).json()
        for user in (seated(game, 1), seated(game, 2), None)
    ]
    assert answers[0] == answers[1] == answers[2]
    facts = answers[0]
    view = view_of(load_state(game), None)
    for level in ("1", "2", "3"):
        unseen = facts["unseen"][level]
        kept = [
            card
            for seat in ("1", "2")
            for card in facts["reserves"][seat]
            if card["card"] is None and card["level"] == int(level)
        ]
        assert len(unseen) == view["decks"][level] + len(kept)
        assert not set(unseen) & set(view["pyramid"][level])
    assert [facts["outlook"][seat]["this_turn"] for seat in ("1", "2")] == [
        game.seat_to_move == 1,
        game.seat_to_move == 2,
    ]
    resign_game(game_id=game.pk, user=seated(game, 1))
    assert problem_of(client_of().get(url_of(game, "table"))) == (409, "not_active")


def test_shuffle_shows_its_secret_when_all_is_over(game: Game) -> None:
    told = client_of().get(url_of(game, "shuffle")).json()
    assert (told["commitment"], told["secret"]) == (game.commitment, None)
    assert "decks" not in next(e for e in told["events"] if e["kind"] == "game_started")
    resign_game(game_id=game.pk, user=seated(game, 1))
    told = client_of().get(url_of(game, "shuffle")).json()
    assert len(told["secret"]) == 64
    assert "decks" in next(e for e in told["events"] if e["kind"] == "game_started")


@pytest.mark.parametrize(
    ("part", "queries"),
    [
        ("", 3),
        ("events", 4),
        ("story?since=0", 4),
        ("table", 4),
        ("shuffle", 4),
        ("positions/{}", 4),
    ],
)
def test_reading_costs_the_same_early_and_late(
    game: Game, part: str, queries: int, django_assert_num_queries: Any
) -> None:
    client = client_of(mover_of(game))
    client.get(url_of(game))  # the first use of a token is noted
    for actions in (1, 70):
        play_random(game, actions)
        with django_assert_num_queries(queries + 1):  # one for the token
            assert client.get(url_of(game, part.format(game.version))).status_code == 200


def test_replay_costs_the_same_whoever_looks(django_assert_num_queries: Any) -> None:
    game = finished()
    client = client_of(seated(game, 1))
    client.get(url_of(game))  # as above
    for eyes in ("1", "all"):
        with django_assert_num_queries(5):
            client.get(url_of(game, f"replay?eyes={eyes}"))
