"""Middleware of our own."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _

from games.api.kit.copies import FOR_EVER
from games.api.kit.errors import PROBLEM, problem_body


class BodyLimitMiddleware:
    """Answers 413 to a request whose body is larger than any honest one.

    Django's own limit covers forms only: the API's parsers read the body as a stream. A body without a length
    needs no check, for the server hands none on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on if its declared length is within DATA_UPLOAD_MAX_MEMORY_SIZE."""
        try:
            length = int(request.headers.get("Content-Length") or 0)
        except ValueError:
            length = 0  # Django reads such a body as empty
        if length <= (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            return self.get_response(request)
        message = _("The request is too large.")
        if request.path.startswith("/api/"):
            body = problem_body(413, "payload_too_large", message)
            return JsonResponse(body, status=413, content_type=PROBLEM)
        return HttpResponse(message, status=413, content_type="text/plain; charset=utf-8")


class ForEverMiddleware:
    """Takes from answers that never change what others have added of the caller: language, cookie, token.

    They are the same for everybody, so what keeps copies need not tell callers apart. Stands after CorsMiddleware, by
    whose header callers from other sites do differ, and before all that looks at who asks.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        response = self.get_response(request)
        if response.get("Cache-Control") == FOR_EVER:
            for name in ("Vary", "Content-Language"):
                del response.headers[name]
        return response


class PageGZipMiddleware(GZipMiddleware):
    """Sends pages compressed. What streams goes out as it comes: a compressor would hold an event back.

    No secret can be guessed from the size: Django adds up to a hundred random bytes and masks the form's token anew
    in each answer.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the answer if the browser takes it and it is whole."""
        return response if response.streaming else super().process_response(request, response)
