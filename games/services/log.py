"""The sole writer of events and of what is copied from them. Callers hold the lock on the game's row."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from engine import Event, GameState, event_to_json, fold, state_to_json, view_for
from games.enums import GameStatus, PlatformEvent
from games.models import Game, GameEvent, Snapshot
from games.selectors.banks import ClocksAgain
from games.selectors.standing import standing_of
from games.selectors.take_back import LastTurn
from games.services.clockwork import hand_back, run_clocks
from games.services.sealing import unseal


def append_platform_event(
    game: Game,
    kind: PlatformEvent,
    payload: dict[str, Any],
    *,
    now: datetime,
    seat: int | None = None,
) -> None:
    """Add an event of the platform's own, which changes no position. The caller saves the game."""
    before = game.version
    _write(game, [(kind.value, payload, seat)], now)
    Snapshot.objects.filter(game=game, version=before).update(version=game.version)


def append_engine_events(
    game: Game, events: Iterable[Event], state: GameState | None, *, now: datetime
) -> GameState:
    """Add what the engine decided, keep the new position and copy what lists and sweeps need; saves the game."""
    decided = tuple(events)
    after = fold(decided, state)
    left = run_clocks(game, decided, now)
    _write(game, [_row_of(event) for event in decided], now, left)
    _copy(game, after, now)
    if after.over:
        _finish(game, after, now)
    _keep(game, after)
    return after


def append_retraction(
    game: Game, *, turn: LastTurn, clocks: ClocksAgain, state: GameState, now: datetime
) -> None:
    """Add that a seat took `turn`, its last, back: the game stands in `state` again; saves the game.

    The log says what its clock became.
    """
    hand_back(game, clocks, now)
    payload = {"seat": clocks.seat, "to": turn.to}
    if clocks.bank is not None:
        payload["bank"] = clocks.bank
    append_platform_event(game, PlatformEvent.TURN_RETRACTED, payload, now=now, seat=clocks.seat)
    _copy(game, state, now)
    _keep(game, state)


def _keep(game: Game, state: GameState) -> None:
    game.save()
    facts = {"version": game.version, "state": state_to_json(state)}
    if not Snapshot.objects.filter(game=game).update(**facts):
        Snapshot.objects.create(game=game, **facts)


def _row_of(event: Event) -> tuple[str, dict[str, Any], int | None]:
    payload: dict[str, Any] = event_to_json(event)
    return payload.pop("kind"), payload, payload.get("seat")


def _write(
    game: Game,
    rows: list[tuple[str, dict[str, Any], int | None]],
    now: datetime,
    left: Mapping[int, int] = MappingProxyType({}),
) -> None:
    """Add rows; `left` says by place what clocks had left as turns ended."""
    first = game.version + 1
    game.added += GameEvent.objects.bulk_create(
        GameEvent(
            game=game,
            number=number,
            kind=kind,
            payload=payload,
            rules_version=game.rules_version,
            seat=seat,
            created_at=now,
            seconds_left=left.get(number - first),
        )
        for number, (kind, payload, seat) in enumerate(rows, first)
    )
    game.version += len(rows)


def _copy(game: Game, state: GameState, now: datetime) -> None:
    game.started_at = game.started_at or now
    game.turn = state.turn
    game.seat_to_move = state.seat
    game.standing = standing_of(state)


def _finish(game: Game, state: GameState, now: datetime) -> None:
    game.status = GameStatus.FINISHED
    game.seat_to_move = None
    outcome = view_for(state, None)["outcome"]
    game.winner = outcome["winner"]
    game.reasons = outcome["reasons"]
    game.winning_colors = outcome["colors"]
    game.finished_at = now
    reveal_secret(game, now)


def reveal_secret(game: Game, now: datetime) -> None:
    """Once nothing can be drawn any more, everyone may check what was drawn (docs/chance.md)."""
    secret = unseal(game.sealed_secret).hex()
    append_platform_event(game, PlatformEvent.SECRET_REVEALED, {"secret": secret}, now=now)
