"""What is answered where nobody knew an answer."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults

from games.api.kit.errors import PROBLEM, problem_body


def server_error(request: HttpRequest) -> HttpResponse:
    """What is answered after an exception that nobody expected, which Django has logged: nothing of it."""
    if not request.path.startswith("/api/v1/"):
        return defaults.server_error(request)
    body = problem_body(500, "server_error", _("Something went wrong here. Try again later."))
    headers = {"Cache-Control": "no-store"}
    return JsonResponse(body, status=500, content_type=PROBLEM, headers=headers)
