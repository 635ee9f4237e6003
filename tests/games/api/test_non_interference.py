"""No answer of the API depends on what its caller may not know: byte-equal when hidden cards change places."""

import pytest

from accounts.models import User
from games.enums import Speed
from games.models import Game
from games.services.lobby import Options
from tests.factories.games import make_game, play_random, seated
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, submit, url_of
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SEATS = {"first": 1, "second": 2}


def answers(game: Game, client: Client) -> list[bytes]:
    """All that this caller is told about the game, refusals included."""
    told = [client.get(url_of(game, part)) for part in ("", "events", "legal-actions")]
    told.append(client.get("/api/v1/games?views=true"))
    refused: list[tuple[list[str], dict[str, int]]] = [
        (["replenish", "royal:R-1"], {"version": 0}),
        (["royal:R-1"], {}),
        (["purchase:J3-01=0"], {}),
        (["reserve:J3-02@a1"], {}),
    ]
    told += [submit(client, game, actions, **given) for actions, given in refused]
    return [b"%d " % answer.status_code + answer.content for answer in told]


@pytest.mark.parametrize("open_memory", [False, True])
@pytest.mark.parametrize("who", ["first", "second", "stranger", "nobody"])
@pytest.mark.parametrize(("seed", "actions"), [(1, 25), (2, 70), (4, 110)])
def test_answers_are_equal_when_only_hidden_cards_differ(
    who: str, seed: int, actions: int, open_memory: bool
) -> None:
    game = make_game(options=Options(Speed.DAYS_3, open_memory=open_memory))
    play_random(game, actions, seed)
    seat = SEATS.get(who)
    user: User | None = make_user() if who == "stranger" else seated(game, seat) if seat else None
    client = client_of(user)
    before = answers(game, client)
    assert exchange_hidden(game, seat, seed) > 10
    assert answers(game, client) == before
