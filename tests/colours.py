"""Colours of the style sheet, seen with other eyes: the few lines of colour science that the tests need.

A colour is three linear-light numbers of sRGB from 0 to 1.
"""

import re
from pathlib import Path
from typing import NamedTuple

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

# Machado, Oliveira, Fernandes (2009), severity 1; Viénot, Brettel, Mollon (1999) for the two kinds it is made for.
VISIONS: dict[str, Matrix] = {
    "everyone": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "protanopia, Viénot": (
        (0.11238, 0.88762, 0),
        (0.11238, 0.88762, 0),
        (0.00401, -0.00401, 1),
    ),
    "deuteranopia, Viénot": (
        (0.29275, 0.70725, 0),
        (0.29275, 0.70725, 0),
        (-0.02234, 0.02234, 1),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
_TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_TOKEN = re.compile(r"--([\w-]+): (?:light-dark\((.+?), (.+?)\)|(#\w{6}));")


class Themed(NamedTuple):
    """A token's colour in both themes."""

    light: Colour
    dark: Colour


def read_tokens(sheet: Path) -> dict[str, Themed]:
    """The opaque colours that the style sheet names, by their names without the dashes."""
    found = {}
    for name, light, dark, both in _TOKEN.findall(sheet.read_text(encoding="utf-8")):
        texts = (both, both) if both else (light, dark)
        if all(re.fullmatch(r"#[0-9a-f]{6}", text) for text in texts):
            found[name] = Themed(*map(from_hex, texts))
    return found


def from_hex(text: str) -> Colour:
    """`#rrggbb` in linear light."""
    red, green, blue = (_linear(int(text[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, colour: Colour) -> Colour:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def seen(colour: Colour, vision: str) -> Colour:
    """A colour as it looks to such eyes, within what a screen can show."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(VISIONS[vision], colour))
    return red, green, blue


def mean(colours: list[Colour]) -> Colour:
    """What one sees from far away."""
    red, green, blue = (sum(parts) / len(colours) for parts in zip(*colours, strict=True))
    return red, green, blue


def distance(one: Colour, other: Colour) -> float:
    """How different two colours look, in hundredths of Oklab."""
    pairs = zip(_oklab(one), _oklab(other), strict=True)
    return float(100 * sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def _oklab(colour: Colour) -> Colour:
    long, middle, short = _times(_TO_CONES, colour)
    return _times(_TO_LAB, (long ** (1 / 3), middle ** (1 / 3), short ** (1 / 3)))


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    low, high = sorted(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] for c in (one, other))
    return (high + 0.05) / (low + 0.05)
