"""The documentation of the API as pages, and the schema itself."""

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.scopes import GRANTABLE
from games.api.docs.read import SCHEMA_FILE, parts, schema, shapes
from games.api.kit.codes import PROBLEMS

SCHEMA_TYPE: Final = "application/vnd.oai.openapi+json;version=3.1"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """How the API works, and every operation in one line."""
    context = {
        "text": schema()["info"]["description"],
        "parts": parts(),
        "scopes": [(scope.value, scope.label) for scope in GRANTABLE],
        "rates": settings.API_RATES,
    }
    return _page(request, "index", context)


@require_safe
def part(request: HttpRequest, tag: str) -> HttpResponse:
    """The operations of one part in full. Raises Http404."""
    if tag not in parts():
        raise Http404
    return _page(request, "part", {"tag": tag, "operations": parts()[tag]})


@require_safe
def shape_list(request: HttpRequest) -> HttpResponse:
    """Every shape that requests and answers have."""
    return _page(request, "shapes", {"shapes": shapes()})


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """Every code of a refusal; `type` of a refusal leads here."""
    return _page(request, "problems", {"problems": sorted(PROBLEMS.items())})


@require_safe
@cache_control(public=True, max_age=300)
def openapi(request: HttpRequest) -> HttpResponse:
    """The schema as it is checked in; whole and compressed, so that a slow reader holds no thread."""
    answer = HttpResponse(_schema_text(), content_type=SCHEMA_TYPE)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@require_safe
@cache_control(public=True, max_age=300)
def written(request: HttpRequest, name: str) -> HttpResponse:
    """A page of the project's own documentation as it is written."""
    page = settings.BASE_DIR / "docs" / f"{name}.md"
    answer = HttpResponse(page.read_bytes(), content_type="text/plain; charset=utf-8")
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@cache
def _schema_text() -> bytes:
    return SCHEMA_FILE.read_bytes()


def _page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"api/{name}.html", context)
