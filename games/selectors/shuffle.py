"""Checking a finished game's draws against the secret that was committed to (docs/chance.md)."""

from engine import (
    BoardReplenished,
    Chance,
    Event,
    GameStarted,
    GameState,
    HmacChance,
    IllegalAction,
    Replenish,
    commitment,
    decide,
    evolve,
    fold,
    start_game,
)
from games.enums import PlatformEvent
from games.models import Game, GameEvent
from games.selectors.state import engine_events


def shuffle_faults(game: Game) -> list[str]:
    """Draws that don't follow from the revealed secret, in words; empty if all do, or nothing is revealed yet."""
    rows = list(GameEvent.objects.filter(game=game, kind__in=PlatformEvent.values))
    revealed = [row.payload["secret"] for row in rows if row.kind == PlatformEvent.SECRET_REVEALED]
    if not revealed:
        return []
    secret = bytes.fromhex(revealed[0])
    faults = []
    if commitment(secret, game.pk) != rows[0].payload["commitment"]:
        faults.append("the secret is not the one that was committed to")
    return faults + _draw_faults(
        engine_events(game, after=0), HmacChance(secret, game.pk, entropies_of(rows))
    )


def entropies_of(rows: list[GameEvent]) -> tuple[str, str]:
    """What both seats added to the shuffle, by the log; empty where a seat added nothing."""
    added = {
        row.seat: row.payload["entropy"] for row in rows if row.kind == PlatformEvent.ENTROPY_ADDED
    }
    return added.get(1, ""), added.get(2, "")


def _draw_faults(events: list[Event], chance: Chance) -> list[str]:
    first = events[0]
    assert isinstance(first, GameStarted)
    faults = []
    if start_game(chance, open_memory=first.open_memory, stand_off=first.stand_off) != (first,):
        faults.append("the set-up doesn't follow from the secret")
    state = fold([first])
    for event in events[1:]:
        if isinstance(event, BoardReplenished) and not _follows(event, state, chance):
            faults.append(f"replenish {state.replenishes + 1} doesn't follow from the secret")
        state = evolve(state, event)
    return faults


def _follows(event: BoardReplenished, state: GameState, chance: Chance) -> bool:
    try:
        return decide(state, state.seat, Replenish(), chance)[0] == event
    except IllegalAction:
        return False
