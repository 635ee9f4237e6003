"""The shapes of lists of games, and what is asked of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games.shapes import GameHead
from games.api.games.view_shapes import ViewShape
from games.api.games.words import choices, number
from games.api.kit.fields import NAME, InstantField, QueryFlag
from games.api.kit.pages import PageQuery
from games.api.kit.shapes import pages_of
from games.selectors.finished import OPPONENTS, SPEEDS
from games.selectors.game_list import RESULTS, STATES

GAME_STATES = choices(STATES)
GAME_RESULTS = choices(RESULTS)
OPPONENT_KINDS = choices(OPPONENTS)
WANTED_SPEEDS = choices(SPEEDS)


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


class GameFilters(PageQuery):
    """Which games of a person are wanted; what is left out doesn't matter."""

    result = serializers.ChoiceField(
        choices=GAME_RESULTS,
        required=False,
        help_text="For the person whose games these are. Only finished games have one.",
    )
    speed = serializers.ChoiceField(
        choices=WANTED_SPEEDS,
        required=False,
        help_text="A speed, or all with `days` for each turn or with a `bank` of time.",
    )
    rated = QueryFlag(required=False)
    against = serializers.ChoiceField(
        choices=OPPONENT_KINDS,
        required=False,
        help_text="People, programs of other people's, or the site's computer.",
    )
    opponent = serializers.RegexField(NAME, required=False, help_text="A whole name, in any case.")


class GamesQuery(GameFilters):
    """Which of your games are wanted; without any of these all are."""

    state = serializers.ChoiceField(
        choices=GAME_STATES,
        required=False,
        help_text="`waiting`: it is your turn. `ended`: finished or called off after it began.",
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
