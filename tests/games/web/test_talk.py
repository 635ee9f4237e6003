"""Messages and notes as pages: who sees them, what a refusal keeps, what nobody else may learn."""

import pytest
from django.test import Client

from accounts.services import block_user
from games.models import ChatMessage, Game, Note
from games.services.play import resign_game
from games.services.talk import MOST_MESSAGES, mute_talk, save_note, write_message
from tests.factories.games import make_computer_game, make_game, seated
from tests.factories.users import make_user

pytestmark = pytest.mark.one_database


def client_of(game: Game, seat: int) -> Client:
    """The browser of a player."""
    client = Client()
    client.force_login(seated(game, seat))
    return client


def say(game: Game, seat: int, text: str) -> ChatMessage:
    """A message by the service."""
    key = f"key {ChatMessage.objects.count()}"
    return write_message(game_id=game.pk, user=seated(game, seat), text=text, key=key)


def text_of(client: Client, address: str) -> str:
    """A page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_message_is_shown_to_both_and_escaped(game: Game) -> None:
    writer, reader = client_of(game, 1), client_of(game, 2)
    address = f"/games/{game.pk}/talk/"
    text = "<script>alert(1)</script> http://evil.example/ \u202e & more\nsecond line"
    answer = writer.post(f"{address}write/", {"text": text, "key": "k"})
    assert answer.status_code == 302
    for client in (writer, reader):
        page = text_of(client, address)
        assert "&lt;script&gt;alert(1)&lt;/script&gt; http://evil.example/" in page
        assert "more<br>second line" in page
        assert "<script>alert" not in page
        assert 'href="http://evil' not in page


def test_nobody_but_the_two_players_reads_or_writes(game: Game) -> None:
    say(game, 1, "between the two of us")
    stranger = Client()
    assert stranger.get(f"/games/{game.pk}/talk/").status_code == 302  # to sign in
    stranger.force_login(make_user())
    assert stranger.get(f"/games/{game.pk}/talk/").status_code == 403
    for path in ("talk/write/", "talk/read/", "talk/mute/", "note/"):
        form = {"text": "x", "key": "k", "to": "1", "muted": "1", "note": "x"}
        assert stranger.post(f"/games/{game.pk}/{path}", form).status_code == 403
    assert ChatMessage.objects.count() == 1
    assert not Note.objects.exists()


def test_what_is_written_is_in_no_page_of_others_and_in_no_api(game: Game) -> None:
    secret = "purple-elephant"
    say(game, 1, secret)
    save_note(game_id=game.pk, user=seated(game, 1), text=secret, seen="")
    resign_game(game_id=game.pk, user=seated(game, 1))
    watcher, player = Client(), client_of(game, 2)
    for client in (watcher, player):
        for address in ("", "log/", "at/5/", "shuffle/", "version/"):
            assert secret not in client.get(f"/games/{game.pk}/{address}").content.decode()
        for address in ("", "events", "legal-actions"):
            assert (
                secret
                not in client.get(
                    f"/api/v1/games/{game.pk}{address and '/'}{address}"
                ).content.decode()
            )
    assert b"mark" not in watcher.get(f"/games/{game.pk}/version/").content


def test_the_game_page_counts_what_is_unread_until_it_is_read(game: Game) -> None:
    say(game, 1, "one")
    last = say(game, 1, "two")
    reader = client_of(game, 2)
    page = f"/games/{game.pk}/"
    assert "2 new messages" in text_of(reader, page)
    text_of(reader, f"{page}talk/")  # looking alone changes nothing
    assert "2 new messages" in text_of(reader, page)
    reader.post(f"{page}talk/read/", {"to": str(last.pk)})
    assert "new message" not in text_of(reader, page)
    assert "new message" not in text_of(client_of(game, 1), page)


def test_the_list_of_games_counts_what_is_unread(game: Game) -> None:
    say(game, 1, "one")
    assert "1 new message" in text_of(client_of(game, 2), "/games/")
    assert "new message" not in text_of(client_of(game, 1), "/games/")
    mute_talk(game_id=game.pk, user=seated(game, 2), muted=True)
    assert "new message" not in text_of(client_of(game, 2), "/games/")


def test_whoever_mutes_reads_nothing_and_the_other_does_not_learn_of_it(game: Game) -> None:
    say(game, 1, "purple-elephant")
    mine, theirs = client_of(game, 2), client_of(game, 1)
    address = f"/games/{game.pk}/talk/"
    before = text_of(theirs, address)
    assert mine.post(f"{address}mute/", {"muted": "1"}).status_code == 302
    assert "purple-elephant" not in text_of(mine, address)
    after = text_of(theirs, address)
    assert _without_tokens(after) == _without_tokens(before)
    mine.post(f"{address}mute/", {"muted": "0"})
    assert "purple-elephant" in text_of(mine, address)


def _without_tokens(page: str) -> list[str]:
    """The lines of a page but for those that are made anew each time."""
    return [line for line in page.splitlines() if "csrf" not in line and 'name="key"' not in line]


@pytest.mark.parametrize(
    ("text", "status"), [("", 422), (" \n ", 422), ("x" * 501, 422), ("a\0b", 422)]
)
def test_refused_message_is_told_kept_in_the_field_and_not_stored(
    game: Game, text: str, status: int
) -> None:
    writer = client_of(game, 1)
    answer = writer.post(f"/games/{game.pk}/talk/write/", {"text": text, "key": "k"})
    assert answer.status_code == status
    assert 'id="refusal"' in answer.content.decode()
    assert not ChatMessage.objects.exists()
    if len(text) > 500:
        assert text in answer.content.decode()


def test_too_many_messages_are_refused_with_a_sentence(game: Game) -> None:
    for number in range(MOST_MESSAGES):
        say(game, 1, f"message {number}")
    answer = client_of(game, 1).post(
        f"/games/{game.pk}/talk/write/", {"text": "one more", "key": "k"}
    )
    assert answer.status_code == 429
    assert "You have written a lot" in answer.content.decode()
    assert "one more</textarea>" in answer.content.decode()
    assert ChatMessage.objects.count() == MOST_MESSAGES


def test_blocked_people_write_to_each_other_no_more(game: Game) -> None:
    block_user(user=seated(game, 1), blocked=seated(game, 2))
    assert "You have blocked" in text_of(client_of(game, 1), f"/games/{game.pk}/talk/")
    other = client_of(game, 2)
    assert "blocked" not in text_of(other, f"/games/{game.pk}/talk/")
    answer = other.post(f"/games/{game.pk}/talk/write/", {"text": "hello", "key": "k"})
    assert answer.status_code == 403
    assert "takes no messages at the moment" in answer.content.decode()
    assert "blocked" not in answer.content.decode()
    assert not ChatMessage.objects.exists()


def test_text_of_a_deleted_account_stays(game: Game) -> None:
    say(game, 1, "good luck")
    seated(game, 1).delete()
    page = text_of(client_of(game, 2), f"/games/{game.pk}/talk/")
    assert "good luck" in page
    assert "Somebody who is gone" in page


def test_notes_are_kept_and_shown_to_their_writer_only(game: Game) -> None:
    writer, other = client_of(game, 1), client_of(game, 2)
    address = f"/games/{game.pk}/"
    writer.post(f"{address}note/", {"note": "watch the pearls", "seen": ""})
    assert "watch the pearls</textarea>" in text_of(writer, f"{address}talk/")
    assert "watch the pearls" not in text_of(other, f"{address}talk/")
    resign_game(game_id=game.pk, user=seated(game, 1))
    assert "watch the pearls</textarea>" in text_of(writer, f"{address}talk/")


def test_note_of_a_stale_tab_overwrites_nothing(game: Game) -> None:
    writer = client_of(game, 1)
    address = f"/games/{game.pk}/note/"
    writer.post(address, {"note": "first", "seen": ""})
    answer = writer.post(address, {"note": "second", "seen": ""})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "second</textarea>" in page
    assert "first" in page
    assert Note.objects.get().text == "first"


def test_against_the_computer_there_are_notes_but_no_messages(db: None) -> None:
    game = make_computer_game()
    page = text_of(client_of(game, 1), f"/games/{game.pk}/talk/")
    assert "Your notes" in page
    assert 'name="text"' not in page
    answer = client_of(game, 1).post(f"/games/{game.pk}/talk/write/", {"text": "hi", "key": "k"})
    assert answer.status_code == 409


def test_get_changes_nothing_and_leads_to_the_page(game: Game) -> None:
    reader = client_of(game, 2)
    for path in ("talk/write/", "talk/read/", "talk/mute/", "note/"):
        answer = reader.get(f"/games/{game.pk}/{path}")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{game.pk}/talk/")


def test_older_messages_have_a_page(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.talk.SHOWN", 2)
    for number in range(3):
        say(game, 1 + number % 2, f"message {number}")
    newest = text_of(client_of(game, 1), f"/games/{game.pk}/talk/")
    assert "message 0" not in newest
    first = ChatMessage.objects.order_by("pk")[1].pk
    assert f"?before={first}" in newest
    assert "message 0" in text_of(client_of(game, 1), f"/games/{game.pk}/talk/?before={first}")


@pytest.mark.parametrize("messages", [1, 3])
def test_pages_ask_the_same_number_of_questions(
    game: Game, messages: int, django_assert_num_queries: object
) -> None:
    for number in range(messages):
        say(game, 1, f"message {number}")
    reader = client_of(game, 2)
    with django_assert_num_queries(9):  # type: ignore[operator]
        reader.get(f"/games/{game.pk}/talk/")


def test_a_second_game_of_the_same_people_has_its_own_talk(game: Game) -> None:
    again = make_game(seated(game, 1), seated(game, 2))
    say(game, 1, "purple-elephant")
    assert "purple-elephant" not in text_of(client_of(again, 1), f"/games/{again.pk}/talk/")
