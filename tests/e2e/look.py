"""What the tests see on a page: what axe finds, what sticks out, what is covered, how large the targets are."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # what is well needn't be described: half the time
}
TAP = 44  # CSS pixels
SMALL = 34  # of a small button with room around it

_COVERED = """() => [...document.querySelectorAll("main .go")].filter((button) => {
    if (!button.checkVisibility()) return false;
    button.scrollIntoView({ block: "center" });
    const box = button.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.05, 0.2], [0.95, 0.2], [0.05, 0.8], [0.95, 0.8]];
    return spots.some(([x, y]) => {
        const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
        return !button.contains(top);
    });
}).map((button) => button.textContent.trim())"""

# A target is large enough if it is TAP in both directions, or a link in a sentence, or SMALL with a circle of TAP
# around its middle that touches no other target, or one of those for which another control does the same (WCAG 2.5.8):
# a deck, whose cards the turn panel offers too, and a bonus, whose cards stand in the list of all cards.
_TARGETS = """([tap, small]) => {
    const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".vh, .skip");
    const boxOf = (one) => {
        const own = one.getBoundingClientRect();
        const label = one.matches("input") ? one.closest("label") ?? one.labels?.[0] : null;
        const box = label && !one.matches(".grip") ? label.getBoundingClientRect() : own;
        return box.width * box.height > own.width * own.height ? box : own;
    };
    const at = (one, dx, dy) => {
        const box = one.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
    };
    const run = (one, dx, dy) => { // what a finger meets from the middle, a larger ::after included
        let far = 0;
        while (far < tap && one.contains(at(one, dx * (far + 1), dy * (far + 1)))) far += 1;
        return far;
    };
    const apart = (one) => Array.from({ length: 16 }, (_, part) => (part * Math.PI) / 8).every((turn) => {
        const far = tap / 2 - 1;
        const met = at(one, far * Math.cos(turn), far * Math.sin(turn))?.closest(wanted);
        return !met || met === one || met.contains(one);
    });
    const inSentence = (one) =>
        getComputedStyle(one).display === "inline" &&
        one.parentElement.textContent.trim().length > one.textContent.trim().length;
    const fine = ({ one, box }) => {
        if (box.width + 0.5 >= tap && box.height + 0.5 >= tap) return true;
        if (inSentence(one)) return true;
        one.scrollIntoView({ block: "center" });
        if (at(one, 0, 0)?.closest(".turn") && !one.closest(".turn")) return true; // under the sheet
        const width = Math.max(box.width + 0.5, run(one, -1, 0) + run(one, 1, 0) + 1);
        const height = Math.max(box.height + 0.5, run(one, 0, -1) + run(one, 0, 1) + 1);
        if (width >= tap && height >= tap) return true;
        if (one.matches(".deck, .owned:not(.all) > summary")) return width >= 24 && height >= 24;
        return width >= small && height >= small && apart(one);
    };
    return [...document.querySelectorAll(wanted)]
        .filter(shown)
        .map((one) => ({ one, box: boxOf(one) }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.right > 0)
        .filter((target) => !fine(target))
        .map(({ one, box }) =>
            `${Math.round(box.width)} x ${Math.round(box.height)} ${one.outerHTML.slice(0, 110)}`);
}"""


_GRIPS = """() => [...document.querySelectorAll(".grip")].filter((grip) => {
    const [own, drawn] = [grip, grip.parentElement].map((one) => one.getBoundingClientRect());
    return Math.abs(own.width - drawn.width) > 4 || Math.abs(own.height - drawn.height) > 4;
}).map((grip) => grip.outerHTML.slice(0, 110))"""


def violations(page: Page, *, colours_only: bool = False) -> list[tuple[str, list[str]]]:
    """What axe finds, with the elements. `colours_only`: all else was looked at in another theme."""
    rules = AXE_RULES | ({"runOnly": ["color-contrast"]} if colours_only else {})
    found = Axe().run(page, options=rules).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def width_of(page: Page) -> int:
    """How wide the page wants to be."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def covered(page: Page) -> list[str]:
    """Main buttons of which something else lies on top, once they are scrolled into view."""
    found: list[str] = page.evaluate(_COVERED)
    return found


def loose_grips(page: Page) -> list[str]:
    """Invisible controls that don't fill their picture: a tap on what is drawn would miss them."""
    found: list[str] = page.evaluate(_GRIPS)
    return found


def small_targets(page: Page) -> list[str]:
    """Controls that a finger may miss."""
    found: list[str] = page.evaluate(_TARGETS, [TAP, SMALL])
    return found


def resize(page: Page, width: int, height: int, **media: Any) -> None:
    """Look at the page on another screen, with other wishes of the reader."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(**media)
