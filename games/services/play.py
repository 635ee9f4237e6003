"""Playing: the actions of a person, resignation, and the end of a turn's time."""

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from engine import (
    Action,
    Event,
    GameState,
    IllegalAction,
    Malformed,
    action_from_json,
    decide,
    fold,
    read_action,
    resign,
    reveals,
    time_out,
)
from games.enums import GameStatus
from games.errors import (
    ServiceError,
    key_reused,
    malformed,
    not_active,
    not_found,
    not_seated,
    not_your_turn,
    stale_version,
)
from games.models import Game, Submission
from games.refusals import SENTENCES
from games.selectors.access import viewer_of
from games.selectors.state import load_state
from games.selectors.views import events_after, legal_of, view_of
from games.services.change import chance_of, locked, record

MOST_ACTIONS = (
    12  # in one request: three privileges, replenish, main action and follow-ups are fewer
)
KEY_LENGTH = 64
GRACE = timedelta(seconds=60)  # after the deadline before a turn counts as overdue

Answer = dict[str, Any]


@dataclass(frozen=True)
class Tried:
    """What became of a list of actions: the events to keep, and why the next action was refused, if one was."""

    events: tuple[Event, ...]
    applied: int
    refusal: IllegalAction | None


def submit_actions(
    *, game_id: str, user: User, actions: list[Any], expected_version: int, key: str
) -> Answer:
    """Play actions, JSON or notation, in order, for the seat of `user`; answer with their view of the new position.

    All or none are applied, up to the first that reveals something: what was revealed stays. Raises ServiceError.
    Writes log, snapshot, outbox and the stored answer in one transaction; mail and the computer's reply are queued.
    """
    wanted = _read(actions)
    digest = _digest(actions, expected_version)
    _check_key(key)
    with locked(game_id) as game:
        seat = _seat_of(game, user)
        stored = Submission.objects.filter(game=game, user=user, key=key).first()
        if stored is not None:
            return _answer_again(stored, digest)
        _check_turn(game, seat, expected_version)
        answer = _apply(game, seat, wanted)
        Submission.objects.create(
            game=game, user=user, key=key, digest=digest, answer=answer, created_at=timezone.now()
        )
        return answer


def _read(actions: list[Any]) -> list[Action]:
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise malformed(f"1 to {MOST_ACTIONS} actions are wanted")
    try:
        return [
            read_action(action) if isinstance(action, str) else action_from_json(action)
            for action in actions
        ]
    except Malformed as error:
        raise malformed(str(error)) from error


def _digest(actions: list[Any], expected_version: int) -> str:
    body = json.dumps([actions, expected_version], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(body.encode()).hexdigest()


def _check_key(key: str) -> None:
    if not 1 <= len(key) <= KEY_LENGTH or not key.isprintable():
        raise malformed(f"the idempotency key has 1 to {KEY_LENGTH} printable characters")


def _seat_of(game: Game, user: User) -> int:
    """The person's seat; a stranger learns of a game that has not begun as little as of none."""
    seat = viewer_of(game, user)
    if seat is None:
        raise (
            not_seated() if game.status in (GameStatus.ACTIVE, GameStatus.FINISHED) else not_found()
        )
    return seat


def _answer_again(stored: Submission, digest: str) -> Answer:
    if stored.digest != digest:
        raise key_reused()
    answer: Answer = stored.answer
    return answer


def _check_turn(game: Game, seat: int, expected_version: int) -> None:
    if expected_version != game.version:
        raise stale_version(game.version, events_after(game, seat, max(0, expected_version)))
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    if game.seat_to_move != seat:
        raise not_your_turn()


def _apply(game: Game, seat: int, actions: list[Action]) -> Answer:
    before = game.version
    state = load_state(game)
    tried = _try(game, state, seat, actions)
    if tried.refusal is not None and not tried.events:
        raise illegal(tried.refusal, index=tried.applied)
    after = record(game, tried.events, state, mover=seat)
    return {
        "version": game.version,
        "applied": tried.applied,
        "refusal": None if tried.refusal is None else refusal_json(tried.refusal),
        "events": events_after(game, seat, before),
        "view": view_of(after, seat),
        "legal_actions": legal_of(after, seat),
    }


def _try(game: Game, state: GameState, seat: int, actions: list[Action]) -> Tried:
    """Decide action by action; what was decided is kept when something is revealed or the list ends well."""
    chance = chance_of(game)
    kept: tuple[Event, ...] = ()
    kept_actions = 0
    pending: tuple[Event, ...] = ()
    for index, action in enumerate(actions):
        try:
            events = decide(state, seat, action, chance)
        except IllegalAction as refusal:
            return Tried(kept, kept_actions if kept else index, refusal)
        pending += events
        state = fold(events, state)
        if any(reveals(event) for event in events) or index == len(actions) - 1:
            kept, kept_actions, pending = kept + pending, index + 1, ()
    return Tried(kept, kept_actions, None)


def illegal(refusal: IllegalAction, *, index: int = 0) -> ServiceError:
    """The rules' refusal in the platform's shape."""
    return ServiceError(
        refusal.code.value,
        422,
        SENTENCES[refusal.code],
        rule=refusal.anchor,
        extra={"action": index},
    )


def refusal_json(refusal: IllegalAction) -> Answer:
    """Why the rest of a list was not applied."""
    return {
        "code": refusal.code.value,
        "message": str(SENTENCES[refusal.code]),
        "rule": refusal.anchor,
    }


def resign_game(*, game_id: str, user: User) -> Game:
    """Give up. Raises ServiceError if the person has no seat or the game is not being played."""
    with locked(game_id) as game:
        seat = _seat_of(game, user)
        if game.status != GameStatus.ACTIVE:
            raise not_active()
        state = load_state(game)
        record(game, resign(state, seat), state, mover=seat)
        return game


def expire_turn(*, game_id: str) -> bool:
    """End the game if its turn is overdue: asked again under the lock, since a move may have come. True if it ended."""
    with locked(game_id) as game:
        overdue = game.deadline_at is not None and game.deadline_at + GRACE <= timezone.now()
        if game.status != GameStatus.ACTIVE or not overdue:
            return False
        state = load_state(game)
        record(game, time_out(state), state, mover=None)
        return True
