"""What real games give is exactly what the schema tells, at every stage and for every viewer."""

import json

import pytest

from accounts.models import User
from engine.codec.actions import _BY_NAME as ACTION_FORMS
from engine.codec.events import EVENT_KINDS
from games.api.games.action_shapes import ACTIONS
from games.api.games.event_shapes import EVENTS, RECORDED
from games.enums import PlatformEvent, Speed
from games.models import Game
from games.services.lobby import Options
from games.services.play import resign_game
from tests.factories.games import make_game, mover_of, play_random, seated
from tests.games.api.calls import Client, client_of, url_of
from tests.games.api.games.exact import untold

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

RUNNING = {
    "getGame": "",
    "listEvents": "events",
    "getStory": "story?since=0",
    "getTable": "table",
    "getShuffle": "shuffle",
}


def gaps(client: Client, game: Game, parts: dict[str, str]) -> list[str]:
    """What the answers hold that the schema doesn't know; the client holds them against the schema itself."""
    found = []
    for operation, part in parts.items():
        response = client.get(url_of(game, part))
        assert response.status_code == 200, response.content
        found += [f"{operation} {place}" for place in untold(operation, response.json())]
    return found


def test_every_kind_of_event_and_action_has_a_shape() -> None:
    assert sorted(EVENTS) == sorted([*EVENT_KINDS, *PlatformEvent.values])
    assert sorted(RECORDED) == sorted(EVENT_KINDS)
    assert sorted(ACTIONS) == sorted(ACTION_FORMS)


@pytest.mark.parametrize("open_memory", [False, True])
@pytest.mark.parametrize(("seed", "actions"), [(1, 0), (2, 40), (3, 80), (5, 110)])
def test_running_game(seed: int, actions: int, open_memory: bool) -> None:
    game = make_game(options=Options(Speed.DAYS_3, open_memory=open_memory))
    play_random(game, actions, seed)
    assert game.status == "active"
    position = {"getPosition": f"positions/{game.version}"}
    people: list[User | None] = [seated(game, 1), seated(game, 2), None]
    for user in people:
        assert gaps(client_of(user), game, RUNNING | position) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_game_that_is_over(seed: int) -> None:
    game = make_game()
    play_random(game, 2000, seed)
    assert game.status == "finished"
    over = {name: part for name, part in RUNNING.items() if name != "getTable"}
    for eyes in ("1", "2", "all"):
        over["getPosition"] = f"positions/{game.version - 40}?eyes={eyes}"
        over["getReplay"] = f"replay?eyes={eyes}"
        assert gaps(client_of(seated(game, 1)), game, over) == []


def test_lists_and_export() -> None:
    game = make_game()
    play_random(game, 30)
    client = client_of(mover_of(game))
    for query in ("", "?views=true"):
        assert untold("listGames", client.get(f"/api/v1/games{query}").json()) == []
    resign_game(game_id=game.pk, user=seated(game, 1))
    line = client.get("/api/v1/me/games/export").getvalue()
    told = json.loads(line)
    assert untold("exportGames", told, "application/x-ndjson") == []
