"""The shapes of games that are to begin."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.shapes import GameOptions, RatingNumber
from games.api.kit.shapes import pages_of
from games.api.people.shapes import share_in_time
from games.enums import Audience, ComputerLevel, DeclineReason, GameStatus, InvitationStatus, Speed
from games.models.standing_offer import MOST_GAMES
from games.services.offers import HIGHEST_RATING, LOWEST_RATING

# Why an open seat can be closed to somebody; accepting is refused with the same codes.
CLOSED: Final = (
    "bots_only",
    "people_only",
    "invitation_closed",
    "invitation_expired",
    "not_open_to_you",
    "rating_too_high",
    "rating_too_low",
    "reliability_too_low",
    "reliability_unknown",
    "too_many_games",
)
CLOSED_CHOICES: Final = [(code, code) for code in CLOSED]


class TermsShape(serializers.Serializer[Any]):
    """What is agreed before a game."""

    speed = serializers.ChoiceField(choices=Speed.choices)
    rated = serializers.BooleanField(help_text="Counts for the rating of both.")
    options = GameOptions()


@extend_schema_serializer(component_name="Gates")
class GatesShape(serializers.Serializer[Any]):
    """Whom an offer is for; null lets everybody in."""

    min_rating = serializers.IntegerField(
        min_value=LOWEST_RATING, max_value=HIGHEST_RATING, allow_null=True
    )
    max_rating = serializers.IntegerField(
        min_value=LOWEST_RATING, max_value=HIGHEST_RATING, allow_null=True
    )
    min_turns_in_time = serializers.IntegerField(
        min_value=0,
        max_value=100,
        allow_null=True,
        help_text="The least `turns_in_time`, in percent. Keeps out whom too little is known of.",
    )
    bots = serializers.BooleanField(
        allow_null=True, help_text="True: for bots only; false: for people only."
    )


@extend_schema_serializer(component_name="Inviter")
class InviterShape(serializers.Serializer[Any]):
    """Who asks for a game."""

    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="A program plays for this account.")
    rating = RatingNumber()
    turns_in_time = share_in_time()
    finished_games = words.number()


@extend_schema_serializer(component_name="Closed")
class ClosedShape(serializers.Serializer[Any]):
    """Why you can't accept."""

    code = serializers.ChoiceField(choices=CLOSED_CHOICES)
    message = serializers.CharField(help_text="A sentence to show.")


@extend_schema_serializer(component_name="Invitation")
class InvitationShape(TermsShape):
    """An open seat: in the lobby, for somebody by name, or for whoever has the link."""

    token = serializers.CharField(help_text="By which it is accepted; the last part of its link.")
    link = serializers.URLField(help_text="The page of the site that says the same.")
    audience = serializers.ChoiceField(choices=Audience.choices, help_text="Whom the seat is for.")
    status = serializers.ChoiceField(choices=InvitationStatus.choices)
    own = serializers.BooleanField(help_text="You made it.")
    for_you = serializers.BooleanField(help_text="You are asked by name, so you may decline.")
    inviter = InviterShape(allow_null=True, help_text="Null once their account is gone.")
    gates = GatesShape()
    commitment = serializers.CharField(help_text="What the shuffle's secret was committed to with.")
    game_id = serializers.CharField(
        allow_null=True, help_text="Told if it is yours or you are asked by name."
    )
    rematch_of = serializers.CharField(
        allow_null=True,
        help_text="The id of the game that is to be played again, told like `game_id`.",
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    closed = ClosedShape(
        allow_null=True,
        help_text="Why you can't accept; null if you can, and for your own. Callers without a token would be asked more "
        "when they accept.",
    )


@extend_schema_serializer(component_name="Opponent")
class OpponentShape(serializers.Serializer[Any]):
    """Who has the other seat, or is asked to take it."""

    name = serializers.CharField(
        allow_null=True, help_text="How people call them; null while it may still be anybody."
    )
    computer = serializers.ChoiceField(
        choices=ComputerLevel.choices,
        allow_null=True,
        help_text="The level, if the site's computer plays.",
    )
    bot = serializers.BooleanField(help_text="A program plays for this account.")


@extend_schema_serializer(component_name="OpenSeat")
class OpenSeatShape(serializers.Serializer[Any]):
    """Whom the free seat of a game was offered to, and what became of that."""

    token = serializers.CharField()
    link = serializers.URLField(help_text="To send to whom you want to play with.")
    audience = serializers.ChoiceField(choices=Audience.choices)
    own = serializers.BooleanField(help_text="You made the offer.")
    invitee = serializers.CharField(allow_null=True, help_text="Who was asked by name.")
    email = serializers.CharField(
        allow_null=True,
        help_text="The address that was written to. Told to you alone, not in answers to POST, and forgotten when the "
        "invitation closes. Nothing tells whether the mail arrived.",
    )
    gates = GatesShape()
    standing_offer = serializers.IntegerField(
        allow_null=True, help_text="The standing offer that it came from, if it is yours."
    )
    status = serializers.ChoiceField(choices=InvitationStatus.choices)
    reason = serializers.ChoiceField(
        choices=DeclineReason.choices, allow_null=True, help_text="Given by who declined."
    )
    note = serializers.CharField(help_text="A few words more; may be empty.")
    why = serializers.CharField(
        help_text="A sentence that says why nothing came of it; empty if something did or may."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Null while it is open.")


@extend_schema_serializer(component_name="Preparation")
class PreparationShape(TermsShape):
    """A game before its cards are dealt."""

    id = serializers.CharField(help_text="Of the game; it keeps it.")
    status = serializers.ChoiceField(choices=GameStatus.choices)
    seat = words.seat(allow_null=True, help_text="Yours; null while you are only asked.")
    opponent = OpponentShape()
    commitment = serializers.CharField(
        help_text="What the shuffle's secret was committed to with, before anybody added randomness."
    )
    entropy = serializers.CharField(
        allow_null=True, help_text="Your own randomness; null if you have added none."
    )
    can_deal = serializers.BooleanField(help_text="Both seats are taken: you may have it dealt.")
    rematch_of = serializers.CharField(
        allow_null=True, help_text="The id of the game of which it is the rematch."
    )
    created_at = serializers.DateTimeField()
    invitation = OpenSeatShape(
        allow_null=True, help_text="Null for games against the site's computer."
    )


@extend_schema_serializer(component_name="StandingOffer")
class StandingOfferShape(TermsShape):
    """What you always have on offer."""

    id = serializers.IntegerField()
    count = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, help_text="Games to keep open and running together."
    )
    paused = serializers.BooleanField(help_text="Nothing more is offered.")
    open = words.number(help_text="Offers in the lobby now, one at most at a time.")
    running = words.number(help_text="Games that came from it and run.")
    gates = GatesShape()
    created_at = serializers.DateTimeField()


class StandingOffers(serializers.Serializer[Any]):
    """All that you always have on offer."""

    items = StandingOfferShape(many=True)


Invitations = pages_of(InvitationShape, "Invitations")
Preparations = pages_of(PreparationShape, "Preparations")
