"""No answer of the API depends on what its caller may not know: byte-equal when hidden cards change places."""

import pytest

from accounts.models import User
from games.enums import GameStatus, Speed
from games.models import Game
from games.selectors.state import load_state
from games.services.lobby import Options
from tests.factories.games import make_game, play_random, seated
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, submit, url_of
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SEATS = {"first": 1, "second": 2}
READINGS = (
    "",
    "events",
    "events?after=3&limit=9",
    "story",
    "story?since=0",
    "story?since=20&limit=3",
    "table",
    "shuffle",
    "replay",
    "replay?eyes=1",
    "positions/3",
    "positions/3?eyes=all",
    "positions/9999",
    "legal-actions",
)
LISTS = (
    "games?views=true",
    "games?state=waiting&views=true",
    "games?state=ended",
    "me/games/export",
)


def told_of(game: Game, client: Client) -> list[bytes]:
    """All that this caller may read about the game: statuses, tags and bodies."""
    steps = range(4, game.version + 1, 23)
    parts = [*READINGS, *(f"positions/{number}" for number in steps)]
    told = [client.get(url_of(game, part)) for part in parts]
    told += [client.get(f"/api/v1/{part}") for part in LISTS]
    return [
        f"{answer.status_code} {answer.get('ETag')} ".encode() + answer.getvalue()
        for answer in told
    ]


def refused_of(game: Game, client: Client) -> list[bytes]:
    """What this caller is told when they ask for what can't be."""
    refused: list[tuple[list[str], dict[str, int]]] = [
        (["replenish", "royal:R-1"], {"version": 0}),
        (["royal:R-1"], {}),
        (["purchase:J3-01=0"], {}),
        (["reserve:J3-02@a1"], {}),
    ]
    told = [submit(client, game, actions, **given) for actions, given in refused]
    return [b"%d " % answer.status_code + answer.content for answer in told]


def running_game(actions: int, seed: int, *, open_memory: bool) -> Game:
    """A game in which so many actions were played at random and nobody has won yet; another one in each run."""
    for other in range(20):
        game = make_game(options=Options(Speed.DAYS_3, open_memory=open_memory))
        play_random(game, actions, seed + 100 * other)
        if game.status == GameStatus.ACTIVE:
            return game
    raise AssertionError


@pytest.mark.usefixtures("frozen_time")  # lists say as of when they are
@pytest.mark.parametrize("who", ["first", "second", "stranger", "staff", "nobody"])
@pytest.mark.parametrize(
    ("seed", "actions", "open_memory"),
    [(1, 15, False), (2, 45, True), (3, 90, False), (4, 80, True)],
)
def test_answers_are_equal_when_only_hidden_cards_differ(
    who: str, seed: int, actions: int, open_memory: bool
) -> None:
    game = running_game(actions, seed, open_memory=open_memory)
    client, seat = client_of(person(game, who)), SEATS.get(who)
    before = told_of(game, client), refused_of(game, client)
    assert exchange_hidden(game, seat, seed) > 10
    assert (told_of(game, client), refused_of(game, client)) == before


def person(game: Game, who: str) -> User | None:
    """Somebody, by what they are to the game."""
    if who == "nobody":
        return None
    if who in SEATS:
        return seated(game, SEATS[who])
    return make_user(is_staff=who == "staff")


def test_answers_differ_when_what_one_knows_differs() -> None:
    """The comparison would notice: the cards that a seat holds unseen are in its own answers."""
    for seed in range(1, 60):
        game = running_game(50, seed, open_memory=False)
        state = load_state(game)
        if set(state.of(1).reserved) - set(state.of(1).seen):
            break
    client = client_of(seated(game, 1))
    before = told_of(game, client)
    exchange_hidden(game, 2, 1)
    assert told_of(game, client) != before
