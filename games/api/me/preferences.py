"""How a person reads the site and how soon it writes to them."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.enums import NotificationDelay
from accounts.models import User
from accounts.scopes import Scope
from accounts.services import save_preferences
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.me.shapes import BROWSER, Preferences
from games.errors import ServiceError

_EXAMPLE: Final = {
    "language": "en",
    "time_zone": "Europe/Berlin",
    "turn_mail": "quarter_hour",
    "confirm_gifts": True,
}


class PreferencesApi(ApiView):
    """The preferences."""

    @operation(
        "getPreferences",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        answer=Preferences,
        example=_EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        """Your preferences."""
        return Response(preferences_json(self.person()))

    @operation(
        "savePreferences",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        body=Preferences,
        body_example=_EXAMPLE,
        answer=Preferences,
        example=_EXAMPLE,
        problems=("unknown_time_zone",),
    )
    def put(self, request: Request) -> Response:
        """Change your preferences, all of them at once."""
        wanted = read_body(request, Preferences)
        try:
            user = save_preferences(
                user=self.person(),
                language="" if wanted["language"] == BROWSER else wanted["language"],
                time_zone=wanted["time_zone"] or "",
                notification_delay=NotificationDelay[wanted["turn_mail"].upper()],
                confirm_gifts=wanted["confirm_gifts"],
            )
        except ValidationError as error:  # only the zone can still be wrong
            raise ServiceError("unknown_time_zone", 422, " ".join(error.messages)) from error
        return Response(preferences_json(user))


def preferences_json(user: User) -> dict[str, Any]:
    """The preferences as the API tells them."""
    return {
        "language": user.language or BROWSER,
        "time_zone": user.time_zone or None,
        "turn_mail": NotificationDelay(user.notification_delay).name.lower(),
        "confirm_gifts": user.confirm_gifts,
    }
