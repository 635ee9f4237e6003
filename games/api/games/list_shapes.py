"""The shapes of lists of games, and what is asked of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.names import NAME_LENGTH
from games.api.games.shapes import GameHead
from games.api.games.view_shapes import ViewShape
from games.api.games.words import choices, number
from games.api.kit.fields import InstantField, QueryFlag
from games.api.kit.pages import PageQuery
from games.api.kit.shapes import pages_of
from games.enums import Speed
from games.selectors.game_list import OPPONENTS, RESULTS, STATES

GAME_STATES = choices(STATES)
GAME_RESULTS = choices(RESULTS)
OPPONENT_KINDS = choices(OPPONENTS)


@extend_schema_serializer(component_name="ListedGame")
class ListedGameShape(GameHead):
    """A game of yours in a list."""

    your_turn = serializers.BooleanField()
    unread = number(help_text="Messages from the opponent that you have not read.")
    changed_at = serializers.DateTimeField(help_text="When its last event happened.")
    view = ViewShape(
        allow_null=True,
        required=False,
        help_text="Only if `views` was asked for; null before the cards are dealt.",
    )


class ListedGames(pages_of(ListedGameShape, "ListedGames")):  # type: ignore[misc]  # made by name
    """One piece of your games."""

    as_of = serializers.DateTimeField(
        help_text="What to send as `changed_since` next time; of a list in several pieces, that of the first. It lies a "
        "minute back, as what happens while the list is made may be seen late: a game may come twice, none is missed."
    )


class GamesQuery(PageQuery):
    """Which of your games are wanted; without any of these all are."""

    state = serializers.ChoiceField(
        choices=GAME_STATES,
        required=False,
        help_text="`waiting`: it is your turn. `ended`: finished or called off after it began.",
    )
    result = serializers.ChoiceField(
        choices=GAME_RESULTS, required=False, help_text="For you. Only finished games have one."
    )
    speed = serializers.ChoiceField(choices=Speed.choices, required=False)
    rated = QueryFlag(required=False)
    against = serializers.ChoiceField(
        choices=OPPONENT_KINDS,
        required=False,
        help_text="People, programs of other people's, or the site's computer.",
    )
    opponent = serializers.CharField(
        required=False, max_length=NAME_LENGTH, help_text="A name, in any case."
    )
    since = InstantField(
        required=False, help_text="Made since then or, if only ended games are wanted, ended."
    )
    until = InstantField(required=False, help_text="Made, or ended, before that.")
    changed_since = InstantField(
        required=False,
        help_text="Games with an event since then: `as_of` of the list that you have. What is no event doesn't count: "
        "messages, what is asked (a pause, a turn back), a deadline that a vacation moves.",
    )
    views = QueryFlag(required=False, help_text="The positions too, as you may see them.")


class ExportQuery(serializers.Serializer[Any]):
    """Which games are wanted."""

    since = InstantField(required=False, help_text="Ended since then.")
