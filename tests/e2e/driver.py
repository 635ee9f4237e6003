"""Plays actions on the game page the way a person does: by pressing what the page offers."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

Prepare = Callable[[Page, dict[str, Any], bool], Locator]


def play_on_page(page: Page, action: dict[str, Any], *, script: bool) -> None:
    """Carry out a legal action, given as JSON, on the game page of the seat to move, and wait for the answer.

    Afterwards the action is played, or stands in the draft if the turn is not complete; a gift is confirmed.
    """
    before = stand_of(page)
    prepare(page, action, script=script).click()
    wait_for_change(page, before)
    if page.locator("#question").count():
        before = stand_of(page)
        page.locator("#confirm").click()
        wait_for_change(page, before)


Stand = tuple[str, list[str], int]


def stand_of(page: Page) -> Stand:
    """What the page shows: the version, the settled words of the draft, whether it asks a last question."""
    version = page.locator("#main").get_attribute("data-version") or ""
    return (version, settled_on(page), page.locator("#question").count())


def settled_on(page: Page) -> list[str]:
    """The words of the actions that the draft has settled."""
    # In one question: between two the page may give way to the next, and the field would be waited for.
    values = page.locator("#turn [name=turn]").evaluate_all("all => all.map(field => field.value)")
    return [word for value in values for word in value.split()]


def wait_for_change(page: Page, before: Stand) -> None:
    """Wait until the page shows something else. Fails with what it says when it doesn't."""
    end = time.monotonic() + 30
    while True:
        try:
            if stand_of(page) != before:
                return
        except Error:
            pass  # it is loading
        assert time.monotonic() < end, page.locator("#turn").inner_text()
        page.wait_for_timeout(20)


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


def _leave_privileges(page: Page) -> None:
    """Go back from choosing for privileges to choosing a line."""
    if page.locator("#turn[data-mode=privilege]").count():
        show_steps(page)
        page.get_by_role("link", name="Privileges: Enough").click()
        page.locator("#turn[data-mode=line]").wait_for(state="attached")


def _take(page: Page, action: dict[str, Any], script: bool) -> Locator:
    _leave_privileges(page)
    for cell in action["cells"]:
        press_cell(page, cell)
    return _confirm(page)


def _privilege(page: Page, action: dict[str, Any], script: bool) -> Locator:
    if not page.locator("#turn[data-mode=privilege]").count():
        show_steps(page)
        page.get_by_role("link", name="Privileges: Use").click()
        page.locator("#turn[data-mode=privilege]").wait_for(state="attached")
    return page.locator(f"[data-cell='{action['cell']}'] a")


def _replenish(page: Page, action: dict[str, Any], script: bool) -> Locator:
    show_steps(page)
    offer = page.locator("a[href*='do=replenish']")
    if offer.count():
        offer.click()
        page.locator("#confirm[value=replenish]").wait_for()
    return _confirm(page)


def _reserve(page: Page, action: dict[str, Any], script: bool) -> Locator:
    _leave_privileges(page)
    page.locator(f"[data-cell='{action['gold']}'] a").click()
    page.locator("#turn input[name=gold], #turn[data-mode=gold]").first.wait_for(state="attached")
    kept = f"#card-{action['card']}" if action.get("card") else f"#deck-{action['deck']}"
    page.locator(kept).click()
    page.locator("#turn[data-mode=reserve]").wait_for()
    return _confirm(page)


def _purchase(page: Page, action: dict[str, Any], script: bool) -> Locator:
    page.locator(f"#card-{action['card']}").click()
    page.locator("#turn[data-mode=buy]").wait_for()
    if script:
        page.locator("#main[data-ready]").wait_for()
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
    page.locator("a[href*='do=claim']").click()
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
