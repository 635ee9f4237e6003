"""The limit of a request's body."""

import json

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from splendor.middleware import BodyLimitMiddleware


def answer(path: str, length: str) -> HttpResponse:
    """What the middleware answers to a POST that says it has this length."""

    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("reached")

    request = RequestFactory().post(path, data=b"", content_type="application/json")
    request.META["CONTENT_LENGTH"] = length
    return BodyLimitMiddleware(view)(request)


@pytest.mark.parametrize("length", ["", "0", str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE), "none"])
def test_an_honest_body_passes(length: str) -> None:
    assert answer("/games/new/", length).content == b"reached"


def test_a_huge_body_is_refused_in_the_form_of_the_api() -> None:
    response = answer("/api/v1/games/", str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
    assert (response.status_code, response["Content-Type"]) == (413, "application/problem+json")
    assert json.loads(response.content) == {
        "type": "/api/docs/problems/#payload_too_large",
        "title": "Payload too large",
        "status": 413,
        "detail": "The request is too large.",
        "code": "payload_too_large",
        "rule": None,
        "extra": {},
    }


def test_a_huge_form_is_refused_in_plain_words() -> None:
    response = answer("/games/new/", "1000000000")
    assert (response.status_code, response.content) == (413, b"The request is too large.")
