"""The form for a new game."""

import enum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.selectors import find_user_by_name
from games.enums import Speed
from games.services.lobby import Options


class Opponent(enum.StrEnum):
    """Against whom."""

    COMPUTER = "computer"
    USER = "user"
    LINK = "link"

    @classmethod
    def wanted(cls, text: str) -> "Opponent":
        """Whom an address asks for; the computer where it asks for nobody known."""
        return cls(text) if text in cls else cls.COMPUTER


OPPONENTS = (
    (Opponent.COMPUTER, _("The computer, a careful beginner")),
    (Opponent.USER, _("Somebody whose name I know")),
    (Opponent.LINK, _("Whoever gets my link first")),
)


class NewGameForm(forms.Form):
    """Opponent, pace and options."""

    opponent = forms.ChoiceField(
        choices=OPPONENTS, initial=Opponent.COMPUTER, widget=forms.RadioSelect
    )
    name = forms.CharField(
        label=_("Their name"), max_length=NAME_LENGTH, required=False, strip=True
    )
    speed = forms.ChoiceField(label=_("Speed"), choices=Speed, initial=Speed.DAYS_3)
    open_memory = forms.BooleanField(
        label=_("Open memory"),
        required=False,
        help_text=_("Cards that were reserved face up stay visible to both."),
    )
    stand_off = forms.BooleanField(
        label=_("Stand-off rule"),
        required=False,
        initial=True,
        help_text=_("Whoever sits on all gold and both pearls for three turns may lose by it."),
    )

    def clean(self) -> dict[str, Any]:
        """Find the person who is invited by name."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["invitee"] = None
        if cleaned.get("opponent") == Opponent.USER:
            cleaned["invitee"] = self._invitee(cleaned.get("name", ""))
        return cleaned

    def _invitee(self, name: str) -> User | None:
        found = find_user_by_name(name) if name else None
        if found is None:
            self.add_error(
                "name",
                _("Nobody here has this name.") if name else _("Whom do you want to invite?"),
            )
        return found

    @property
    def options(self) -> Options:
        """What is agreed; only of a valid form."""
        return Options(
            speed=Speed(self.cleaned_data["speed"]),
            open_memory=self.cleaned_data["open_memory"],
            stand_off=self.cleaned_data["stand_off"],
        )
