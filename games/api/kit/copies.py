"""Answers that callers keep: with a tag, by which they ask whether their copy is still good."""

from typing import Any, Final

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

PRIVATE: Final = "private, no-cache"  # kept by the caller only, and asked about each time
FOR_EVER: Final = "public, max-age=31536000, immutable"


def tagged(request: Request, body: Any, tag: str, *, cache: str = PRIVATE) -> Response:
    """The answer with its `ETag`; 304 without a body if the caller has it already."""
    headers = {"ETag": tag, "Cache-Control": cache}
    if _matches(request.headers.get("If-None-Match", ""), tag):
        return Response(status=304, headers=headers)
    return Response(body, headers=headers)


def _matches(header: str, tag: str) -> bool:
    """Whether the caller's copy is still good; what packs answers on the way marks their tags as weak."""
    return any(known.removeprefix("W/") in (tag, "*") for known in parse_etags(header))
