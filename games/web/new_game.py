"""The forms for a new game and for what one always has on offer."""

import enum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NAME_LENGTH
from games.enums import Speed
from games.errors import ServiceError
from games.models.standing_offer import MOST_GAMES
from games.selectors.offers import Gates
from games.services.lobby import Options, invitee_named
from games.services.offers import ADDRESS_LENGTH, HIGHEST_RATING, LOWEST_RATING


class Opponent(enum.StrEnum):
    """Against whom."""

    COMPUTER = "computer"
    LOBBY = "lobby"
    USER = "user"
    LINK = "link"
    EMAIL = "email"

    @classmethod
    def wanted(cls, text: str) -> "Opponent":
        """Whom an address asks for; the computer where it asks for nobody known."""
        return cls(text) if text in cls else cls.COMPUTER


OPPONENTS = (
    (Opponent.COMPUTER, _("The computer, a careful beginner")),
    (Opponent.LOBBY, _("Anybody: an offer in the lobby")),
    (Opponent.USER, _("Somebody whose name I know")),
    (Opponent.LINK, _("Whoever gets my link first")),
    (Opponent.EMAIL, _("Somebody by e-mail, also without an account")),
)
STRANGERS = [choice for choice in Speed.choices if choice[0] != Speed.NO_CLOCK]


class TermsForm(forms.Form):
    """What is agreed before a game."""

    speed = forms.ChoiceField(label=_("Speed"), choices=Speed, initial=Speed.DAYS_3)
    rated = forms.BooleanField(
        label=_("Counts for the rating"),
        required=False,
        help_text=_("Of both. Needs a clock; games against the computer never count."),
    )
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
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("Clocks stand still on Saturdays and Sundays."),
    )
    vacations = forms.BooleanField(
        label=_("Vacations stop the clock"),
        required=False,
        initial=True,
        help_text=_("Without this a game goes on while one of you is on vacation."),
    )

    @property
    def options(self) -> Options:
        """What is agreed; only of a valid form."""
        return Options(
            speed=Speed(self.cleaned_data["speed"]),
            open_memory=self.cleaned_data["open_memory"],
            stand_off=self.cleaned_data["stand_off"],
            rated=self.cleaned_data["rated"],
            weekends_off=self.cleaned_data["weekends_off"],
            vacations=self.cleaned_data["vacations"],
        )

    @property
    def more_options(self) -> list[forms.BoundField]:
        """The fields that most leave as they are."""
        return [self[name] for name in ("open_memory", "stand_off", "weekends_off", "vacations")]


class GatesForm(forms.Form):
    """Who may accept an offer; empty fields let everybody in."""

    min_rating = forms.IntegerField(
        label=_("Rating from"), required=False, min_value=LOWEST_RATING, max_value=HIGHEST_RATING
    )
    max_rating = forms.IntegerField(
        label=_("Rating up to"), required=False, min_value=LOWEST_RATING, max_value=HIGHEST_RATING
    )
    min_reliability = forms.IntegerField(
        label=_("Turns taken in time, at least (percent)"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("Newcomers, of whom too little is known, can't accept then."),
    )

    bots = forms.TypedChoiceField(
        label=_("Bots"),
        required=False,
        choices=[("", _("May accept, too")), ("no", _("May not accept")), ("yes", _("Only bots"))],
        coerce=lambda chosen: chosen == "yes",
        empty_value=None,
        help_text=_("Games with a bot are rated apart from those between people."),
    )

    @property
    def gates(self) -> Gates:
        """Whom the offer is for; only of a valid form."""
        names = ("min_rating", "max_rating", "min_reliability")
        # Nought percent is everybody, also those of whom nothing is known.
        limits = {name: self.cleaned_data[name] or None for name in names}
        return Gates(**limits, bots=self.cleaned_data["bots"])

    @property
    def gate_fields(self) -> list[forms.BoundField]:
        """The fields of this part."""
        return [self[name] for name in ("min_rating", "max_rating", "min_reliability", "bots")]


class NewGameForm(TermsForm, GatesForm):
    """Opponent, speed and options, and for strangers whom the offer is for."""

    opponent = forms.ChoiceField(
        label=_("Against whom"),
        choices=OPPONENTS,
        initial=Opponent.COMPUTER,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Their name"), max_length=NAME_LENGTH, required=False, strip=True
    )
    email = forms.EmailField(
        label=_("Their e-mail address"),
        max_length=ADDRESS_LENGTH,
        required=False,
        help_text=_("They get one mail with the link, and no other."),
    )

    def clean(self) -> dict[str, Any]:
        """Find the person who is invited by name; an address is wanted only where it is written to."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["invitee"] = None
        opponent = cleaned.get("opponent")
        if opponent == Opponent.COMPUTER:  # the page doesn't show the box then
            cleaned["rated"] = False
        if opponent == Opponent.USER:
            cleaned["invitee"] = self._invitee(cleaned.get("name", ""))
        if opponent == Opponent.EMAIL and not cleaned.get("email") and "email" not in self.errors:
            self.add_error("email", _("To which address shall the invitation go?"))
        return cleaned

    def _invitee(self, name: str) -> User | None:
        if not name:
            self.add_error("name", _("Whom do you want to invite?"))
            return None
        try:
            return invitee_named(name)
        except ServiceError as error:
            self.add_error("name", str(error.message))
            return None


class StandingOfferForm(TermsForm, GatesForm):
    """How many games of which kind somebody wants to keep running."""

    count = forms.IntegerField(
        label=_("Games to keep running"),
        initial=2,
        min_value=1,
        max_value=MOST_GAMES,
        help_text=_("One offer is in the lobby at a time, the next follows when it is taken."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["speed"] = forms.ChoiceField(
            label=_("Speed"), choices=STRANGERS, initial=Speed.DAYS_3
        )
