"""Playing a game's log again: the same actions with the same dice must give the same events (docs/chance.md)."""

from engine import (
    Chance,
    Event,
    GameState,
    HmacChance,
    IllegalAction,
    SeatResigned,
    TimeExpired,
    action_of,
    commitment,
    decide,
    fold,
    resign,
    start_game,
    time_out,
)
from games.enums import PlatformEvent
from games.models import Game, GameEvent


def revealed_secret(rows: list[GameEvent]) -> bytes | None:
    """The secret that the log shows since the game ended, if it did. Raises ValueError if it is no secret at all."""
    shown = [row.payload["secret"] for row in rows if row.kind == PlatformEvent.SECRET_REVEALED]
    return bytes.fromhex(shown[0]) if shown else None


def entropies_of(rows: list[GameEvent]) -> tuple[str, str]:
    """What the seats added to the shuffle, by the log; empty where a seat added nothing."""
    added = {
        row.seat: row.payload["entropy"] for row in rows if row.kind == PlatformEvent.ENTROPY_ADDED
    }
    return added.get(1, ""), added.get(2, "")


def replay_faults(
    game: Game, events: list[Event], entropies: tuple[str, str], secret: bytes
) -> list[str]:
    """Where the log is not what rules, actions and dice give, in words; only the first such place.

    Later places would follow from it. Meant for logs of the present rules version only.
    """
    if commitment(secret, game.pk) != game.commitment:
        return ["the secret is not the one that was committed to"]
    chance = HmacChance(secret, game.pk, entropies)
    if start_game(chance, open_memory=game.open_memory, stand_off=game.stand_off) != (events[0],):
        return ["the set-up doesn't follow from the secret"]
    state, rest = fold(events[:1]), events[1:]
    while rest:
        decided = _decide_again(rest[0], state, chance)
        if not decided or tuple(rest[: len(decided)]) != decided:
            return [f"in turn {state.turn} the log differs from what the rules and the dice give"]
        state, rest = fold(decided, state), rest[len(decided) :]
    return []


def _decide_again(event: Event, state: GameState, chance: Chance) -> tuple[Event, ...]:
    """What the rules make of the wish that `event` fulfilled; nothing if they refuse it or nobody wished it."""
    try:
        if isinstance(event, SeatResigned):
            return resign(state, event.seat)
        if isinstance(event, TimeExpired):
            return time_out(state)
        action = action_of(event)
        return () if action is None else decide(state, state.seat, action, chance)
    except IllegalAction:
        return ()
