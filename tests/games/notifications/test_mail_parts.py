"""What every mail carries beside its text: headers, pictures, the thread, the way out."""

from base64 import b64encode
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from accounts.mailbox import kept_mails
from accounts.models import User
from games.enums import NoticeCategory
from games.models import Delivery, Game, Notification
from games.notifications import told
from games.notifications.channels import email
from games.notifications.deliver import deliver
from games.notifications.pictures import board_alt, board_png
from games.notifications.unsubscribing import unsubscribe_url
from tests.accounts.helpers import Letter, letters
from tests.factories.games import (
    make_game,
)
from tests.games.notifications.mails import deliver_last, opened, play, stand
from tests.games.notifications.postbox import Postbox

pytestmark = pytest.mark.django_db


def picture_in(letter: Letter) -> bytes:
    """The picture that travels with a mail."""
    [part] = [part for part in letter.message.walk() if part.get_content_type() == "image/png"]
    assert part["Content-ID"].strip("<>") in letter.html
    assert part.get_content_disposition() == "inline"
    return bytes(part.get_content())


def test_headers_name_reader_kind_and_thread(anna: User, bela: User, postbox: Postbox) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = postbox.letters
    message = letter.message
    assert message["To"] == "anna@example.com"
    assert message["Subject"] == "Your turn against Béla-对手"
    assert message["Auto-Submitted"] == "auto-generated"
    told = Delivery.objects.get(state="sent")
    name = f"<game.{game.pk}.{anna.pk}.{told.notification_id}@127.0.0.1>"
    assert (message["Message-ID"], told.message_id) == (name, name)
    assert (message["In-Reply-To"], message["References"]) == (None, None)
    assert message.get_content_type() == "multipart/alternative"
    text, shown = message.iter_parts()
    assert (text.get_content_type(), shown.get_content_type()) == (
        "text/plain",
        "multipart/related",
    )
    kinds = [part.get_content_type() for part in shown.iter_parts()]
    assert kinds == ["text/html", "image/png"]
    assert all(len(line) <= 998 for line in letter.raw.split(b"\r\n"))


def test_server_is_handed_what_the_tests_read(
    anna: User, bela: User, request: pytest.FixtureRequest
) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    row = Notification.objects.filter(kind="your_turn", user=anna).latest("pk")
    email.send([row], anna)
    postbox: Postbox = request.getfixturevalue("postbox")
    email.send([row], anna)
    [kept], [served] = letters(), postbox.letters
    assert opened(served) == opened(kept)
    assert served.html.replace("\r\n", "\n") == kept.html


@pytest.mark.pictures
def test_mail_shows_the_table_as_its_reader_sees_it(
    anna: User, bela: User, postbox: Postbox
) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = postbox.letters
    game = Game.objects.get(pk=game.pk)
    assert picture_in(letter) == board_png(game, 1)
    assert board_alt(game, 1) in unescape(letter.html)


def test_mail_is_whole_without_a_picture(
    anna: User, bela: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(told, "board_png", broken)
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert "cid:" not in letter.html
    assert "Open the game" in letter.text


def test_mails_of_one_game_hang_together(anna: User, bela: User, postbox: Postbox) -> None:
    game, other = make_game(anna, bela), make_game(anna, bela)
    Notification.objects.all().delete()
    for one in (game, other, game, game):
        stand(one, "seat=2 board=WBG2/5/5/5/4W")
        play(one, bela, "a1")
        deliver(Notification.objects.filter(kind="your_turn", user=anna, game=one).latest("pk").pk)
    first, apart, second, third = (letter.message for letter in postbox.letters)
    assert (apart["In-Reply-To"], apart["References"]) == (None, None)
    assert second["In-Reply-To"] == second["References"] == first["Message-ID"]
    assert third["In-Reply-To"] == second["Message-ID"]
    assert third["References"] == f"{first['Message-ID']} {second['Message-ID']}"


def test_mail_can_be_given_up_with_one_click(anna: User, bela: User, postbox: Postbox) -> None:
    """RFC 8058: an https address of its own, whole in one line, and the field that says how it is posted."""
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = postbox.letters
    leave = unsubscribe_url(anna, NoticeCategory.TURNS)
    assert letter.message["List-Unsubscribe"] == f"<{leave}>"
    assert letter.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"\r\nList-Unsubscribe: <{leave}>\r\n".encode() in letter.raw
    assert leave in letter.text


@pytest.mark.pictures
def test_mailbox_of_the_embedded_default_shows_the_picture(
    anna: User, bela: User, settings: Any, tmp_path: Path
) -> None:
    backend = "django.core.mail.backends.filebased.EmailBackend"
    settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": {"file_path": str(tmp_path)}}}
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [kept] = kept_mails(tmp_path)
    png = b64encode(board_png(Game.objects.get(pk=game.pk), 1)).decode()
    assert f'src="data:image/png;base64,{png}"' in kept.html
    assert "cid:" not in kept.html
