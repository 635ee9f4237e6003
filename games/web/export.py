"""The page on which somebody asks for a copy of their data, and the file itself."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import ExportState
from games.errors import ServiceError
from games.live.downloads import downloaded
from games.selectors.export import UNDONE, export_of, free_at
from games.services.export import KEPT, ask_export, pieces_of
from games.web.requests import user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def data(request: HttpRequest) -> HttpResponse:
    """Where the copy stands; POST asks for one."""
    if request.method != "POST":
        return _page(request)
    try:
        ask_export(user=user_of(request))
    except ServiceError as refusal:
        return _page(request, refusal)
    return redirect("games:data")


def _page(request: HttpRequest, refusal: ServiceError | None = None) -> HttpResponse:
    now = timezone.now()
    row = export_of(user_of(request), now)
    free = free_at(row)
    context: dict[str, Any] = {
        "row": row,
        "making": row is not None and row.state in UNDONE,
        "free": free if free is not None and free > now else None,
        "kept": KEPT.days,
        "refusal": refusal,
    }
    return render(request, "export/data.html", context, status=refusal.status if refusal else 200)


@require_safe
@login_required
@never_cache
def data_file(request: HttpRequest) -> HttpResponseBase:
    """The file, to its owner; who has none is led to the page."""
    user = user_of(request)
    row = export_of(user, timezone.now())
    if row is None or row.state != ExportState.READY:
        return redirect("games:data")
    name = f"loupe-{user.username}-{row.asked_at:%Y-%m-%d}.zip"
    headers = {
        "Content-Length": str(row.size),
        "Content-Disposition": str(content_disposition_header(True, name)),
    }
    try:
        return downloaded(
            request, user.pk, pieces_of(row), content_type="application/zip", headers=headers
        )
    except ServiceError as refusal:
        answer = _page(request, refusal)
        answer["Retry-After"] = str(refusal.extra["retry_after"])
        return answer
