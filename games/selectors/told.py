"""The story of a game as plain JSON: sentences in the reader's language, and the facts that they are made of."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.models import Game
from games.selectors.facts import Back, Jewel, Line, Name, Part, Phrase, Royal, Token
from games.selectors.story import TurnStory, since_own, story_of
from games.selectors.views import utc_text


def story_json(
    game: Game, viewer: int | None, *, since: int | None, most: int
) -> tuple[list[dict[str, Any]], bool]:
    """At most so many turns, oldest first, and whether others were left out. One query.

    After event `since` they are the oldest, so that the last one says where to go on; of a turn in which that event
    stands only what came after it is told. Without it they are the newest after the viewer's own last turn.
    """
    turns = story_of(game, viewer)
    if since is None:
        told = since_own(turns)
        return [_turn_json(turn, 0) for turn in told[-most:]], len(told) > most
    told = [turn for turn in turns if turn.version > since]
    return [_turn_json(turn, since) for turn in told[:most]], len(told) > most


def _turn_json(turn: TurnStory, after: int) -> dict[str, Any]:
    steps = [step for step in turn.steps if step.number > after]
    return {
        "turn": turn.turn,
        "seat": turn.seat,
        "mine": turn.mine,
        "retracted": turn.retracted,
        "at": utc_text(turn.at),
        "version": turn.version,
        "text": " ".join(str(step.sentence) for step in steps),
        "steps": [{"number": step.number} | sentence_json(step.sentence) for step in steps],
    }


def sentence_json(sentence: Phrase) -> dict[str, Any]:
    """A sentence as text and in parts, of which the facts can be drawn."""
    return {"text": str(sentence), "parts": list(_joined(map(_part_json, _flat(sentence))))}


def _flat(phrase: Phrase) -> Iterator[Part]:
    for part in phrase.parts:
        if isinstance(part, Phrase):
            yield from _flat(part)
        else:
            yield part


def _joined(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Plain texts beside each other become one."""
    held: dict[str, Any] | None = None
    for part in parts:
        if held is not None and held["kind"] == part["kind"] == "text":
            held = {"kind": "text", "text": held["text"] + part["text"]}
            continue
        if held is not None:
            yield held
        held = part
    if held is not None:
        yield held


def _part_json(part: Part) -> dict[str, Any]:
    match part:
        case Name():
            fact: dict[str, Any] = {"kind": "name"}
        case Token(kind):
            fact = {"kind": "token", "token": kind}
        case Line(cells):
            fact = {"kind": "cells", "cells": list(cells)}
        case Jewel(card):
            fact = {"kind": "card", "card": card}
        case Back(level):
            fact = {"kind": "unseen_card", "level": level}
        case Royal(card):
            fact = {"kind": "royal_card", "card": card}
        case _:
            fact = {"kind": "text"}
    return fact | {"text": str(part)}
