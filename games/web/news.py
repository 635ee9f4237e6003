"""What the log beside the board tells first: the opponent's turns since the viewer's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.selectors.story import TurnStory, since_own


@dataclass(frozen=True, slots=True)
class Since:
    """What the opponent played since the viewer's own last turn, oldest first. `begun`: there was an own turn."""

    turns: tuple[TurnStory, ...]
    begun: bool

    @property
    def first(self) -> int:
        """Number of the first step."""
        return self.turns[0].steps[0].number

    @property
    def numbers(self) -> str:
        """Numbers of the steps, for the script that shows them one by one."""
        return " ".join(str(step.number) for turn in self.turns for step in turn.steps)


def beside_board(turns: Sequence[TurnStory], viewer: int | None, most: int) -> dict[str, Any]:
    """What the log beside the board tells: turns since the viewer's own last one, and `most` before, newest first."""
    since = since_turn(turns, viewer)
    before = [turn for turn in turns if since is None or turn not in since.turns]
    return {
        "since": since,
        "story": before[: -most - 1 : -1],
        "current": turns[-1].version if turns else 0,
        "start": turns[0].steps[0].number if turns else 0,
    }


def since_turn(turns: Sequence[TurnStory], viewer: int | None) -> Since | None:
    """None if the opponent has not played since, and for spectators."""
    if viewer is None:
        return None
    recent = tuple(turn for turn in since_own(turns) if turn.turn)
    if not any(turn.seat == 3 - viewer for turn in recent):
        return None
    return Since(recent, begun=any(turn.mine for turn in turns))
