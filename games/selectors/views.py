"""What leaves the server about a game: the one place that turns positions and log rows into what a viewer may see."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine import (
    GameState,
    action_to_json,
    legal_actions,
    redact,
    view_for,
    write_position,
    write_view,
)
from games.enums import PlatformEvent
from games.models import Game, GameEvent
from games.selectors.access import ENDED
from games.selectors.state import event_of

# What everybody may see of the platform's own events: fields not named here stay hidden.
PLATFORM_FIELDS: dict[str, tuple[str, ...]] = {
    PlatformEvent.GAME_CREATED: ("commitment",),
    PlatformEvent.SEAT_TAKEN: ("seat",),
    PlatformEvent.ENTROPY_ADDED: ("seat", "entropy"),
    PlatformEvent.GAME_CANCELLED: ("seat",),
    PlatformEvent.GAME_ABORTED: ("seat",),
    PlatformEvent.TIME_GRANTED: ("seat", "seconds"),
    PlatformEvent.GAME_PAUSED: (),
    PlatformEvent.GAME_RESUMED: (),
    PlatformEvent.TURN_RETRACTED: ("seat", "to"),
    PlatformEvent.SECRET_REVEALED: ("secret",),
}


MOST_EVENTS = 500  # in one answer


@dataclass(frozen=True, slots=True)
class Eyes:
    """With whose eyes the past is looked at: a seat's as it was then, or everybody's (None).

    `all` sees what was hidden too. Made by `eyes_for` only.
    """

    seat: int | None
    all: bool = False


def eyes_for(game: Game, viewer: int | None, asked: str) -> Eyes:
    """The eyes for a viewer: their own, or once the game is over those they ask for ("1", "2", "all").

    Who had no seat sees all by then.
    """
    if game.status not in ENDED:
        return Eyes(viewer)
    if asked in ("1", "2"):
        return Eyes(int(asked))
    return Eyes(viewer, all=asked == "all" or viewer is None)


def view_of(state: GameState, viewer: int | None) -> dict[str, Any]:
    """The position as the viewer may see it."""
    return view_for(state, viewer)


def past_view(state: GameState, eyes: Eyes) -> dict[str, Any]:
    """A position that the game has left, as these eyes saw it."""
    return view_for(state, eyes.seat, over=eyes.all)


def position_line(state: GameState, eyes: Eyes) -> str:
    """A position in one line of notation: whole where nothing is hidden, else what the eyes see of it."""
    if eyes.all or state.over:
        return write_position(state)
    return write_view(view_for(state, eyes.seat))


def legal_of(state: GameState, viewer: int | None) -> list[dict[str, Any]] | None:
    """What the viewer may do now; None unless they are to move, since this list tells what they hold."""
    if state.over or viewer != state.seat:
        return None
    return [action_to_json(action) for action in legal_actions(state)]


def events_after(
    game: Game, viewer: int | None, after: int, *, most: int | None = None
) -> list[dict[str, Any]]:
    """The log above number `after`, oldest first, as the viewer may see it. One query."""
    rows = GameEvent.objects.filter(game=game, number__gt=after, number__lte=game.version)
    return [shown_event(row, viewer, over=game.status in ENDED) for row in rows[:most]]


def shown_event(row: GameEvent, viewer: int | None, *, over: bool) -> dict[str, Any]:
    """One row of the log as the viewer may see it."""
    head = {"number": row.number, "at": utc_text(row.created_at)}
    if row.kind in PLATFORM_FIELDS:
        fields = PLATFORM_FIELDS[row.kind]
        return (
            head
            | {"kind": row.kind}
            | {name: row.payload[name] for name in fields if name in row.payload}
        )
    return head | redact(event_of(row), viewer, over=over)


def utc_text(instant: datetime) -> str:
    """An instant as RFC 3339 in UTC."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
