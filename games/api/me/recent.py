"""What a person was told of late."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.kit.operation import operation
from games.api.kit.pages import PageQuery, Pages
from games.api.kit.view import ApiView
from games.api.me.channel_shapes import Notices
from games.models import Notification
from games.notifications.kinds import spec_of
from games.notifications.recent import recent_of, title_of
from games.selectors.views import utc_text


class NoticeListApi(ApiView):
    """Notices."""

    @operation(
        "listNotices",
        tag="notifications",
        scope=Scope.GAME_READ,
        query=PageQuery,
        answer=Notices,
        example={
            "items": [
                {
                    "id": 4211,
                    "kind": "your_turn",
                    "category": "turns",
                    "at": "2026-11-30T08:00:00Z",
                    "game_id": "x7k2m9q4",
                    "turn": 12,
                    "title": "Your turn against Ada",
                }
            ],
            "next": None,
        },
        problems=("bad_cursor",),
    )
    def get(self, request: Request) -> Response:
        """What you were told or were to be told, through whatever channel, the newest first.

        It is history: whether it still holds, the game says. Of games that are over, notices are kept for 90 days.
        """
        pages = Pages(("-due_at", "-pk"))
        rows = pages.piece(recent_of(self.person()), request)
        return pages.answer([_notice_json(row) for row in rows])


def _notice_json(row: Notification) -> dict[str, Any]:
    return {
        "id": row.pk,
        "kind": row.kind,
        "category": spec_of(row).category.value,
        "at": utc_text(row.due_at),
        "game_id": row.game_id,
        "turn": row.turn or None,
        "title": title_of(row),
    }
