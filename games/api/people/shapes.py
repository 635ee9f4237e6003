"""The shapes of people, their games and ratings."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games.list_shapes import GAME_RESULTS
from games.api.games.shapes import GameHead, RatingNumber, RatingStep
from games.api.games.words import number, seat
from games.api.kit.fields import NAME
from games.api.kit.pages import PageQuery
from games.api.kit.shapes import pages_of
from games.enums import Pool

POOLS: Final = [(value, value) for value in Pool.values]


def share_in_time() -> serializers.IntegerField:
    """The share of turns that somebody took in time."""
    return serializers.IntegerField(
        min_value=0,
        max_value=100,
        allow_null=True,
        help_text="In percent of about the last hundred turns against people; null with fewer than ten.",
    )


class RatingChange(RatingStep):
    """A game that changed a rating."""

    game_id = serializers.CharField()
    at = serializers.DateTimeField(help_text="When the game ended.")


class PlayerRating(serializers.Serializer[Any]):
    """How strong somebody is in one pool."""

    pool = serializers.ChoiceField(choices=POOLS)
    rating = RatingNumber()
    rated_games = number(help_text="In this pool.")


class Score(serializers.Serializer[Any]):
    """Finished games from one side."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class PlayersQuery(serializers.Serializer[Any]):
    """Whom to look for."""

    search = serializers.RegexField(NAME, help_text="How the name begins, in any case.")


class FoundPlayer(serializers.Serializer[Any]):
    """Somebody who was found."""

    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="A program plays.")
    rating = RatingNumber(help_text="Against people.")
    turns_in_time = share_in_time()
    finished_games = number()


class FoundPlayers(serializers.Serializer[Any]):
    """Who was found."""

    items = FoundPlayer(many=True)


class Player(serializers.Serializer[Any]):
    """What everybody may know of a person who plays."""

    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="A program plays.")
    member_since = serializers.RegexField(r"^[0-9]{4}-[0-9]{2}$", help_text="Year and month.")
    ratings = PlayerRating(many=True, help_text="None before the first rated game.")
    turns_in_time = share_in_time()
    answer_seconds = serializers.IntegerField(
        allow_null=True, help_text="How long an answer takes on average, nights included."
    )
    score = Score(help_text="Of all finished games.")
    with_me = Score(allow_null=True, help_text="Yours against this person; null for a stranger.")


@extend_schema_serializer(component_name="PlayerGame")
class PlayerGame(GameHead):
    """A finished game of somebody's."""

    player_seat = seat(help_text="Of the person whose games these are.")
    result = serializers.ChoiceField(choices=GAME_RESULTS, help_text="For that person.")
    rating = RatingStep(allow_null=True, help_text="What it did to their rating; null: nothing.")


PlayerGames: Final = pages_of(PlayerGame, "PlayerGames")


class PoolQuery(serializers.Serializer[Any]):
    """Of which games between whom."""

    pool = serializers.ChoiceField(choices=POOLS, default=Pool.PEOPLE.value)


class PoolPageQuery(PageQuery, PoolQuery):
    """Which piece of a list of one pool."""


RatingChanges: Final = pages_of(RatingChange, "RatingChanges")


class RankedPlayer(serializers.Serializer[Any]):
    """Somebody in the list of the best."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="A program plays.")
    rating = RatingNumber()
    rated_games = number(help_text="In this pool.")


Ranking: Final = pages_of(RankedPlayer, "Ranking")


class OwnPlace(serializers.Serializer[Any]):
    """Where you stand."""

    place = serializers.IntegerField(
        allow_null=True,
        help_text="Null while you aren't listed: the rating is provisional, or no rated game was finished for 90 days.",
    )
    rated_games = number(help_text="In this pool.")
