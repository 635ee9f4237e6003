"""The whole table in sentences, for those who listen to it or play without looking."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.selectors.words import kind_name

from .cards import CardBack, CardFace
from .market import Market, Row
from .scene import Scene
from .seats import Goal, SeatStrip
from .tray import CELLS, SIZE, Tray
from .words import amounts, listed


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the table: a heading and its sentences."""

    title: str
    lines: tuple[str, ...]


def build_spoken(
    scene: Scene, tray: Tray, market: Market, strips: Iterable[SeatStrip]
) -> tuple[Part, ...]:
    """Board and bag, the market from level 3 down, then the seats. Cards end in the viewer's own verdict."""
    return (
        Part(_("Board"), (*_rows(scene), _bag(tray))),
        *(_level(row) for row in market.rows),
        Part(_("Royal cards and privileges"), _common(market)),
        *(_seat(scene, strip) for strip in strips),
    )


def _rows(scene: Scene) -> list[str]:
    board = scene.view["board"]
    cells = [
        _("%(cell)s %(kind)s") % {"cell": cell, "kind": kind_name(kind) if kind else _("empty")}
        for cell, kind in zip(CELLS, board, strict=True)
    ]
    return [
        _("Row %(number)d: %(cells)s.")
        % {"number": number, "cells": listed(cells[(number - 1) * SIZE : number * SIZE])}
        for number in range(1, SIZE + 1)
    ]


def _bag(tray: Tray) -> str:
    if not tray.bag_total:
        return _("The bag is empty.")
    contents = amounts({row.kind: row.count for row in tray.bag})
    return _("In the bag: %(tokens)s.") % {"tokens": contents}


def _level(row: Row) -> Part:
    cards = [card.label if card else _("Empty place.") for card in row.cards]
    return Part(_("Level %(level)d") % {"level": row.level}, (*cards, f"{row.deck.label}."))


def _common(market: Market) -> tuple[str, ...]:
    return (*(f"{royal.label}." for royal in market.royals), f"{market.pool_text}.")


def _seat(scene: Scene, strip: SeatStrip) -> Part:
    seat = scene.view["seats"][str(strip.seat)]
    held = {"tokens": amounts(seat["tokens"]), "held": strip.held}
    lines = [
        _("Holds %(tokens)s: %(held)d of 10.") % held,
        _("Bonuses: %(bonuses)s.") % {"bonuses": amounts(seat["bonuses"])},
        _("Points by colour: %(points)s.") % {"points": amounts(seat["points"])},
        *(f"{goal_name(goal)}: {goal.text}." for goal in strip.goals),
        _("Has %(privileges)s.") % {"privileges": strip.privileges_text},
        *(f"{royal.label}." for royal in strip.royals),
        *(_paper(paper) for paper in strip.papers),
    ]
    if strip.chance:
        lines.append(_("%(name)s %(chance)s.") % {"name": strip.name, "chance": strip.chance})
    return Part(_seat_title(strip), tuple(lines))


def _paper(paper: CardFace | CardBack) -> str:
    if isinstance(paper, CardBack):
        return f"{paper.label}."
    return _("Reserved: %(card)s") % {"card": paper.label}


def _seat_title(strip: SeatStrip) -> str:
    marks = [_("you")] if strip.you else []
    return listed((strip.name, *marks, *([_("to move")] if strip.to_move else [])))


def goal_name(goal: Goal) -> str:
    """What a goal is called."""
    return {
        "prestige": _("Prestige"),
        "crowns": _("Crowns"),
        "color": _("Best colour"),
    }[goal.key]
