"""Making and changing the plan of a seat, while its opponent thinks. Nothing here is told to anybody else."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine import Action
from games.enums import GameStatus
from games.errors import ServiceError, not_active
from games.models import Game, Plan, Seat
from games.planning.attempt import Attempt, Problem, attempt, problem_of
from games.planning.entry import Entry, entry_to_json
from games.planning.facts import Fact, View
from games.planning.implied import implied_by
from games.refusals import illegal
from games.selectors.access import seat_of
from games.selectors.plans import entries_of, planning_view
from games.selectors.state import load_state
from games.services.change import locked
from games.services.plan_hooks import drop
from games.services.plan_wishes import Wish, about_entry
from games.services.play import read_actions

MOST_ENTRIES = 8
MOST_WANTS = 12

_PROBLEMS: Final[dict[Problem, str | Promise]] = {
    Problem.TOO_LONG: _("The turn is over before its last action. Plan one turn only."),
    Problem.UNFINISHED: _("The turn isn't complete: something is still to be chosen."),
    Problem.CROSSES: _(
        "This turn goes on after something new is turned up. Allow that, or end it there."
    ),
}


def add_entry(
    *,
    game_id: str,
    user: User,
    actions: Sequence[Any],
    wants: Sequence[Fact] = (),
    past: bool = False,
    sure: bool = False,
    revision: int,
) -> Plan:
    """Put a turn, in notation or JSON, at the end of the plan. Raises ServiceError.

    The turn is tried out on the view of `user` as if the opponent left everything as it is; `wants` are conditions
    besides those that it rests on. `past`: it may go past what is turned up. `sure`: that it gives the opponent a
    privilege is wanted. `revision` is that of the plan that was seen. The same entry again changes nothing.
    """
    wish = Wish(tuple(read_actions(actions)), tuple(wants), past, sure)
    with _plan(game_id, user) as (game, seat, plan):
        entry = _entry(planning_view(load_state(game), seat), seat, wish)
        if any(entry.says_same(other) for other in entries_of(plan)):
            return plan
        _check_revision(plan, revision)
        _check_number(len(plan.entries) + 1)
        _check_entry(entry, wish, user)
        return _save(plan, [*entries_of(plan), entry])


def replace_plan(*, game_id: str, user: User, wishes: Sequence[Wish], revision: int) -> Plan:
    """Let these turns be the whole plan, in this order; the same plan again changes nothing. Raises ServiceError.

    What stands in the plan already stays as it is, with what it rested on when it was planned; of turns that are
    wished for twice the first counts. `revision` is that of the plan that was seen.
    """
    with _plan(game_id, user) as (game, seat, plan):
        stored = entries_of(plan)
        entries = _entries(planning_view(load_state(game), seat), seat, wishes, stored, user)
        if entries != stored:
            _check_revision(plan, revision)
        return _save(plan, entries)


def try_plan(*, game: Game, seat: int, user: User, wishes: Sequence[Wish]) -> list[Entry]:
    """What `replace_plan` would store, checked in the same way; nothing is. Raises ServiceError."""
    check_planning(game, seat)
    return _entries(planning_view(load_state(game), seat), seat, wishes, [], user)


def _entries(
    view: View, seat: int, wishes: Sequence[Wish], stored: list[Entry], user: User
) -> list[Entry]:
    """The entries for these wishes; a refusal says by `extra["entry"]` which one it is about."""
    _check_number(len(wishes))
    found: list[Entry] = []
    for place, wish in enumerate(wishes):
        same = next((entry for entry in stored if wish.is_met_by(entry)), None)
        with about_entry(place):
            entry = same or _entry(view, seat, wish)
            if same is None:
                _check_entry(entry, wish, user)
        if not any(entry.says_same(other) for other in found):
            found.append(entry)
    return found


def _entry(view: View, seat: int, wish: Wish) -> Entry:
    tried = _try(view, seat, list(wish.actions), past=wish.past)
    return Entry(
        key=secrets.token_hex(4),
        words=wish.words,
        facts=implied_by(wish.actions, view),
        wants=wish.wants,
        past=wish.past and tried.revealed_at is not None,
        gives=tried.gives,
    )


def delete_entry(*, game_id: str, user: User, key: str) -> Plan:
    """Take an entry out; one that is gone already is no error. Raises ServiceError."""
    with _plan(game_id, user) as (_game, _seat, plan):
        return _save(plan, [entry for entry in entries_of(plan) if entry.key != key])


def move_entry(*, game_id: str, user: User, key: str, up: bool, revision: int) -> Plan:
    """Let an entry change places with the one before (`up`) or after it; at the end of the list it stays.

    Raises ServiceError.
    """
    with _plan(game_id, user) as (_game, _seat, plan):
        _check_revision(plan, revision)
        entries = entries_of(plan)
        keys = [entry.key for entry in entries]
        if key not in keys:
            raise _stale()
        here = keys.index(key)
        there = here + (-1 if up else 1)
        if 0 <= there < len(entries):
            entries[here], entries[there] = entries[there], entries[here]
        return _save(plan, entries)


def clear_plan(*, game_id: str, user: User) -> None:
    """Plan nothing any more, also when the plan is about to be looked at. Raises ServiceError if the person has no seat."""
    with locked(game_id) as game:
        plan = Plan.objects.filter(seat__game=game, seat__number=seat_of(game, user)).first()
        if plan is not None:
            drop(plan)


@contextmanager
def _plan(game_id: str, user: User) -> Iterator[tuple[Game, int, Plan]]:
    """The game, the seat of `user` and its plan, under the game's lock, while the opponent is to move."""
    with locked(game_id) as game:
        seat = seat_of(game, user)
        check_planning(game, seat)
        row = Seat.objects.get(game=game, number=seat)
        plan, _made = Plan.objects.get_or_create(seat=row)
        yield game, seat, plan


def check_planning(game: Game, seat: int) -> None:
    """Raises ServiceError unless the opponent of this seat is to move."""
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    if game.seat_to_move == seat:
        raise ServiceError(
            "own_turn", 409, _("It is your turn: play it. Plans are made while you wait.")
        )


def _try(view: View, seat: int, actions: list[Action], *, past: bool) -> Attempt:
    tried = attempt(view, seat, actions)
    problem = problem_of(tried, len(actions), past=past)
    if problem is Problem.ILLEGAL and tried.refused is not None:
        raise illegal(tried.refused, tried.checked)
    if problem is not None:
        raise ServiceError(f"plan_{problem.value}", 422, _PROBLEMS[problem])
    return tried


def _check_revision(plan: Plan, revision: int) -> None:
    if plan.revision != revision:
        raise _stale()


def _stale() -> ServiceError:
    return ServiceError(
        "stale_plan", 409, _("The plan has changed since you opened this page. Look at it again.")
    )


def _check_number(entries: int) -> None:
    if entries > MOST_ENTRIES:
        message = _("A plan has %(most)d entries at most. Delete one first.")
        raise ServiceError("plan_full", 422, message % {"most": MOST_ENTRIES})


def _check_entry(entry: Entry, wish: Wish, user: User) -> None:
    if len(entry.wants) > MOST_WANTS:
        message = _("An entry has %(most)d further conditions at most.")
        raise ServiceError("too_many_conditions", 422, message % {"most": MOST_WANTS})
    if entry.gives and user.confirm_gifts and not wish.sure:
        raise ServiceError(
            "gift_not_confirmed",
            422,
            _("This turn gives your opponent a privilege. Confirm that first."),
        )


def _save(plan: Plan, entries: list[Entry]) -> Plan:
    stored = [entry_to_json(entry) for entry in entries]
    if stored == plan.entries:
        return plan
    plan.entries = stored
    plan.due_at = None
    plan.revision += 1
    plan.last = {}
    plan.save()
    return plan
