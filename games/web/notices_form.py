"""The form of the choices about news: a table of categories and channels, quiet hours, reminders, the digest."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.enums import Channel, NoticeCategory, QuietHours, ReminderPart
from games.models import NoticeSettings
from games.notifications.channels.registry import SENDERS, offered
from games.notifications.reminders import SHORTEST
from games.notifications.wishes import may_carry, wants
from games.services.notices import Wishes

REMINDERS = ("remind_half", "remind_most", "remind_last")


class Row(NamedTuple):
    """A category as the table shows it."""

    label: str
    boxes: list[BoundField]


def _hours() -> list[tuple[int, str]]:
    return [(hour, f"{hour}:00") for hour in range(24)]


def _from_hours(part: ReminderPart) -> str:
    """Of which turns there is such a reminder."""
    hours = int(SHORTEST[part].total_seconds()) // 3600
    text = ngettext(
        "(of turns with %(hours)d hour or more)", "(of turns with %(hours)d hours or more)", hours
    )
    return text % {"hours": hours}


class NoticesForm(forms.Form):
    """A checkbox for each category and channel, named `turns-email` and so on, and the rest."""

    quiet = forms.ChoiceField(
        label=_("Leave me in peace"), choices=QuietHours, widget=forms.RadioSelect
    )
    quiet_from = forms.TimeField(
        label=_("from"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("until"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    remind_half = forms.BooleanField(
        label=_("when half of my time is used up"),
        required=False,
        help_text=lazy(_from_hours, str)(ReminderPart.HALF),
    )
    remind_most = forms.BooleanField(
        label=_("when four fifths of my time are used up"),
        required=False,
        help_text=lazy(_from_hours, str)(ReminderPart.MOST),
    )
    remind_last = forms.BooleanField(
        label=_("once more in the last hours"),
        required=False,
        help_text=lazy(_from_hours, str)(ReminderPart.LAST),
    )
    digest = forms.BooleanField(
        label=_("Tell me once a day which games wait for me"), required=False
    )
    digest_hour = forms.TypedChoiceField(label=_("at"), choices=_hours, coerce=int)

    def __init__(self, data: QueryDict | None, *, settings: NoticeSettings) -> None:
        plain = ("quiet", "quiet_from", "quiet_until", "digest", "digest_hour", *REMINDERS)
        super().__init__(data, initial={name: getattr(settings, name) for name in plain})
        self._settings = settings
        self.channels: list[Channel] = offered()  # the columns of the table
        for category in NoticeCategory:
            for channel in self.channels:
                self.fields[_name(category, channel)] = forms.BooleanField(
                    label=channel.label,
                    required=False,
                    initial=wants(settings, category, channel),
                    disabled=not may_carry(category, channel),
                )

    @property
    def rows(self) -> Iterator[Row]:
        """The table, a row for each category."""
        for category in NoticeCategory:
            boxes = [self[_name(category, channel)] for channel in self.channels]
            yield Row(str(category.label), boxes)

    @property
    def reminders(self) -> list[BoundField]:
        """The three reminders of a turn."""
        return [self[name] for name in REMINDERS]

    def clean(self) -> dict[str, Any]:
        """Quiet hours of one's own need both ends."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("quiet") == QuietHours.OWN:
            for name in ("quiet_from", "quiet_until"):
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Quiet hours need a beginning and an end."))
        return cleaned

    @property
    def wishes(self) -> Wishes:
        """What was chosen; only of a valid form."""
        chosen = {
            name: value for name, value in self.cleaned_data.items() if name in Wishes.__slots__
        }
        return Wishes(channels=self._channels(), **{**chosen, "quiet": QuietHours(chosen["quiet"])})

    def _channels(self) -> dict[NoticeCategory, list[Channel]]:
        return {
            category: [channel for channel in SENDERS if self._wants(category, channel)]
            for category in NoticeCategory
        }

    def _wants(self, category: NoticeCategory, channel: Channel) -> bool:
        """As chosen; a channel that isn't offered now stays as it was."""
        if channel in self.channels:
            return bool(self.cleaned_data[_name(category, channel)])
        return wants(self._settings, category, channel)


def _name(category: NoticeCategory, channel: Channel) -> str:
    return f"{category.value}-{channel.value}"
