"""The shapes of games; those of positions, events and actions stand in modules of their own."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.event_shapes import EventField
from games.api.games.view_shapes import ViewShape
from games.api.games.words import SEATS, keyed
from games.enums import ComputerLevel, GameStatus, Speed
from games.selectors.views import MOST_EVENTS

LARGEST_NUMBER = 2**31 - 1


@extend_schema_serializer(component_name="Seat")
class SeatShape(serializers.Serializer[Any]):
    """Who sits where."""

    number = words.seat()
    name = serializers.CharField(
        allow_null=True, help_text="How people call the holder; null while the seat is free."
    )
    computer = serializers.ChoiceField(
        choices=ComputerLevel.choices,
        allow_null=True,
        help_text="The level, if the site's computer plays.",
    )
    bot = serializers.BooleanField(help_text="A program plays for this account.")


@extend_schema_serializer(component_name="SeatStanding")
class StandingShape(serializers.Serializer[Any]):
    """How far a seat is towards each of the three victories."""

    prestige = words.number(help_text="20 win.")
    crowns = words.number(help_text="10 win.")
    color_points = words.number(help_text="Of its best colour; 10 win.")
    color = words.color(allow_null=True, help_text="That colour.")


@extend_schema_serializer(component_name="ClockStand")
class ClockStand(serializers.Serializer[Any]):
    """Why a clock stands just now, and until when."""

    reason = serializers.ChoiceField(choices=words.STAND_REASONS)
    until = serializers.DateTimeField()


Banks = keyed("Banks", "Seconds by seat.", SEATS, words.number)
Standings = keyed(
    "Standings",
    "Both seats' standings; empty before the cards are dealt.",
    SEATS,
    lambda: StandingShape(required=False),
)


@extend_schema_serializer(component_name="Clock")
class ClockShape(serializers.Serializer[Any]):
    """The clocks of a running game."""

    bank = Banks(
        help_text="Seconds left to each seat; of the one to move, those left at `running_since`."
    )
    running_since = serializers.DateTimeField(
        allow_null=True, help_text="Null while the game is paused."
    )
    paused = serializers.BooleanField(help_text="Both agreed to a pause.")
    stands = ClockStand(
        allow_null=True,
        help_text="Nights, weekends and vacations stop the clock of the seat to move.",
    )


class RatingNumber(serializers.Serializer[Any]):
    """A rating (Glicko-2) in whole points."""

    value = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="Too little is known for it to mean much.")


class RatingStep(serializers.Serializer[Any]):
    """What a game did to a rating."""

    before = RatingNumber()
    after = RatingNumber()


Ratings = keyed("Ratings", "What a game did to both ratings, by seat.", SEATS, RatingStep)


@extend_schema_serializer(component_name="GameOptions")
class GameOptions(serializers.Serializer[Any]):
    """What was agreed before the game."""

    open_memory = serializers.BooleanField(
        help_text="Cards that lay face up when they were reserved stay known to everybody."
    )
    stand_off = serializers.BooleanField(help_text="The rule against stand-offs holds.")
    weekends_off = serializers.BooleanField(help_text="Clocks stand on Saturdays and Sundays.")
    vacations = serializers.BooleanField(help_text="A vacation stops the clock.")


@extend_schema_serializer(component_name="GameHead")
class GameHead(serializers.Serializer[Any]):
    """A game without its position."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    version = words.number(help_text="The number of the last event.")
    seat = words.seat(allow_null=True, help_text="Yours; null if you watch.")
    seats = SeatShape(many=True)
    turn = words.number(help_text="0 before the cards are dealt.")
    seat_to_move = words.seat(allow_null=True)
    speed = serializers.ChoiceField(choices=Speed.choices)
    rated = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    turn_started_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the time of the seat to move is used up. It may move without a new version: "
        "by a vacation.",
    )
    finished_at = serializers.DateTimeField(allow_null=True)
    clock = ClockShape(
        allow_null=True, help_text="Null unless the game is being played with clocks."
    )
    standing = Standings()
    winner = words.seat(allow_null=True, help_text="Null for a draw, and while nobody has won.")
    reasons = serializers.ListField(child=serializers.ChoiceField(choices=words.VICTORY_NAMES))
    winning_colors = serializers.ListField(child=words.color())


@extend_schema_serializer(component_name="Game")
class GameShape(GameHead):
    """A game as you may see it."""

    options = GameOptions()
    commitment = serializers.CharField(help_text="What the shuffle's secret was committed to with.")
    ratings = Ratings(
        allow_null=True,
        help_text="Once a rated game is finished; null for others.",
    )
    view = ViewShape(allow_null=True, help_text="Null before the cards are dealt.")


class EventsQuery(serializers.Serializer[Any]):
    """From where on the log is wanted, and how much of it."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        default=0,
        help_text="The number of the last event that you have.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_EVENTS, default=MOST_EVENTS, help_text="How many at most."
    )


class EventList(serializers.Serializer[Any]):
    """A part of the log."""

    version = words.number(help_text="The number of the game's last event.")
    events = serializers.ListField(child=EventField())
    more = serializers.BooleanField(help_text="There are others after these.")
