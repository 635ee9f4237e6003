"""Plays actions on the game page the way a person does: by pressing what the page offers."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Prepare = Callable[[Page, dict[str, Any], bool], Locator]


def play_on_page(page: Page, action: dict[str, Any], *, script: bool) -> None:
    """Carry out a legal action, given as JSON, on the game page of the seat to move, and wait for the answer."""
    version = version_of(page)
    prepare(page, action, script=script).click()
    wait_for_news(page, version)


def prepare(page: Page, action: dict[str, Any], *, script: bool) -> Locator:
    """Choose an action on the page; gives the button that carries it out."""
    return _PREPARE[action["type"]](page, action, script)


def version_of(page: Page) -> str:
    """The version that the page shows."""
    return page.locator("#main").get_attribute("data-version") or ""


def wait_for_news(page: Page, version: str) -> None:
    """Wait until the page shows another version than this."""
    page.locator(f"#main[data-version]:not([data-version='{version}'])").wait_for(state="attached")


def press_cell(page: Page, cell: str) -> None:
    """Choose a token on the board."""
    page.locator(f"[data-cell='{cell}'] input").click(force=True)


def show_steps(page: Page) -> None:
    """On a phone the steps are a sheet at the bottom that opens."""
    opener = page.locator("#steps-open")
    if opener.is_visible() and not opener.is_checked():
        opener.check()


def _confirm(page: Page) -> Locator:
    return page.locator("#confirm")


def _take(page: Page, action: dict[str, Any], script: bool) -> Locator:
    for cell in action["cells"]:
        press_cell(page, cell)
    return _confirm(page)


def _privilege(page: Page, action: dict[str, Any], script: bool) -> Locator:
    use = page.locator("button[name=do][value=privilege]")
    if not script:
        press_cell(page, action["cell"])
        show_steps(page)
        return use
    show_steps(page)
    use.click()
    press_cell(page, action["cell"])
    return _confirm(page)


def _replenish(page: Page, action: dict[str, Any], script: bool) -> Locator:
    show_steps(page)
    offer = page.locator("a[href^='?do=replenish']")
    if offer.count():
        offer.click()
        page.locator("#confirm[value=replenish]").wait_for()
    return _confirm(page)


def _reserve(page: Page, action: dict[str, Any], script: bool) -> Locator:
    page.locator(f"[data-cell='{action['gold']}'] a").click()
    page.locator("#turn input[name=gold], #turn[data-mode=gold]").first.wait_for(state="attached")
    kept = f"#card-{action['card']}" if action.get("card") else f"#deck-{action['deck']}"
    page.locator(kept).click()
    page.locator("#turn[data-mode=reserve]").wait_for()
    return _confirm(page)


def _purchase(page: Page, action: dict[str, Any], script: bool) -> Locator:
    page.locator(f"#card-{action['card']}").click()
    page.locator("#turn[data-mode=buy]").wait_for()
    _pay(page, {kind: number for kind, number in action["payment"].items() if number}, script)
    if action.get("onto_color"):
        # The page offers one card of each colour, since only the colour matters.
        page.locator(f".lay:has(.of-{action['onto_color']}) input[name=onto]").click(force=True)
    return _confirm(page)


def _pay(page: Page, payment: dict[str, int], script: bool) -> None:
    """Choose a payment: of the list, or with script by pressing tokens until gold stands in their place."""
    if not payment:
        return
    value = " ".join(f"{kind}={number}" for kind, number in payment.items())
    choice = page.locator(f"input[name=payment][value='{value}']")
    if script:
        due = page.locator("#payments").get_attribute("data-due") or ""
        for kind in (part.partition("=")[0] for part in due.split()):
            for _token in range(_slots_of(page, kind).count() - payment.get(kind, 0)):
                _slots_of(page, kind).first.click()
    elif not choice.is_checked():
        choice.click(force=True)
    expect(choice).to_be_checked()


def _slots_of(page: Page, kind: str) -> Locator:
    """The tokens to be paid in this kind, not yet in gold."""
    return page.get_by_role("button", name=f"Pays with {kind}. Change.")


def _matching(page: Page, action: dict[str, Any], script: bool) -> Locator:
    press_cell(page, action["cell"])
    return _confirm(page)


def _steal(page: Page, action: dict[str, Any], script: bool) -> Locator:
    page.locator(f"input[name=token][value='{action['token']}']").click(force=True)
    return _confirm(page)


def _royal(page: Page, action: dict[str, Any], script: bool) -> Locator:
    page.locator(f"input[name=royal][value='{action['card']}']").click(force=True)
    return _confirm(page)


def _discard(page: Page, action: dict[str, Any], script: bool) -> Locator:
    for kind, number in action["tokens"].items():
        if script:
            for _token in range(number):
                page.locator(f".piles button[data-kind={kind}]").click()
        else:
            page.fill(f"[name=discard-{kind}]", str(number))
    return _confirm(page)


def _claim(page: Page, action: dict[str, Any], script: bool) -> Locator:
    show_steps(page)
    page.locator("a[href^='?do=claim']").click()
    page.locator("#turn[data-mode=claim]").wait_for()
    return _confirm(page)


_PREPARE: dict[str, Prepare] = {
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
