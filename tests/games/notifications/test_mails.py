"""The mails about turns, read back from what a real mail server was handed."""

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games.enums import NoticeCategory, Speed
from games.models import Game, Notification
from games.notifications import told
from games.notifications.unsubscribing import unsubscribe_url
from games.selectors.story import TurnStory, story_since_turn
from games.services.lobby import Options
from tests.accounts.helpers import letters
from tests.factories.games import (
    make_game,
    mover_of,
)
from tests.factories.users import make_user
from tests.games.notifications.mails import SITE, Links, deliver_last, opened, play, stand
from tests.games.notifications.postbox import Postbox

pytestmark = pytest.mark.django_db


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


def test_game_without_a_clock_says_so(anna: User, bela: User) -> None:
    game = make_game(anna, bela, Options(Speed.NO_CLOCK))
    stand(game, "seat=2 board=WBG2/5/5/5/4W")
    play(game, bela, "a1")
    deliver_last("your_turn", anna)
    [letter] = letters()
    assert "This game has no clock." in letter.text
    assert "This game has no clock." in letter.html
    assert "You have until" not in letter.text
