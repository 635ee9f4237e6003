"""The mails before and after a game: invitations and results, as a real mail server was handed them."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.clock.control import GRACE
from games.enums import Speed
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game
from games.services.time import expire_turn
from tests.accounts.helpers import letters
from tests.factories.games import (
    make_begun_game,
    make_game,
)
from tests.games.notifications.mails import SITE, Links, deliver_last, opened, play, stand
from tests.games.notifications.postbox import Postbox

pytestmark = pytest.mark.django_db


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
