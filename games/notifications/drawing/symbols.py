"""The site's own symbols and tones, read once from its static files: the light theme, written out."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

_TONE = re.compile(r"--([\w-]+):\s*([^;]+);")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" (viewBox="[^"]+")>(.*?)</symbol>', re.DOTALL)
_REFERENCE = re.compile(r"var\(--([\w-]+)\)")
_SPACED = re.compile(
    r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)"
)  # the renderer knows the older writing only
_FIRST = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))+),.*\)", re.DOTALL)


def _read(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")


@cache
def _tones() -> dict[str, str]:
    named = dict(_TONE.findall(_read("css/site.css")))
    return {name: _FIRST.sub(r"\1", value).strip() for name, value in named.items()}


@cache
def tone(name: str) -> str:
    """The value of a design token, such as "ink-2". Raises KeyError for one that is none."""
    value = _REFERENCE.sub(lambda found: tone(found[1]), _tones()[name])
    return _SPACED.sub(r"rgba(\1,\2,\3,\4)", value)


@cache
def _symbols() -> dict[str, tuple[str, str]]:
    return {name: (box, body) for name, box, body in _SYMBOL.findall(_read("svg/gems.svg"))}


@cache
def symbol(name: str) -> str:
    """A symbol such as "g-red" as SVG, its tones written out. Raises KeyError for one that is none.

    Not clipped to its box, which it never leaves: a clip costs the renderer a layer of the whole picture.
    """
    box, body = _symbols()[name]
    body = _REFERENCE.sub(lambda found: tone(found[1]), body)
    return f'<symbol id="{name}" overflow="visible" {box}>{body}</symbol>'
