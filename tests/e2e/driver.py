"""Plays actions on the game page the way a person does: by pressing what the page offers."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

Press = Callable[[Page, dict[str, Any], bool], None]


def play_on_page(page: Page, action: dict[str, Any], *, script: bool) -> None:
    """Carry out a legal action, given as JSON, on the game page of the seat to move, and wait for the answer."""
    version = version_of(page)
    _PRESSES[action["type"]](page, action, script)
    page.locator(f"#main:not([data-version='{version}'])").wait_for(state="attached")


def version_of(page: Page) -> str:
    """The version that the page shows."""
    return page.locator("#main").get_attribute("data-version") or ""


def confirm(page: Page) -> None:
    """Press the one confirm button."""
    page.locator("#confirm").click()


def press_cell(page: Page, cell: str) -> None:
    """Choose a token on the board."""
    page.locator(f"[data-cell='{cell}'] input").click(force=True)


def _take(page: Page, action: dict[str, Any], script: bool) -> None:
    for cell in action["cells"]:
        press_cell(page, cell)
    confirm(page)


def show_steps(page: Page) -> None:
    """On a phone the steps are a sheet at the bottom that opens."""
    opener = page.locator("#steps-open")
    if opener.is_visible() and not opener.is_checked():
        opener.check()


def _privilege(page: Page, action: dict[str, Any], script: bool) -> None:
    use = page.locator("button[name=do][value=privilege]")
    if script:
        show_steps(page)
        use.click()
        press_cell(page, action["cell"])
        confirm(page)
    else:
        press_cell(page, action["cell"])
        show_steps(page)
        use.click()


def _replenish(page: Page, action: dict[str, Any], script: bool) -> None:
    show_steps(page)
    offer = page.locator("a[href^='?do=replenish']")
    if offer.count():
        offer.click()
        page.locator("#confirm[value=replenish]").wait_for()
    confirm(page)


def _reserve(page: Page, action: dict[str, Any], script: bool) -> None:
    page.locator(f"[data-cell='{action['gold']}'] a").click()
    page.locator("#turn input[name=gold], #turn[data-mode=gold]").first.wait_for(state="attached")
    kept = f"#card-{action['card']}" if "card" in action else f"#deck-{action['deck']}"
    page.locator(kept).click()
    page.locator("#turn[data-mode=reserve]").wait_for()
    confirm(page)


def _purchase(page: Page, action: dict[str, Any], script: bool) -> None:
    page.locator(f"#card-{action['card']}").click()
    page.locator("#turn[data-mode=buy]").wait_for()
    payment = " ".join(f"{kind}={number}" for kind, number in action["payment"].items())
    if payment:
        choice = page.locator(f"input[name=payment][value='{payment}']")
        if not choice.is_checked():
            choice.click(force=True)
    if "onto" in action:
        # The page offers one card of each colour, since only the colour matters.
        page.locator(f".lay:has(.of-{action['onto_color']}) input[name=onto]").click(force=True)
    confirm(page)


def _matching(page: Page, action: dict[str, Any], script: bool) -> None:
    press_cell(page, action["cell"])
    confirm(page)


def _steal(page: Page, action: dict[str, Any], script: bool) -> None:
    page.locator(f"input[name=token][value='{action['token']}']").click(force=True)
    confirm(page)


def _royal(page: Page, action: dict[str, Any], script: bool) -> None:
    page.locator(f"input[name=royal][value='{action['card']}']").click(force=True)
    confirm(page)


def _discard(page: Page, action: dict[str, Any], script: bool) -> None:
    for kind, number in action["tokens"].items():
        if script:
            for _token in range(number):
                page.locator(f".piles button[data-kind={kind}]").click()
        else:
            page.fill(f"[name=discard-{kind}]", str(number))
    confirm(page)


def _claim(page: Page, action: dict[str, Any], script: bool) -> None:
    show_steps(page)
    page.locator("a[href^='?do=claim']").click()
    page.locator("#turn[data-mode=claim]").wait_for()
    confirm(page)


_PRESSES: dict[str, Press] = {
    "take_tokens": _take,
    "use_privilege": _privilege,
    "replenish": _replenish,
    "reserve_card": _reserve,
    "purchase_card": _purchase,
    "take_matching_token": _matching,
    "steal_token": _steal,
    "choose_royal_card": _royal,
    "discard_tokens": _discard,
    "claim_stand_off": _claim,
}
