"""Refusals of pages: a plain page with the reason, wherever a view lets one through."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.errors import ServiceError

NOT_FOUND = 404


class RefusalMiddleware:
    """Turns a ServiceError of a view into a page with its status and sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do but pass on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page of a refusal; other exceptions are nobody's plan and go on."""
        if not isinstance(exception, ServiceError):
            return None
        template = "404.html" if exception.status == NOT_FOUND else "games/refused.html"
        return render(request, template, {"refusal": exception}, status=exception.status)
