"""Devices, the web address, the calendar and blocks over the API."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.signals import password_changed, password_reset
from allauth.idp.oidc.models import Client as App
from django.core.cache import cache
from django.test import Client as Browserless

from accounts.models import AccessToken, Block, TokenKind, User
from accounts.oauth import end_apps, send_away
from accounts.scopes import Scope
from accounts.services import block_user
from accounts.tokens import revoke_all, revoke_token
from games.models import CalendarFeed, PushDevice, Webhook
from games.notifications.channels import webhook
from games.notifications.channels.push import living
from games.notifications.channels.vapid import new_private_key, public_key
from games.services.calendar import renew_feed
from games.services.channels import save_webhook
from tests.factories.oauth import let_in, make_app
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, problem_of
from tests.games.notifications.receiver import Browser, Receiver, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ME = "/api/v1/me/"
HUGE = 10**30


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.VAPID_SUBJECT = "mailto:host@loupe.example"
    settings.OUTGOING_TO_THIS_MACHINE = True
    cache.clear()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server outside that takes what is sent to it."""
    with receiving() as server:
        yield server


@pytest.fixture
def ada() -> User:
    """Whose app it is."""
    return make_user("ada")


@pytest.fixture
def client(ada: User) -> Client:
    """Her app."""
    return client_of(ada)


def subscription(endpoint: Any = "https://push.example/1", **change: Any) -> dict[str, Any]:
    return {"endpoint": endpoint, "keys": Browser().keys, "name": "Phone", **change}


def post(client: Client, part: str, body: Any = None) -> Any:
    return client.post(ME + part, body, format="json")


def put(client: Client, part: str, body: Any = None) -> Any:
    return client.put(ME + part, body, format="json")


def test_app_subscribes_with_the_sites_key_and_takes_a_message_that_only_it_can_open(
    client: Client, receiver: Receiver
) -> None:
    assert client.get(ME + "devices").json() == {"key": public_key(), "items": []}
    phone = Browser()
    body = {"endpoint": f"{receiver.url}/1", "keys": phone.keys, "name": "Phone"}
    made = post(client, "devices", body)
    assert made.status_code == 201
    assert set(made.json()) == {"id", "name", "push_service", "created_at"}  # no endpoint
    other = post(client, "devices", subscription(f"{receiver.url}/2"))
    assert post(client, f"devices/{made.json()['id']}/tests").status_code == 204
    (posted,) = receiver.posted
    assert posted.path == "/1"
    assert phone.opened(posted)["tag"] == "test"
    listed = client.get(ME + "devices").json()["items"]
    assert [one["id"] for one in listed] == [other.json()["id"], made.json()["id"]]


def test_same_endpoint_again_is_the_same_device(client: Client) -> None:
    first = post(client, "devices", subscription())
    second = post(client, "devices", subscription(name=None))
    assert first.json()["id"] == second.json()["id"]
    assert second.json()["name"] is None
    assert PushDevice.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (subscription(endpoint="http://push.example/1\0"), 400, "invalid"),
        (subscription(endpoint="x" * 1001), 400, "invalid"),
        (subscription(endpoint=None), 400, "invalid"),
        (subscription(keys=None), 400, "invalid"),
        (subscription(keys={"p256dh": "x"}), 400, "invalid"),
        (subscription(keys={"p256dh": 1, "auth": []}), 400, "invalid"),
        (subscription(name=""), 400, "invalid"),
        (subscription(name="a\0b"), 400, "invalid"),
        (subscription(name="x" * 61), 400, "invalid"),
        ({}, 400, "invalid"),
        (subscription(endpoint="nowhere"), 422, "bad_subscription"),
        (subscription(endpoint="ftp://push.example/1"), 422, "bad_subscription"),
        (subscription(endpoint="https://me:secret@push.example/1"), 422, "bad_subscription"),
        (subscription(keys={"p256dh": "x", "auth": "y"}), 422, "bad_subscription"),
    ],
)
def test_wrong_subscriptions_add_nothing(client: Client, body: Any, status: int, code: str) -> None:
    assert problem_of(post(client, "devices", body)) == (status, code)
    assert not PushDevice.objects.exists()


def test_site_without_a_key_says_so(client: Client, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert client.get(ME + "devices").json()["key"] is None
    assert problem_of(post(client, "devices", subscription())) == (409, "no_push")


def test_device_goes_with_the_token_it_was_added_with(ada: User) -> None:
    phone, tablet = client_of(ada), client_of(ada)
    post(phone, "devices", subscription("https://push.example/phone"))
    kept = post(tablet, "devices", subscription("https://push.example/tablet")).json()["id"]
    first = AccessToken.objects.order_by("pk").first()
    assert first is not None
    first.delete()
    assert list(PushDevice.objects.values_list("pk", flat=True)) == [kept]
    assert [device.pk for device in living(ada)] == [kept]
    revoke_all(user=ada)
    assert not PushDevice.objects.exists()


def test_device_of_a_token_that_has_ended_is_told_nothing(ada: User, client: Client) -> None:
    post(client, "devices", subscription())
    assert len(living(ada)) == 1
    AccessToken.objects.update(expires_at="2020-01-01T00:00:00Z")
    assert living(ada) == []


def test_device_of_an_app_that_was_sent_away_is_told_nothing(ada: User) -> None:
    app = make_app(make_user("maker"))
    companion = Client()
    value = let_in(app, ada, [Scope.ACCOUNT_READ, Scope.ACCOUNT_WRITE])
    companion.credentials(HTTP_AUTHORIZATION=f"Bearer {value}")
    assert post(companion, "devices", subscription()).status_code == 201
    assert [device.app for device in living(ada)] == [app.pk]
    assert living(make_user("bert")) == []
    send_away(user=ada, app_id=app.pk)
    assert living(ada) == []


@pytest.mark.parametrize("device_id", [0, 1, HUGE])
def test_devices_that_are_not_there_are_not_found(client: Client, device_id: int) -> None:
    assert client.delete(f"{ME}devices/{device_id}").status_code == 404
    assert post(client, f"devices/{device_id}/tests").status_code == 404


def test_devices_of_others_are_nobodys_business(client: Client) -> None:
    bert = client_of(make_user("bert"))
    made = post(bert, "devices", subscription()).json()["id"]
    assert client.get(ME + "devices").json()["items"] == []
    assert problem_of(client.delete(f"{ME}devices/{made}")) == (404, "not_found")
    assert problem_of(post(client, f"devices/{made}/tests")) == (404, "not_found")
    assert PushDevice.objects.count() == 1
    assert bert.delete(f"{ME}devices/{made}").status_code == 204
    assert problem_of(bert.delete(f"{ME}devices/{made}")) == (404, "not_found")


def test_device_that_takes_nothing_more_is_told_of(client: Client, receiver: Receiver) -> None:
    made = post(client, "devices", subscription(f"{receiver.url}/1")).json()["id"]
    receiver.status = 503
    assert problem_of(post(client, f"devices/{made}/tests")) == (409, "unreached")
    again = post(client, f"devices/{made}/tests")
    assert problem_of(again) == (429, "too_many_tests")
    assert again["Retry-After"] == "10"
    cache.clear()
    receiver.status = 410
    assert problem_of(post(client, f"devices/{made}/tests")) == (409, "refused")
    assert not PushDevice.objects.exists()


def test_web_address_is_given_tried_and_removed(client: Client, receiver: Receiver) -> None:
    assert problem_of(client.get(ME + "webhook")) == (404, "no_webhook")
    assert problem_of(post(client, "webhook/tests")) == (404, "no_webhook")
    url = f"{receiver.url}/hook"
    saved = put(client, "webhook", {"url": url})
    assert saved.json() == {"url": url, "off_since": None, "last_error": None}
    assert client.get(ME + "webhook").json() == saved.json()
    Webhook.objects.update(off_since="2026-01-01T00:00:00Z", last_error="gone")
    off = client.get(ME + "webhook").json()
    assert (off["off_since"], off["last_error"]) == ("2026-01-01T00:00:00Z", "gone")
    assert post(client, "webhook/tests").status_code == 204
    assert len(receiver.posted) == 1
    assert client.get(ME + "webhook").json()["off_since"] is None
    assert client.delete(ME + "webhook").status_code == 204
    assert client.delete(ME + "webhook").status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("url", "status", "code"),
    [
        (None, 400, "invalid"),
        (5, 400, "invalid"),
        ("", 400, "invalid"),
        ("https://a.example/\0", 400, "invalid"),
        ("https://a.example/" + "x" * 500, 400, "invalid"),
        ("ftp://a.example/", 422, "bad_url"),
        ("https://", 422, "bad_url"),
        ("https://[", 422, "bad_url"),
    ],
)
def test_wrong_web_addresses_change_nothing(
    client: Client, ada: User, url: Any, status: int, code: str
) -> None:
    put(client, "webhook", {"url": "https://good.example/1"})
    assert problem_of(put(client, "webhook", {"url": url})) == (status, code)
    assert Webhook.objects.get(user=ada).url == "https://good.example/1"


def test_calendar_has_an_address_that_is_renewed_once_and_given_up(client: Client) -> None:
    assert problem_of(client.get(ME + "calendar")) == (404, "no_calendar")
    made = put(client, "calendar", {"replaces": None}).json()
    assert put(client, "calendar", {"replaces": None}).json() == made  # the answer was lost
    assert client.get(ME + "calendar").json() == made
    path = made["url"].removeprefix("http://127.0.0.1:8000")
    assert Browserless().get(path)["Content-Type"].startswith("text/calendar")
    other = put(client, "calendar", {"replaces": made["url"]}).json()
    assert other["url"] != made["url"]
    assert put(client, "calendar", {"replaces": made["url"]}).json() == other
    assert Browserless().get(path).status_code == 404
    assert client.delete(ME + "calendar").status_code == 204
    assert client.delete(ME + "calendar").status_code == 204
    assert not CalendarFeed.objects.exists()


@pytest.mark.parametrize("body", [{}, {"replaces": 5}, {"replaces": "x" * 501}, [], None])
def test_wrong_wish_for_a_calendar_makes_none(client: Client, body: Any) -> None:
    assert problem_of(put(client, "calendar", body)) == (400, "invalid")
    assert not CalendarFeed.objects.exists()


def test_people_are_blocked_and_unblocked_by_name_in_any_case(client: Client, ada: User) -> None:
    make_user("Bert")
    assert problem_of(client.get(ME + "blocks/bert")) == (404, "not_found")
    made = put(client, "blocks/bert").json()
    assert made["name"] == "Bert"
    assert put(client, "blocks/BERT").json() == made
    assert client.get(ME + "blocks/bert").json() == made
    assert client.get(ME + "blocks").json() == {"items": [made], "next": None}
    assert client_of(User.objects.get(username="Bert")).get(ME + "blocks").json()["items"] == []
    assert client.delete(ME + "blocks/bERT").status_code == 204
    assert client.delete(ME + "blocks/bERT").status_code == 204
    assert not Block.objects.exists()


@pytest.mark.parametrize("name", ["nobody-here", "a b", "%00", "x" * 300, "é"])
def test_nobody_is_blocked_under_a_name_that_is_none(client: Client, name: str) -> None:
    assert problem_of(put(client, f"blocks/{name}")) == (404, "not_found")
    assert client.get(f"{ME}blocks/{name}").status_code == 404
    assert client.delete(f"{ME}blocks/{name}").status_code == 404
    assert not Block.objects.exists()


def test_nobody_blocks_themselves(client: Client) -> None:
    assert problem_of(put(client, "blocks/ada")) == (422, "self_block")
    assert not Block.objects.exists()


def test_blocks_come_in_pieces_with_as_many_queries_for_one_as_for_thirty(
    client: Client, ada: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(31):
        block_user(user=ada, blocked=make_user(f"blocked{number}"))
        if number in (0, 29):
            client.get(ME + "blocks")
            with django_assert_num_queries(2):  # the token, the blocks
                assert len(client.get(ME + "blocks").json()["items"]) == number + 1
    first = client.get(ME + "blocks").json()
    last = client.get(first["next"]).json()
    assert (len(first["items"]), len(last["items"]), last["next"]) == (30, 1, None)
    assert last["items"][0]["name"] == "blocked0"


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"limit": "0"}, (400, "invalid")),
        ({"limit": "101"}, (400, "invalid")),
        ({"limit": "x"}, (400, "invalid")),
        ({"cursor": "made-up"}, (404, "bad_cursor")),
        ({"cursor": "\0"}, (400, "invalid")),
        ({"cursor": ""}, (400, "invalid")),
        ({"cursor": "é"}, (400, "invalid")),
    ],
)
def test_pieces_that_there_are_not_are_refused(client: Client, query: Any, problem: Any) -> None:
    assert problem_of(client.get(ME + "blocks", query)) == problem


def token_client(user: User) -> tuple[Client, AccessToken]:
    """A program with a token of its own."""
    known = set(AccessToken.objects.values_list("pk", flat=True))
    client = client_of(user)
    return client, AccessToken.objects.exclude(pk__in=known).get()


def guest_of(user: User, app: App) -> Client:
    """An app that this person let in."""
    companion = Client()
    value = let_in(app, user, [Scope.ACCOUNT_READ, Scope.ACCOUNT_WRITE])
    companion.credentials(HTTP_AUTHORIZATION=f"Bearer {value}")
    return companion


SIGNED = {"url": "https://bot.example/", "kinds": ["turns"]}


@pytest.mark.parametrize(
    ("part", "body"), [("webhook", {"url": "https://chat.example/1"}), ("signed-webhook", SIGNED)]
)
def test_web_address_goes_with_the_token_that_gave_it(ada: User, part: str, body: Any) -> None:
    program, token = token_client(ada)
    assert put(program, part, body).status_code == 200
    assert webhook.reaches(ada)
    AccessToken.objects.filter(pk=token.pk).update(expires_at="2020-01-01T00:00:00Z")
    assert not webhook.reaches(ada) and not webhook.is_signed(ada)
    assert problem_of(client_of(ada).get(ME + part)) == (404, "no_webhook")
    revoke_token(user=ada, token_id=token.pk)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("part", "body"), [("webhook", {"url": "https://chat.example/1"}), ("signed-webhook", SIGNED)]
)
def test_web_address_of_an_app_that_was_sent_away_is_gone_also_if_it_comes_again(
    ada: User, part: str, body: Any
) -> None:
    app = make_app(make_user("maker"))
    companion = guest_of(ada, app)
    assert put(companion, part, body).status_code == 200
    assert post(companion, "devices", subscription()).status_code == 201
    assert webhook.reaches(ada)
    send_away(user=ada, app_id=app.pk)
    guest_of(ada, app)
    assert not webhook.reaches(ada)
    assert living(ada) == []


def test_app_that_was_sent_away_leaves_what_others_gave(ada: User, client: Client) -> None:
    maker = make_user("maker")
    app, other = make_app(maker), make_app(maker, "Other")
    put(client, "webhook", {"url": "https://chat.example/1"})
    post(guest_of(ada, app), "devices", subscription("https://push.example/1"))
    post(guest_of(ada, other), "devices", subscription("https://push.example/2"))
    send_away(user=ada, app_id=app.pk)
    assert webhook.reaches(ada)
    assert [device.app for device in PushDevice.objects.all()] == [other.pk]


def test_web_address_of_another_session_ends_with_it_and_that_of_a_page_stays(ada: User) -> None:
    phone, _token = token_client(ada)
    put(phone, "webhook", {"url": "https://chat.example/1"})
    AccessToken.objects.update(kind=TokenKind.APP)
    other = client_of(ada)
    assert other.delete("/api/v1/sessions").status_code == 204
    assert not webhook.reaches(ada)
    save_webhook(user=ada, url="https://chat.example/1")
    revoke_all(user=ada)
    end_apps(user=ada)
    assert webhook.reaches(ada)


def test_web_address_that_a_page_takes_over_is_the_pages(ada: User, client: Client) -> None:
    put(client, "signed-webhook", SIGNED)
    save_webhook(user=ada, url="https://chat.example/1")
    revoke_all(user=ada)
    assert Webhook.objects.get().url == "https://chat.example/1"


def test_lost_password_stops_calendar_and_programs_but_not_what_a_page_gave(ada: User) -> None:
    client = client_of(ada)
    put(client, "calendar", {"replaces": None})
    put(client, "signed-webhook", SIGNED)
    Webhook.objects.update(token=None)  # from before it was kept
    password_reset.send(sender=User, request=None, user=ada)
    assert not CalendarFeed.objects.exists() and not Webhook.objects.exists()
    renew_feed(user=ada, shown="")
    save_webhook(user=ada, url="https://chat.example/1")
    password_changed.send(sender=User, request=None, user=ada)
    assert CalendarFeed.objects.exists() and Webhook.objects.exists()


def test_who_may_only_read_the_account_learns_no_secret_address(ada: User) -> None:
    save_webhook(user=ada, url="https://chat.example/secret")
    renew_feed(user=ada, shown="")
    reader = client_of(ada, frozenset({Scope.ACCOUNT_READ}))
    for part in ("webhook", "calendar"):
        assert problem_of(reader.get(ME + part))[0] == 403
    assert client_of(ada, frozenset({Scope.ACCOUNT_WRITE})).get(ME + "calendar").status_code == 200
