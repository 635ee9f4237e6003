"""What the log's sentences are made of: a translated template, and names and typed facts in its places.

`str()` of each is the plain text of mails; `games.web.pictures` draws the same facts as small pictures.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self

from django.utils.translation import gettext as _

from games.selectors import words


@dataclass(frozen=True, slots=True)
class Name:
    """How the reader calls a seat: a name, or "you"."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Token:
    """A token or colour by its kind: "red"."""

    kind: str

    def __str__(self) -> str:
        return words.kind_name(self.kind)


@dataclass(frozen=True, slots=True)
class Line:
    """Cells of a line, which never breaks: "b2-c3-d4"."""

    cells: tuple[str, ...]

    def __str__(self) -> str:
        return words.cells(self.cells)


@dataclass(frozen=True, slots=True)
class Jewel:
    """A jewel card by its id."""

    id: str

    def __str__(self) -> str:
        return words.jewel(self.id)


@dataclass(frozen=True, slots=True)
class Back:
    """A card of which only the level is known."""

    level: int

    def __str__(self) -> str:
        return _("a level %(level)d card") % {"level": self.level}


@dataclass(frozen=True, slots=True)
class Royal:
    """A royal card by its id."""

    id: str

    def __str__(self) -> str:
        return words.royal(self.id)


type Fact = Name | Token | Line | Jewel | Back | Royal
type Part = str | Fact | Phrase


@dataclass(frozen=True, slots=True)
class Phrase:
    """Parts in the order of the reader's language. `whole` is never broken over two lines."""

    parts: tuple[Part, ...]
    whole: bool = False

    def __str__(self) -> str:
        return "".join(str(part) for part in self.parts)

    def then(self, other: "Phrase") -> Self:
        """Two sentences, one after the other."""
        return type(self)((*self.parts, " ", *other.parts))


_PLACE: Final = re.compile(r"%\((\w+)\)[sd]")


def phrase(template: str, *, whole: bool = False, **facts: "Part | int") -> Phrase:
    """A template, already translated, with its %(places)s filled by facts."""
    texts = _PLACE.split(template)  # text and name of a place in turn
    parts = (_part(text, facts) if odd % 2 else text for odd, text in enumerate(texts))
    return Phrase(tuple(part for part in parts if part != ""), whole)


def _part(place: str, facts: Mapping[str, "Part | int"]) -> Part:
    fact = facts[place]
    return str(fact) if isinstance(fact, int) else fact


def listed(parts: Iterable[Part]) -> Part:
    """Parts as a list: "red, blue and green"."""
    *front, last = list(parts)
    if not front:
        return last
    return phrase(_("%(front)s and %(last)s"), front=_joined(front), last=last)


def _joined(parts: list[Part]) -> Phrase:
    first, *rest = parts
    return Phrase((first, *(piece for part in rest for piece in (", ", part))))


def tokens(kinds: Iterable[str]) -> Part:
    """Tokens one by one: "red, blue and green"."""
    return listed(Token(kind) for kind in kinds)


def counted(numbers: Mapping[str, int]) -> Part:
    """Tokens by number: "2 red and 1 gold". A number and its token are never parted."""
    return listed(
        phrase(_("%(number)d %(token)s"), whole=True, number=number, token=Token(kind))
        for kind, number in numbers.items()
        if number
    )


def reasons(names: Iterable[str], colors: Iterable[str]) -> Part:
    """Why a game ended: "20 points and 10 points in red"."""
    told: list[Part] = [str(words.REASONS[name]) for name in names if name in words.REASONS]
    told += [phrase(_("10 points in %(color)s"), color=Token(color)) for color in colors]
    return listed(told)
