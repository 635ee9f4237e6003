"""A real browser: its worker shows what is pushed, and the page lets it be told, or told nothing more."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import CDPSession, Page, Worker, expect

from accounts.bounces import stop_mail
from accounts.enums import MailStop
from accounts.models import User
from games.models import PushDevice, Webhook
from games.notifications.channels import push
from games.notifications.channels.base import Refused
from games.notifications.channels.vapid import new_private_key
from games.services.channels import add_device, save_webhook
from tests.e2e.conftest import Complaints, Open
from tests.e2e.look import resize, small_targets, violations, width_of
from tests.factories.users import PASSWORD, make_user
from tests.games.notifications.receiver import Browser, Receiver, receiving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# No push service can be reached here, so the browser's own part of it is played; keys and endpoint are real.
SERVICE = """
const told = %s;
let kept = JSON.parse(sessionStorage.getItem("push") ?? "null");
const subscription = () => kept && {
  endpoint: kept.endpoint, options: {}, toJSON: () => kept,
  unsubscribe: async () => { kept = null; sessionStorage.removeItem("push"); },
};
PushManager.prototype.getSubscription = async () => subscription();
PushManager.prototype.subscribe = async (wanted) => {
  if (!wanted.userVisibleOnly || wanted.applicationServerKey.length !== 65) throw new Error("refused");
  kept = told;
  sessionStorage.setItem("push", JSON.stringify(kept));
  return subscription();
};
"""


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAPID_PRIVATE_KEY", new_private_key())
    monkeypatch.setattr(settings, "OUTGOING_TO_THIS_MACHINE", True)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A push service."""
    with receiving() as server:
        yield server


@pytest.fixture
def ada(db: None) -> User:
    """Who is told."""
    return make_user("ada")


def notices(open_browser: Open, user: User, *, allowed: bool = True, script: str = "") -> Page:
    """The page of notifications in a browser that may show them, or may not."""
    page = open_browser(user, permissions=["notifications"] if allowed else [])
    if script:
        page.add_init_script(script)
    page.goto("/notifications/")
    return page


def test_browser_is_told_after_one_press_and_nothing_more_after_another(
    open_browser: Open, receiver: Receiver, ada: User
) -> None:
    browser = Browser()
    told = {"endpoint": f"{receiver.url}/1", "keys": browser.keys}
    page = notices(open_browser, ada, script=SERVICE % json.dumps(told))

    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.locator(".devices li")).to_contain_text("Chrome, Linux")
    assert [device.endpoint for device in ada.push_devices.all()] == [told["endpoint"]]

    page.locator("#push").get_by_role("button", name="Send me a test").click()
    expect(page.get_by_text("on its way to your browsers")).to_be_visible()
    assert browser.opened(receiver.posted[0])["title"] == "This is a test from Loupe."

    page.get_by_role("button", name="Tell me nothing more in this browser").click()
    expect(page.locator(".devices")).to_have_count(0)
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    assert not PushDevice.objects.exists()


def test_browser_shows_nothing_after_sign_out_and_is_told_again_after_signing_in(
    open_browser: Open, receiver: Receiver, ada: User
) -> None:
    told = {"endpoint": f"{receiver.url}/1", "keys": Browser().keys}
    page = notices(open_browser, ada, script=SERVICE % json.dumps(told))
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.locator(".devices li")).to_contain_text("Chrome, Linux")
    show_one(page)
    (device,) = ada.push_devices.all()

    page.locator("header .menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.wait_for_function('() => sessionStorage.getItem("push") === null')
    assert shown(page) == []
    with pytest.raises(Refused):
        push.send_test(ada)
    assert receiver.posted == []

    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("ada")
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_response(lambda answer: answer.url.endswith("/push/subscribe/")):
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_function('() => sessionStorage.getItem("push") !== null')
    assert [one.pk for one in ada.push_devices.all()] == [device.pk]
    push.send_test(ada)
    assert len(receiver.posted) == 1


def show_one(page: Page) -> None:
    """The browser shows something at the moment."""
    page.evaluate(
        """async () => (await navigator.serviceWorker.ready).showNotification("Your turn", { data: { url: "/" } })"""
    )
    assert len(shown(page)) == 1


def test_browser_that_may_not_show_anything_says_what_to_do(open_browser: Open, ada: User) -> None:
    page = notices(open_browser, ada, allowed=False)
    expect(page.locator("[data-said]")).to_contain_text("Allow notifications for this site")


def test_refusal_of_the_server_is_shown(
    open_browser: Open, ada: User, complaints: Complaints
) -> None:
    complaints.expect_status(422)
    wrong = {"endpoint": "ftp://push.example/1", "keys": Browser().keys}
    page = notices(open_browser, ada, script=SERVICE % json.dumps(wrong))
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.locator("[data-said]")).to_have_text("The address must begin with https://.")
    assert not PushDevice.objects.exists()


def pushing(page: Page) -> tuple[CDPSession, dict[str, Any]]:
    """A way to push to the page's worker as the browser's own service would."""
    session = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    expect(page.locator("form[data-push]")).to_be_visible()  # shown once the worker is registered
    page.wait_for_timeout(100)
    return session, known[-1]


def shown(page: Page) -> list[dict[str, str]]:
    """The notifications that the browser shows."""
    script = """async () => {
      const registration = await navigator.serviceWorker.ready;
      const notes = await registration.getNotifications();
      return notes.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
    }"""
    found: list[dict[str, str]] = page.evaluate(script)
    return found


def test_worker_shows_the_newest_message_of_each_game(open_browser: Open, ada: User) -> None:
    page = notices(open_browser, ada)
    session, registration = pushing(page)
    messages = [
        {
            "title": f"{title} against Béla",
            "body": "Open",
            "tag": tag,
            "url": f"{settings.SITE_URL}/{tag}/",
        }
        for title, tag in (("Your turn", "one"), ("Your turn", "two"), ("You won", "one"))
    ]
    for number, message in enumerate(messages):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": settings.SITE_URL,
                "registrationId": registration["registrationId"],
                "data": json.dumps(message),
            },
        )
        wanted = messages[: number + 1] if number < 2 else messages[1:]
        for _try in range(50):
            if sorted(shown(page), key=str) == sorted(wanted, key=str):
                break
            page.wait_for_timeout(50)
    assert sorted(shown(page), key=str) == sorted(messages[1:], key=str)


def worker_of(page: Page) -> Worker:
    """The running worker."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    (worker,) = page.context.service_workers
    return worker


def test_press_on_a_message_leads_to_its_page_and_never_to_another_site(
    open_browser: Open, ada: User
) -> None:
    page = notices(open_browser, ada)
    script = """async (address) => {
      let opened = "";
      self.clients.openWindow = async (target) => { opened = target; };
      WindowClient.prototype.focus = async function () { opened = `focus ${new URL(this.url).pathname}`; };
      await open(address);
      return opened;
    }"""
    worker = worker_of(page)
    origin = page.evaluate("location.origin")
    assert worker.evaluate(script, f"{settings.SITE_URL}/games/abc/") == f"{origin}/games/abc/"
    assert worker.evaluate(script, f"{settings.SITE_URL}/notifications/") == "focus /notifications/"
    assert worker.evaluate(script, "https://elsewhere.example/x") == f"{origin}/x"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_browsers_a_refused_address_and_stopped_mail_can_be_read_by_everybody(
    open_browser: Open, ada: User, theme: Literal["light", "dark"], complaints: Complaints
) -> None:
    add_device(user=ada, endpoint="https://push.example/1", name="Firefox", **Browser().keys)
    save_webhook(user=ada, url="https://hook.example/" + "a" * 100)
    Webhook.objects.update(off_since=timezone.now(), last_error="The other side answered 404.")
    stop_mail(address=ada.email, why=MailStop.BOUNCED)
    page = open_browser(ada, color_scheme=theme, permissions=["notifications"])
    page.goto("/notifications/")
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    check(page)

    complaints.expect_status(422)
    page.locator("#id_webhook_url").fill("ftp://hook.example/")
    page.get_by_role("button", name="Save the address").click()
    expect(page.get_by_text("The address must begin with https://.")).to_be_visible()
    check(page)


def check(page: Page) -> None:
    """Nobody is shut out on a desk or a phone."""
    for screen in ((1280, 800), (390, 844)):
        resize(page, *screen)
        assert violations(page) == []
        assert width_of(page) <= screen[0]
    assert small_targets(page) == []
