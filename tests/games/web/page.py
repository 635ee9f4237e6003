"""A browser without script, as far as the game page needs one: its links, its form and what pressing a button sends."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from engine import GameState, action_to_json, legal_actions, view_for
from engine.cards import CARD_IDS, LEVEL
from games.selectors.memory import Kept, Reserves
from games.web.forms import parse_actions
from games.web.staging import stage
from games.web.table import build_table, read_draft

FORM = "turn"
NAMES = {1: "Ada", 2: "Bo"}


def legal_json(state: GameState, viewer: int | None) -> list[dict[str, Any]]:
    """What the server offers a viewer: nothing unless they are to move."""
    if state.over or viewer != state.seat:
        return []
    return [action_to_json(action) for action in legal_actions(state)]


def known_reserves(state: GameState) -> Reserves:
    """What a log that leads to this position would tell everybody."""
    return {
        seat: tuple(
            Kept(LEVEL[card], CARD_IDS[card] if card in state.of(seat).seen else "")
            for card in state.of(seat).reserved
        )
        for seat in (1, 2)
    }


def render(
    state: GameState, viewer: int | None, query: str = "", reserves: Reserves | None = None
) -> str:
    """The game page of a viewer for an address; `reserves` is what a log tells of the reserved cards."""
    staged = stage(state, viewer, read_draft(QueryDict(query)))
    table = build_table(
        view_for(staged.state, viewer),
        viewer,
        legal_json(staged.state, viewer),
        NAMES,
        draft=staged.draft,
        settled=staged.actions,
        before=view_for(state, viewer),
        reserves=reserves,
    )
    game = SimpleNamespace(id="abcdefghjk", pk="abcdefghjk", version=7, finished_at=None)
    context = {"table": table, "game": game, "key": "k", "story": [], "clock": None}
    return str(render_to_string("games/game.html", context))


@dataclass
class Control:
    """An input or button of the turn form."""

    name: str
    value: str
    kind: str
    checked: bool = False
    disabled: bool = False


@dataclass
class Page(HTMLParser):
    """A page once loaded. Controls count if the turn form owns them."""

    source: str
    links: list[str] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    inside: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == FORM
        if tag == "a" and "data-draft" in given:
            self.links.append(given["href"].partition("#")[0].removeprefix("?"))
        owned = given.get("form") == FORM or (self.inside and "form" not in given)
        if tag in ("input", "button") and owned and "name" in given:
            kind = given.get("type", "submit" if tag == "button" else "text")
            self.controls.append(
                Control(
                    given["name"],
                    given.get("value", ""),
                    kind,
                    "checked" in given,
                    "disabled" in given,
                )
            )

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False

    def has(self, name: str, value: str) -> bool:
        """True if such a control can be used."""
        return any(c.name == name and c.value == value and not c.disabled for c in self.controls)

    def choose(self, name: str, *values: str) -> None:
        """Check these boxes or this radio button and no other of the name."""
        assert all(self.has(name, value) for value in values), (name, values)
        for control in self.controls:
            if control.name == name and control.kind in ("checkbox", "radio"):
                control.checked = control.value in values

    def enter(self, name: str, value: str) -> None:
        """Type into a field."""
        (control,) = [control for control in self.controls if control.name == name]
        control.value = value

    def press(self, do: str) -> list[dict[str, Any]]:
        """What the server reads after this button."""
        assert self.has("do", do), do
        post = QueryDict(mutable=True)
        for control in self.controls:
            ticked = control.kind not in ("checkbox", "radio", "submit", "button")
            if ticked or control.checked or (control.name == "do" and control.value == do):
                post.appendlist(control.name, control.value)
        post.setlist("do", [do])
        return parse_actions(post)


class Browser:
    """Follows the links of one viewer's page; pages are kept."""

    def __init__(self, state: GameState, viewer: int) -> None:
        self.state = state
        self.viewer = viewer
        self._sources: dict[str, str] = {}

    def open(self, query: str = "") -> Page:
        """The page at this address, afresh."""
        if query not in self._sources:
            self._sources[query] = render(self.state, self.viewer, query)
        return Page(self._sources[query])

    def follow(self, page: Page, *parts: str) -> Page:
        """The page behind the link whose address has all these parts."""
        found = [link for link in page.links if set(parts) <= set(link.split("&"))]
        assert found, (parts, page.links)
        return self.open(min(found, key=len))
