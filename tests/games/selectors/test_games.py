"""Lists of a person's games."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Invitation
from games.selectors.games import my_games, waiting_ids
from games.services.lobby import create_invitation
from tests.factories.games import OPTIONS, make_game, mover_of, play_random
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


def test_equal_deadlines_come_in_the_same_order_everywhere() -> None:
    user = make_user()
    for _game in range(6):
        game, seed = make_game(user), 0
        while mover_of(game) != user:
            seed += 1
            play_random(game, 1, seed)
    Game.objects.update(deadline_at=timezone.now() + timedelta(days=1))
    ids = [listed.game.pk for listed in my_games(user).waiting]
    assert waiting_ids(user) == ids == sorted(ids)
    assert waiting_ids(user, besides=ids[0]) == ids[1:]


def test_invitation_that_has_expired_is_not_listed() -> None:
    invitee = make_user()
    game = create_invitation(user=make_user(), invitee=invitee, options=OPTIONS)
    assert [row.game_id for row in my_games(invitee).invitations] == [game.pk]
    Invitation.objects.update(expires_at=timezone.now())
    assert my_games(invitee).invitations == []
