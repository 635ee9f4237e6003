"""Plays actions on the game page with nothing but keys."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.driver import stand_of, wait_for_change

ARROWS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}
MOST_TABS = 120

Press = Callable[[Page, dict[str, Any]], None]


def play_by_keys(page: Page, action: dict[str, Any]) -> None:
    """Carry out a legal action, given as JSON; a gift is confirmed."""
    page.locator("#main[data-ready]").wait_for()
    before = stand_of(page)
    _PRESS[action["type"]](page, action)
    wait_for_change(page, before)
    page.locator("#main[data-ready]").wait_for()
    if page.locator("#question").count():
        before = stand_of(page)
        _confirm(page)
        wait_for_change(page, before)


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab, or Shift and Tab where the target lies behind, until it has the focus."""
    back = target.evaluate(
        "(element) => Boolean(document.activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)"
    )
    for _press in range(MOST_TABS):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab does not reach {target}")


def _enter(page: Page, target: Locator) -> None:
    tab_to(page, target)
    page.keyboard.press("Enter")


def _confirm(page: Page) -> None:
    expect(page.locator("#confirm")).to_be_enabled()
    _enter(page, page.locator("#confirm"))


def _go_to_cell(page: Page, cell: str) -> None:
    """Into the board by Tab, then by arrows."""
    if not page.evaluate("Boolean(document.activeElement.closest('.gc'))"):
        tab_to(page, page.locator("#board [tabindex='0']"))
    here = page.evaluate("document.activeElement.closest('.gc').dataset.cell")
    across, down = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
    for steps, arrow in ((across, (1, 0)), (down, (0, 1))):
        sign = 1 if steps > 0 else -1
        for _step in range(abs(steps)):
            page.keyboard.press(ARROWS[arrow[0] * sign, arrow[1] * sign])


def _press_cell(page: Page, cell: str) -> None:
    _go_to_cell(page, cell)
    page.keyboard.press("Space")


def _wait_for_mode(page: Page, mode: str) -> None:
    page.locator(f"#main[data-ready] #turn[data-mode={mode}]").wait_for(state="attached")


def _leave_privileges(page: Page) -> None:
    if page.locator("#turn[data-mode=privilege]").count():
        _enter(page, page.get_by_role("link", name="Privileges: Enough"))
        _wait_for_mode(page, "line")


def _take(page: Page, action: dict[str, Any]) -> None:
    _leave_privileges(page)
    for cell in action["cells"]:
        _press_cell(page, cell)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")


def _privilege(page: Page, action: dict[str, Any]) -> None:
    if not page.locator("#turn[data-mode=privilege]").count():
        _enter(page, page.get_by_role("link", name="Privileges: Use"))
        _wait_for_mode(page, "privilege")
    _press_cell(page, action["cell"])


def _replenish(page: Page, action: dict[str, Any]) -> None:
    offer = page.locator("a[href*='do=replenish']")
    if offer.count():
        _enter(page, offer)
        _wait_for_mode(page, "replenish")
    _confirm(page)


def _reserve(page: Page, action: dict[str, Any]) -> None:
    _leave_privileges(page)
    _press_cell(page, action["gold"])
    page.locator(
        "#main[data-ready] #turn input[name=gold], #main[data-ready] #turn[data-mode=gold]"
    ).first.wait_for(state="attached")
    _enter(
        page,
        page.locator(
            f"#card-{action['card']}" if action.get("card") else f"#deck-{action['deck']}"
        ),
    )
    _wait_for_mode(page, "reserve")
    _confirm(page)


def _purchase(page: Page, action: dict[str, Any]) -> None:
    _enter(page, page.locator(f"#card-{action['card']}"))
    _wait_for_mode(page, "buy")
    due = page.locator("#payments")
    for part in (due.get_attribute("data-due") or "").split() if due.count() else ():
        kind = part.partition("=")[0]
        own = page.get_by_role("button", name=f"Pays with {kind}. Change.")
        for _token in range(own.count() - action["payment"].get(kind, 0)):
            _enter(page, own.first)
    if action.get("onto_color"):
        _choose(page, page.locator(f".lay:has(.of-{action['onto_color']}) input[name=onto]"))
    _confirm(page)


def _choose(page: Page, radio: Locator) -> None:
    """Into the group by Tab, then by arrows until this one is chosen."""
    name = radio.get_attribute("name")
    group = page.locator(f"input[type=radio][name={name}]")
    chosen = page.locator(f"input[type=radio][name={name}]:checked")
    tab_to(page, chosen if chosen.count() else group.first)
    page.keyboard.press("Space")
    for _step in range(group.count()):
        if radio.is_checked():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError("the arrows do not reach it")


def _matching(page: Page, action: dict[str, Any]) -> None:
    _press_cell(page, action["cell"])
    _confirm(page)


def _steal(page: Page, action: dict[str, Any]) -> None:
    _choose(page, page.locator(f"input[name=token][value='{action['token']}']"))
    _confirm(page)


def _royal(page: Page, action: dict[str, Any]) -> None:
    _choose(page, page.locator(f"input[name=royal][value='{action['card']}']"))
    _confirm(page)


def _discard(page: Page, action: dict[str, Any]) -> None:
    for kind, number in action["tokens"].items():
        for _token in range(number):
            _enter(page, page.locator(f".piles button[data-kind={kind}]"))
    _confirm(page)


_PRESS: dict[str, Press] = {
    "take_tokens": _take,
    "use_privilege": _privilege,
    "replenish": _replenish,
    "reserve_card": _reserve,
    "purchase_card": _purchase,
    "take_matching_token": _matching,
    "steal_token": _steal,
    "choose_royal_card": _royal,
    "discard_tokens": _discard,
}
