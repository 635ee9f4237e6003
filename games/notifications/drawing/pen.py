"""A sheet to draw on: shapes, symbols and figures become SVG."""

from typing import Final

from .glyphs import HEIGHT, strokes, width_of
from .symbols import symbol, tone

COLORS: Final = ("white", "blue", "green", "red", "black")
KINDS: Final = (*COLORS, "pearl", "gold")


class Pen:
    """Collects what is drawn. Tones are names of the site's design tokens, lengths units of the picture."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._symbols: dict[str, str] = {}

    def raw(self, markup: str) -> None:
        """Add markup of one's own."""
        self._parts.append(markup)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, round: float = 5
    ) -> None:
        """A filled rectangle with round corners."""
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.raw(f'<rect {size} rx="{round:g}" fill="{tone(fill)}"/>')

    def edge(
        self, x: float, y: float, width: float, height: float, stroke: str, *, wide: float = 1
    ) -> None:
        """The outline of a card, drawn inside its box."""
        half = wide / 2
        size = (
            f'x="{x + half:g}" y="{y + half:g}" width="{width - wide:g}" height="{height - wide:g}"'
        )
        self.raw(
            f'<rect {size} rx="5" fill="none" stroke="{tone(stroke)}" stroke-width="{wide:g}"/>'
        )

    def use(
        self, name: str, x: float, y: float, size: float, *, color: str = "ink", more: str = ""
    ) -> None:
        """A symbol in a square; `more` are further attributes."""
        self._symbols.setdefault(name, symbol(name))
        place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
        self.raw(f'<use href="#{name}" {place} color="{tone(color)}" {more}/>')

    def back(self, level: int, x: float, y: float, width: float, height: float) -> None:
        """The back of a jewel card, cut to the box."""
        name = f"back-{level}"
        self._symbols.setdefault(name, symbol(name))
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.raw(
            f'<svg {place} viewBox="8 0 32 72" preserveAspectRatio="xMidYMid slice">'
            f'<use href="#{name}" width="48" height="72"/></svg>'
        )

    def text(
        self,
        text: str | int,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        color: str = "ink",
        anchor: float = 0,
    ) -> None:
        """Figures of `size` height with their upper edge at y; `anchor` 0 begins, 0.5 centres, 1 ends them at x."""
        scale = size / HEIGHT
        left = x - width_of(str(text)) * scale * anchor
        wide = 1.9 if bold else 1.25
        self.raw(
            f'<g transform="translate({left:g} {y:g}) scale({scale:g})" fill="none" stroke="{tone(color)}" '
            f'stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round">'
            + "".join(
                f'<path transform="translate({at:g})" d="{d}"/>' for at, d in strokes(str(text))
            )
            + "</g>"
        )

    def lozenge(self, x: float, y: float, around: str) -> None:
        """The mark of what is new, or of who is to move, with its middle at x, y."""
        self.raw(
            f'<path d="M{x:g} {y - 5:g}l5 5-5 5-5-5z" fill="{tone("ink")}" stroke="{tone(around)}" stroke-width="1.6"/>'
        )

    def svg(self, width: float, height: float, ground: str) -> str:
        """The whole picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}"><defs>{"".join(self._symbols.values())}</defs>'
            f'<rect width="{width:g}" height="{height:g}" rx="14" fill="{tone(ground)}"/>'
            f"{''.join(self._parts)}</svg>"
        )
