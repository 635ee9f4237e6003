"""Sentences of the log as HTML: stones and cards as small pictures set in the text.

A picture is an image by the name that the plain sentence has in its place, so that both are heard alike.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from engine import JEWEL_CARDS, ROYAL_CARDS
from games.selectors.facts import Back, Jewel, Line, Name, Part, Phrase, Royal, Token

# The small marks of an ability; {stone} is the card's own.
_ABILITIES: Final = {
    "none": (),
    "extra_turn": ("i-turn",),
    "take_matching": ("i-plus", "s-{stone}"),
    "privilege": ("i-plus", "i-seal"),
    "steal": ("i-steal",),
}


def pictured(part: Part, gems: str) -> SafeString:
    """A sentence, or a part of one; `gems` is the address of the symbols."""
    return _DRAW.get(type(part), _plain)(part, gems)


def _plain(part: Any, gems: str) -> SafeString:
    return escape(part)


def _phrase(part: Phrase, gems: str) -> SafeString:
    inside = format_html_join("", "{}", ((pictured(inner, gems),) for inner in part.parts))
    return format_html('<span class="nb">{}</span>', inside) if part.whole else inside


def _name(part: Name, gems: str) -> SafeString:
    return format_html("<b>{}</b>", part.text)


def _line(part: Line, gems: str) -> SafeString:
    return format_html('<span class="nb">{}</span>', str(part))


def _token(part: Token, gems: str) -> SafeString:
    return format_html(
        '<svg role="img" aria-label="{}"><use href="{}#s-{}"/></svg>', str(part), gems, part.kind
    )


def _jewel(part: Jewel, gems: str) -> SafeString:
    card = JEWEL_CARDS[part.id]
    bonus = (
        [f"i-{card.bonus}"]
        if card.bonus in ("copy", "none")
        else [f"s-{card.bonus}"] * card.bonus_count
    )
    marks = [*bonus, *["i-crown"] * card.crowns, *_ability(card.ability, card.bonus)]
    return _mark(part, f"of-{card.bonus}", card.points, marks, part.id, gems)


def _royal(part: Royal, gems: str) -> SafeString:
    card = ROYAL_CARDS[part.id]
    marks = ["i-crown", *_ability(card.ability, "")]
    return _mark(part, "of-royal", card.points, marks, part.id, gems)


def _back(part: Back, gems: str) -> SafeString:
    return _mark(part, "of-back", 0, [f"back-{part.level}"], str(part.level), gems)


def _ability(ability: str, stone: str) -> Iterable[str]:
    return (mark.format(stone=stone) for mark in _ABILITIES[ability])


def _mark(
    part: Part, style: str, points: int, marks: Iterable[str], label: str, gems: str
) -> SafeString:
    """A small card: points, marks and a short name, heard as the plain words."""
    return format_html(
        '<span class="cm {}" role="img" aria-label="{}">{}{}<small>{}</small></span>',
        style,
        str(part),
        format_html("<b>{}</b>", points) if points else "",
        format_html_join("", '<svg><use href="{}#{}"/></svg>', ((gems, mark) for mark in marks)),
        label,
    )


_DRAW: Final[dict[type, Callable[[Any, str], SafeString]]] = {
    Phrase: _phrase,
    Name: _name,
    Line: _line,
    Token: _token,
    Jewel: _jewel,
    Royal: _royal,
    Back: _back,
}
