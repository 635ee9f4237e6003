"""Turn a redacted view into the table that the templates draw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils.translation import gettext as _

from games.selectors.marks import News
from games.selectors.memory import Reserves, reserves_by_level

from .choice import Choice, Mode, choose
from .draft import Draft
from .legal import read_legal
from .look import Look, build_look, costs_beside
from .market import Market, build_market
from .memory import Memory, build_memory
from .result import Result, build_result
from .scene import Scene
from .script import script_data
from .seats import SeatStrip, held_by, seat_strip
from .shapes import ActionJson, ViewJson
from .spoken import Part, build_spoken
from .tray import GROOVE, Tray, build_tray, is_line
from .turn import TurnPanel, build_turn


@dataclass(frozen=True, slots=True)
class Table:
    """Everything on the game page that comes from the position.

    `upper` and `lower` are the strips across the table; `turn` is None and `result` set when the game is over.
    `script` goes to the page as JSON. `look` is a card that is only looked at, `costs` what the card in the turn panel
    costs, `memory` what everybody could remember, `spoken` the whole table in sentences.
    """

    title: str
    over: bool
    upper: SeatStrip
    lower: SeatStrip
    tray: Tray
    market: Market
    turn: TurnPanel | None
    result: Result | None
    script: dict[str, Any]
    look: Look | None
    costs: tuple[str, ...]
    memory: Memory | None
    spoken: tuple[Part, ...]

    groove: str = GROOVE


def build_table(
    view: Mapping[str, Any],
    viewer: int | None,
    legal: Iterable[ActionJson] | None,
    names: Mapping[int, str],
    draft: Draft | None = None,
    news: News | None = None,
    *,
    settled: Iterable[ActionJson] = (),
    before: Mapping[str, Any] | None = None,
    asks: bool = True,
    reserves: Reserves | None = None,
    past: bool = False,
) -> Table:
    """The table as `viewer` (a seat, or None) sees it.

    `view` is the engine's redacted view for that viewer, `legal` the legal actions as JSON and only given to the seat
    to move, `draft` what they have begun to choose (`read_draft`), `news` what the opponent's last turn changed.
    `view` and `legal` are those after the `settled` actions of the draft, `before` is the view without them,
    `asks` tells whether the viewer wants a question before the opponent gains a privilege.
    `reserves` is what everybody knows of the reserved cards by the log (`reserves_of`); without it, their levels.
    `past`: the game has gone on since, so nothing is asked for and there is no turn panel.
    """
    position, actions, drafted = cast(ViewJson, view), read_legal(legal or ()), draft or Draft()
    scene = Scene(
        view=position,
        viewer=viewer,
        names=names,
        legal=actions,
        draft=drafted,
        choice=Choice(Mode.WATCH) if past else choose(position, viewer, actions, drafted),
        news=news or News(),
        settled=tuple(settled),
        before=position if before is None else cast(ViewJson, before),
        asks=asks,
        reserves=reserves or reserves_by_level(position),
        past=past,
    )
    turn, result = (None, None) if past else (build_turn(scene), build_result(scene))
    upper, lower = seat_strip(scene, scene.upper), seat_strip(scene, scene.lower)
    tray, market = build_tray(scene), build_market(scene)
    return Table(
        title=_title(scene, result),
        over=scene.over,
        upper=upper,
        lower=replace(lower, after=_held_after(scene)),
        tray=tray,
        market=market,
        turn=turn,
        result=result,
        script=script_data(scene),
        look=build_look(scene),
        costs=costs_beside(scene),
        memory=build_memory(scene),
        spoken=build_spoken(scene, tray, market, (upper, lower)),
    )


def _title(scene: Scene, result: Result | None) -> str:
    if result:
        return result.title
    seat, turn = scene.view["seat_to_move"] or 1, {"turn": scene.view["turn"]}
    if seat == scene.viewer:
        return _("Your turn %(turn)d") % turn
    return _("Turn %(turn)d, %(name)s to move") % {**turn, "name": scene.names[seat]}


def _held_after(scene: Scene) -> int | None:
    """Tokens in hand once the draft is confirmed, where that is known and differs."""
    choice, held = scene.choice, held_by(scene.near)
    if choice.mode is Mode.RESERVE:
        return held + 1
    if choice.mode is Mode.LINE and is_line(choice.cells, scene.legal):
        return held + len(choice.cells)
    return None
