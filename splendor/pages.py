"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.web.showcase import showcase


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What the site is, with a table to look at, for those who are not signed in; the others go to their games."""
    if request.user.is_authenticated:
        return redirect("games:mine")
    return render(request, "home.html", {"showcase": showcase()})
