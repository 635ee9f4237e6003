"""What `./dev shots` and benchmarks.page look at: games made for them, and who looks.

Imported once Django is set up for their site.
"""

from typing import NamedTuple, cast

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tokens import sign_in_app
from games.enums import Speed
from games.management.commands.create_demo_games import demo_people
from games.models import Game
from games.selectors.state import load_state
from games.services.demo import card_to_pay, create_demo_game
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_invitation

STAGES = ("opening", "payment", "discard", "finished")
PASSWORD = "kite-lantern-41"  # noqa: S105  of people who exist for a minute


class Scene(NamedTuple):
    """One page: its address, and the session of who looks, empty for a stranger. `whole`: as long as it is."""

    address: str
    session: str
    whole: bool = False


def make_scenes() -> dict[str, Scene]:
    """Play the games; gives each picture's scene by its name."""
    first, second = demo_people(PASSWORD)
    games = {stage: create_demo_game(first=first, second=second, stage=stage) for stage in STAGES}
    card = card_to_pay(load_state(games["payment"]))
    return {
        "home": Scene("/", "", whole=True),
        "my-games": Scene("/games/", session_of(first), whole=True),
        "opening": scene_of(games["opening"]),
        "midgame": scene_of(games["payment"], f"?card={card}"),
        "discard": scene_of(games["discard"]),
        "finished": scene_of(games["finished"]),
    }


def scene_of(game: Game, query: str = "") -> Scene:
    """A game as the seat to move sees it, after the end as seat 1 does."""
    seat = game.seats.select_related("user").get(number=game.seat_to_move or 1)
    return Scene(f"/games/{game.pk}/{query}", session_of(cast(User, seat.user)))


def session_of(user: User) -> str:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def game_pages() -> dict[str, tuple[str, str]]:
    """A game in its middle as the seat to move, the other seat and a spectator see it, and one that is over.

    By who looks: the address, and their session.
    """
    first, second = demo_people(PASSWORD)
    running, over = (
        create_demo_game(first=first, second=second, stage=stage)
        for stage in ("midgame", "finished")
    )
    mover, waiter = (first, second) if running.seat_to_move == 1 else (second, first)
    address = f"/games/{running.pk}/"
    return {
        "my turn": (address, session_of(mover)),
        "waiting": (address, session_of(waiter)),
        "spectator": (address, ""),
        "finished": (f"/games/{over.pk}/", session_of(first)),
    }


def queries_of(address: str, session: str) -> int:
    """How many questions to the database a page asks."""
    client = Client()
    if session:
        client.cookies["sessionid"] = session
    with CaptureQueriesContext(connection) as asked:
        client.get(address, headers={"host": "127.0.0.1"})
    return len(asked)


def duel(name: str, games: int) -> tuple[list[str], tuple[str, str]]:
    """Two people whose clients play each other: the games that wait for them, and the tokens of seat 1 and seat 2."""
    people = [_player(f"{name}-{side}") for side in ("first", "second")]
    options = Options(Speed.DAYS_3)
    ids = []
    for _game in range(games):
        asked = create_invitation(user=people[0], invitee=people[1], options=options)
        accept_invitation(token=asked.invitation.token, user=people[1], entropy="")
        ids.append(asked.pk)
    first, second = (sign_in_app(user=user, name="benchmark")[1] for user in people)
    return ids, (first, second)


def _player(name: str) -> User:
    return User.objects.create_user(username=name, email=f"{name}@example.com", password=PASSWORD)
