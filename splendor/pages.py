"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What the site is, for those who are not signed in; the others go to their games."""
    if request.user.is_authenticated:
        return redirect("games:mine")
    return render(request, "home.html")
