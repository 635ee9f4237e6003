"""The tables."""

from games.models.game import Game, Seat
from games.models.invitation import Invitation
from games.models.log import GameEvent, Snapshot, Submission
from games.models.notification import Notification
from games.models.standing_offer import StandingOffer

__all__ = [
    "Game",
    "GameEvent",
    "Invitation",
    "Notification",
    "Seat",
    "StandingOffer",
    "Snapshot",
    "Submission",
]
