"""Closed sets of values that are stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GameStatus(models.TextChoices):
    """Where a game stands."""

    PREPARING = "preparing", _("preparing")  # a seat is free, or the shuffle waits
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("called off")  # after it began, without a result
    CANCELLED = "cancelled", _("cancelled")  # before it began


class Speed(models.TextChoices):
    """How much time each side has. What each one means in seconds stands in `games.clock.control`."""

    DAYS_1 = "days_1", _("1 day for each turn")
    DAYS_2 = "days_2", _("2 days for each turn")
    DAYS_3 = "days_3", _("3 days for each turn")
    DAYS_5 = "days_5", _("5 days for each turn")
    DAYS_7 = "days_7", _("7 days for each turn")
    DAYS_14 = "days_14", _("14 days for each turn")
    BANK_BRISK = "bank_brisk", _("brisk: 24 hours, and 4 more after each turn")
    BANK_STANDARD = "bank_standard", _("standard: 3 days, and 12 hours more after each turn")
    BANK_RELAXED = "bank_relaxed", _("relaxed: 7 days, and 24 hours more after each turn")
    NO_CLOCK = "no_clock", _("no clock")


class ComputerLevel(models.TextChoices):
    """Who plays a seat that is no person's."""

    CAREFUL = "careful", _("careful")


class InvitationStatus(models.TextChoices):
    """What became of an invitation."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    CANCELLED = "cancelled", _("cancelled")
    EXPIRED = "expired", _("expired")


class Audience(models.TextChoices):
    """Whom an invitation is for."""

    NAME = "name", _("somebody by name")
    LINK = "link", _("whoever has the link")
    EMAIL = "email", _("somebody by e-mail address")
    LOBBY = "lobby", _("everybody, in the lobby")


class DeclineReason(models.TextChoices):
    """Why somebody says no to an invitation."""

    NOT_NOW = "not_now", _("not now, perhaps later")
    TOO_MANY = "too_many", _("too many games at the moment")
    SPEED = "speed", _("another speed, please")
    OPTIONS = "options", _("other options, please")
    OTHER = "other", _("no reason given")


class NotificationKind(models.TextChoices):
    """What a person is told."""

    YOUR_TURN = "your_turn", _("your turn")
    REMINDER = "reminder", _("reminder before time runs out")
    DIGEST = "digest", _("daily digest")
    INVITED = "invited", _("invitation")
    DECLINED = "declined", _("invitation declined")
    BEGUN = "begun", _("game begun")
    GAME_OVER = "game_over", _("game over")
    CALLED_OFF = "called_off", _("game called off")
    TIME_GRANTED = "time_granted", _("time granted")
    PAUSE_ASKED = "pause_asked", _("pause asked for")
    PAUSE_ANSWERED = "pause_answered", _("pause answered")
    TAKE_BACK_ASKED = "take_back_asked", _("take-back asked for")
    TAKE_BACK_ANSWERED = "take_back_answered", _("take-back answered")
    VACATION_ENDING = "vacation_ending", _("vacation ending")
    PLAN_PLAYED = "plan_played", _("plan played")
    PLAN_STOPPED = "plan_stopped", _("plan not played")
    MESSAGE = "message", _("message from the opponent")


class NoticeCategory(models.TextChoices):
    """Kinds of news that are chosen, and given up, together."""

    TURNS = "turns", _("It is my turn")
    REMINDERS = "reminders", _("Time is running out")
    DIGEST = "digest", _("Daily digest")
    INVITATIONS = "invitations", _("Invitations and new games")
    REQUESTS = "requests", _("Take-backs, pauses and time that is granted")
    RESULTS = "results", _("A game is over")
    PLANS = "plans", _("What became of my plans")
    MESSAGES = "messages", _("Messages from opponents")


class Channel(models.TextChoices):
    """How news reach a person away from the site."""

    EMAIL = "email", _("E-mail")
    PUSH = "push", _("Browser")
    WEBHOOK = "webhook", _("Web address")


class QuietHours(models.TextChoices):
    """When a person is left in peace."""

    SLEEP = "sleep", _("while I sleep, as in my hours")
    OWN = "own", _("between these times")
    NONE = "none", _("never")


class ReminderPart(models.TextChoices):
    """How much of the time for a turn is used up when a reminder is due."""

    HALF = "half", _("half of the time is used up")
    MOST = "most", _("four fifths of the time are used up")
    LAST = "last", _("the last hours have begun")


class NotificationState(models.TextChoices):
    """Where a notification stands on its way out."""

    WAITING = "waiting", _("waiting")
    SENDING = "sending", _("sending")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("failed")


class ExportState(models.TextChoices):
    """Where a copy of somebody's data stands."""

    WAITING = "waiting", _("waiting")
    BUILDING = "building", _("being made")
    READY = "ready", _("ready")
    TOO_LARGE = "too_large", _("too large")
    FAILED = "failed", _("failed")


class TakeBackStatus(models.TextChoices):
    """What became of a wish to have a turn back."""

    ASKED = "asked", _("asked")
    GRANTED = "granted", _("granted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class PlatformEvent(models.TextChoices):
    """Kinds of log events that are the platform's and not the engine's."""

    GAME_CREATED = "game_created", _("game created")
    SEAT_TAKEN = "seat_taken", _("seat taken")
    ENTROPY_ADDED = "entropy_added", _("randomness added")
    GAME_CANCELLED = "game_cancelled", _("game cancelled")
    GAME_ABORTED = "game_aborted", _("game called off")
    TIME_GRANTED = "time_granted", _("time granted")
    GAME_PAUSED = "game_paused", _("game paused")
    GAME_RESUMED = "game_resumed", _("game resumed")
    TURN_RETRACTED = "turn_retracted", _("turn taken back")
    SECRET_REVEALED = "secret_revealed", _("secret revealed")


class Pool(models.TextChoices):
    """Ratings of one pool are compared with each other. The site's own computer is never rated."""

    PEOPLE = "people", _("people")
    BOTS = "bots", _("programs")  # that play through the API
