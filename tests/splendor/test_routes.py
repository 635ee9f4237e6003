"""No page of the site escapes the browser tests: what is not visited is named with a reason."""

from tests.e2e.pages import PAGES
from tests.e2e.routes import NO_PAGE, routes


def test_every_route_is_visited_or_excepted_with_a_reason() -> None:
    assert routes() - set(PAGES) - set(NO_PAGE) == set()


def test_nothing_is_named_that_does_not_exist() -> None:
    assert (set(PAGES) | set(NO_PAGE)) - routes() == set()
    assert set(PAGES) & set(NO_PAGE) == set()
    assert all(NO_PAGE.values())
