"""The page on which a seat plans its next turn, and the part of the game page that tells of the plan."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from engine import Action, Malformed, action_to_json, legal_actions, read_action, write_action
from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game, Plan
from games.planning.attempt import Attempt, attempt, imagined
from games.planning.entry import Entry
from games.planning.facts import View
from games.planning.implied import implied_by
from games.selectors.plans import entries_of, plan_of, planning_view
from games.selectors.state import state_in
from games.selectors.story import name_of
from games.selectors.views import legal_of, view_of
from games.services.plans import MOST_ENTRIES
from games.services.play import MOST_ACTIONS
from games.web.next_step import drafted
from games.web.plan_form import EntryForm
from games.web.plan_words import facts_text, outcome_text, turn_text
from games.web.requests import person_of, wants_questions
from games.web.staging import stage
from games.web.table import Table, address_of, build_table, read_draft

_FOLLOW_UPS = ("take_matching_token", "steal_token", "choose_royal_card")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry as it is shown."""

    key: str
    text: str
    rests_on: str
    wants: str
    past: bool
    gives: bool


@dataclass(frozen=True, slots=True)
class PlanPart:
    """The plan on the game page. `open`: there may be planned; `due`: the plan is about to be looked at."""

    open: bool
    due: bool
    entries: tuple[EntryLine, ...]
    outcome: str
    played: frozenset[int]


@dataclass(frozen=True, slots=True)
class Then:
    """A way to go on with a turn after something was turned up."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A turn that may be put into the plan. `reveals`: it turns something up; `crosses`: and goes on after that."""

    words: str
    text: str
    rests_on: str
    reveals: bool
    crosses: bool
    asks: bool
    change: str
    then: tuple[Then, ...]
    discards: bool


def plan_part(game: Game, viewer: int, _now: datetime) -> dict[str, Any]:
    """The plan of the viewer for templates/games/table/plan.html. One query."""
    plan = plan_of(game, viewer)
    running = game.status == GameStatus.ACTIVE
    waits = running and game.seat_to_move != viewer
    entries = _lines(game, viewer, plan) if plan is not None and running else ()
    recent = plan is not None and plan.last.get("turn", 0) >= game.turn - 1
    return {
        "plan": PlanPart(
            open=waits,
            due=bool(entries) and not waits,
            entries=entries,
            outcome=outcome_text(plan.last, game.turn) if plan is not None and recent else "",
            played=frozenset(plan.played if plan is not None else ()),
        )
    }


def _lines(game: Game, viewer: int, plan: Plan) -> tuple[EntryLine, ...]:
    name = opponent_of(game, viewer)
    return tuple(_line(entry, name) for entry in entries_of(plan))


def _line(entry: Entry, opponent: str) -> EntryLine:
    return EntryLine(
        key=entry.key,
        text=turn_text(entry.actions, entry.facts, opponent),
        rests_on=facts_text(entry.facts, opponent),
        wants=facts_text(entry.wants, opponent),
        past=entry.past,
        gives=entry.gives,
    )


def opponent_of(game: Game, viewer: int) -> str:
    """The name across the table."""
    return next(name_of(seat) for seat in game.seats.all() if seat.number != viewer)


def plan_page(
    request: HttpRequest,
    game: Game,
    viewer: int,
    draft: QueryDict,
    refusal: ServiceError | None = None,
) -> HttpResponse:
    """The page, with what is chosen in `draft` still chosen and the proposed turn, if there is one, to be confirmed."""
    view, plan = planning_view(state_in(game), viewer), plan_of(game, viewer)
    opponent = opponent_of(game, viewer)
    proposal = propose(view, viewer, draft.get("entry", ""), opponent, asks=_asks(request))
    context = {
        "game": game,
        "viewer": viewer,
        "opponent": opponent,
        "table": _table(game, viewer, view, draft),
        "entries": _lines(game, viewer, plan) if plan is not None else (),
        "revision": 0 if plan is None else plan.revision,
        "most": MOST_ENTRIES,
        "proposal": proposal,
        "purchases": _purchases(view, viewer, opponent),
        "form": EntryForm(draft if "revision" in draft else None, view, viewer),
        "refusal": refusal,
        "typed": draft.get("words", ""),
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "games/plan.html", context, status=status)


def _asks(request: HttpRequest) -> bool:
    return wants_questions(person_of(request))


def _table(game: Game, viewer: int, view: View, draft: QueryDict) -> Table:
    """The table as the viewer knows it, theirs to move; what they can't know is made up and never shown."""
    staged = stage(imagined(view), viewer, read_draft(draft))
    table = build_table(
        view_of(staged.state, viewer),
        viewer,
        legal_of(staged.state, viewer),
        {seat.number: name_of(seat) for seat in game.seats.all()},
        staged.draft,
        settled=staged.actions,
        before=view,
        asks=False,
    )
    return replace(table, turn=table.turn and replace(table.turn, title=_("Your next turn")))


def _purchases(view: View, viewer: int, opponent: str) -> list[Then]:
    """Every card that can be paid now, each with its first way to pay, as a ready choice."""
    found: dict[str, Action] = {}
    for action in legal_actions(imagined(view)):
        asked = action_to_json(action)
        if asked["type"] == "purchase_card":
            found.setdefault(str(asked["card"]), action)
    return [
        Then(turn_text([action], (), opponent), entry_address([action]))
        for action in found.values()
    ]


def entry_address(actions: list[Action]) -> str:
    """The query at which these actions are proposed."""
    words = " ".join(write_action(action) for action in actions)
    return "?" + urlencode({"entry": words}, safe=":@/=")


def read_words(text: str) -> list[Action]:
    """The actions of a text in notation; none if it makes no sense."""
    try:
        return [read_action(word) for word in text.split()[:MOST_ACTIONS]]
    except Malformed:
        return []


def propose(view: View, viewer: int, text: str, opponent: str, *, asks: bool) -> Proposal | None:
    """The turn that an address names; None if it names none that can begin."""
    actions = read_words(text)
    tried = attempt(view, viewer, actions)
    if not actions or tried.refused is not None:
        return None
    facts = implied_by(actions, view)
    return Proposal(
        words=" ".join(write_action(action) for action in actions),
        text=turn_text(actions, facts, opponent),
        rests_on=facts_text(facts, opponent),
        reveals=tried.revealed_at is not None,
        crosses=tried.revealed_at is not None and tried.revealed_at < len(actions) - 1,
        asks=tried.gives and asks,
        change=address_of(drafted([action_to_json(action) for action in actions])),
        then=_ways_on(tried, actions, opponent),
        discards=_is_open(tried, actions) and _phase(tried) == "discard_tokens",
    )


def _is_open(tried: Attempt, actions: list[Action]) -> bool:
    """True if what was turned up leaves a choice of this turn open."""
    whole = tried.checked == len(actions)
    return whole and tried.revealed_at is not None and not tried.ended


def _phase(tried: Attempt) -> str:
    return str(view_of(tried.state, tried.state.seat)["phase"])


def _ways_on(tried: Attempt, actions: list[Action], opponent: str) -> tuple[Then, ...]:
    if not _is_open(tried, actions) or _phase(tried) not in _FOLLOW_UPS:
        return ()
    facts = implied_by(legal_actions(tried.state), view_of(tried.state, tried.state.seat))
    return tuple(
        Then(turn_text([action], facts, opponent), entry_address([*actions, action]))
        for action in legal_actions(tried.state)
    )
