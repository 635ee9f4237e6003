"""What happened last and changed the table, as the marks that page and picture set on cells and cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.selectors.retraction import standing_shown

_TAKE = "tokens_taken"
_SINGLE_TAKES = ("privilege_used", "matching_token_taken")


@dataclass(frozen=True, slots=True)
class News:
    """Marks since the viewer's last turn. `taken` names the token that lay in a cell, `line` the cells of one take,
    `came` cells filled from the bag, `fresh` cards turned up.
    """

    taken: Mapping[str, str] = field(default_factory=dict)
    line: tuple[str, ...] = ()
    came: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()


def news_of(events: Iterable[Mapping[str, Any]], viewer: int | None) -> News:
    """The marks for `viewer`, a seat; none for a spectator, who has no turn to compare with."""
    if viewer is None:
        return News()
    return marks_of(_since_own_turn(standing_shown(list(events)), viewer))


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
