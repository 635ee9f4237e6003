"""Looking at plans that are due: the first entry that fits is played, by the door that everybody uses."""

import logging
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.readers import as_reader
from games.enums import Channel, GameStatus, NotificationKind
from games.errors import ServiceError
from games.models import Game, Plan
from games.notifications.plan import plan_notice, plan_turn
from games.notifications.together import plan_with_turn
from games.planning.entry import Entry, entry_from_json, first_that_fits
from games.selectors.state import load_state
from games.selectors.story import names_for, tell
from games.selectors.views import view_of
from games.services.change import locked
from games.services.plan_hooks import drop
from games.services.play import read_request, submit_locked
from games.tasks import deliver_notification

logger = logging.getLogger(__name__)

NO_MATCH = "no_match"  # no entry fitted
REFUSED = "refused"  # the door said no, though everything fitted
_SENTENCES: Final[dict[str, str | Promise]] = {
    NO_MATCH: _("No entry of your plan fitted what your opponent did."),
    REFUSED: _("The turn that you had planned was refused."),
}


def play_plan(seat_id: int) -> bool:
    """Play the plan of a seat if it is due; whether a turn was played.

    Everything happens in one transaction under the game's lock: a worker that dies has done nothing, a second one finds
    nothing left to do, and whoever stopped the plan or played meanwhile was first. If the turn was taken back the plan
    waits again.
    """
    found = Plan.objects.filter(pk=seat_id, due_at__isnull=False).select_related("seat").first()
    if found is None:
        return False
    with locked(found.seat.game_id) as game:
        now = timezone.now()
        plan = Plan.objects.select_related("seat__user").get(pk=seat_id)
        if plan.due_at is None or plan.due_at > now:
            return False
        user = plan.seat.user
        if game.status != GameStatus.ACTIVE or user is None or not user.is_active:
            drop(plan)
            return False
        if game.seat_to_move != plan.seat.number:
            plan.due_at = None
            plan.save(update_fields=["due_at"])
            return False
        return _decide(game, plan, user, now)


def due_plans(most: int) -> list[int]:
    """Plans whose time has come, oldest first. Served by the index `plan_due`."""
    due = Plan.objects.filter(due_at__lte=timezone.now())
    return list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:most])


def _decide(game: Game, plan: Plan, user: User, now: datetime) -> bool:
    """Choose by what the seat sees and by nothing else, then play."""
    seat = plan.seat.number
    entries = [entry_from_json(stored) for stored in plan.entries]
    entry = first_that_fits(entries, view_of(load_state(game), seat), seat)
    drop(plan)
    if entry is None:
        _stopped(game, plan, user, now, NO_MATCH)
        return False
    return _play(game, plan, user, entry, now)


def _play(game: Game, plan: Plan, user: User, entry: Entry, now: datetime) -> bool:
    turn = game.turn
    try:
        key = f"plan:{plan.pk}:{game.version}"
        answer = submit_locked(game, user, read_request(list(entry.words), game.version, key))
    except ServiceError as error:
        logger.error("a plan in game %s was refused: %s", game.pk, error.code)
        _stopped(game, plan, user, now, REFUSED)
        return False
    words = list(entry.words[: answer["applied"]])
    plan.refresh_from_db(fields=["played"])  # the door may have corrected it
    plan.played = [*plan.played, turn]
    plan.last = {"turn": turn, "words": words, "rest": list(entry.words[answer["applied"] :])}
    plan.save(update_fields=["played", "last"])
    told = _told(game, plan.seat.number, user, answer["events"])
    _tell(game, user, NotificationKind.PLAN_PLAYED, {"turn": told}, now)
    if game.status == GameStatus.FINISHED:  # who isn't there didn't see it
        row = plan_notice(user, NotificationKind.GAME_OVER, game, now=now)
        deliver_notification.delay_on_commit(row.pk)
    elif game.turn != turn:
        _tell_of_extra_turn(game, plan.seat.number, now)
    return True


def _stopped(game: Game, plan: Plan, user: User, now: datetime, why: str) -> None:
    plan.last = {"turn": game.turn, "why": why}
    plan.save(update_fields=["last"])
    with as_reader(user):
        sentence = str(_SENTENCES[why])
    rows = plan_with_turn(
        user,
        NotificationKind.PLAN_STOPPED,
        game,
        now=now,
        data={"why": sentence},
        key=f"{game.pk}:{game.version}",
        within=[Channel.EMAIL],
        instead=[Channel.PUSH],
    )
    for row in rows:
        if row.due_at <= now:
            deliver_notification.delay_on_commit(row.pk)


def _told(game: Game, seat: int, user: User, events: list[dict[str, Any]]) -> str:
    """What was played, in sentences as `user` reads them."""
    with as_reader(user):
        stories = tell(events, names_for(game, seat), seat, turn=game.turn)
        return " ".join(story.text for story in stories if story.mine)


def _tell(
    game: Game, user: User, kind: NotificationKind, data: dict[str, str], now: datetime
) -> None:
    row = plan_notice(user, kind, game, now=now, data=data, key=f"{game.pk}:{game.version}")
    deliver_notification.delay_on_commit(row.pk)


def _tell_of_extra_turn(game: Game, seat: int, now: datetime) -> None:
    """One's own extra turn is news to somebody who isn't there. Of the turn itself a row was written when it began."""
    if game.status != GameStatus.ACTIVE or game.seat_to_move != seat:
        return
    for row in plan_turn(game, now=now):
        if row.due_at <= now:
            deliver_notification.delay_on_commit(row.pk)
