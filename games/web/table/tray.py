"""The board as a tray of 25 cells, with the control that each cell carries now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from engine import action_from_json, write_action
from games.selectors.words import kind_name

from .choice import Mode
from .draft import address_of
from .legal import Legal
from .scene import Scene
from .shapes import ActionJson
from .words import KINDS, kind_letter

SIZE: Final = 5
CELLS: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcde")
SPIRAL: Final = (  # the order in which the board is filled
    "c3",
    "c4",
    "b4",
    "b3",
    "b2",
    "c2",
    "d2",
    "d3",
    "d4",
    "d5",
    "c5",
    "b5",
    "a5",
    "a4",
    "a3",
    "a2",
    "a1",
    "b1",
    "c1",
    "d1",
    "e1",
    "e2",
    "e3",
    "e4",
    "e5",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the board. `control` is "check", "radio", "link" or empty; `mark` "was", "in" or empty.

    `outline` is the kind of a token taken last turn, `privilege` tells that a privilege may take the token.
    """

    name: str
    kind: str
    letter: str
    label: str
    control: str = ""
    href: str = ""
    chosen: bool = False
    dim: bool = False
    privilege: bool = False
    mark: str = ""
    outline: str = ""


@dataclass(frozen=True, slots=True)
class BagCount:
    """Tokens of one kind in the bag."""

    kind: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Tray:
    """Board and bag. `link` joins chosen cells, `was` those taken last turn; both are paths, empty without a line."""

    rows: tuple[tuple[Cell, ...], ...]
    link: str
    was: str
    bag: tuple[BagCount, ...]
    bag_total: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in the order of the board."""
        return tuple(cell for row in self.rows for cell in row)


def in_order(cells: Iterable[str]) -> tuple[str, ...]:
    """Cells in the order of the board, row by row."""
    return tuple(sorted(cells, key=CELLS.index))


def path_of(cells: tuple[str, ...]) -> str:
    """The line through the middles of two or more cells, in a picture of 500 by 500."""
    return _path(in_order(cells)) if len(cells) > 1 else ""


def _path(cells: tuple[str, ...]) -> str:
    places = [divmod(CELLS.index(cell), SIZE) for cell in cells]
    return "M" + " ".join(f"{column * 100 + 50} {row * 100 + 50}" for row, column in places)


GROOVE: Final = _path(SPIRAL)


def build_tray(scene: Scene) -> Tray:
    """The tray for the choice at hand."""
    board, contents, chosen = scene.view["board"], scene.view["bag"], scene.choice.cells
    cells = tuple(_cell(scene, name, board[index] or "") for index, name in enumerate(CELLS))
    bag = tuple(
        BagCount(kind, kind_name(kind), contents[kind]) for kind in KINDS if contents.get(kind)
    )
    return Tray(
        rows=tuple(cells[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)),
        link=path_of(chosen) if is_line(chosen, scene.legal) else "",
        was=path_of(scene.news.line),
        bag=bag,
        bag_total=sum(row.count for row in bag),
    )


def is_line(cells: Iterable[str], legal: Legal) -> bool:
    """True if the cells may be taken together."""
    return set(cells) in [set(line) for line in legal.lines]


def _cell(scene: Scene, name: str, kind: str) -> Cell:
    if not kind:
        settled = _settled(scene, name)
        return settled or _empty(name, scene.news.taken)
    choice = scene.choice
    control, href = _control(scene, name, kind)
    came = name in scene.news.came
    label = _("%(cell)s, %(kind)s") % {"cell": name, "kind": kind_name(kind)}
    if came:
        label += ", " + _("came from the bag last turn")
    return Cell(
        name=name,
        kind=kind,
        letter=kind_letter(kind),
        label=label,
        control=control,
        href=href,
        chosen=name in choice.cells or name == choice.gold,
        dim=choice.mode in (Mode.MATCHING, Mode.PRIVILEGE) and not control,
        privilege=name in scene.legal.privilege_cells,
        mark="in" if came else "",
    )


def _settled(scene: Scene, name: str) -> Cell | None:
    """A cell whose token the draft takes: still drawn, chosen. A single token goes back by another press."""
    number = next((n for n, taking in enumerate(scene.settled) if name in _cells_of(taking)), None)
    if number is None:
        return None
    kind = scene.before["board"][CELLS.index(name)] or ""
    label = _("%(cell)s, %(kind)s, taken in this draft") % {"cell": name, "kind": kind_name(kind)}
    if "cell" not in scene.settled[number]:
        return Cell(name, kind, kind_letter(kind), label, chosen=True)
    label += ": " + _("put it back")
    href = scene.without(number)
    return Cell(name, kind, kind_letter(kind), label, control="link", href=href, chosen=True)


def _cells_of(action: ActionJson) -> tuple[str, ...]:
    """The cells that an action empties."""
    return (*action.get("cells", ()), action.get("cell", ""), action.get("gold", ""))


def _empty(name: str, taken: Mapping[str, str]) -> Cell:
    kind = taken.get(name, "")
    if not kind:
        return Cell(name, "", "", _("%(cell)s, empty") % {"cell": name})
    label = _("%(cell)s, empty, %(kind)s taken last turn") % {"cell": name, "kind": kind_name(kind)}
    return Cell(name, "", "", label, mark="was", outline=kind)


def _control(scene: Scene, name: str, kind: str) -> tuple[str, str]:
    """The control of a cell with a token, and where a link leads."""
    legal, choice = scene.legal, scene.choice
    if choice.mode is Mode.PRIVILEGE:
        return ("link", _privilege_href(scene, name)) if name in legal.privilege_cells else ("", "")
    if choice.mode is Mode.MATCHING:
        return ("radio", "") if name in legal.matching else ("", "")
    if not choice.main:
        return "", ""
    if kind == "gold":
        return ("link", _gold_href(scene, name)) if name in legal.golds else ("", "")
    if name not in legal.takeable and name not in legal.privilege_cells:
        return "", ""
    return ("check", "") if choice.mode is Mode.LINE else ("link", scene.to(cells=(name,)))


def _privilege_href(scene: Scene, name: str) -> str:
    """Settles a privilege for this token; the line chosen meanwhile is kept, and the next privilege asked for."""
    draft, left = scene.draft, scene.near["privileges"] - 1
    use = action_from_json({"type": "use_privilege", "cell": name})
    return address_of(
        replace(
            draft,
            turn=(*draft.turn, write_action(use)),
            do="privilege" if left else "",
            cells=tuple(cell for cell in draft.cells if cell != name),
        )
    )


def _gold_href(scene: Scene, name: str) -> str:
    """Gold asks for a card; a card chosen before it is kept."""
    choice = scene.choice
    if choice.card in scene.legal.reservable:
        return scene.to(gold=name, card=choice.card)
    if choice.deck:
        return scene.to(gold=name, deck=choice.deck)
    return scene.to(gold=name)
