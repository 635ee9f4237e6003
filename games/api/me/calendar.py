"""The private address at which calendars read a person's deadlines."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.me.channel_shapes import CalendarInput, CalendarShape
from games.models import CalendarFeed
from games.selectors.calendar import address_of, feed_of, token_in
from games.selectors.views import utc_text
from games.services.calendar import no_feed, renew_feed, stop_feed

_EXAMPLE: Final = {
    "url": "https://loupe.example/calendar/nSPTSwqPVFfbpQoBRFoJYTTVrz4RZlLg2k0DGJMIJvw.ics",
    "created_at": "2026-11-30T08:00:00Z",
}


class CalendarApi(ApiView):
    """The address."""

    @operation(
        "getCalendar",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        answer=CalendarShape,
        example=_EXAMPLE,
        problems=("no_calendar",),
    )
    def get(self, request: Request) -> Response:
        """The address at which calendars read your deadlines; 404 if there is none.

        It gives iCalendar (RFC 5545): until when you have to move, in every game. Show it to your calendar only: who
        knows it needs no token. It stays when a token is taken back, and leads nowhere once a lost password was replaced.
        """
        feed = feed_of(self.person())
        if feed is None:
            raise no_feed()
        return Response(_feed_json(feed))

    @operation(
        "renewCalendar",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        body=CalendarInput,
        body_example={"replaces": None},
        answer=CalendarShape,
        example=_EXAMPLE,
    )
    def put(self, request: Request) -> Response:
        """Make an address, or another one in place of yours, which stops working at once.

        Sent again it answers with the address that it made: that one isn't the one to be replaced.
        """
        known = read_body(request, CalendarInput)["replaces"]
        feed = renew_feed(user=self.person(), shown=token_in(known) if known else "")
        return Response(_feed_json(feed))

    @operation("stopCalendar", tag="me", scope=Scope.ACCOUNT_WRITE, answer=None, status=204)
    def delete(self, request: Request) -> Response:
        """Make the address lead nowhere."""
        stop_feed(user=self.person())
        return Response(status=204)


def _feed_json(feed: CalendarFeed) -> dict[str, Any]:
    return {"url": address_of(feed), "created_at": utc_text(feed.created_at)}
