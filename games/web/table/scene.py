"""All that the table is built from, gathered once and handed to each part."""

from collections.abc import Mapping
from dataclasses import dataclass

from .choice import Choice
from .draft import Draft
from .legal import Legal
from .news import News
from .shapes import SeatJson, ViewJson


@dataclass(frozen=True, slots=True)
class Scene:
    """A redacted view, who looks at it, and what they have begun to choose. `viewer` is None without a seat."""

    view: ViewJson
    viewer: int | None
    names: Mapping[int, str]
    legal: Legal
    draft: Draft
    choice: Choice
    news: News

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
