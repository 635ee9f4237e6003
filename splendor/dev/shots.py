"""`./dev shots [folder]`: pictures of the site on a desk and on a phone, in light and dark, of games made for it."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import django
from playwright.sync_api import Browser, sync_playwright

from splendor.dev.site import ROOT, SiteFailed, throw_away_site
from splendor.dev.test import chromium

SCREENS = {"desk": (1280, 800), "phone": (390, 844)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
ZONE = "Europe/Berlin"
SETTLE = 600  # milliseconds in which a page's scripts have done their part


@contextmanager
def installed_browser() -> Iterator[Browser]:
    """The Chromium of this machine. Raises SiteFailed without one."""
    path = chromium()
    if not path:
        raise SiteFailed("no Chromium here: install it, or set CHROMIUM to its path")
    # Playwright's synchronous driver keeps an event loop in this thread, which Django takes for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def photograph(browser: Browser, site: str, folder: Path) -> int:
    """Take all pictures; gives their number."""
    scenes = import_module("splendor.dev.scenes").make_scenes()  # not before Django is set up
    for screen, (width, height) in SCREENS.items():
        for theme in THEMES:
            for name, scene in scenes.items():
                cookies: list[Any] = [{"name": "timezone", "value": ZONE, "url": site}]
                if scene.session:
                    cookies.append({"name": "sessionid", "value": scene.session, "url": site})
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    reduced_motion="reduce",  # the page shows the position at once, not how it came about
                    locale="en-GB",
                    timezone_id=ZONE,
                )
                context.add_cookies(cookies)
                page = context.new_page()
                page.goto(site + scene.address)
                page.wait_for_timeout(SETTLE)
                file = folder / f"{name}-{screen}-{theme}.png"
                page.screenshot(path=file, full_page=scene.whole)
                context.close()
    return len(SCREENS) * len(THEMES) * len(scenes)


def main() -> int:
    """Make the site, the games and the pictures; the exit status is 1 if something was missing."""
    parser = argparse.ArgumentParser(prog="./dev shots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var" / "shots")
    folder: Path = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with installed_browser() as browser, throw_away_site() as site:
            django.setup()
            number = photograph(browser, site, folder)
    except SiteFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{number} pictures in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
