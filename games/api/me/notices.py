"""What a person is told, through which channel, and when; and the state of their mail."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.bounces import resume_mail
from accounts.models import User
from accounts.scopes import Scope
from games.api.kit.fields import clock_text
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.me.channel_shapes import MailState
from games.api.me.shapes import NoticeSettingsAnswer, NoticeSettingsInput
from games.enums import Channel, NoticeCategory, QuietHours
from games.models import NoticeSettings
from games.notifications.channels.registry import offered
from games.notifications.wishes import settings_of, wants
from games.selectors.views import utc_text
from games.services.notices import Wishes, save_notices, try_mail

_BODY: Final = {
    "channels": {
        "turns": ["email", "push"],
        "reminders": ["email", "push"],
        "digest": ["email"],
        "invitations": ["email", "push"],
        "requests": ["push"],
        "results": ["email"],
        "plans": ["push"],
        "messages": [],
    },
    "reminders": {"half": False, "most": True, "last": True},
    "digest": {"daily": False, "hour": 8},
    "quiet": {"mode": "own", "start": "22:00", "end": "07:00"},
}
_EXAMPLE: Final = {**_BODY, "offered": ["email", "push", "webhook"]}


class NoticesApi(ApiView):
    """The choices about news."""

    @operation(
        "getNotificationSettings",
        tag="notifications",
        scope=Scope.ACCOUNT_READ,
        answer=NoticeSettingsAnswer,
        example=_EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        """What you are told, through which channel, and when.

        How long a turn may wait before its mail goes out stands in the preferences.
        """
        return Response(_settings_json(settings_of(self.person())))

    @operation(
        "saveNotificationSettings",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        body=NoticeSettingsInput,
        body_example=_BODY,
        answer=NoticeSettingsAnswer,
        example=_EXAMPLE,
        problems=("quiet_hours",),
    )
    def put(self, request: Request) -> Response:
        """Choose what you are told; it holds for what waits already, too.

        Plans are never told at a web address: others may read there.
        """
        wanted = read_body(request, NoticeSettingsInput)
        settings = save_notices(user=self.person(), wishes=_wishes(wanted))
        return Response(_settings_json(settings))


def _wishes(wanted: dict[str, Any]) -> Wishes:
    channels = {
        NoticeCategory(name): {Channel(channel) for channel in chosen}
        for name, chosen in wanted["channels"].items()
    }
    return Wishes(
        channels=channels,
        quiet=QuietHours(wanted["quiet"]["mode"]),
        quiet_from=wanted["quiet"]["start"],
        quiet_until=wanted["quiet"]["end"],
        remind_half=wanted["reminders"]["half"],
        remind_most=wanted["reminders"]["most"],
        remind_last=wanted["reminders"]["last"],
        digest=wanted["digest"]["daily"],
        digest_hour=wanted["digest"]["hour"],
    )


def _settings_json(settings: NoticeSettings) -> dict[str, Any]:
    channels = {
        category.value: [channel.value for channel in Channel if wants(settings, category, channel)]
        for category in NoticeCategory
    }
    return {
        "channels": channels,
        "reminders": {
            "half": settings.remind_half,
            "most": settings.remind_most,
            "last": settings.remind_last,
        },
        "digest": {"daily": settings.digest, "hour": settings.digest_hour},
        "quiet": {
            "mode": settings.quiet,
            "start": clock_text(settings.quiet_from),
            "end": clock_text(settings.quiet_until),
        },
        "offered": [channel.value for channel in offered()],
    }


class MailApi(ApiView):
    """Whether mail reaches the person."""

    @operation(
        "getMailState",
        tag="notifications",
        scope=Scope.ACCOUNT_READ,
        answer=MailState,
        example={
            "address": "ada@example.com",
            "stopped": {"since": "2026-11-30T08:00:00Z", "why": "bounced"},
        },
    )
    def get(self, request: Request) -> Response:
        """Where mails go to, and whether they were stopped."""
        return Response(_mail_json(self.person()))


class MailStopApi(ApiView):
    """The stop of mail."""

    @operation(
        "resumeMail", tag="notifications", scope=Scope.ACCOUNT_WRITE, answer=None, status=204
    )
    def delete(self, request: Request) -> Response:
        """Have news mailed to you again after mails came back or were reported as unwanted."""
        resume_mail(user=self.person())
        return Response(status=204)


class MailTestsApi(ApiView):
    """Test mails."""

    @operation(
        "sendTestMail",
        tag="notifications",
        scope=Scope.ACCOUNT_WRITE,
        answer=None,
        status=204,
        problems=("too_many_tests", "refused", "unreached"),
    )
    def post(self, request: Request) -> Response:
        """Mail yourself a test, at most one a minute."""
        try_mail(user=self.person())
        return Response(status=204)


def _mail_json(user: User) -> dict[str, Any]:
    stopped = user.mail_stopped_at and {
        "since": utc_text(user.mail_stopped_at),
        "why": user.mail_stopped_why,
    }
    return {"address": user.email, "stopped": stopped}
