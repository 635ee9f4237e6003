"""The two forms of the page of night hours and vacation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts.models import MOST_SLEEP, User

_MOMENT = "%Y-%m-%dT%H:%M"  # as browsers send a moment by the wall


class HoursForm(forms.Form):
    """When a person's night begins and how long it is."""

    sleep_start = forms.TimeField(
        label=gettext_lazy("My night begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    sleep_hours = forms.TypedChoiceField(
        label=gettext_lazy("and lasts"),
        coerce=int,
        choices=[
            (0, gettext_lazy("no night hours")),
            *(
                (number, ngettext_lazy("%d hour", "%d hours", number) % number)
                for number in range(1, MOST_SLEEP + 1)
            ),
        ],
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        initial = {"sleep_start": user.sleep_start, "sleep_hours": user.sleep_hours}
        super().__init__(data, initial=initial)


class VacationForm(forms.Form):
    """When a vacation begins and ends, by the wall of the person's zone."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("From"),
        required=False,
        help_text=gettext_lazy("Left empty: from now on."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("Left empty: until nothing is left."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
    )
