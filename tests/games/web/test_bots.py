"""Wherever a bot is named it is said to be one, and nothing else tells it apart. Its games are played by the API."""

import re
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import User
from games.enums import Speed
from games.models import Game
from games.selectors.offers import NO_GATES
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer
from tests.factories.games import OPTIONS, make_game, mover_of, take_tokens
from tests.factories.users import make_user
from tests.games.web.visit import game_url, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def bot() -> User:
    """A bot."""
    return make_user("robot", is_bot=True)


def page(user: User, address: str) -> str:
    """The page's text, as somebody reads it."""
    html = visitor(user).get(address).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_name_of_a_bot_says_so_on_every_page(bot: User) -> None:
    ada = make_user("ada")
    game = make_game(ada, bot)
    create_offer(user=bot, options=Options(Speed.DAYS_3), gates=NO_GATES)
    asked = create_invitation(user=bot, invitee=ada, options=OPTIONS)
    for address in (
        game_url(game),
        reverse("games:mine"),
        reverse("games:lobby"),
        reverse("games:invitation", args=[asked.invitation.token]),
        reverse("games:player", args=["robot"]),
        reverse("games:players") + "?q=rob",
        reverse("games:talk", args=[game.pk]),
    ):
        assert "robot (bot)" in page(ada, address), address
        assert "ada (bot)" not in page(ada, address)


@pytest.mark.django_db(transaction=True)
def test_mail_about_a_game_with_a_bot_says_so(bot: User) -> None:
    ada = make_user("ada")
    create_invitation(user=bot, invitee=ada, options=OPTIONS)
    (letter,) = mail.outbox
    assert "robot (bot)" in letter.subject and "robot (bot)" in str(letter.body)


def test_pages_do_not_play_for_a_bot(bot: User) -> None:
    game = make_game(bot, make_user())
    if mover_of(game) != bot:
        take_tokens(game)
    before = Game.objects.get(pk=game.pk).version
    answer = visitor(bot).post(game_url(game, "act"), {})
    assert answer.status_code == 403
    assert "through the API" in answer.content.decode()
    assert Game.objects.get(pk=game.pk).version == before
    assert visitor(bot).get(game_url(game)).status_code == 200
    # Whoever looks after a bot that broke down may give its games up.
    assert visitor(bot).post(game_url(game, "resign"), {}).status_code == 302


def test_settings_of_a_bot_can_be_changed_on_pages(bot: User) -> None:
    answer: Any = visitor(bot).get(reverse("games:notices"))
    assert answer.status_code == 200
