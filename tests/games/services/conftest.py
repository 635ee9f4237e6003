"""Games that tests of services share."""

import pytest
from time_machine import Traveller

from games.models import (
    Game,
)
from tests.games.services.planning import NEAR
from tests.games.services.test_plans import stands


@pytest.fixture
def waiting(frozen_time: Traveller) -> Game:
    """A game in which seat 2 thinks, with a board that both know."""
    return stands(f"{NEAR} tokens1=W1 privileges1=1 pool=2")
