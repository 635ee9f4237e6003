"""The words of the game in JSON: names of tokens, cells and cards, as fields of the shapes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from engine.board import CELLS
from engine.constants import ABILITY_NAMES as ABILITIES
from engine.constants import COLORS as NUMBER_OF_COLORS
from engine.constants import KIND_NAMES as TOKENS
from engine.constants import PHASE_NAMES as PHASES
from engine.victory import Reason as Victory
from games.api.kit.fields import NumberField
from games.clock.schedule import Reason as Stand

COLORS: Final = TOKENS[:NUMBER_OF_COLORS]
LEVELS: Final = ("1", "2", "3")
SEATS: Final = ("1", "2")
MOST_CARDS: Final = 30  # of one level


def choices(names: Iterable[str]) -> list[tuple[str, str]]:
    """Names as a field offers them."""
    return [(name, name) for name in names]


TOKEN_KINDS: Final = choices(TOKENS)
COLOR_NAMES: Final = choices(COLORS)
PHASE_NAMES: Final = choices(PHASES)
ABILITY_NAMES: Final = choices(ABILITIES)
VICTORY_NAMES: Final = choices(reason.value for reason in Victory)
STAND_REASONS: Final = choices(reason.value for reason in Stand)


def token(**options: Any) -> serializers.ChoiceField:
    """A kind of token."""
    return serializers.ChoiceField(choices=TOKEN_KINDS, **options)


def color(**options: Any) -> serializers.ChoiceField:
    """One of the five colours."""
    return serializers.ChoiceField(choices=COLOR_NAMES, **options)


def cell(**options: Any) -> serializers.RegexField:
    """A cell of the board: column and row."""
    return serializers.RegexField(r"^[a-e][1-5]$", **options)


def jewel(**options: Any) -> serializers.RegexField:
    """A jewel card by its id."""
    return serializers.RegexField(r"^J[1-3]-[0-9]{2}$", **options)


def royal(**options: Any) -> serializers.RegexField:
    """A royal card by its id."""
    return serializers.RegexField(r"^R-[1-4]$", **options)


def seat(**options: Any) -> serializers.IntegerField:
    """A seat, 1 or 2."""
    return serializers.IntegerField(min_value=1, max_value=2, **options)


def number(**options: Any) -> serializers.IntegerField:
    """How many of something, or the number of an event or turn."""
    return serializers.IntegerField(min_value=0, **options)


def level(**options: Any) -> serializers.IntegerField:
    """A level of jewel cards, 1 to 3."""
    return serializers.IntegerField(min_value=1, max_value=3, **options)


def board() -> serializers.ListField:
    """The 25 cells."""
    return serializers.ListField(
        child=token(allow_null=True),
        min_length=CELLS,
        max_length=CELLS,
        help_text="25 tokens, row by row from a1 to e5; null for an empty cell.",
    )


type AnyShape = serializers.Serializer[Any] | type[serializers.Serializer[Any]]


def constant(value: str) -> serializers.Field[Any, Any, Any, Any]:
    """A text that is always the same: it tells one shape from the others."""

    @extend_schema_field({"type": "string", "const": value})
    class Constant(serializers.CharField):
        pass

    return Constant()


def shaped(name: str, about: str, fields: Mapping[str, Any]) -> type[serializers.Serializer[Any]]:
    """The shape `name` with these fields, whose names need not be Python's."""
    made = type(
        name, (serializers.Serializer,), {"__doc__": about, "__module__": __name__, **fields}
    )
    return extend_schema_serializer(component_name=name)(made)


def keyed(
    name: str, about: str, keys: Iterable[str], field: Callable[[], Any]
) -> type[serializers.Serializer[Any]]:
    """The shape `name` of an object with fixed keys, each of the same kind."""
    return shaped(name, about, {key: field() for key in keys})


TokenCounts = keyed("TokenCounts", "How many tokens of each kind.", TOKENS, number)
SomeTokens = keyed(
    "SomeTokens",
    "How many tokens of each kind; a kind left out is 0.",
    TOKENS,
    lambda: NumberField(min_value=0, max_value=25, required=False),
)
ColorCounts = keyed("ColorCounts", "A number for each colour.", COLORS, number)
CardRows = keyed(
    "CardRows",
    "Cards by level, from the left; null for an empty place.",
    LEVELS,
    lambda: serializers.ListField(child=jewel(allow_null=True), max_length=MOST_CARDS),
)
DeckSizes = keyed("DeckSizes", "Cards left in each deck, by level.", LEVELS, number)
CardLists = keyed(
    "CardLists",
    "Cards by level, by what they give.",
    LEVELS,
    lambda: serializers.ListField(child=jewel(), max_length=MOST_CARDS),
)
DeckCards = keyed(
    "DeckCards",
    "Cards by level, in the order of the deck.",
    LEVELS,
    lambda: serializers.ListField(child=jewel(), max_length=MOST_CARDS),
)
