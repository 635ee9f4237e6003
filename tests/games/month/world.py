"""A month of play: events by the hour, each at its own frozen time, all through the services that real requests use."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, Final

import time_machine
from django.db.models import Min

from games.clock.control import GRACE
from games.enums import GameStatus, Speed
from games.models import Game
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game, submit_actions
from games.services.sweep import sweep_all
from games.services.vacation import start_vacation
from tests.factories.games import legal_json, seated
from tests.games.month.people import Person

GAMES: Final = 200
TICK: Final = timedelta(minutes=30)  # between sweeps; those at a deadline come on time
SPEEDS: Final = (Speed.DAYS_1, Speed.DAYS_2, Speed.DAYS_3, Speed.BANK_BRISK, Speed.BANK_STANDARD)
LATE_GAME: Final = 8  # turns, after which people begin to give up


class Month:
    """The people's games, and the clock that moves from one thing that happens to the next."""

    def __init__(
        self,
        people: list[Person],
        begin: datetime,
        random: Random,
        traveller: time_machine.Traveller,
    ) -> None:
        self.people = {person.user.pk: person for person in people}
        self.random = random
        self.traveller = traveller
        self.now = begin
        self.turns: dict[tuple[str, int], int] = {}  # turns that began, and whose they were
        self._order = count()
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        for number in range(GAMES):
            self._at(begin + timedelta(days=random.uniform(0, 22)), self._begin_game(number))
        for person in people:
            if person.away:
                self._at(person.away[0], partial(self._leave, person))

    def run(self, longest: timedelta) -> None:
        """Let time pass until every game has ended; at most for so long."""
        end, tick = self.now + longest, self.now + TICK
        while self.now < end and (self._events or self._running().exists()):
            due = self._running().aggregate(at=Min("deadline_at"))["at"]
            overdue = max(due + GRACE, self.now) if due else end
            happens = self._events[0][0] if self._events else end
            self.now = min(happens, overdue, tick, end)
            self.traveller.move_to(self.now)
            if happens <= self.now:
                heappop(self._events)[2]()
            else:
                sweep_all()
                tick = max(tick, self.now + TICK) if self.now < tick else self.now + TICK
            if overdue <= self.now:
                self._see_all()

    def _running(self) -> Any:
        return Game.objects.filter(status__in=(GameStatus.PREPARING, GameStatus.ACTIVE))

    def _at(self, instant: datetime, happening: Callable[[], None]) -> None:
        heappush(self._events, (instant, next(self._order), happening))

    def _begin_game(self, number: int) -> Callable[[], None]:
        def begin() -> None:
            first, second = self.random.sample(list(self.people.values()), 2)
            options = Options(SPEEDS[number % len(SPEEDS)], weekends_off=number % 4 == 0)
            game = create_invitation(user=first.user, invitee=second.user, options=options)
            accept_invitation(token=game.invitation.token, user=second.user, entropy="")
            self._see(game.pk)

        return begin

    def _leave(self, person: Person) -> None:
        assert person.away
        start_vacation(user=person.user, ends_at=person.away[1])

    def _see_all(self) -> None:
        for pk in self._running().values_list("pk", flat=True):
            self._see(pk)

    def _see(self, game_id: str) -> None:
        """Whoever is to move answers some time, unless they have vanished."""
        game = Game.objects.get(pk=game_id)
        if game.status != GameStatus.ACTIVE or (game_id, game.turn) in self.turns:
            return
        user_id = seated(game, game.seat_to_move or 0).pk
        self.turns[game_id, game.turn] = user_id
        at = self.people[user_id].answers_at(self.now, self.random)
        if at is not None:
            self._at(at, partial(self._answer, game_id, user_id))

    def _answer(self, game_id: str, user_id: int) -> None:
        """Play the whole turn, and extra turns with it; or give up."""
        user = self.people[user_id].user
        for _action in range(40):
            game = Game.objects.get(pk=game_id)
            seat = game.seats.get(user=user).number
            if game.status != GameStatus.ACTIVE or game.seat_to_move != seat:
                break
            self.turns[game_id, game.turn] = user_id
            if game.turn > LATE_GAME and self.random.random() < 0.09:
                resign_game(game_id=game_id, user=user)
                break
            submit_actions(
                game_id=game_id,
                user=user,
                actions=[self._choice(game)],
                expected_version=game.version,
                key=f"{game.version}",
            )
        self._see(game_id)

    def _choice(self, game: Game) -> dict[str, Any]:
        legal = legal_json(game)
        for wanted in ("purchase_card", "take_tokens"):
            some = [action for action in legal if action["type"] == wanted]
            if some:
                return self.random.choice(some)
        return self.random.choice(legal)
