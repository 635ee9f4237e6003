"""Who calls and what about: the world in which every operation is tried by everybody."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from accounts.models import User
from accounts.scopes import GRANTABLE, OF_SIGNED_IN, Scope
from games.models import Game
from tests.factories.games import make_game, mover_of, waiter_of
from tests.factories.users import make_user
from tests.games.api.calls import Client, Response, client_of
from tests.games.api.schema import operations

CALLERS: Final = ("anonymous", "stranger", "opponent", "owner", "without_scope", "bot", "staff")


@dataclass(frozen=True, slots=True)
class World:
    """A running game: the owner is to move, the opponent waits, the others have nothing to do with it."""

    game: Game
    owner: User
    opponent: User
    stranger: User
    bot: User
    staff: User

    def client(self, caller: str, scope: Scope | None) -> Client:
        """A client of this caller; `scope` is what the operation asks for, which one of them lacks."""
        if caller == "anonymous":
            return client_of()
        if caller == "without_scope":
            return client_of(self.owner, OF_SIGNED_IN - {scope})
        if caller == "bot":
            return client_of(self.bot, frozenset(GRANTABLE))
        person: User = getattr(self, caller)
        return client_of(person)


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent: parts of the address by name, body, query, headers."""

    where: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One operation and the status that each caller gets. `call` may set up in the world what it is about."""

    operation: str
    anonymous: int
    stranger: int
    opponent: int
    owner: int
    bot: int
    staff: int
    without_scope: int = 403
    call: Callable[[World], Call] = lambda world: Call(where={"game_id": world.game.pk})


def make_world() -> World:
    """A new world."""
    game = make_game(make_user("ada"), make_user("bert"))
    return World(
        game=game,
        owner=mover_of(game),
        opponent=waiter_of(game),
        stranger=make_user("stranger"),
        bot=make_user("robot", is_bot=True),
        staff=make_user("staff", is_staff=True),
    )


def send(client: Client, operation: str, call: Call) -> Response:
    """Carry out an operation of the schema."""
    method, template = operations()[operation]
    address = template.format_map(call.where)
    if method == "get":
        return client.get(address, call.query, headers=dict(call.headers))
    verb = getattr(client, method)
    return verb(address, call.body, format="json", headers=dict(call.headers))
