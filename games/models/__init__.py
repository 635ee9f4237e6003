"""The tables."""

from games.models.game import Game, Seat
from games.models.invitation import Invitation
from games.models.log import GameEvent, Snapshot, Submission
from games.models.notification import Notification

__all__ = ["Game", "GameEvent", "Invitation", "Notification", "Seat", "Snapshot", "Submission"]
