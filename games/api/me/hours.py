"""When a person's clocks stand: night hours and vacation."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.kit.fields import clock_text
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.me.shapes import Hours, HoursInput, VacationAnswer, VacationInput
from games.selectors.away import away_of, hours_free_at, hours_zone_of
from games.selectors.views import utc_text
from games.services.vacation import end_vacation, set_hours, start_vacation

_HOURS: Final = {
    "start": "22:30",
    "hours": 8,
    "zone": "Europe/Berlin",
    "next_change_at": "2026-12-07T09:00:00Z",
}
_VACATION: Final = {
    "vacation": {
        "starts_at": "2026-12-20T18:00:00Z",
        "ends_at": "2026-12-27T18:00:00Z",
        "begun": False,
    },
    "left": 907200,
    "games_not_stopped": [{"game_id": "x7k2m9q4", "opponent": "Ada"}],
}


class HoursApi(ApiView):
    """Night hours."""

    @operation("getHours", tag="me", scope=Scope.ACCOUNT_READ, answer=Hours, example=_HOURS)
    def get(self, request: Request) -> Response:
        """Your night hours, in which the clocks of your turns stand."""
        return Response(_hours_json(self.person()))

    @operation(
        "setHours",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        body=HoursInput,
        body_example={"start": "22:30", "hours": 8},
        answer=Hours,
        example=_HOURS,
        problems=("hours_too_soon", "zone_wanted"),
    )
    def put(self, request: Request) -> Response:
        """Change your night hours; they hold from your next turn on.

        At most nine hours, changed at most once a week. They go by the clock of the time zone in your preferences as it
        is now: after a move to another zone, set them again to take them along.
        """
        wanted = read_body(request, HoursInput)
        user = set_hours(user=self.person(), start=wanted["start"], hours=wanted["hours"])
        return Response(_hours_json(user))


def _hours_json(user: User) -> dict[str, Any]:
    free_at = hours_free_at(user)
    return {
        "start": clock_text(user.sleep_start),
        "hours": user.sleep_hours,
        "zone": hours_zone_of(user) or None,
        "next_change_at": utc_text(free_at) if free_at and free_at > timezone.now() else None,
    }


class VacationApi(ApiView):
    """The vacation."""

    @operation(
        "getVacation",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        answer=VacationAnswer,
        example=_VACATION,
    )
    def get(self, request: Request) -> Response:
        """Your vacation, how much of it is left, and which games it doesn't stop."""
        return Response(_vacation_json(self.person()))

    @operation(
        "startVacation",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        body=VacationInput,
        body_example={"starts_at": "2026-12-20T18:00:00Z", "ends_at": "2026-12-27T18:00:00Z"},
        answer=VacationAnswer,
        example=_VACATION,
        problems=("on_vacation", "bad_start", "bad_end", "no_vacation_left", "vacation_too_long"),
    )
    def put(self, request: Request) -> Response:
        """Go on vacation now or later: the clocks of your turns stand, in all games agreed with vacations.

        Three hours come with each day, up to thirty days; twelve hours are the least that is charged. Playing ends
        nothing. There is one vacation at a time: asked for again it stays the same one, another is refused until this
        one is ended.
        """
        user = self.person()
        start_vacation(user=user, **read_body(request, VacationInput))
        return Response(_vacation_json(user))

    @operation("endVacation", tag="me", scope=Scope.ACCOUNT_WRITE, answer=None, status=204)
    def delete(self, request: Request) -> Response:
        """End your vacation now, or call off one that hasn't begun."""
        end_vacation(user=self.person())
        return Response(status=204)


def _vacation_json(user: User) -> dict[str, Any]:
    away = away_of(user, timezone.now())
    vacation = away.vacation and {
        "starts_at": utc_text(away.vacation.starts_at),
        "ends_at": utc_text(away.vacation.ends_at),
        "begun": away.begun,
    }
    return {
        "vacation": vacation,
        "left": away.left // timedelta(seconds=1),
        "games_not_stopped": [
            {"game_id": game_id, "opponent": opponent} for opponent, game_id in away.runs_on
        ],
    }
