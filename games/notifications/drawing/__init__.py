"""The picture of a table in a mail, as SVG: pure functions from a redacted view, in units of a picture 600 wide.

Mail programs know no style sheets and no symbols of ours, so the symbols and tones of the site's own files are written
out here, those of the light theme. Figures are drawn with strokes of our own: no font is needed, and the picture is
the same on every machine.
"""

from .board import draw_board

__all__ = ["draw_board"]
