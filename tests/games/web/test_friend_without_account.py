"""Somebody without an account follows a mailed invitation and lands in the game, in one browser or in two."""

import re
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts.models import User
from games.enums import GameStatus
from games.models import Game
from games.services.mailed_invitations import deliver
from games.services.offers import invite_by_email
from tests.factories.games import OPTIONS
from tests.factories.users import PASSWORD, make_user
from tests.games.web.visit import game_url, text_of

pytestmark = pytest.mark.django_db

SIGN_UP = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}


def link_in(text: str) -> str:
    """Path and query of the first address in a mail's text."""
    found = str(re.findall(r"https?://\S+", text)[0])
    parts = urlsplit(found)
    return parts.path + (f"?{parts.query}" if parts.query else "")


@pytest.fixture
def game() -> Game:
    """Ada has invited an address."""
    game = invite_by_email(user=make_user("ada"), address=SIGN_UP["email"], options=OPTIONS)
    deliver(game.invitation.pk)
    return game


def sign_up(client: Client) -> str:
    """Follow the mailed link and make an account; the link to confirm the address."""
    invitation = link_in(str(mail.outbox[0].body))
    page = text_of(client.get(invitation))
    assert "ada asks you for a game" in page
    address = re.findall(r'href="(/accounts/signup/\?next=[^"]+)"', page)[0]
    client.post(address, SIGN_UP)
    return link_in(str(mail.outbox[1].body))


@pytest.mark.parametrize("same_browser", [True, False])
def test_friend_signs_up_and_lands_in_the_game(game: Game, same_browser: bool) -> None:
    client = Client()
    confirm = sign_up(client)
    if not same_browser:
        client = Client()
    answer = client.post(confirm, follow=True)
    if not same_browser:  # another device knows nobody yet, but where to go on
        sign_in = re.findall(r'href="(/accounts/login/\?next=[^"]+)"', text_of(answer))[0]
        answer = client.post(sign_in, {"login": "Cleo", "password": PASSWORD}, follow=True)
    page = text_of(answer)
    assert "Accept and play" in page
    accept = re.findall(r'action="(/join/[^"]+/accept/)"', page)[0]
    assert client.post(accept).headers["Location"] == game_url(game)
    game.refresh_from_db()
    assert game.status == GameStatus.ACTIVE
    assert game.seats.get(number=2).user == User.objects.get(username="Cleo")


def test_inviter_sees_nothing_of_whether_the_address_is_known(
    frozen_time: time_machine.Traveller, game: Game
) -> None:
    ada = User.objects.get(username="ada")
    make_user("dora", email="dora@example.org")
    pages = []
    for address in ("dora@example.org", "nobody@example.org"):
        other = invite_by_email(user=ada, address=address, options=OPTIONS)
        deliver(other.invitation.pk)
        client = Client()
        client.force_login(ada)
        page = text_of(client.get(game_url(other)))
        for own in (address, other.pk, other.invitation.token, other.commitment):
            page = page.replace(own, "")
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page))
    assert pages[0] == pages[1]
