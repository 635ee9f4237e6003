"""Long lists in pieces: each answer has the items and the address of the next piece."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.kit.errors import BadCursor


class Pages(CursorPagination):
    """A cursor stays right while rows come and go, and costs the same on every page."""

    page_size = 30
    max_page_size = 100
    page_size_query_param = "limit"
    page_size_query_description = "How many items at most, 1 to 100; 30 if not given."
    cursor_query_description = "Where the list goes on, from `next` of the page before."

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
        """The rows of this piece. Raises BadCursor."""
        try:
            return list(self.paginate_queryset(rows, request) or [])
        except (ValueError, TypeError, ArithmeticError) as error:
            raise BadCursor from error  # a cursor that somebody made up

    def answer(self, items: list[dict[str, Any]]) -> Response:
        """The answer with these items."""
        return Response({"items": items, "next": self.get_next_link()})
