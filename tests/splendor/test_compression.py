"""Pages go out compressed to who takes them so; event streams never."""

import gzip
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from splendor.middleware import PageGZipMiddleware

NOWHERE = "/nowhere/"  # a page that needs no database


def answered(response: Any) -> Any:
    """What becomes of a response on its way out to a browser that takes gzip."""
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    return PageGZipMiddleware(lambda _request: response)(request)


def test_page_is_compressed_for_who_takes_it() -> None:
    plain = Client().get(NOWHERE)
    packed = Client(headers={"accept-encoding": "gzip, br"}).get(NOWHERE)
    assert (packed["Content-Encoding"], "Content-Encoding" in plain) == ("gzip", False)
    assert b"There is nothing here" in gzip.decompress(packed.content)
    assert len(packed.content) < len(plain.content) / 2
    assert "Accept-Encoding" in packed["Vary"] and "Accept-Encoding" in plain["Vary"]


def test_two_equal_pages_differ_in_length() -> None:
    text = "x" * 4000
    assert len({len(answered(HttpResponse(text)).content) for _try in range(30)}) > 1


def test_stream_is_left_as_it_is() -> None:
    stream = answered(StreamingHttpResponse([b"data: 1\n\n" * 100]))
    assert "Content-Encoding" not in stream
    assert list(stream) == [b"data: 1\n\n" * 100]
