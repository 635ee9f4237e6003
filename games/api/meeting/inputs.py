"""What is sent about games that are to begin."""

from typing import Any, Final

from django.core.validators import RegexValidator
from rest_framework import serializers

from accounts.names import ADDRESS_LENGTH, NAME_LENGTH
from games.api.kit.fields import NAME, FlagField, NumberField, QueryFlag, TextField
from games.api.kit.pages import PageQuery
from games.enums import ComputerLevel, DeclineReason, Speed
from games.models.game import ENTROPY_LENGTH
from games.models.invitation import NOTE_LENGTH
from games.models.standing_offer import MOST_GAMES
from games.selectors.offers import SPEED_GROUPS, Filters, Gates
from games.services.lobby import Options
from games.services.offers import HIGHEST_RATING, LOWEST_RATING

_NO_NUL: Final = [RegexValidator(r"^[^\x00]*$")]
_PACES: Final = [(name, name) for name in SPEED_GROUPS]
STRANGERS: Final = [choice for choice in Speed.choices if choice[0] != Speed.NO_CLOCK]


def _gate(text: str) -> NumberField:
    return NumberField(
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
        allow_null=True,
        default=None,
        help_text=text,
    )


class OptionsInput(serializers.Serializer[Any]):
    """Options of a game."""

    open_memory = FlagField(
        default=False, help_text="Cards that were reserved face up stay visible to both."
    )
    stand_off = FlagField(
        default=True,
        help_text="Whoever sits on all gold and both pearls for three turns may lose by it.",
    )
    weekends_off = FlagField(
        default=False, help_text="Clocks stand still on Saturdays and Sundays."
    )
    vacations = FlagField(default=True, help_text="Vacations stop the clock.")


class GatesInput(serializers.Serializer[Any]):
    """Who may accept; what is left out lets everybody in."""

    min_rating = _gate("Rating from.")
    max_rating = _gate("Rating up to.")
    min_turns_in_time = NumberField(
        min_value=0,
        max_value=100,
        allow_null=True,
        default=None,
        help_text="The least `turns_in_time`, in percent. Newcomers, of whom too little is known, can't accept then.",
    )
    bots = FlagField(
        allow_null=True, default=None, help_text="True: for bots only; false: for people only."
    )


class TermsInput(serializers.Serializer[Any]):
    """What is agreed before a game."""

    speed = serializers.ChoiceField(choices=Speed.choices)
    rated = FlagField(
        default=False,
        help_text="Counts for the rating of both. Needs a clock; games against the computer never count.",
    )
    options = OptionsInput(required=False)


class OfferInput(TermsInput):
    """An offer in the lobby."""

    speed = serializers.ChoiceField(choices=STRANGERS)
    gates = GatesInput(required=False)


class ChallengeInput(TermsInput):
    """A challenge to somebody by name."""

    name = TextField(
        max_length=NAME_LENGTH, validators=[RegexValidator(NAME)], help_text="In any case."
    )


class InvitationInput(TermsInput):
    """An invitation for whoever has its link."""

    email = TextField(
        max_length=ADDRESS_LENGTH,
        validators=_NO_NUL,
        allow_null=True,
        default=None,
        help_text="Write to this address, which may have no account; null: you send the link yourself.",
    )


class ComputerGameInput(TermsInput):
    """A game against the site's computer."""

    level = serializers.ChoiceField(choices=ComputerLevel.choices)


class StandingOfferInput(OfferInput):
    """So many games of a kind, kept running."""

    count = NumberField(
        min_value=1, max_value=MOST_GAMES, help_text="Games to keep open and running together."
    )


class StandingOfferChange(serializers.Serializer[Any]):
    """A standing offer as it shall be from now on."""

    count = NumberField(min_value=1, max_value=MOST_GAMES)
    paused = FlagField(help_text="Withdraws what is open; what runs goes on.")


class EntropyInput(serializers.Serializer[Any]):
    """Randomness of one's own for the shuffle."""

    entropy = TextField(
        max_length=ENTROPY_LENGTH,
        allow_blank=True,
        default="",
        validators=_NO_NUL,
        help_text="Visible characters, best random ones. The first that you send counts. Empty: none.",
    )


class DeclineInput(serializers.Serializer[Any]):
    """Why somebody says no."""

    reason = serializers.ChoiceField(choices=DeclineReason.choices, default=DeclineReason.OTHER)
    note = TextField(
        max_length=NOTE_LENGTH,
        allow_blank=True,
        default="",
        validators=_NO_NUL,
        help_text="A few words more, which the inviter reads.",
    )


class OffersQuery(PageQuery):
    """Which offers to list."""

    pace = serializers.ChoiceField(
        choices=_PACES,
        required=False,
        help_text="`quick`: 1 day; `steady`: 2 or 3 days; `slow`: 5 days and more.",
    )
    rated = QueryFlag(required=False, help_text="Rated or casual ones only.")
    open_memory = QueryFlag(required=False, help_text="Only with it, or only without.")
    stand_off = QueryFlag(required=False, help_text="Only with it, or only without.")
    bots = QueryFlag(required=False, help_text="Made by bots only, or by people only.")
    for_me = QueryFlag(required=False, help_text="Only those that you can accept.")


def options_of(wanted: dict[str, Any]) -> Options:
    """What is to be agreed, by the values of a `TermsInput`."""
    chosen: dict[str, bool] = wanted.get("options", {})
    return Options(speed=Speed(wanted["speed"]), rated=wanted["rated"], **chosen)


def gates_of(wanted: dict[str, Any]) -> Gates:
    """Whom an offer is for. Nought percent is everybody, also those of whom nothing is known."""
    gates = wanted.get("gates", {})
    return Gates(
        gates.get("min_rating"),
        gates.get("max_rating"),
        gates.get("min_turns_in_time") or None,
        gates.get("bots"),
    )


def filters_of(wanted: dict[str, Any]) -> Filters:
    """Which offers are wanted, by the values of an `OffersQuery`."""
    return Filters(
        speed=wanted.get("pace", ""),
        rated=wanted.get("rated"),
        open_memory=wanted.get("open_memory"),
        stand_off=wanted.get("stand_off"),
        bots=wanted.get("bots"),
        for_me=wanted.get("for_me", False),
    )
