"""Stones are told apart by everybody: by silhouette first, by colour where eyes and screens allow it.

Numbers are those of the design: no two silhouettes of equal area share more than 83 % of what they cover together
(what a square on its corner shares with a circle), and at 16 px each pair differs in 18 % of those pixels or more.
Colours count as different from a distance of 12.
"""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.web.table.words import KINDS, kind_letter
from tests.builders import position
from tests.colours import VISIONS, Themed, contrast, distance, mean, read_tokens, seen
from tests.games.web.page import render

TONES = dict(zip(KINDS, "wbgrkpo", strict=True))
GROUNDS = ("dimple", "tray", "card")
NEAR = 12.0  # in hundredths of Oklab
MOST_SHARED = 0.84
LEAST_DIFFERENT = 0.18
ALL_KINDS = "WBGRK/PA3/5/5/5"

Cover = list[int]  # how much of each pixel the stone covers, 0 to 255
Shapes = dict[str, tuple[Cover, Cover]]  # of equal area at 46 px, as drawn at 16 px

RASTER = """async (symbols) => {
    const draw = async (inner, size, transform) => {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
            viewBox="0 0 64 64"><g transform="${transform}">${inner}</g></svg>`;
        const picture = new Image();
        picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
        await picture.decode();
        const canvas = new OffscreenCanvas(size, size).getContext("2d");
        canvas.drawImage(picture, 0, 0);
        const data = canvas.getImageData(0, 0, size, size).data;
        return Array.from({ length: size * size }, (_, at) => data[4 * at + 3]);
    };
    const found = {};
    for (const [name, inner] of Object.entries(symbols)) {
        const whole = await draw(inner, 256, "");
        const spots = whole.flatMap((alpha, at) =>
            alpha > 127 ? [[at % 256, Math.floor(at / 256)]] : [],
        );
        const middle = [0, 1].map(
            (axis) => spots.reduce((sum, spot) => sum + spot[axis] + 0.5, 0) / spots.length / 4,
        );
        const scale = Math.sqrt(1200 / (spots.length / 16));
        const even = `translate(32 32) scale(${scale}) translate(${-middle[0]} ${-middle[1]})`;
        found[name] = [await draw(inner, 46, even), await draw(inner, 16, "")];
    }
    return found;
}"""


@pytest.fixture(scope="module")
def tokens(root: Path) -> dict[str, Themed]:
    return read_tokens(root / "static" / "css" / "site.css")


@pytest.fixture(scope="module")
def colours(tokens: dict[str, Themed]) -> dict[str, Themed]:
    """What each stone looks like from far away."""
    return {kind: body(tokens, tone) for kind, tone in TONES.items()}


@pytest.fixture(scope="module")
def shapes(browser: Browser, root: Path) -> Shapes:
    """The silhouettes, drawn by the browser."""
    text = (root / "static" / "svg" / "gems.svg").read_text(encoding="utf-8")
    symbols = dict(re.findall(r'<symbol id="o-(\w+)"[^>]*>(.*?)</symbol>', text))
    assert set(symbols) == set(KINDS)
    page = browser.new_page()
    found: dict[str, Any] = page.evaluate(RASTER, symbols)
    page.close()
    return {kind: (full, small) for kind, (full, small) in found.items()}


def body(tokens: dict[str, Themed], tone: str) -> Themed:
    """The mean of a stone's tones, both in the light and in the dark theme."""
    own = [tokens[f"{tone}{number}"] for number in range(6)]
    return Themed(mean([each.light for each in own]), mean([each.dark for each in own]))


def shared(one: Cover, other: Cover) -> float:
    """How much of what two silhouettes cover together is covered by both."""
    pairs = list(zip(one, other, strict=True))
    return sum(map(min, pairs)) / sum(map(max, pairs))


def near_to(one: Themed, other: Themed) -> set[str]:
    """The eyes for which two colours are near in one of the themes."""
    return {
        vision
        for vision in VISIONS
        for a, b in zip(one, other, strict=True)
        if distance(seen(a, vision), seen(b, vision)) < NEAR
    }


def alike(shapes: Shapes, one: str, other: str) -> bool:
    """True if the silhouettes don't tell two stones apart, large or small."""
    large = shared(shapes[one][0], shapes[other][0]) > MOST_SHARED
    return large or 1 - shared(shapes[one][1], shapes[other][1]) < LEAST_DIFFERENT


def confused(shapes: Shapes, colours: dict[str, Themed]) -> list[tuple[str, str]]:
    """Pairs of stones that somebody can't tell apart: neither by shape nor by colour."""
    return [
        (one, other)
        for one, other in combinations(KINDS, 2)
        if alike(shapes, one, other) and near_to(colours[one], colours[other])
    ]


@pytest.mark.browser
def test_no_two_stones_are_confused_by_anybody(shapes: Shapes, colours: dict[str, Themed]) -> None:
    assert confused(shapes, colours) == []


@pytest.mark.browser
def test_silhouettes_alone_tell_every_pair_apart(shapes: Shapes) -> None:
    large, small = {}, {}
    for one, other in combinations(KINDS, 2):
        large[one, other] = shared(shapes[one][0], shapes[other][0])
        small[one, other] = 1 - shared(shapes[one][1], shapes[other][1])
    nearest = sorted(large, key=large.__getitem__)[-2:]
    assert sorted(nearest) == [("black", "pearl"), ("green", "red")]
    assert max(large.values()) <= MOST_SHARED
    assert min(small.values()) >= LEAST_DIFFERENT


def test_colours_alone_would_not_do(colours: dict[str, Themed]) -> None:
    found = {(a, b): near_to(colours[a], colours[b]) for a, b in combinations(KINDS, 2)}
    assert "protanopia" in found["red", "black"]
    assert "deuteranopia" in found["green", "red"]
    assert "tritanopia" in found["blue", "green"]
    assert "grey" in found["blue", "red"]
    assert "everyone" in found["white", "pearl"]


@pytest.mark.browser
def test_same_shape_and_near_colours_would_be_found(
    shapes: Shapes, colours: dict[str, Themed]
) -> None:
    wrong = shapes | {"green": shapes["red"]}
    assert confused(wrong, colours) == [("green", "red")]
    far = colours | {"green": colours["white"], "white": colours["green"]}
    assert confused(wrong, far) == []  # one shape, but nobody takes a white stone for a red one
    assert confused(shapes, colours | {"green": colours["red"]}) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_outline_stands_out_on_every_ground(
    tokens: dict[str, Themed], kind: str, theme: str
) -> None:
    edge = getattr(tokens[f"{TONES[kind]}e"], theme)
    ratios = {ground: contrast(edge, getattr(tokens[ground], theme)) for ground in GROUNDS}
    assert {ground for ground, ratio in ratios.items() if ratio < 3} == set(), ratios


@pytest.mark.parametrize("kind", KINDS)
def test_outline_stands_out_on_the_confirm_button(tokens: dict[str, Themed], kind: str) -> None:
    """The button is ink, and its stones take the outlines of the other theme."""
    edge, ink = tokens[f"{TONES[kind]}e"], tokens["ink"]
    assert contrast(edge.dark, ink.light) >= 3
    assert contrast(edge.light, ink.dark) >= 3


def test_every_stone_on_the_board_has_its_own_letter() -> None:
    page = render(position(f"board={ALL_KINDS} bag=rest"), 1)
    board = page.partition('id="board"')[2].partition("</section>")[0]
    cells = re.findall(r'data-kind="(\w*)"(.*?)(?=data-cell=|$)', board, re.DOTALL)
    letters = {kind: re.findall(r'class="let"[^>]*>(\w+)<', text) for kind, text in cells}
    assert letters.pop("") == []
    assert letters == {kind: [kind_letter(kind)] for kind in KINDS}
    assert len({kind_letter(kind) for kind in KINDS}) == len(KINDS)
