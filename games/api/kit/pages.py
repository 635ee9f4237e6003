"""Long lists in pieces: each answer has the items and the address of the next piece."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.kit.errors import BadCursor
from games.api.kit.reading import read_query

PIECE: Final = 30  # items, unless asked otherwise
MOST: Final = 100
LONGEST_CURSOR: Final = 400


class PageQuery(serializers.Serializer[Any]):
    """Which piece of a list is wanted; the filters of a list are further fields of a shape that inherits from this one."""

    cursor = serializers.RegexField(
        r"^[!-~]+$",
        required=False,
        max_length=LONGEST_CURSOR,
        help_text="Where the list goes on: it stands in `next` of the piece before.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST, default=PIECE, help_text="How many items at most."
    )


class Pages(CursorPagination):
    """A cursor stays right while rows come and go, and costs the same on every page."""

    page_size = PIECE
    max_page_size = MOST
    page_size_query_param = "limit"

    def __init__(self, ordering: tuple[str, ...] = ("-created_at", "-pk")) -> None:
        super().__init__()
        self.ordering = ordering

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """The order that the operation wants."""
        return tuple(self.ordering or ())

    def decode_cursor(self, request: Request) -> Any:
        """The place to go on from. Raises BadCursor."""
        try:
            return super().decode_cursor(request)
        except NotFound as error:
            raise BadCursor from error

    def piece(self, rows: QuerySet[Any], request: Request) -> list[Any]:
        """The rows of this piece. Raises BadCursor, or the framework's ValidationError."""
        read_query(request, PageQuery)
        try:
            return list(self.paginate_queryset(rows, request) or [])
        except (ValueError, TypeError, ArithmeticError, ValidationError) as error:
            raise BadCursor from error  # a cursor that somebody made up

    def answer(self, items: list[dict[str, Any]]) -> Response:
        """The answer with these items."""
        return Response({"items": items, "next": self.get_next_link()})
