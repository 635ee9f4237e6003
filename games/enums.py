"""Closed sets of values that are stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GameStatus(models.TextChoices):
    """Where a game stands."""

    PREPARING = "preparing", _("preparing")  # a seat is free, or the shuffle waits
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")  # before it began


class ComputerLevel(models.TextChoices):
    """Who plays a seat that is no person's."""

    CAREFUL = "careful", _("careful")


class InvitationStatus(models.TextChoices):
    """What became of an invitation."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    CANCELLED = "cancelled", _("cancelled")


class NotificationKind(models.TextChoices):
    """What a person is told."""

    YOUR_TURN = "your_turn", _("your turn")
    INVITED = "invited", _("invitation")
    GAME_OVER = "game_over", _("game over")


class NotificationState(models.TextChoices):
    """Where a notification stands on its way out."""

    WAITING = "waiting", _("waiting")
    SENDING = "sending", _("sending")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("failed")


class PlatformEvent(models.TextChoices):
    """Kinds of log events that are the platform's and not the engine's."""

    GAME_CREATED = "game_created", _("game created")
    SEAT_TAKEN = "seat_taken", _("seat taken")
    ENTROPY_ADDED = "entropy_added", _("randomness added")
    GAME_CANCELLED = "game_cancelled", _("game cancelled")
    SECRET_REVEALED = "secret_revealed", _("secret revealed")
