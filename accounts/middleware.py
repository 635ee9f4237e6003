"""Language and time zone of a request, and the status of a refused form."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone, translation

from accounts.services import remember_zone
from accounts.zones import known_zone, zone

# Written by static/js/site.js; the browser sends no zone by itself.
ZONE_COOKIE = "timezone"


def browser_zone(request: HttpRequest) -> str:
    """The zone that the browser says it is in; empty if it says none or an unknown one."""
    return known_zone(request.COOKIES.get(ZONE_COOKIE))


class ReaderMiddleware:
    """Shows texts and times as the account says, else as the browser does.

    Stands after Django's LocaleMiddleware, which has read the browser's language, and after the
    AuthenticationMiddleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request in the reader's language and zone."""
        user = request.user
        chosen = user.language if user.is_authenticated else ""
        language = chosen or translation.get_language() or settings.LANGUAGE_CODE
        zone_name = user.time_zone if user.is_authenticated else ""
        if user.is_authenticated and request.method == "POST":
            remember_zone(user=user, name=browser_zone(request))
        request.LANGUAGE_CODE = language
        with (
            translation.override(language),
            timezone.override(zone(zone_name or browser_zone(request))),
        ):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class RefusedFormMiddleware:
    """Answers 422 where a page shows a form again because of its errors; Django's and allauth's views answer 200."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        """Correct the status before the page is rendered."""
        form = (response.context_data or {}).get("form")
        if (
            request.method == "POST"
            and response.status_code == HTTPStatus.OK
            and form
            and form.errors
        ):
            response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response
