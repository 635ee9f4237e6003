"""The mails, read back from what a real mail server was handed."""

from base64 import b64encode
from datetime import timedelta
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import translation

from accounts.mailbox import kept_mails
from accounts.models import User
from games.clock.control import GRACE
from games.enums import NoticeCategory, Speed
from games.models import Delivery, Game, Notification
from games.notifications import told
from games.notifications.channels import email
from games.notifications.deliver import deliver
from games.notifications.pictures import board_alt, board_png
from games.notifications.unsubscribing import unsubscribe_url
from games.selectors.story import TurnStory, story_since_turn
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game, submit_actions
from games.services.time import expire_turn
from tests.accounts.helpers import Letter, letters
from tests.builders import position
from tests.factories.games import (
    make_begun_game,
    make_game,
    mover_of,
    put_position,
)
from tests.factories.users import make_user
from tests.games.notifications.postbox import Postbox

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"
FOOT = f"""
--
Loupe · {SITE}
"""


@pytest.fixture
def anna() -> User:
    """The reader."""
    return make_user("Anna", time_zone="Europe/Berlin")


@pytest.fixture
def bela() -> User:
    """The other one, whose name has to be escaped in HTML and encoded in headers."""
    return make_user("Béla-对手", email="bela@example.com")


def stand(game: Game, text: str, **fields: str) -> None:
    """Let the game stand so, at the beginning of a turn."""
    put_position(game, position(text, **fields))


def play(game: Game, user: User, *actions: str) -> None:
    """Play these actions of the notation."""
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=user,
        actions=list(actions),
        expected_version=game.version,
        key=f"{user.pk} {game.version}",
    )
    game.refresh_from_db()


def deliver_last(kind: str, user: User) -> None:
    """Send the newest row of that kind."""
    row = Notification.objects.filter(kind=kind, user=user).latest("pk")
    deliver(row.pk)


class Links(HTMLParser):
    """The addresses that a page links to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an address."""
        self.tags.add(tag)
        self.found += [str(value) for name, value in attrs if name in ("href", "src", "action")]


def opened(letter: Letter) -> str:
    """The text part without what stands under every mail, blanks at ends left out."""
    lines = [line.rstrip() for line in letter.text.replace("\r\n", "\n").split("\n")]
    return "\n".join(lines).partition(FOOT)[0].rstrip() + "\n"


def test_your_turn_tells_turns_deadline_goals_and_link(
    anna: User, bela: User, postbox: Postbox, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(anna, bela)
    fields = {"cards1": "J2-01", "cards2": "J3-05", "tokens2": "B2G1A1"}
    stand(game, "seat=2 board=WBG2/5/5/5/3AW pyramid=J1-03", **fields)
    play(game, bela, "purchase:J1-03=B2G1A1")
    play(game, bela, "reserve:L3@d5")
    deliver_last("your_turn", anna)

    [letter] = postbox.letters
    assert opened(letter) == (
        "Your turn against Béla-对手\n"
        "\n"
        "You have until Thursday, June 18, 2026, 2 p.m. (Europe/Berlin).\n"
        "\n"
        "The game was dealt; you began.\n"
        "1. Béla-对手 purchased the level 1 white card (J1-03) for 2 blue, 1 green and 1 gold. "
        "Béla-对手 earned an extra turn.\n"
        "2. Béla-对手 took gold from d5 and reserved a level 3 card unseen.\n"
        "\n"
        "Prestige: you 1, Béla-对手 3, of 20\n"
        "Crowns: you 0, Béla-对手 2, of 10\n"
        "Best colour: you 1 white, Béla-对手 3 green, of 10\n"
        "\n"
        f"Open the game: {SITE}/games/{game.pk}/\n"
    )


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


def test_html_says_the_same_and_links_to_the_game_once(
    anna: User, bela: User, postbox: Postbox
) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1-b1")
    deliver_last("your_turn", anna)
    [letter] = postbox.letters
    html = letter.html
    for said in (
        "<h1",
        "Your turn against Béla-对手",
        "Béla-对手 took white and blue from a1-b1.",
        "(Europe/Berlin)",
        "Three ways to win",
    ):
        assert said in html
    links = Links(html).found
    assert links.count(f"{SITE}/games/{game.pk}/") == 1
    leave = unsubscribe_url(anna, NoticeCategory.TURNS)
    pages = {f"{SITE}/games/{game.pk}/", f"{SITE}/notifications/", leave, SITE}
    assert set(links) == pages | {f"cid:board-{game.pk}"}
    assert "<style" not in html
    assert "<script" not in html


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


def test_several_games_stand_in_one_mail_each_with_its_link(
    anna: User, bela: User, frozen_time: time_machine.Traveller
) -> None:
    games = [make_game(anna, bela), make_game(anna, make_user("Carla"))]
    for game, name in zip(games, ("Béla-对手", "Carla"), strict=True):
        stand(game, "seat=2 board=WBG2/5/5/5/4W", turn="7")
        play(game, User.objects.get(username=name), "a1")
        frozen_time.shift(60)
    third = make_game(anna, bela)
    Notification.objects.filter(game=third).delete()
    stand(third, "seat=1 board=WBG2/5/5/5/4W")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert letter.message["Subject"] == "It is your turn in 2 games"
    assert letter.message["In-Reply-To"] is None
    text = opened(letter)
    first, second = text.index("Turn 8 against Béla-对手"), text.index("Turn 8 against Carla")
    assert 0 < first < second
    for game in games:
        assert text.count(f"{SITE}/games/{game.pk}/") == 1
        assert Links(letter.html).found.count(f"{SITE}/games/{game.pk}/") == 1
    assert text.count("took white from a1.") == 2
    assert text.endswith(f"1 more game waits for you: {SITE}/games/\n")
    assert "1 more game waits for you" in letter.html


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("", "Thursday, June 18, 2026, noon (UTC)"),
        ("America/New_York", "Thursday, June 18, 2026, 8 a.m. (America/New_York)"),
        ("Pacific/Auckland", "Friday, June 19, 2026, midnight (Pacific/Auckland)"),
        ("Asia/Kathmandu", "Thursday, June 18, 2026, 5:45 p.m. (Asia/Kathmandu)"),
    ],
)
def test_deadline_is_told_in_the_reader_s_zone(
    frozen_time: time_machine.Traveller, zone: str, said: str
) -> None:
    first, second = make_user(time_zone=zone), make_user()
    game = make_game(first, second)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, second, "a1")
    deliver_last("your_turn", first)
    assert f"You have until {said}." in letters()[0].text
    assert f"You have until {said}." in letters()[0].html


def test_mail_at_the_start_says_that_the_game_was_dealt() -> None:
    game = make_game()
    deliver_last("your_turn", mover_of(game))
    assert "\nThe game was dealt; you began.\n" in opened(letters()[0])


def test_only_the_last_turns_are_told(
    anna: User, bela: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "TOLD_TURNS", 1)
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W pyramid=J1-03 tokens2=B2G2A1")
    play(game, bela, "purchase:J1-03=B2G2A1")
    play(game, bela, "e5")
    deliver_last("your_turn", anna)
    text = opened(letters()[0])
    assert "2. Béla-对手 took white from e5." in text
    assert "purchased" not in text


def test_blind_reservation_is_told_to_neither_mail(anna: User, bela: User) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=A4/5/5/5/4W decks=-/-/J3-07,J3-01")
    play(game, bela, "reserve:L3@a1")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert "Béla-对手 took gold from a1 and reserved a level 3 card unseen." in letter.text
    assert b"J3-07" not in letter.raw


# Invitations


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        (Options(Speed.DAYS_1), "Speed: 1 day for each turn. It counts for no rating."),
        (
            Options(Speed.BANK_BRISK, rated=True, weekends_off=True, vacations=False),
            "Speed: brisk: 24 hours, and 4 more after each turn. It counts for the rating of both. "
            "Clocks stand still on Saturdays and Sundays. Vacations don't stop the clock.",
        ),
        (
            Options(Speed.DAYS_3, open_memory=True, stand_off=False),
            "Speed: 3 days for each turn. It counts for no rating. Cards that were reserved face up stay visible to both. "
            "The stand-off rule is switched off.",
        ),
    ],
)
def test_invitation_tells_who_asks_for_what_until_when(
    anna: User,
    bela: User,
    postbox: Postbox,
    frozen_time: time_machine.Traveller,
    options: Options,
    terms: str,
) -> None:
    game = create_invitation(user=bela, invitee=anna, options=options)
    deliver_last("invited", anna)
    [letter] = postbox.letters
    link = f"{SITE}/join/{game.invitation.token}/"
    assert letter.message["Subject"] == "Béla-对手 invites you to a game"
    assert opened(letter) == (
        "Hello Anna,\n"
        "\n"
        "Béla-对手 would like to play Splendor Duel with you.\n"
        f"{terms}\n"
        "\n"
        f"Accept or decline here: {link}\n"
        "\n"
        "The invitation is open until Monday, June 29, 2026, 2 p.m. (Europe/Berlin).\n"
    )
    assert terms in letter.html
    assert Links(letter.html).found.count(link) == 1


# The end


def test_end_by_resignation_is_told_to_the_winner(anna: User, bela: User, postbox: Postbox) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    resign_game(game_id=game.pk, user=bela)
    deliver_last("game_over", anna)
    [letter] = postbox.letters
    assert letter.message["Subject"] == "You won against Béla-对手"
    assert opened(letter) == (
        "You won against Béla-对手\n"
        "\n"
        "You won: the other seat resigned.\n"
        "\n"
        "The game was dealt; you began.\n"
        "1. Béla-对手 resigned. You won: the other seat resigned.\n"
        "\n"
        "Prestige: you 0, Béla-对手 0, of 20\n"
        "Crowns: you 0, Béla-对手 0, of 10\n"
        "Best colour: you 0, Béla-对手 0, of 10\n"
        "\n"
        f"Look at the game, or play again with seats swapped: {SITE}/games/{game.pk}/\n"
    )
    assert Links(letter.html).found.count(f"{SITE}/games/{game.pk}/") == 1


def test_time_that_ran_out_is_told_to_both(
    anna: User, bela: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_begun_game(anna, bela)
    stand(game, "seat=1 board=WBG2/5/5/5/4W")
    frozen_time.shift(timedelta(days=3) + GRACE)
    expire_turn(game_id=game.pk)
    deliver_last("game_over", anna)
    deliver_last("game_over", bela)
    lost, won = letters()
    assert lost.message["Subject"] == "You lost against Béla-对手"
    assert "\n\nBéla-对手 won: the other seat ran out of time.\n\n" in opened(lost)
    assert won.message["Subject"] == "You won against Anna"
    assert "3. Anna ran out of time. You won: the other seat ran out of time." in opened(won)


def test_draw_is_told(anna: User, bela: User) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 turn=300 last_purchase=0 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("game_over", anna)
    [letter] = letters()
    assert letter.message["Subject"] == "A draw against Béla-对手"
    assert "\n\nThe game ended in a draw: no purchase in 300 turns.\n\n" in opened(letter)


def test_victory_names_its_reasons(anna: User, bela: User) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=W4/5/5/5/5", cards2="J3-13,J3-02,J3-04,J3-06,J3-08")
    play(game, bela, "a1")
    deliver_last("game_over", anna)
    assert "\n\nBéla-对手 won: 20 points.\n\n" in opened(letters()[0])


def test_opponent_without_an_account_is_somebody(anna: User, bela: User) -> None:
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    bela.delete()
    deliver_last("your_turn", anna)
    assert letters()[0].message["Subject"] == "Your turn against Somebody"


def test_name_cannot_break_the_page(anna: User) -> None:
    sly = make_user("sly")
    User.objects.filter(pk=sly.pk).update(username="<b>&sly")
    game = make_game(anna, sly)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, sly, "a1")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert "b" not in Links(letter.html).tags
    assert "&lt;b&gt;&amp;sly" in letter.html
    assert "Your turn against <b>&sly" in letter.text


def test_mail_is_written_in_the_reader_s_language(
    anna: User, bela: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both steps, making the sentences and filling the template, are taken as the reader."""
    seen: list[str | None] = []

    def noted(game: Game, viewer: int | None) -> list[TurnStory]:
        seen.append(translation.get_language())
        return story_since_turn(game, viewer)

    monkeypatch.setattr(told, "story_since_turn", noted)
    User.objects.filter(pk=anna.pk).update(language="zh-hans")
    game = make_game(anna, bela)
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    assert seen == ["zh-hans"]
    assert 'lang="zh-hans"' in letters()[0].html


# Pictures, threads, one click


def picture_in(letter: Letter) -> bytes:
    """The picture that travels with a mail."""
    [part] = [part for part in letter.message.walk() if part.get_content_type() == "image/png"]
    assert part["Content-ID"].strip("<>") in letter.html
    assert part.get_content_disposition() == "inline"
    return bytes(part.get_content())


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


def test_game_without_a_clock_says_so(anna: User, bela: User) -> None:
    game = make_game(anna, bela, Options(Speed.NO_CLOCK))
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert "This game has no clock." in letter.text
    assert "This game has no clock." in letter.html
    assert "You have until" not in letter.text


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
