"""Reading the plan of a seat. Only for its holder: nothing here goes to anybody else, nor into any list or feed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import GameState, action_to_json
from games.enums import GameStatus
from games.models import Game, Plan
from games.planning.attempt import as_mover
from games.planning.conditions import write_fact
from games.planning.entry import Entry, entry_from_json, fits
from games.planning.facts import Fact, View, holds
from games.selectors.state import state_in
from games.selectors.views import view_of


def plan_of(game: Game, seat: int) -> Plan | None:
    """The plan of a seat, if it ever had one. One query."""
    return Plan.objects.filter(seat__game=game, seat__number=seat).first()


def entries_of(plan: Plan) -> list[Entry]:
    """The entries in their order."""
    return [entry_from_json(stored) for stored in plan.entries]


def planning_view(state: GameState, seat: int) -> View:
    """What the seat sees, as if the opponent left everything as it is and the seat were to move."""
    return as_mover(view_of(state, seat), seat)


def plan_json(game: Game, seat: int) -> dict[str, Any]:
    """The plan of a seat, for its holder only. `game` is one from `game_for`. One query."""
    plan = plan_of(game, seat) or Plan()
    running = game.status == GameStatus.ACTIVE
    entries = entries_of(plan) if running else []
    return {
        "version": game.version,
        "revision": plan.revision,
        "open": running and game.seat_to_move != seat,
        "due_at": plan.due_at,
        "entries": entries_json(game, seat, entries),
        "played_turns": plan.played,
        "last": _last_json(plan.last, game),
    }


def entries_json(game: Game, seat: int, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Entries, each with whether it would fit if the opponent left everything as it is."""
    if not entries:
        return []
    view = planning_view(state_in(game), seat)
    return [_entry_json(entry, view, seat) for entry in entries]


def _entry_json(entry: Entry, view: View, seat: int) -> dict[str, Any]:
    return {
        "key": entry.key,
        "actions": [action_to_json(action) for action in entry.actions],
        "notation": list(entry.words),
        "rests_on": _facts_json(entry.facts, view, seat),
        "wants": _facts_json(entry.wants, view, seat),
        "past_revelation": entry.past,
        "gives_privilege": entry.gives,
        "fits_now": fits(entry, view, seat),
    }


def _facts_json(facts: Iterable[Fact], view: View, seat: int) -> list[dict[str, Any]]:
    return [write_fact(fact) | {"holds_now": holds(fact, view, seat)} for fact in facts]


def _last_json(last: Mapping[str, Any], game: Game) -> dict[str, Any] | None:
    """What became of the plan before: whether it was played, as far as what was turned up allowed, or why not."""
    if not last:
        return None
    if "why" in last:
        return {"turn": last["turn"], "outcome": last["why"]}
    if last["rest"]:
        return {"turn": last["turn"], "outcome": "played_in_part"}
    begun = last["turn"] == game.turn
    return {"turn": last["turn"], "outcome": "begun" if begun else "played"}
