"""What the game is made of: answers that never change, for everybody."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.components.shapes import (
    BoardShape,
    JewelCardsShape,
    RoyalCardsShape,
    RulesShape,
    SpeedsShape,
)
from games.api.kit.copies import FOR_EVER, tagged
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.selectors.components import component


def _example(part: str) -> dict[str, Any]:
    """The beginning of an answer."""
    return {
        key: value[:2] if isinstance(value, list) else value
        for key, value in component(part)[0].items()
    }


class Component(ApiView):
    """An answer to keep for ever: other contents would get another address."""

    def answer(self, request: Request, part: str) -> Response:
        """A part, or that the caller's copy is still good."""
        told, tag = component(part)
        return tagged(request, told, tag, cache=FOR_EVER)


class CardsApi(Component):
    """Jewel cards."""

    @operation(
        "getCards",
        tag="components",
        scope=None,
        answer=JewelCardsShape,
        more={304: None},
        example=_example("cards"),
    )
    def get(self, request: Request) -> Response:
        """The jewel cards as printed. To be kept for ever."""
        return self.answer(request, "cards")


class RoyalsApi(Component):
    """Royal cards."""

    @operation(
        "getRoyals",
        tag="components",
        scope=None,
        answer=RoyalCardsShape,
        more={304: None},
        example=_example("royals"),
    )
    def get(self, request: Request) -> Response:
        """The royal cards as printed. To be kept for ever."""
        return self.answer(request, "royals")


class BoardApi(Component):
    """The board."""

    @operation(
        "getBoard",
        tag="components",
        scope=None,
        answer=BoardShape,
        more={304: None},
        example=_example("board"),
    )
    def get(self, request: Request) -> Response:
        """The board: its cells, the spiral that fills it, the lines from which tokens are taken. To be kept for ever."""
        return self.answer(request, "board")


class RulesApi(Component):
    """The numbers of the rules."""

    @operation(
        "getRules",
        tag="components",
        scope=None,
        answer=RulesShape,
        more={304: None},
        example=_example("rules"),
    )
    def get(self, request: Request) -> Response:
        """The numbers of the rules: tokens, limits, what wins. To be kept for ever."""
        return self.answer(request, "rules")


class SpeedsApi(Component):
    """Time controls."""

    @operation(
        "getSpeeds",
        tag="components",
        scope=None,
        answer=SpeedsShape,
        more={304: None},
        example=_example("speeds"),
    )
    def get(self, request: Request) -> Response:
        """What each speed means in seconds. To be kept for ever."""
        return self.answer(request, "speeds")
