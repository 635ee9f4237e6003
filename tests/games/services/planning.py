"""What tests of plans that are looked at share: a seat that plans, turns, and what became of them."""

from datetime import timedelta
from typing import Any

from time_machine import Traveller

from games.enums import NotificationKind
from games.models import (
    Game,
    GameEvent,
    Notification,
    Plan,
)
from games.selectors.verify import faults_of
from games.services.planned import play_plan
from games.services.plans import add_entry
from games.services.play import submit_actions
from games.services.sealing import unseal
from tests.factories.games import legal_json, mover_of, seated
from tests.games.services.test_plans import BOARD

NEAR = f"{BOARD} turn=5 seat=2"
LATE = timedelta(minutes=4)


def add(game: Game, *words: str, seat: int = 1, **given: Any) -> None:
    """A turn goes into the plan of a seat."""
    found = Plan.objects.filter(seat__game=game, seat__number=seat).first()
    add_entry(
        game_id=game.pk,
        user=seated(game, seat),
        actions=list(words),
        revision=found.revision if found else 0,
        **given,
    )


def plan(game: Game, seat: int = 1) -> Plan:
    """What is stored for the seat."""
    return Plan.objects.get(seat__game=game, seat__number=seat)


def play(game: Game, *words: str) -> None:
    """Whoever is to move plays these actions."""
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=list(words),
        expected_version=game.version,
        key=f"key {game.version}",
    )
    game.refresh_from_db()


def look(game: Game, time: Traveller, after: timedelta = LATE) -> bool:
    """The plan of seat 1 is looked at some time later."""
    time.shift(after)
    done = play_plan(plan(game).pk)
    game.refresh_from_db()
    return done


def acts(game: Game, seat: int = 1) -> list[str]:
    """Kinds of what the seat wished for, as the log has it."""
    wishes = (
        "tokens_taken",
        "privilege_used",
        "board_replenished",
        "card_reserved",
        "card_purchased",
    )
    rows = GameEvent.objects.filter(game=game, seat=seat, kind__in=wishes)
    return [row.kind for row in rows]


def told(game: Game, kind: NotificationKind, seat: int = 1) -> list[dict[str, Any]]:
    """What the seat is told of this kind."""
    rows = Notification.objects.filter(game=game, kind=kind, user=seated(game, seat))
    return [row.data for row in rows]


def sound(game: Game) -> bool:
    """Whether the log agrees with the rules, the dice and all copies."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret)) == []


def legal_take(game: Game) -> str:
    """A cell from which a token may be taken."""
    return legal_singles(game)[0]


def legal_singles(game: Game) -> list[str]:
    """Cells from which a single token may be taken."""
    lines = [action["cells"] for action in legal_json(game, "take_tokens")]
    return [line[0] for line in lines if len(line) == 1]
