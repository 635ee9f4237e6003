"""The tables."""

from games.models.calendar import CalendarFeed
from games.models.channels import PushDevice, Webhook
from games.models.game import Game, Seat
from games.models.invitation import Invitation
from games.models.log import GameEvent, Snapshot, Submission
from games.models.notification import Notification
from games.models.plan import Plan
from games.models.rating import Rating, RatingChange
from games.models.standing_offer import StandingOffer
from games.models.take_back import TakeBack
from games.models.talk import ChatMessage, Note, TalkSide
from games.models.vacation import Vacation

__all__ = [
    "CalendarFeed",
    "ChatMessage",
    "Game",
    "GameEvent",
    "Invitation",
    "Note",
    "Notification",
    "Plan",
    "PushDevice",
    "Rating",
    "RatingChange",
    "Seat",
    "Snapshot",
    "StandingOffer",
    "Submission",
    "TakeBack",
    "TalkSide",
    "Vacation",
    "Webhook",
]
