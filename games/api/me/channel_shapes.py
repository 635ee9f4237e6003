"""The shapes of the ways by which news reach a person, and of whom they blocked."""

from typing import Any, Final

from rest_framework import serializers

from accounts.enums import MailStop
from games.api.kit.fields import TextField
from games.api.kit.shapes import pages_of
from games.enums import NoticeCategory, NotificationKind
from games.models.channels import ENDPOINT_LENGTH, URL_LENGTH

KEY_LENGTH: Final = 120
NAME_OF_DEVICE: Final = 60
NOTICE_KINDS: Final = [(kind.value, kind.value) for kind in NotificationKind]
NOTICE_CATEGORIES: Final = [(category.value, category.value) for category in NoticeCategory]
STOPS: Final = [(value, value) for value in MailStop.values if value]


class MailStopped(serializers.Serializer[Any]):
    """Since when no news are mailed, and why."""

    since = serializers.DateTimeField()
    why = serializers.ChoiceField(
        choices=STOPS,
        help_text="`bounced`: mail came back; `complained`: it was reported as unwanted.",
    )


class MailState(serializers.Serializer[Any]):
    """Where mails go to."""

    address = serializers.CharField(help_text="Empty for accounts without one.")
    stopped = MailStopped(allow_null=True)


class DeviceKeys(serializers.Serializer[Any]):
    """The keys of a subscription, in base64url."""

    p256dh = TextField(max_length=KEY_LENGTH, trim_whitespace=False)
    auth = TextField(max_length=KEY_LENGTH, trim_whitespace=False)


class DeviceInput(serializers.Serializer[Any]):
    """A Web Push subscription, as PushSubscription.toJSON gives it, and how to call it."""

    endpoint = TextField(
        max_length=ENDPOINT_LENGTH,
        trim_whitespace=False,
        help_text="Where the push service takes it.",
    )
    keys = DeviceKeys()
    name = TextField(max_length=NAME_OF_DEVICE, allow_null=True, help_text="Such as `My phone`.")


class Device(serializers.Serializer[Any]):
    """A browser or an app that shows news."""

    id = serializers.IntegerField()
    name = serializers.CharField(allow_null=True)
    push_service = serializers.CharField(help_text="The host that carries its messages.")
    created_at = serializers.DateTimeField()


class DeviceList(serializers.Serializer[Any]):
    """Where news are shown, and what a push service must know of this site."""

    key = serializers.CharField(
        allow_null=True,
        help_text="The site's public key (VAPID, RFC 8292) in base64url: give it to the push service as "
        "`applicationServerKey`. Null where the site sends no such messages.",
    )
    items = Device(many=True)


class WebhookInput(serializers.Serializer[Any]):
    """The address to post at."""

    url = TextField(max_length=URL_LENGTH, trim_whitespace=False)


class WebhookShape(serializers.Serializer[Any]):
    """The address at which news are posted."""

    url = serializers.CharField()
    off_since = serializers.DateTimeField(
        allow_null=True, help_text="It refused too often, and nothing is posted since then."
    )
    last_error = serializers.CharField(allow_null=True, help_text="Why, in words for people.")


class CalendarInput(serializers.Serializer[Any]):
    """Which address is to be replaced."""

    replaces = TextField(
        max_length=URL_LENGTH,
        trim_whitespace=False,
        allow_null=True,
        help_text="The address that you know of, null if none. If there is another one by now, that one stays.",
    )


class CalendarShape(serializers.Serializer[Any]):
    """A private address that calendars read without signing in."""

    url = serializers.CharField(help_text="It ends in `.ics`; whoever knows it can read it.")
    created_at = serializers.DateTimeField()


class BlockShape(serializers.Serializer[Any]):
    """Somebody whom you blocked."""

    name = serializers.CharField()
    since = serializers.DateTimeField()


Blocks: Final = pages_of(BlockShape, "Blocks")


class Notice(serializers.Serializer[Any]):
    """Something that you were told."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=NOTICE_KINDS)
    category = serializers.ChoiceField(
        choices=NOTICE_CATEGORIES, help_text="As the notification settings have it."
    )
    at = serializers.DateTimeField(help_text="From then on you were told.")
    game_id = serializers.CharField(allow_null=True)
    turn = serializers.IntegerField(
        allow_null=True, help_text="Of the game, if it is about one turn."
    )
    title = serializers.CharField(help_text="A sentence to show; it says nothing of the position.")


Notices: Final = pages_of(Notice, "Notices")
