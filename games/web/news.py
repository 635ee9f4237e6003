"""What happened last and changed the table, as marks: the opponent's turns since the viewer's own, or one step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.selectors.story import TurnStory, since_own
from games.web.table import News

_TAKE = "tokens_taken"
_SINGLE_TAKES = ("privilege_used", "matching_token_taken")


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


def news_of(events: Iterable[Mapping[str, Any]], viewer: int | None) -> News:
    """The marks for `viewer`, a seat; none for a spectator, who has no turn to compare with."""
    if viewer is None:
        return News()
    return marks_of(_since_own_turn(list(events), viewer))


def marks_of(events: Sequence[Mapping[str, Any]]) -> News:
    """What these events changed on the table."""
    taken: dict[str, str] = {}
    for event in events:
        taken.update(_taken(event))
    return News(
        taken=taken,
        line=_last_line(events),
        came=frozenset(place["cell"] for event in events for place in event.get("placed", ())),
        fresh=frozenset(event["card"] for event in events if event["kind"] == "pyramid_refilled"),
    )


def _since_own_turn(events: list[Mapping[str, Any]], viewer: int) -> list[Mapping[str, Any]]:
    ends = [
        index
        for index, event in enumerate(events)
        if event["kind"] == "turn_ended" and event["seat"] == viewer
    ]
    return events[ends[-1] + 1 :] if ends else []


def _taken(event: Mapping[str, Any]) -> dict[str, str]:
    if event["kind"] == _TAKE:
        return dict(zip(event["cells"], event["tokens"], strict=True))
    if event["kind"] in _SINGLE_TAKES:
        return {event["cell"]: event["token"]}
    if event["kind"] == "card_reserved":
        return {event["gold"]: "gold"}
    return {}


def _last_line(events: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    lines = [tuple(event["cells"]) for event in events if event["kind"] == _TAKE]
    return lines[-1] if lines else ()
