"""Messages and notes by their services: each way in, each refusal, and that a refusal stores nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.services import block_user, unblock_user
from games.enums import NotificationKind
from games.errors import ServiceError
from games.models import ChatMessage, Game, Note, Notification, TalkSide
from games.models.talk import MESSAGE_LENGTH, NOTE_LENGTH
from games.selectors.talk import talk_state
from games.services.lobby import create_invitation
from games.services.play import resign_game
from games.services.talk import MOST_MESSAGES, mark_read, mute_talk, save_note, write_message
from tests.factories.games import OPTIONS, make_computer_game, make_game, seated
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

Write = Callable[..., ChatMessage]


@pytest.fixture
def write(game: Game) -> Write:
    """Send a message of a seat, each with a key of its own unless one is given."""

    def send(text: str = "hello", seat: int = 1, key: str = "") -> ChatMessage:
        key = key or f"key {ChatMessage.objects.count()}"
        return write_message(game_id=game.pk, user=seated(game, seat), text=text, key=key)

    return send


def code_of(call: Callable[[], object]) -> str:
    """The code with which a service refuses, which has stored nothing."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        call()
    return caught.value.code


def test_message_is_kept_as_plain_text_without_blanks_around(write: Write) -> None:
    message = write("  one\r\ntwo\rthree\t!  ")
    message.refresh_from_db()
    assert (message.seat, message.text) == (1, "one\ntwo\nthree\t!")


def test_message_of_the_longest_length_is_kept_and_one_more_character_refused(write: Write) -> None:
    assert len(write("\U0001f48e" * MESSAGE_LENGTH).text) == MESSAGE_LENGTH
    assert code_of(lambda: write("x" * (MESSAGE_LENGTH + 1))) == "too_long"


@pytest.mark.parametrize("text", ["", " \r\n\t ", "\u00a0"])
def test_empty_message_is_refused(write: Write, text: str) -> None:
    assert code_of(lambda: write(text)) == "empty_message"


@pytest.mark.parametrize("text", ["a\0b", "a\x1bb", "a\ud800b"])
def test_signs_that_cannot_be_shown_are_refused(write: Write, text: str) -> None:
    assert code_of(lambda: write(text)) == "bad_text"


def test_the_same_form_twice_is_one_message(write: Write) -> None:
    assert write("hello", key="k") == write("hello", key="k")
    assert ChatMessage.objects.count() == 1
    assert code_of(lambda: write("something else", key="k")) == "key_reused"


@pytest.mark.parametrize("key", ["x" * 65, "a\nb"])
def test_key_without_sense_is_refused(write: Write, key: str) -> None:
    assert code_of(lambda: write("hello", key=key)) == "malformed_form"


def test_ten_messages_within_ten_minutes_and_not_one_more(write: Write, frozen_time: Any) -> None:
    for _number in range(MOST_MESSAGES):
        write()
    assert code_of(write) == "too_many_messages"
    write("I may still answer", seat=2)
    frozen_time.shift(599)
    assert code_of(write) == "too_many_messages"
    frozen_time.shift(1)
    write()


def test_a_repeated_form_is_answered_even_when_too_many_were_sent(write: Write) -> None:
    sent = [write() for _number in range(MOST_MESSAGES)]
    assert write(key="key 3") == sent[3]


def test_the_limit_is_for_each_game(write: Write, game: Game) -> None:
    for _number in range(MOST_MESSAGES):
        write()
    other = make_game(seated(game, 1), make_user())
    write_message(game_id=other.pk, user=seated(game, 1), text="hello", key="k")


def test_blocked_people_are_refused_both_ways_until_the_block_is_taken_back(
    write: Write, game: Game
) -> None:
    one, two = seated(game, 1), seated(game, 2)
    block_user(user=one, blocked=two)
    assert code_of(write) == "blocked"
    assert code_of(lambda: write(seat=2)) == "blocked"
    unblock_user(user=one, blocked=two)
    write()
    write(seat=2)


def test_nobody_reads_at_the_computer_s_seat_or_that_of_a_deleted_account(
    write: Write, game: Game
) -> None:
    computer = make_computer_game()
    refused = code_of(
        lambda: write_message(game_id=computer.pk, user=seated(computer, 1), text="x", key="k")
    )
    assert refused == "nobody_reads"
    seated(game, 2).delete()
    assert code_of(write) == "nobody_reads"


def test_messages_begin_with_the_game_and_do_not_end_with_it(write: Write, game: Game) -> None:
    maker = make_user()
    waiting = create_invitation(user=maker, invitee=None, options=OPTIONS)
    refused = code_of(lambda: write_message(game_id=waiting.pk, user=maker, text="hello", key="k"))
    assert refused == "not_active"
    resign_game(game_id=game.pk, user=seated(game, 1))
    assert write("Well played.").text == "Well played."


def test_strangers_are_refused_everywhere(game: Game) -> None:
    stranger = make_user()
    calls: list[Callable[[], object]] = [
        lambda: write_message(game_id=game.pk, user=stranger, text="x", key="k"),
        lambda: mark_read(game_id=game.pk, user=stranger, to=1),
        lambda: mute_talk(game_id=game.pk, user=stranger, muted=True),
        lambda: save_note(game_id=game.pk, user=stranger, text="x", seen=""),
    ]
    assert {code_of(call) for call in calls} == {"not_seated"}


def test_what_was_read_stays_read(write: Write, game: Game) -> None:
    reader = seated(game, 2)
    first, second = write(), write()
    mark_read(game_id=game.pk, user=reader, to=second.pk)
    mark_read(game_id=game.pk, user=reader, to=first.pk)
    assert TalkSide.objects.get(user=reader).read_to == second.pk
    assert talk_state(game.pk, reader.pk).unread == 0


def test_messages_of_another_game_mark_nothing(write: Write, game: Game) -> None:
    write()
    other = make_game(seated(game, 1), seated(game, 2))
    foreign = write_message(game_id=other.pk, user=seated(game, 1), text="x", key="k")
    with nothing_changes():
        mark_read(game_id=game.pk, user=seated(game, 2), to=foreign.pk)
    assert talk_state(game.pk, seated(game, 2).pk).unread == 1


def test_answering_reads_what_came_before(write: Write, game: Game) -> None:
    write()
    write(seat=2)
    assert talk_state(game.pk, seated(game, 2).pk).unread == 0
    assert talk_state(game.pk, seated(game, 1).pk).unread == 1


def test_muting_twice_is_muting_once_and_can_be_taken_back(write: Write, game: Game) -> None:
    reader = seated(game, 2)
    for muted in (True, True, False):
        mute_talk(game_id=game.pk, user=reader, muted=muted)
    write()
    assert talk_state(game.pk, reader.pk).unread == 1
    assert Notification.objects.filter(kind=NotificationKind.MESSAGE).count() == 1


def test_note_is_kept_changed_and_emptied(game: Game) -> None:
    writer = seated(game, 1)
    note, seen = None, ""
    for text in ("n" * NOTE_LENGTH, "shorter", ""):
        note = save_note(game_id=game.pk, user=writer, text=text, seen=seen)
        seen = note.saved_at.isoformat()
        assert Note.objects.get(user=writer).text == text
    save_note(game_id=game.pk, user=seated(game, 2), text="mine", seen="")
    assert Note.objects.count() == 2


def test_note_that_is_too_long_or_stale_is_refused(game: Game) -> None:
    writer = seated(game, 1)

    def keep(text: str) -> Note:
        return save_note(game_id=game.pk, user=writer, text=text, seen="")

    assert code_of(lambda: keep("x" * (NOTE_LENGTH + 1))) == "too_long"
    keep("first")
    assert code_of(lambda: keep("second")) == "note_changed"
    assert keep("first").text == "first"  # the same again, as by a double click
