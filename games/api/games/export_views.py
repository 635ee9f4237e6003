"""All that a person has played, as one answer."""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import batched
from typing import Any, Final

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from accounts.models import User
from accounts.scopes import Scope
from accounts.tokens import Access
from games.api.games import examples
from games.api.games.list_shapes import ExportQuery
from games.api.games.past_shapes import ExportedGame
from games.api.kit.limits import LIMITS, AccountLimit
from games.api.kit.operation import operation
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.live.downloads import downloaded
from games.selectors.exported import BATCH, exported_games

NDJSON: Final = "application/x-ndjson"


class ExportLimit(AccountLimit):
    """Of exports, of people and bots alike. To ask for the head costs nothing."""

    scope = "export"

    def get_rate(self) -> str:
        """As the operation says."""
        return "6/hour"

    def counted(self, request: Request) -> str | None:
        """Whose games they are."""
        access = request.auth
        asked = isinstance(access, Access) and request.method == "GET"
        return str(access.user.pk) if asked else None


class ExportApi(ApiView):
    """All that a person has played."""

    throttle_classes = [*LIMITS, ExportLimit]

    @operation(
        "exportGames",
        tag="games",
        scope=Scope.GAME_READ,
        query=ExportQuery,
        answer=ExportedGame,
        example=examples.EXPORTED,
        kinds=(NDJSON,),
        problems=("too_many_downloads",),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """All your games that are over, one in each line.

        In the order in which they ended, each with its record as JSON and as a line of notation. Six times an hour, one
        download at a time. It ends when nothing is taken for a minute, or after 15 minutes: go on with `since`.
        """
        since = read_query(request, ExportQuery).get("since")
        user = self.person()
        return downloaded(request._request, user.pk, _pieces(user, since), content_type=NDJSON)


def _pieces(user: User, since: datetime | None) -> Iterator[bytes]:
    for games in batched(exported_games(user, since), BATCH):
        yield b"".join(map(_line, games))


def _line(game: dict[str, Any]) -> bytes:
    return json.dumps(game, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
