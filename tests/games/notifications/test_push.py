"""Messages to browsers, taken by a real server and opened again with the browser's own keys."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from py_vapid import Vapid02

from accounts.models import User
from games.enums import Channel, NotificationState
from games.errors import ServiceError
from games.models import Delivery, Game, NoticeSettings, PushDevice
from games.notifications.channels import push
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import NotNow
from games.notifications.channels.vapid import (
    decode,
    new_private_key,
    public_key,
    read_private_key,
)
from games.notifications.deliver import deliver
from games.services import channels
from games.services.channels import MOST_DEVICES, add_device, remove_device, try_push
from games.web.push import device_name
from tests.factories.games import make_game, mover_of, play_random
from tests.factories.users import make_user
from tests.games.notifications.receiver import Browser, Receiver, receiving
from tests.games.web.visit import text_of, visitor

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def _key(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.VAPID_SUBJECT = "mailto:host@loupe.example"
    settings.OUTGOING_TO_THIS_MACHINE = True
    monkeypatch.setattr(channels, "TEST_PAUSE", 0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A push service."""
    with receiving() as server:
        yield server


@pytest.fixture
def anna() -> User:
    """Who is told."""
    return make_user("Anna", notification_delay=0)


def device_of(user: User, receiver: Receiver, place: str = "1") -> Browser:
    """A browser of that person's, told of at the push service under `place`."""
    browser = Browser()
    add_device(user=user, endpoint=f"{receiver.url}/{place}", name="Firefox", **browser.keys)
    return browser


def turn_of(user: User) -> Game:
    """A game that waits for this person."""
    game = make_game(user, make_user("Béla"))
    for seed in range(20):
        if mover_of(game) == user:
            break
        play_random(game, 1, seed)
    return game


def told(game: Game) -> Delivery:
    """The delivery to browsers of the present turn."""
    return Delivery.objects.get(
        channel=Channel.PUSH, notification__game=game, notification__turn=game.turn
    )


def test_browser_is_told_whose_turn_it_is_and_nothing_of_the_game(
    receiver: Receiver, anna: User
) -> None:
    browser = device_of(anna, receiver)
    receiver.headers = {"Location": "/message/7"}
    game = turn_of(anna)
    receiver.posted.clear()

    deliver(told(game).notification_id)

    (posted,) = receiver.posted
    assert posted.path == "/1"
    assert browser.opened(posted) == {
        "title": "Your turn against Béla",
        "body": "Open the game",
        "url": f"{SITE}/games/{game.pk}/",
        "tag": f"game-{game.pk}",
    }
    delivery = told(game)
    assert (delivery.state, delivery.message_id) == (NotificationState.SENT, "/message/7")


def test_message_is_sealed_signed_and_replaces_the_older_one_of_its_game(
    receiver: Receiver, anna: User
) -> None:
    device_of(anna, receiver)
    game = turn_of(anna)
    receiver.posted.clear()
    deliver(told(game).notification_id)

    posted = receiver.posted[0]
    assert b"Your turn" not in posted.body
    assert {name: posted.headers[name] for name in ("Content-Encoding", "TTL")} == {
        "Content-Encoding": "aes128gcm",
        "TTL": "86400",
    }
    # The same for all news of one game, so that the newest replaces the older; and it doesn't name the game.
    topic = posted.headers["Topic"]
    assert len(topic) == 32 and game.pk not in topic
    scheme, _blank, parts = posted.headers["Authorization"].partition(" ")
    token, key = (part.partition("=")[2] for part in parts.split(","))
    assert (scheme, key) == ("vapid", public_key())
    assert Vapid02.verify(posted.headers["Authorization"].replace(", ", ","))
    assert claims_of(token) == {"aud": receiver.url, "sub": "mailto:host@loupe.example"}


def claims_of(token: str) -> dict[str, str]:
    """What a signed token says, but for its hour."""
    body = token.split(".")[1]
    claims = json.loads(decode(body))
    return {name: value for name, value in claims.items() if name != "exp"}


@pytest.mark.parametrize("status", [404, 410])
def test_device_that_is_gone_is_forgotten(receiver: Receiver, anna: User, status: int) -> None:
    device_of(anna, receiver)
    receiver.status = status
    with pytest.raises(Refused):
        push.send_test(anna)
    assert not PushDevice.objects.exists()
    assert not push.reaches(anna)


@pytest.mark.parametrize(("status", "error"), [(503, NotNow), (429, NotNow), (403, Refused)])
def test_device_that_does_not_take_it_stays(
    receiver: Receiver, anna: User, status: int, error: type[Exception]
) -> None:
    device_of(anna, receiver)
    receiver.status = status
    with pytest.raises(error):
        push.send_test(anna)
    assert PushDevice.objects.count() == 1


def test_one_device_that_shows_it_is_enough(receiver: Receiver, anna: User) -> None:
    with receiving() as other:
        device_of(anna, other)
        other.status = 410
        browser = device_of(anna, receiver)
        push.send_test(anna)
    (posted,) = receiver.posted
    assert browser.opened(posted)["title"] == "This is a test from Loupe."
    assert [device.endpoint for device in PushDevice.objects.all()] == [f"{receiver.url}/1"]


def test_devices_that_let_us_wait_are_not_all_waited_for_and_the_newest_comes_first(
    receiver: Receiver, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("1", "2", "3"):
        device_of(anna, receiver, place)
    monkeypatch.setattr(push, "_LONGEST", 0.0)
    push.send([told(turn_of(anna)).notification], anna)
    assert [posted.path for posted in receiver.posted] == ["/3"]


def test_nothing_is_planned_for_who_has_no_browser_or_where_the_site_has_no_key(
    receiver: Receiver, anna: User, settings: Any
) -> None:
    assert not push.reaches(anna)
    device_of(anna, receiver)
    assert push.reaches(anna)
    settings.VAPID_PRIVATE_KEY = ""
    assert not push.reaches(anna)
    with pytest.raises(ServiceError, match="no_push"):
        device_of(anna, receiver, "2")
    with pytest.raises(Refused):
        push.send_test(anna)


def test_browser_belongs_to_who_signed_in_last(receiver: Receiver, anna: User) -> None:
    bela = make_user()
    device_of(anna, receiver)
    browser = device_of(bela, receiver)
    assert [device.user for device in PushDevice.objects.all()] == [bela]
    with pytest.raises(Refused):
        push.send_test(anna)
    push.send_test(bela)
    assert browser.opened(receiver.posted[0])["tag"] == "test"


def test_oldest_device_gives_way_to_the_eleventh(receiver: Receiver, anna: User) -> None:
    other = make_user()
    device_of(other, receiver, "other")
    for number in range(MOST_DEVICES + 1):
        device_of(anna, receiver, str(number))
    left = anna.push_devices.values_list("endpoint", flat=True)
    assert set(left) == {f"{receiver.url}/{number}" for number in range(1, MOST_DEVICES + 1)}
    assert other.push_devices.count() == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "https://user:pass@push.example/1"},
        {"endpoint": "ftp://push.example/1"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"p256dh": "AAAA"},
        {"p256dh": "not base64!"},
        {"auth": "AAAA"},
        {"auth": "Ж" * 20},
    ],
)
def test_what_no_browser_sends_is_refused_and_not_stored(
    anna: User, changed: dict[str, str]
) -> None:
    right: Any = {"endpoint": "https://push.example/1", "name": "", **Browser().keys}
    with pytest.raises(ServiceError):
        add_device(user=anna, **{**right, **changed})
    assert not PushDevice.objects.exists()
    add_device(user=anna, **right)


def post_json(client: Client, name: str, body: object) -> Any:
    """Post as the page's script does."""
    data = body if isinstance(body, str) else json.dumps(body)
    address = reverse(f"games:{name}")
    return client.post(
        address, data, content_type="application/json", headers={"User-Agent": FIREFOX}
    )


def test_page_adds_and_removes_its_browser(anna: User) -> None:
    client = visitor(anna)
    told = {"endpoint": "https://push.example/1", "keys": Browser().keys, "expirationTime": None}
    for _press in range(2):
        assert post_json(client, "push_subscribe", told).status_code == 200
    assert [device.name for device in anna.push_devices.all()] == ["Firefox, Linux"]

    other = visitor(make_user())
    assert post_json(other, "push_unsubscribe", {"endpoint": told["endpoint"]}).status_code == 200
    assert anna.push_devices.count() == 1
    assert post_json(client, "push_unsubscribe", {"endpoint": told["endpoint"]}).status_code == 200
    assert anna.push_devices.count() == 0


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        {"keys": {}},
        {"endpoint": 7, "keys": {}},
        {"endpoint": "https://push.example/1"},
        {"endpoint": "https://push.example/1", "keys": {"p256dh": 1, "auth": "x"}},
    ],
)
def test_malformed_request_gets_a_clear_answer(anna: User, body: object) -> None:
    answer = post_json(visitor(anna), "push_subscribe", body)
    assert answer.status_code == 400
    assert answer.json() == {"message": "This page is out of order. Load it again."}
    assert not PushDevice.objects.exists()


def test_strangers_forged_requests_and_gets_change_nothing(anna: User) -> None:
    told = {"endpoint": "https://push.example/1", "keys": Browser().keys}
    assert post_json(visitor(), "push_subscribe", told).status_code == 401
    assert post_json(visitor(anna, strict=True), "push_subscribe", told).status_code == 403
    assert visitor(anna).get(reverse("games:push_subscribe")).status_code == 405
    assert not PushDevice.objects.exists()


def test_list_of_browsers_can_be_emptied_without_script(anna: User) -> None:
    add_device(user=anna, endpoint="https://push.example/1", name="Edge, Windows", **Browser().keys)
    client, page = visitor(anna), reverse("games:notices")
    assert "Edge, Windows" in text_of(client.get(page))
    device = anna.push_devices.get()
    stranger = visitor(make_user())
    for who, left in ((stranger, 1), (client, 0)):
        answer = who.post(reverse("games:push_remove"), {"device": device.pk})
        assert (answer.status_code, answer.headers["Location"]) == (302, page)
        assert anna.push_devices.count() == left
    assert "Edge, Windows" not in text_of(client.get(page))


def test_test_button_says_whether_it_went_out(receiver: Receiver, anna: User) -> None:
    client = visitor(anna)
    device_of(anna, receiver)
    answer = client.post(reverse("games:push_test"), follow=True)
    assert "on its way to your browsers" in text_of(answer)
    assert len(receiver.posted) == 1
    receiver.status = 503
    assert "Nothing could be sent just now" in text_of(
        client.post(reverse("games:push_test"), follow=True)
    )
    receiver.status = 410
    with pytest.raises(ServiceError, match="refused"):
        try_push(user=anna)


def test_part_is_not_shown_without_a_key(anna: User, settings: Any) -> None:
    page = reverse("games:notices")
    assert "data-push" in text_of(visitor(anna).get(page))
    settings.VAPID_PRIVATE_KEY = ""
    assert "data-push" not in text_of(visitor(anna).get(page))


def test_choices_about_browsers_stay_while_they_are_not_offered(anna: User, settings: Any) -> None:
    client, page = visitor(anna), reverse("games:notices")
    form = {"quiet": "none", "digest_hour": "8", "turns-push": "on", "turns-email": "on"}
    assert client.post(page, form).status_code == 302
    settings.VAPID_PRIVATE_KEY = ""
    assert 'name="turns-push"' not in text_of(client.get(page))
    client.post(page, {"quiet": "none", "digest_hour": "8"})
    chosen = NoticeSettings.objects.get(user=anna).channels
    assert chosen["turns"] == ["push"]
    assert chosen["results"] == []


def test_removing_what_is_not_there_is_no_error(anna: User) -> None:
    assert not remove_device(user=anna, endpoint="https://push.example/1")


def test_worker_stands_at_the_root_and_is_asked_for_anew() -> None:
    answer = visitor().get("/push-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "showNotification" in text_of(answer)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/18 Safari/604.1", "Safari, iPhone"),
        ("curl/8", ""),
    ],
)
def test_device_is_named_after_what_its_browser_says(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_command_keeps_one_key_and_never_replaces_it(
    settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_KEY_FILE = "", tmp_path / "var" / "key"
    call_command("make_vapid_keys")
    key = settings.VAPID_KEY_FILE.read_text()
    assert read_private_key(key).key_size == 256
    assert settings.VAPID_KEY_FILE.stat().st_mode & 0o777 == 0o600
    settings.VAPID_PRIVATE_KEY = key
    call_command("make_vapid_keys")
    assert settings.VAPID_KEY_FILE.read_text() == key
    settings.VAPID_PRIVATE_KEY, settings.EMBEDDED = "", False
    call_command("make_vapid_keys")
    kept, already, printed = capsys.readouterr().out.splitlines()
    assert (kept[:7], already[:24]) == ("Kept in", "This site has a key alre")
    assert read_private_key(printed.removeprefix("VAPID_PRIVATE_KEY=")).key_size == 256
