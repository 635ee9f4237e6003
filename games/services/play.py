"""Playing: the actions of a person, and resignation. What becomes of time: `games.services.time`."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
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
)
from games.enums import GameStatus
from games.errors import (
    key_reused,
    malformed,
    not_active,
    not_your_turn,
    stale_version,
)
from games.models import Game, Submission
from games.refusals import illegal, refusal_json
from games.selectors.access import ENDED, seat_of
from games.selectors.at_hand import key_was_used, take_at_hand
from games.selectors.clock import same_position
from games.selectors.state import load_state, state_in
from games.selectors.views import MOST_EVENTS, events_after, legal_of, shown_event, view_of
from games.services.change import chance_of, locked, record

MOST_ACTIONS = (
    12  # in one request: three privileges, replenish, main action and follow-ups are fewer
)
KEY_LENGTH = 64
RESIGNED = ["resignation"]  # the only reason of such a game

Answer = dict[str, Any]


class AnsweredAgain(Answer):
    """An answer that was given before under the same key; nothing was done for it now."""


@dataclass(frozen=True)
class Refused:
    """The action, by its place in the list, that the rules don't allow."""

    index: int
    why: IllegalAction


@dataclass(frozen=True)
class Tried:
    """What became of a list of actions: the events to keep, of how many actions they are, and what was refused."""

    events: tuple[Event, ...]
    applied: int
    refused: Refused | None


@dataclass(frozen=True)
class Request:
    """Actions to be played at a version of the game. The same `key` again must come with the same `digest`."""

    actions: tuple[Action, ...]
    expected_version: int
    key: str
    digest: str


def submit_actions(
    *, game_id: str, user: User, actions: list[Any], expected_version: int, key: str
) -> Answer:
    """Play actions, JSON or notation, in order, for the seat of `user`; answer with their view of the new position.

    All or none are applied, up to the first that reveals something: what was revealed stays. Raises ServiceError.
    Writes log, snapshot, outbox and the stored answer in one transaction; mail and the computer's reply are queued.
    """
    request = read_request(actions, expected_version, key)
    with locked(game_id) as game:
        return submit_locked(game, user, request)


def submit_locked(game: Game, user: User, request: Request) -> Answer:
    """Answer a request under the game's lock, which the caller holds. Raises ServiceError."""
    now = timezone.now()
    take_at_hand(game, now, key=request.key)
    seat = seat_of(game, user)
    if key_was_used(game, seat):
        stored = Submission.objects.get(game=game, user=user, key=request.key)
        return _answer_again(stored, request.digest)
    _check_turn(game, seat, request.expected_version)
    answer = _apply(game, seat, list(request.actions))
    Submission.objects.create(
        game=game,
        user=user,
        key=request.key,
        digest=request.digest,
        answer=answer,
        created_at=now,
    )
    return answer


def read_request(actions: list[Any], expected_version: int, key: str) -> Request:
    """The request of a client. Raises ServiceError if it makes no sense."""
    _check_key(key)
    return Request(
        tuple(read_actions(actions)), expected_version, key, _digest(actions, expected_version)
    )


def read_actions(actions: Sequence[Any]) -> list[Action]:
    """Actions in JSON or notation, as the rules read them. Raises ServiceError."""
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


def _answer_again(stored: Submission, digest: str) -> Answer:
    if stored.digest != digest:
        raise key_reused()
    return AnsweredAgain(stored.answer)


def _check_turn(game: Game, seat: int, expected_version: int) -> None:
    if not same_position(game, expected_version):
        missed = events_after(game, seat, expected_version, most=MOST_EVENTS)
        raise stale_version(game.version, missed)
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    if game.seat_to_move != seat:
        raise not_your_turn()


def _apply(game: Game, seat: int, actions: list[Action]) -> Answer:
    state = state_in(game)
    tried = _try(game, state, seat, actions)
    if tried.refused is not None and not tried.events:
        raise illegal(tried.refused.why, tried.refused.index)
    after = record(game, tried.events, state, mover=seat)
    return {
        "version": game.version,
        "applied": tried.applied,
        "refusal": _refusal(tried.refused),
        "events": [shown_event(row, seat, over=game.status in ENDED) for row in game.added],
        "view": view_of(after, seat),
        "legal_actions": legal_of(after, seat),
    }


def _refusal(refused: Refused | None) -> Answer | None:
    """Why the rest of a list was not applied."""
    return None if refused is None else refusal_json(refused.why, refused.index)


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
            return Tried(kept, kept_actions, Refused(index, refusal))
        pending += events
        state = fold(events, state)
        if any(reveals(event) for event in events) or index == len(actions) - 1:
            kept, kept_actions, pending = kept + pending, index + 1, ()
    return Tried(kept, kept_actions, None)


def resign_game(*, game_id: str, user: User) -> Game:
    """Give up; doing so again changes nothing. Raises ServiceError.

    Refused if the person has no seat or the game is not being played.
    """
    with locked(game_id) as game:
        seat = seat_of(game, user)
        if _has_resigned(game, seat):
            return game
        if game.status != GameStatus.ACTIVE:
            raise not_active()
        state = load_state(game)
        record(game, resign(state, seat), state, mover=seat)
        return game


def _has_resigned(game: Game, seat: int) -> bool:
    return game.reasons == RESIGNED and game.winner == 3 - seat
