"""The copy of one's data."""

from datetime import datetime
from typing import Any, Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.accounts.shapes import DataCopy
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.enums import ExportState
from games.errors import ServiceError
from games.live.downloads import downloaded
from games.selectors.export import export_of, free_at
from games.selectors.views import utc_text
from games.services.export import ask_export, pieces_of

ZIP: Final = "application/zip"
_EXAMPLE: Final = {
    "state": "ready",
    "asked_at": "2026-11-30T08:00:00Z",
    "size": 48213,
    "expires_at": "2026-12-07T08:01:00Z",
    "next_at": "2026-12-01T08:00:00Z",
}


class ExportApi(ApiView):
    """Where the copy stands."""

    @operation(
        "getDataCopy",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        answer=DataCopy,
        example=_EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        """Where the copy of your data stands."""
        return Response(_copy_json(self.person()))

    @operation(
        "askForDataCopy",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        answer=DataCopy,
        status=202,
        example={**_EXAMPLE, "state": "waiting", "size": None, "expires_at": None},
        problems=("export_too_soon",),
    )
    def post(self, request: Request) -> Response:
        """Have a copy of your data made: every game as you may see it, and all else that is kept of you.

        It takes a while; a mail says when it is ready. One a day; one that is being made is that one.
        """
        ask_export(user=self.person())
        return Response(_copy_json(self.person()), status=202)


class ExportFileApi(ApiView):
    """The file."""

    @operation(
        "getDataCopyFile",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        answer=OpenApiTypes.BINARY,
        kinds=(ZIP,),
        problems=("no_file", "too_many_downloads"),
        example="PK… (the bytes of a ZIP file)",
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """The copy of your data, a ZIP file of JSON and readable pages.

        One download at a time. It ends when nothing is taken for a minute, or after 15 minutes.
        """
        user = self.person()
        row = export_of(user, timezone.now())
        if row is None or row.state != ExportState.READY:
            raise ServiceError("no_file", 409, _("No copy of your data is ready."))
        headers = {"Content-Length": str(row.size)}
        return downloaded(
            request._request, user.pk, pieces_of(row), content_type=ZIP, headers=headers
        )


def _copy_json(user: User) -> dict[str, Any]:
    now = timezone.now()
    row = export_of(user, now)
    free = free_at(row)
    ready = row is not None and row.state == ExportState.READY
    return {
        "state": row.state if row else None,
        "asked_at": _instant(row.asked_at if row else None),
        "size": row.size if row and ready else None,
        "expires_at": _instant(row.expires_at if row else None),
        "next_at": _instant(free if free and free > now else None),
    }


def _instant(when: datetime | None) -> str | None:
    return utc_text(when) if when else None
