"""What changed in the opponent's last turn: the marks that the page sets on cells and cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class News:
    """Marks since the viewer's last turn. `taken` names the token that lay in a cell, `line` the cells of one take,
    `came` cells filled from the bag, `fresh` cards turned up.
    """

    taken: Mapping[str, str] = field(default_factory=dict)
    line: tuple[str, ...] = ()
    came: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
