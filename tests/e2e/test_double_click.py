"""A double click on every button that sends something: done once, and no error page. With script and without."""

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.enums import GameStatus, InvitationStatus
from games.models import Game, GameEvent, Invitation, Submission
from games.services.lobby import create_invitation
from tests.e2e.conftest import Open
from tests.e2e.driver import prepare, version_of, wait_for_news
from tests.e2e.positions import CASES, game_at
from tests.factories.games import OPTIONS
from tests.factories.users import make_user

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("script", [True, False], ids=["script", "no script"]),
]


SENT = [name for name in CASES if name != "privilege"]  # a privilege waits in the draft


def double_click(button: Locator) -> None:
    """Two presses as a hasty hand makes them."""
    button.dblclick(no_wait_after=True, delay=5)


def begin(page: Page, opponent: str, name: str = "") -> None:
    """Fill in the form for a new game and press its button twice."""
    page.goto("/games/new/")
    page.locator(f"[name=opponent][value={opponent}]").check()
    if name:
        page.locator("[name=name]").fill(name)
    double_click(page.locator("main button.go"))


def kinds(game: Game) -> list[str]:
    """Of the log, without what the cards and the start bring along."""
    kept = ("game_created", "entropy_added", "seat_taken", "game_started", "game_cancelled")
    rows = GameEvent.objects.filter(game=game, kind__in=(*kept, "seat_resigned", "game_ended"))
    return [row.kind for row in rows]


def test_from_a_new_game_to_its_rematch(open_browser: Open, script: bool) -> None:
    page = open_browser(make_user(), script=script)
    begin(page, "computer")
    double_click(page.locator("form[action$='/deal/'] button"))
    page.locator("#main[data-version-url] #turn").wait_for()
    game = Game.objects.get()
    assert kinds(game).count("game_started") == 1

    page.goto(f"/games/{game.pk}/resign/")
    double_click(page.locator("main button.go"))
    rematch = page.locator("form[action$='/rematch/'] button")
    rematch.wait_for()
    assert kinds(game).count("seat_resigned") == 1

    double_click(rematch)
    page.locator("form[action$='/deal/']").wait_for()
    assert Game.objects.get(rematch_of=game).status == GameStatus.PREPARING
    assert Game.objects.count() == 2


def test_a_link_a_share_and_calling_off(open_browser: Open, script: bool) -> None:
    page = open_browser(make_user(), script=script)
    begin(page, "link")
    page.locator("#entropy").fill("my own dice")
    double_click(page.locator("#share button"))
    expect(page.locator("#added")).to_contain_text("my own dice")
    game = Game.objects.get()
    assert kinds(game) == ["game_created", "entropy_added"]

    double_click(page.locator("form[action$='/cancel/'] button"))
    expect(page.locator("main h1")).to_have_text("My games")
    assert kinds(game) == ["game_created", "entropy_added", "game_cancelled"]


def test_an_invitation_by_name_accepted(open_browser: Open, script: bool) -> None:
    friend = make_user("friend")
    page = open_browser(make_user(), script=script)
    begin(page, "user", "friend")
    page.locator("#link").wait_for()
    link = page.locator("#link").input_value()
    assert Invitation.objects.get().invitee == friend

    theirs = open_browser(friend, script=script, phone=True)
    theirs.goto(link)
    double_click(theirs.locator("form[action$='/accept/'] button"))
    theirs.locator("#turn").wait_for()
    assert kinds(Game.objects.get()).count("game_started") == 1


def test_an_invitation_declined(open_browser: Open, script: bool) -> None:
    friend = make_user("friend")
    game = create_invitation(user=make_user(), invitee=friend, options=OPTIONS)
    page = open_browser(friend, script=script)
    page.goto(f"/join/{game.invitation.token}/")
    page.get_by_text("Decline", exact=True).click()
    double_click(page.locator("form[action$='/decline/'] button"))
    expect(page.locator("main h1")).to_have_text("My games")
    assert Invitation.objects.get().status == InvitationStatus.DECLINED
    assert kinds(game) == ["game_created", "game_cancelled"]


def test_signing_out(open_browser: Open, script: bool) -> None:
    page = open_browser(make_user(), script=script)
    page.goto("/games/")
    page.locator(".menu summary").click()
    double_click(page.locator(".menu form button"))
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_every_kind_of_action(open_browser: Open, script: bool) -> None:
    first, second = make_user(), make_user()
    page = open_browser(first, script=script, phone=not script)
    posts: list[str] = []
    page.on(
        "request", lambda request: posts.append(request.url) if request.method == "POST" else None
    )
    for name in SENT:
        _play_twice(page, name, first, second, script)
    if script:
        assert len(posts) == len(SENT), "the second press is held back"
    else:
        assert len(posts) > len(SENT), "the second press was answered like the first"


def _play_twice(page: Page, name: str, first: User, second: User, script: bool) -> None:
    case = CASES[name]
    game = game_at(case.stands, first, second)
    page.goto(f"/games/{game.pk}/")
    version = version_of(page)
    double_click(prepare(page, case.action, script=script))
    wait_for_news(page, version)
    expect(page.locator("#refusal"), name).to_have_count(0)
    assert Submission.objects.filter(game=game).count() == 1, name
    assert GameEvent.objects.filter(game=game, kind=case.event).count() == 1, name
