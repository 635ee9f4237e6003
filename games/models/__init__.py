"""The tables."""

from games.models.calendar import CalendarFeed
from games.models.channels import PushDevice, Webhook
from games.models.export import DataExport, ExportChunk
from games.models.game import Game, Seat
from games.models.invitation import Invitation
from games.models.log import GameEvent, Snapshot, Submission
from games.models.notices import NoticeSettings, TurnWatch
from games.models.notification import Delivery, Notification
from games.models.plan import Plan
from games.models.rating import Rating, RatingChange
from games.models.repeats import StoredAnswer
from games.models.standing_offer import StandingOffer
from games.models.take_back import TakeBack
from games.models.talk import ChatMessage, Note, TalkSide
from games.models.vacation import Vacation

__all__ = [
    "CalendarFeed",
    "ChatMessage",
    "DataExport",
    "Delivery",
    "ExportChunk",
    "Game",
    "GameEvent",
    "Invitation",
    "Note",
    "NoticeSettings",
    "Notification",
    "Plan",
    "PushDevice",
    "Rating",
    "RatingChange",
    "Seat",
    "Snapshot",
    "StandingOffer",
    "StoredAnswer",
    "Submission",
    "TakeBack",
    "TalkSide",
    "TurnWatch",
    "Vacation",
    "Webhook",
]
