"""What stands in a copy of one's data, and what never does."""

import json
import re
from datetime import timedelta
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
import time_machine
from allauth.idp.oidc.models import Client, Token
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AccessToken, User
from accounts.services import block_user
from accounts.tokens import sign_in_app
from engine.notation import read_record
from games.enums import ComputerLevel, Speed
from games.export.archive import TooLarge, write_archive
from games.models import CalendarFeed, Game, Invitation, PushDevice, Webhook
from games.selectors import export_games
from games.selectors.export_games import BATCH, games_of
from games.selectors.export_topics import TOPICS
from games.services.calendar import renew_feed
from games.services.lobby import Options, create_against_computer, create_invitation
from games.services.plans import add_entry
from games.services.play import resign_game
from games.services.standing_offers import create_standing_offer
from games.services.talk import save_note, write_message
from games.services.vacation import start_vacation
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_game,
    mover_of,
    play_random,
    seated,
    waiter_of,
)
from tests.factories.users import PASSWORD, make_user
from tests.games.stored import everything
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MOST = 10**8
Time = time_machine.Traveller


@pytest.fixture
def ada() -> User:
    """Who takes her data along."""
    return make_user("ada", time_zone="Europe/Berlin")


@pytest.fixture
def bela() -> User:
    """The other one, with a name that would break a page."""
    return make_user("<b>Béla", email="bela@example.com")


def copy_of(user: User) -> bytes:
    """The file as a worker makes it."""
    out = BytesIO()
    user = User.objects.get(pk=user.pk)
    write_archive(out, user, made_at=timezone.now(), most=MOST, seconds=60)
    return out.getvalue()


def files_of(user: User) -> dict[str, str]:
    """The files in it by name."""
    with ZipFile(BytesIO(copy_of(user))) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def data_of(user: User) -> dict[str, Any]:
    """Its data.json."""
    found: dict[str, Any] = json.loads(files_of(user)["data.json"])
    return found


def full_life(ada: User, bela: User) -> list[Game]:
    """Something of everything that is kept, with a running, a finished and an open game."""
    running, over = make_game(ada, bela), make_game(bela, ada)
    play_random(running, 30)
    play_random(over, 40)
    resign_game(game_id=over.pk, user=bela)
    for seat, user in ((1, ada), (2, bela)):
        write_message(game_id=running.pk, user=user, text=f"<i>hello</i> {seat}", key="key")
        save_note(game_id=running.pk, user=user, text=f"note of {seat}", seen="")
        create_standing_offer(user=user, count=1, options=OPTIONS)
        renew_feed(user=user, shown="")
        start_vacation(user=user)
        sign_in_app(user=user, name=f"phone {seat}")
        Webhook.objects.create(user=user, url=f"https://hooks.example.org/secret-path-{seat}")
        PushDevice.objects.create(
            user=user,
            endpoint=f"https://push.example.org/secret-device-{seat}",
            p256dh=f"secret-key-{seat}",
            auth=f"secret-auth-{seat}",
            name="Firefox",
            created_at=timezone.now(),
        )
    open_game = create_invitation(user=ada, invitee=None, options=OPTIONS)
    create_invitation(user=ada, invitee=bela, options=OPTIONS)
    block_user(user=ada, blocked=bela)
    return [running, over, open_game]


# Contents


def test_every_topic_stands_in_the_json_and_has_a_page(ada: User, bela: User) -> None:
    full_life(ada, bela)
    Browser().post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    files = files_of(ada)
    data = json.loads(files["data.json"])
    assert set(data) == {"about", "games", *(topic.name for topic in TOPICS)}
    assert {f"{topic.name}.html" for topic in TOPICS} < set(files)
    empty = {topic.name for topic in TOPICS if not data[topic.name]}
    assert empty == {
        "own_apps",
        "app_rights",
        "notice_settings",
        "ratings",
        "rating_history",
        "take_backs",
        "plans",
    }
    for topic in TOPICS:
        for row in data[topic.name]:
            assert set(row) == set(topic.columns), topic.name


def test_every_table_that_points_at_a_person_is_told_or_left_out_for_a_reason() -> None:
    """A new table needs a topic, or a reason here."""
    topics = "EmailAddress AccessToken Client Token PushDevice Webhook CalendarFeed Block Vacation"
    games = "NoticeSettings Notification Rating RatingChange StandingOffer Invitation Note Seat"
    left_out = {
        "UsedName": "told with the account",
        "TalkSide": "how far messages were read",
        "Submission": "answers to requests, kept for two weeks",
        "StoredAnswer": "as above",
        "DataExport": "the copy itself",
        "LogEntry": "what staff did",
        "User_groups": "rights of staff",
        "User_user_permissions": "rights of staff",
    }
    pointing = {
        relation.related_model.__name__
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and relation.related_model
    }
    assert pointing == {*topics.split(), *games.split(), *left_out}


def test_apps_and_their_rights_are_told_without_secrets(ada: User) -> None:
    app = Client.objects.create(name="Board clock", owner=ada, secret="secret-hash")
    Token.objects.create(client=app, user=ada, type="at", hash="secret-token", scopes="games:read")
    files = files_of(ada)
    data = json.loads(files["data.json"])
    assert [one["name"] for one in data["own_apps"]] == ["Board clock"]
    assert [(one["name"], one["scopes"]) for one in data["app_rights"]] == [
        ("Board clock", "games:read")
    ]
    assert "secret-" not in "".join(files.values())


def test_json_says_what_is_kept(ada: User, bela: User, frozen_time: Time) -> None:
    running, over, open_game = full_life(ada, bela)
    data = data_of(ada)
    assert data["about"] == {"site": "Loupe", "format": 1, "made_at": "2026-06-15T12:00:00Z"}
    assert data["account"][0]["email"] == "ada@example.com"
    assert data["preferences"][0]["time_zone"] == "Europe/Berlin"
    assert data["addresses"] == [{"email": "ada@example.com", "verified": True, "primary": True}]
    assert [(one["mine"], one["text"]) for one in data["messages"]] == [
        (True, "<i>hello</i> 1"),
        (False, "<i>hello</i> 2"),
    ]
    assert [one["text"] for one in data["notes"]] == ["note of 1"]
    assert [one["name"] for one in data["tokens"]] == ["phone 1"]
    assert data["webhook"] == [{"host": "hooks.example.org", "off_since": None}]
    assert [one["service"] for one in data["devices"]] == ["push.example.org"]
    assert [one["name"] for one in data["blocks"]] == ["<b>Béla"]
    listed = {one["id"]: one for one in data["games"]}
    assert {running.pk, over.pk, open_game.pk} < set(listed)
    assert (listed[over.pk]["status"], listed[over.pk]["winner"]) == ("finished", 2)
    assert listed[over.pk]["opponent"] == "<b>Béla"


def test_sessions_are_told_by_their_times(ada: User) -> None:
    browser = Browser()
    browser.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    files = files_of(ada)
    (row,) = json.loads(files["data.json"])["sessions"]
    assert row["signed_in"][:10] == timezone.now().date().isoformat()
    key = browser.session.session_key
    assert key and not [name for name, text in files.items() if key in text]


def test_each_game_is_there_as_page_json_and_notation(ada: User, bela: User) -> None:
    running, over, open_game = full_life(ada, bela)
    files = files_of(ada)
    for game in (running, over, open_game):
        assert f"games/{game.pk}.html" in files
    live, past = (json.loads(files[f"games/{game.pk}.json"]) for game in (running, over))
    running.refresh_from_db()
    assert (live["version"], live["seat"], len(live["log"])) == (
        running.version,
        1,
        running.version,
    )
    assert set(live["notation"]) == {"position", "actions"}
    assert live["note"] == "note of 1" and len(live["messages"]) == 2
    record = read_record(past["notation"]["record"])
    assert len(record.events) > 40
    assert past["log"][-1]["kind"] == "secret_revealed"
    assert "You" in files[f"games/{running.pk}.html"]
    assert past["notation"]["record"].split()[0] in files[f"games/{over.pk}.html"]


def test_plans_are_there_for_their_planner_only(ada: User, bela: User) -> None:
    game = make_game(ada, bela)
    planner, other = waiter_of(game), mover_of(game)
    words = "-".join(legal_json(game, "take_tokens")[0]["cells"])
    add_entry(game_id=game.pk, user=planner, actions=[words], past=False, sure=True, revision=0)
    (plan,) = data_of(planner)["plans"]
    assert [entry["words"] for entry in plan["entries"]] == [[words]]
    assert data_of(other)["plans"] == []


def test_empty_account_has_a_copy_too(ada: User) -> None:
    files = files_of(ada)
    assert "You have played no game yet." in files["games.html"]
    assert "Nothing." in files["messages.html"]


def test_games_against_the_computer_and_unbegun_ones(ada: User) -> None:
    create_against_computer(user=ada, level=ComputerLevel.CAREFUL, options=OPTIONS)
    (row,) = data_of(ada)["games"]
    assert (row["opponent"], row["status"]) == ("Computer (careful)", "preparing")


# What never leaves


def test_no_secret_leaves(ada: User, bela: User) -> None:
    full_life(ada, bela)
    for user in (ada, bela):
        text = "".join(files_of(user).values())
        assert "secret-" not in text
        for password in User.objects.values_list("password", flat=True):
            assert password not in text and password.split("$")[-1] not in text
        for token in AccessToken.objects.all():
            assert token.digest not in text and f'"{token.hint}"' not in text
        for secret in (
            *CalendarFeed.objects.values_list("token", flat=True),
            *Invitation.objects.values_list("token", flat=True),
        ):
            assert secret not in text
    assert "note of 2" not in "".join(files_of(ada).values())
    assert "bela@example.com" not in "".join(files_of(ada).values())


@pytest.mark.usefixtures("frozen_time")
@pytest.mark.parametrize("who", [1, 2])
@pytest.mark.parametrize(("seed", "actions"), [(1, 25), (2, 70), (4, 130)])
def test_copies_are_equal_when_only_hidden_cards_differ(
    ada: User, bela: User, who: int, seed: int, actions: int
) -> None:
    game = make_game(ada, bela)
    state = play_random(game, actions, seed)
    assert not state.over
    reader = seated(game, who)
    here, stored = copy_of(reader), everything()
    assert exchange_hidden(game, who, seed) > 10
    assert copy_of(reader) == here
    assert everything()["GameEvent"] != stored["GameEvent"]


# Pages


class _Loads(HTMLParser):
    """What a page would load or run, and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("src", "href", "srcset", "action") or name.startswith("on"):
                self.loads.append(f"{tag} {name}")
        if tag in ("script", "iframe", "object", "link", "form", "img"):
            self.loads.append(tag)


def test_pages_load_nothing_and_lead_to_each_other(ada: User, bela: User) -> None:
    full_life(ada, bela)
    files = files_of(ada)
    for name, text in files.items():
        if not name.endswith(".html"):
            continue
        page = _Loads()
        page.feed(text)
        assert page.loads == [], name
        assert "url(" not in text and "@import" not in text
        folder = name.rpartition("/")[0]
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme and not parts.netloc, (name, link)
            there = f"{folder}/{link}" if folder and not link.startswith("../") else link
            assert there.removeprefix("../") in files, (name, link)
        assert "<b>Béla" not in text and "<i>hello</i>" not in text


def test_pages_are_in_the_language_and_zone_of_their_reader(ada: User, frozen_time: Time) -> None:
    index = files_of(ada)["index.html"]
    assert '<html lang="en">' in index and "15 Jun 2026, 14:00" in index
    assert "Europe/Berlin" in index
    ada.language = "zh-hans"
    ada.save()
    assert '<html lang="zh-hans">' in files_of(ada)["index.html"]


# Cost


def test_queries_do_not_grow_with_games_of_a_batch(ada: User, bela: User) -> None:
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            list(games_of(ada))
        return len(seen)

    play_random(make_game(ada, bela), 20)
    one = count()
    for _number in range(3):
        play_random(make_game(bela, ada), 20)
    rated = make_game(ada, bela, Options(Speed.DAYS_3, rated=True))
    resign_game(game_id=rated.pk, user=ada)
    assert count() == one <= 8
    assert BATCH > 5


def test_each_batch_costs_the_same(ada: User, bela: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(4):
        make_game(ada, bela)
    monkeypatch.setattr(export_games, "BATCH", 2)
    with CaptureQueriesContext(connection) as seen:
        assert len(list(games_of(ada))) == 4
    assert len(seen) <= 1 + 2 * 7


def test_archive_stops_when_it_has_grown_too_large(ada: User) -> None:
    with pytest.raises(TooLarge):
        write_archive(BytesIO(), ada, made_at=timezone.now(), most=500, seconds=60)


def test_file_says_when_it_was_made(ada: User, frozen_time: Time) -> None:
    frozen_time.shift(timedelta(days=1))
    with ZipFile(BytesIO(copy_of(ada))) as found:
        assert {info.date_time for info in found.infolist()} == {(2026, 6, 16, 12, 0, 0)}
        assert all(re.fullmatch(r"[a-z0-9_/]+\.(html|json)", name) for name in found.namelist())
