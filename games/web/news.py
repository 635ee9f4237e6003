"""What the opponent's turns since the viewer's own changed on the table, from redacted events."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.web.table import News

_TAKE = "tokens_taken"
_SINGLE_TAKES = ("privilege_used", "matching_token_taken")


def news_of(events: Iterable[Mapping[str, Any]], viewer: int | None) -> News:
    """The marks for `viewer`, a seat; none for a spectator, who has no turn to compare with."""
    if viewer is None:
        return News()
    recent = _since_own_turn(list(events), viewer)
    taken: dict[str, str] = {}
    for event in recent:
        taken.update(_taken(event))
    return News(
        taken=taken,
        line=_last_line(recent),
        came=frozenset(place["cell"] for event in recent for place in event.get("placed", ())),
        fresh=frozenset(event["card"] for event in recent if event["kind"] == "pyramid_refilled"),
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


def _last_line(events: list[Mapping[str, Any]]) -> tuple[str, ...]:
    lines = [tuple(event["cells"]) for event in events if event["kind"] == _TAKE]
    return lines[-1] if lines else ()
