"""The shapes of a person's own choices: preferences, hours, vacation, notifications."""

from typing import Any, Final

from rest_framework import serializers

from accounts.enums import Language, NotificationDelay
from accounts.models import MOST_SLEEP
from games.api.kit.fields import ClockField, FlagField, InstantField, NumberField, TextField
from games.enums import Channel, NoticeCategory, QuietHours
from games.models.notices import LAST_HOUR
from games.notifications.wishes import may_carry

ZONE_LENGTH: Final = 64
BROWSER: Final = "browser"
LANGUAGES: Final = [(value or BROWSER, value or BROWSER) for value in Language.values]
DELAYS: Final = [(delay.name.lower(), delay.name.lower()) for delay in NotificationDelay]
CHANNELS: Final = [(channel.value, channel.value) for channel in Channel]
QUIET_MODES: Final = [(value, value) for value in QuietHours.values]
PRIVATE_CHANNELS: Final = [
    (channel.value, channel.value)
    for channel in Channel
    if may_carry(NoticeCategory.PLANS, channel)
]


class Preferences(serializers.Serializer[Any]):
    """How you read the site and how soon it writes to you."""

    language = serializers.ChoiceField(
        choices=LANGUAGES,
        help_text="Of pages, mails and this API's sentences, whatever `Accept-Language` says; only `browser` follows it.",
    )
    time_zone = TextField(
        max_length=ZONE_LENGTH,
        trim_whitespace=False,
        allow_null=True,
        help_text="A name of the IANA table, such as `Europe/Berlin`, in which times are told in texts; null as long as "
        "none was chosen. Night hours need one.",
    )
    turn_mail = serializers.ChoiceField(
        choices=DELAYS,
        help_text="How long a game may wait for you before the mail about it goes out.",
    )
    confirm_gifts = FlagField(
        help_text="Whether your app should ask before the opponent gains a privilege."
    )


class HoursInput(serializers.Serializer[Any]):
    """Night hours; `start` null or no `hours`: none."""

    start = ClockField(allow_null=True)
    hours = NumberField(min_value=0, max_value=MOST_SLEEP)


class Hours(HoursInput):
    """Night hours, in which the clocks of your turns stand."""

    zone = serializers.CharField(
        allow_null=True, help_text="The time zone by whose clocks they go; null if none is known."
    )
    next_change_at = serializers.DateTimeField(
        allow_null=True, help_text="Before then they can't be changed; null if they can."
    )


class VacationInput(serializers.Serializer[Any]):
    """From when to when."""

    starts_at = InstantField(allow_null=True, help_text="Null: now.")
    ends_at = InstantField(allow_null=True, help_text="Null: when nothing is left of it.")


class Vacation(serializers.Serializer[Any]):
    """A vacation that runs or is planned."""

    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    begun = serializers.BooleanField()


class GameWithoutVacations(serializers.Serializer[Any]):
    """A running game that was agreed without vacations."""

    game_id = serializers.CharField()
    opponent = serializers.CharField()


class VacationAnswer(serializers.Serializer[Any]):
    """Your vacation and what there is of it."""

    vacation = Vacation(allow_null=True)
    left = serializers.IntegerField(help_text="Seconds of vacation that could be taken now.")
    games_not_stopped = GameWithoutVacations(
        many=True, help_text="Your games whose clocks run on during a vacation."
    )


def _channels(choices: list[tuple[str, str]]) -> serializers.ListField:
    return serializers.ListField(child=serializers.ChoiceField(choices=choices), max_length=10)


class NoticeChannels(serializers.Serializer[Any]):
    """For each kind of news the channels through which it is told; none: not at all."""

    turns = _channels(CHANNELS)
    reminders = _channels(CHANNELS)
    digest = _channels(CHANNELS)
    invitations = _channels(CHANNELS)
    requests = _channels(CHANNELS)
    results = _channels(CHANNELS)
    plans = _channels(PRIVATE_CHANNELS)  # others may read at a web address
    messages = _channels(CHANNELS)


class Reminders(serializers.Serializer[Any]):
    """Which reminders of a turn you want, by the clock of the game."""

    half = FlagField(help_text="When half of the time is used up; for turns of a day or more.")
    most = FlagField(help_text="When 80 % of it are used up; for turns of 12 hours or more.")
    last = FlagField(
        help_text="When 10 % of it or 3 hours are left, whichever comes later; for turns of an hour or more. It comes "
        "before your quiet hours if it would fall into them."
    )


class Digest(serializers.Serializer[Any]):
    """One mail a day that tells which games wait."""

    daily = FlagField(help_text="Always on while `turn_mail` of the preferences is `digest`.")
    hour = NumberField(min_value=0, max_value=LAST_HOUR, help_text="By the clock of your zone.")


class Quiet(serializers.Serializer[Any]):
    """When you are left in peace: what comes up then is told at the end, all but the last reminder of a turn."""

    mode = serializers.ChoiceField(
        choices=QUIET_MODES,
        help_text="`sleep`: in your night hours; `own`: between `start` and `end`; `none`: never.",
    )
    start = ClockField(allow_null=True, help_text="Needed with `own`, else forgotten.")
    end = ClockField(allow_null=True, help_text="Needed with `own`, else forgotten.")


class NoticeSettingsInput(serializers.Serializer[Any]):
    """Everything that you choose about news; all of it, in place of what was chosen before."""

    channels = NoticeChannels()
    reminders = Reminders()
    digest = Digest()
    quiet = Quiet()


class NoticeSettingsAnswer(NoticeSettingsInput):
    """Everything that you chose about news."""

    offered = serializers.ListField(
        child=serializers.ChoiceField(choices=CHANNELS),
        help_text="The channels that this site can use; others are kept for later.",
    )
