"""All that the table is built from, gathered once and handed to each part."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine import JEWEL_CARDS
from games.selectors.marks import News
from games.selectors.memory import Reserves

from .choice import Choice
from .draft import Draft, address_of, choice_of
from .legal import Legal
from .shapes import ActionJson, SeatJson, ViewJson


@dataclass(frozen=True, slots=True)
class Scene:
    """A redacted view, who looks at it, and what they have begun to choose. `viewer` is None without a seat.

    `settled` are the actions of the draft that `view` already shows, `before` is the view without them.
    `asks`: the viewer wants a question before the opponent gains a privilege. `reserves` is what everybody knows of the
    reserved cards. `past`: the game has gone on since.
    """

    view: ViewJson
    viewer: int | None
    names: Mapping[int, str]
    legal: Legal
    draft: Draft
    choice: Choice
    news: News
    settled: tuple[ActionJson, ...]
    before: ViewJson
    asks: bool
    reserves: Reserves = field(default_factory=dict)
    past: bool = False

    @property
    def lower(self) -> int:
        """The seat drawn at the lower edge: the viewer's own, seat 1 for everybody else."""
        return self.viewer or 1

    @property
    def upper(self) -> int:
        """The seat across the table."""
        return 3 - self.lower

    @property
    def near(self) -> SeatJson:
        """Holdings of the lower seat; it is the viewer's own wherever there is something to choose."""
        return self.view["seats"][str(self.lower)]

    @property
    def far(self) -> SeatJson:
        """Holdings of the upper seat."""
        return self.view["seats"][str(self.upper)]

    @property
    def opponent(self) -> str:
        """The name across the table."""
        return self.names[self.upper]

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.view["phase"] == "over"

    @property
    def pricing(self) -> SeatJson | None:
        """The seat that open cards are priced for: the viewer's own while the game lasts."""
        return self.near if self.viewer and not self.over else None

    @property
    def opened(self) -> str:
        """The card that the address opens, whether anything can be done with it or not."""
        return self.choice.card or (self.draft.card if self.draft.card in JEWEL_CARDS else "")

    def look(self, card: str) -> str:
        """The address at which a card is opened; empty on a page of the past, which has nothing but its place."""
        return "" if self.past else self.to(card=card)

    def to(self, **choice: Any) -> str:
        """The address at which, after what is settled, this is chosen (fields of Draft)."""
        return address_of(Draft(turn=self.draft.turn, **choice))

    def without(self, number: int) -> str:
        """The address at which a settled action is put back; what no longer fits then is dropped there."""
        turn = self.draft.turn[:number] + self.draft.turn[number + 1 :]
        return address_of(replace(self.draft, turn=turn, ask=False))

    def reopened(self, number: int) -> str:
        """The address at which a settled action is chosen anew, and nothing that came after it."""
        return address_of(Draft(turn=self.draft.turn[:number], **choice_of(self.settled[number])))
