"""Messages and notes through the API: read by two, kept once, in pieces that cost the same."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from time_machine import Traveller

from accounts.models import User
from accounts.scopes import OF_SIGNED_IN, Scope
from accounts.services import block_user
from games.models import ChatMessage, Game, Note
from games.services.play import resign_game
from tests.factories.games import make_computer_game, seated
from tests.games.api.calls import Client, Response, client_of, problem_of, url_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def both(game: Game) -> tuple[Client, Client]:
    """Clients of the two players."""
    return client_of(seated(game, 1)), client_of(seated(game, 2))


def write(client: Client, game: Game, text: Any, key: str | None = None) -> Response:
    """Send a message."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.post(url_of(game, "messages"), {"text": text}, format="json", headers=headers)


def texts(client: Client, game: Game, query: str = "") -> list[str]:
    """What the list shows."""
    rows = client.get(url_of(game, f"messages{query}")).json()["items"]
    return [row["text"] for row in rows]


def test_message_reaches_the_opponent(game: Game, both: tuple[Client, Client]) -> None:
    first, second = both
    sent = write(first, game, "  Hello\r\nthere ")
    assert (sent.status_code, sent.json()["text"], sent.json()["mine"]) == (
        201,
        "Hello\nthere",
        True,
    )
    (row,) = second.get(url_of(game, "messages")).json()["items"]
    assert row == sent.json() | {"mine": False}
    assert second.get(url_of(game, "talk")).json() == {
        "unread": 1,
        "muted": False,
        "read_to": 0,
        "closed": None,
    }


def test_message_whose_answer_was_lost_is_kept_once(
    game: Game, both: tuple[Client, Client]
) -> None:
    answers = [write(both[0], game, "Hello", key="same").json() for _again in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert problem_of(write(both[0], game, "Other", key="same")) == (422, "key_reused")
    assert write(both[1], game, "Other", key="same").status_code == 201
    assert ChatMessage.objects.count() == 2


def test_same_words_without_a_key_are_two_messages(game: Game, both: tuple[Client, Client]) -> None:
    write(both[0], game, "Hello")
    write(both[0], game, "Hello")
    assert texts(both[1], game) == ["Hello", "Hello"]


def test_reading_is_marked_and_stays(game: Game, both: tuple[Client, Client]) -> None:
    first, second = both
    ids = [write(first, game, f"{number}").json()["id"] for number in range(3)]
    told = [
        second.put(url_of(game, "talk/read"), {"read_to": to}, format="json").json()["unread"]
        for to in (ids[1], ids[0], ids[2] + 1000, ids[2])
    ]
    assert told == [1, 1, 1, 0]


def test_muted_talk_shows_only_ones_own(game: Game, both: tuple[Client, Client]) -> None:
    first, second = both
    write(first, game, "Theirs")
    write(second, game, "Mine")
    before = first.get(url_of(game, "talk")).json()
    told = second.put(url_of(game, "talk/muted"), {"muted": True}, format="json").json()
    assert (told["muted"], told["unread"]) == (True, None)
    assert texts(second, game) == ["Mine"]
    assert first.get(url_of(game, "talk")).json() == before, "they are not told"
    second.put(url_of(game, "talk/muted"), {"muted": False}, format="json")
    assert texts(second, game) == ["Mine", "Theirs"]


def test_list_comes_in_pieces_from_the_newest(game: Game, both: tuple[Client, Client]) -> None:
    add_messages(game, 70)
    found: list[str] = []
    address: str | None = url_of(game, "messages?limit=30")
    while address:
        piece = both[1].get(address).json()
        found += [row["text"] for row in piece["items"]]
        address = piece["next"]
    assert found == [str(number) for number in range(69, -1, -1)]
    assert problem_of(both[1].get(url_of(game, "messages?cursor=x"))) == (404, "bad_cursor")


def add_messages(game: Game, number: int) -> None:
    """So many of seat 1, an hour ago."""
    at = timezone.now() - timedelta(hours=1)
    ChatMessage.objects.bulk_create(
        ChatMessage(game=game, seat=1, text=str(place), key=str(place), created_at=at)
        for place in range(number)
    )


def test_list_costs_the_same_with_one_and_thirty(
    game: Game, both: tuple[Client, Client], django_assert_num_queries: Any
) -> None:
    for more in (1, 29):
        add_messages_after(game, more)
        both[1].get(url_of(game, "talk"))
        with django_assert_num_queries(6):
            assert len(texts(both[1], game)) in (1, 30)


def add_messages_after(game: Game, number: int) -> None:
    """So many more."""
    start = ChatMessage.objects.count()
    at = timezone.now()
    for place in range(start, start + number):
        ChatMessage.objects.create(
            game=game, seat=1, text=str(place), key=str(place), created_at=at
        )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid"),
        ("   \n ", "empty_message"),
        ("a\0", "invalid"),
        ("x" * 501, "invalid"),
        (None, "invalid"),
        (["a"], "invalid"),
        ("a\x07b", "bad_text"),
    ],
)
def test_text_that_makes_no_sense_is_refused(
    game: Game, both: tuple[Client, Client], text: Any, code: str
) -> None:
    assert problem_of(write(both[0], game, text))[1] == code
    assert not ChatMessage.objects.exists()


def test_half_a_character_is_refused(game: Game, both: tuple[Client, Client]) -> None:
    body = '{"text": "\\ud800"}'
    response = both[0].generic("POST", url_of(game, "messages"), body, "application/json")
    assert problem_of(response) == (400, "parse_error")


def test_too_many_messages_are_told_when_to_go_on(
    game: Game, both: tuple[Client, Client], frozen_time: Traveller
) -> None:
    for number in range(10):
        write(both[0], game, str(number))
        frozen_time.shift(30)
    response = write(both[0], game, "One more", key="k")
    assert problem_of(response) == (429, "too_many_messages")
    assert response["Retry-After"] == "300"
    frozen_time.shift(300)
    assert write(both[0], game, "One more", key="k").status_code == 201


def test_after_the_end_one_may_still_write(game: Game, both: tuple[Client, Client]) -> None:
    resign_game(game_id=game.pk, user=seated(game, 2))
    assert write(both[1], game, "Well played").status_code == 201


@pytest.mark.parametrize("seat", [1, 2])
def test_block_holds_both_ways_and_only_who_blocked_is_told(game: Game, seat: int) -> None:
    blocker, other = seated(game, seat), seated(game, 3 - seat)
    block_user(user=blocker, blocked=other)
    for user in (blocker, other):
        assert problem_of(write(client_of(user), game, "Hello")) == (403, "blocked")
    closed = [
        client_of(user).get(url_of(game, "talk")).json()["closed"] for user in (blocker, other)
    ]
    assert closed == ["blocked", None]


def test_computer_reads_nothing() -> None:
    game = make_computer_game()
    client = client_of(seated(game, 1))
    assert problem_of(write(client, game, "Hello")) == (409, "nobody_reads")
    assert client.get(url_of(game, "talk")).json()["closed"] == "computer"


def test_messages_want_their_own_scope(game: Game) -> None:
    client = client_of(seated(game, 1), OF_SIGNED_IN - {Scope.TALK_WRITE})
    for part in ("messages", "talk", "note"):
        assert problem_of(client.get(url_of(game, part))) == (403, "missing_scope")


def save(client: Client, game: Game, text: str, revision: str) -> Response:
    """Keep a note."""
    body = {"text": text, "revision": revision}
    return client.put(url_of(game, "note"), body, format="json")


def test_note_is_kept_for_its_writer(game: Game, both: tuple[Client, Client]) -> None:
    first, second = both
    assert first.get(url_of(game, "note")).json() == {"text": "", "saved_at": None, "revision": ""}
    saved = save(first, game, "Watch the pearls.\n", "").json()
    assert saved["text"] == "Watch the pearls."
    assert first.get(url_of(game, "note")).json() == saved
    assert second.get(url_of(game, "note")).json()["text"] == ""


def test_note_of_another_device_is_not_overwritten(game: Game, both: tuple[Client, Client]) -> None:
    first = both[0]
    old = save(first, game, "One", "").json()["revision"]
    new = save(first, game, "Two", old).json()
    assert problem_of(save(first, game, "Three", old)) == (409, "note_changed")
    assert save(first, game, "Two", old).status_code == 200, "the same once more"
    assert Note.objects.get().text == "Two"
    assert new["revision"] != old


@pytest.mark.parametrize(
    "body",
    [
        *({}, None, {"text": "a"}, {"text": None, "revision": ""}, {"text": "a\0", "revision": ""}),
        {"text": "x" * 2001, "revision": ""},
        {"text": "a", "revision": "x" * 41},
    ],
)
def test_note_that_makes_no_sense_is_refused(
    game: Game, both: tuple[Client, Client], body: Any
) -> None:
    response = both[0].put(url_of(game, "note"), body, format="json")
    assert problem_of(response) == (400, "invalid")
    assert not Note.objects.exists()


def test_nobody_else_reads_any_of_it(
    game: Game, both: tuple[Client, Client], django_user_model: type[User]
) -> None:
    write(both[0], game, "A secret of two")
    save(both[0], game, "A secret of one", "")
    staff = django_user_model.objects.create(username="staff", is_staff=True, is_superuser=True)
    for part in ("messages", "talk", "note", "between", "plan"):
        assert problem_of(client_of(staff).get(url_of(game, part))) == (403, "not_seated")
        assert problem_of(client_of().get(url_of(game, part))) == (401, "not_authenticated")
