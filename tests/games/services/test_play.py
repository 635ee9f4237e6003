"""Playing through the one service that changes games."""

import pytest

from engine import action_to_json, legal_actions
from games.errors import ServiceError
from games.models import GameEvent
from games.selectors.state import load_state, refold
from games.selectors.verify import faults_of
from games.services.play import resign_game, submit_actions
from tests.factories.games import make_game, play_random
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


def test_whole_game_is_played_and_its_log_verifies():
    game = make_game(make_user(), make_user())
    state = play_random(game, 1000)
    assert state.over
    assert game.status == "finished"
    assert faults_of(game) == []
    assert refold(game) == state


def test_action_is_applied_and_answered_with_own_view():
    first, second = make_user(), make_user()
    game = make_game(first, second)
    state = load_state(game)
    user = (first, second)[state.seat - 1]
    action = action_to_json(legal_actions(state)[-1])
    answer = submit_actions(game_id=game.pk, user=user, actions=[action], expected_version=game.version, key="k")
    assert answer["applied"] == 1
    again = submit_actions(game_id=game.pk, user=user, actions=[action], expected_version=game.version, key="k")
    assert again == answer
