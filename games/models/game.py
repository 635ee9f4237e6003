"""A game and its two seats. The log is the truth; what stands here is copied from it for lists and sweeps."""

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.enums import ComputerLevel, GameStatus, Speed

if TYPE_CHECKING:
    from games.models.log import GameEvent

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 10
ENTROPY_LENGTH = 64


def new_game_id() -> str:
    """A short random id: it stands in addresses and binds the shuffle to its game."""
    return "".join(secrets.choice(ID_ALPHABET) for _place in range(ID_LENGTH))


def game_id_from(digest: bytes) -> str:
    """The id that belongs to a digest: as random as that is, and the same again."""
    number, places = int.from_bytes(digest, "big"), []
    for _place in range(ID_LENGTH):
        number, place = divmod(number, len(ID_ALPHABET))
        places.append(ID_ALPHABET[place])
    return "".join(places)


class Game(models.Model):
    """One contest of two seats."""

    id = models.CharField(
        primary_key=True, max_length=ID_LENGTH, default=new_game_id, editable=False
    )
    status = models.CharField(max_length=10, choices=GameStatus, default=GameStatus.PREPARING)
    version = models.PositiveIntegerField(default=0, help_text=_("number of the last event"))
    rules_version = models.PositiveSmallIntegerField()
    open_memory = models.BooleanField(default=False)
    stand_off = models.BooleanField(default=True)
    speed = models.CharField(max_length=20, choices=Speed, default=Speed.DAYS_3)
    rated = models.BooleanField(default=False)
    weekends_off = models.BooleanField(
        default=False, help_text=_("clocks stand still on Saturdays and Sundays")
    )
    vacations = models.BooleanField(default=True, help_text=_("a vacation stops the clock"))
    commitment = models.CharField(max_length=64)
    sealed_secret = models.BinaryField(help_text=_("of the shuffle, encrypted"))
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    # Copies from the log.
    turn = models.PositiveIntegerField(default=0)
    seat_to_move = models.PositiveSmallIntegerField(null=True)
    turn_started_at = models.DateTimeField(null=True)
    deadline_at = models.DateTimeField(null=True)
    deadline_moves = models.PositiveIntegerField(
        default=0, help_text=_("how often the deadline became another one: calendars count that")
    )
    # The clock of the seat to move: written by games.services.clockwork only.
    clock_from = models.DateTimeField(
        null=True, help_text=_("since when its bank is used up; empty while no clock runs")
    )
    schedule = models.JSONField(
        default=dict, help_text=_("when the clock of this turn stands, fixed as the turn began")
    )
    pauses = models.JSONField(default=list, help_text=_("why no clock runs although one should"))
    pause_asked_by = models.PositiveSmallIntegerField(null=True, help_text=_("a seat"))
    pause_number = models.PositiveIntegerField(
        default=0, help_text=_("how often a pause was asked for, refused, begun or ended")
    )
    standing = models.JSONField(default=dict, help_text=_("public points of both seats, for lists"))
    winner = models.PositiveSmallIntegerField(null=True, help_text=_("a seat; empty for a draw"))
    reasons = models.JSONField(default=list)
    winning_colors = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=GameStatus.values), name="game_status_known"
            ),
            models.CheckConstraint(condition=Q(speed__in=Speed.values), name="game_speed_known"),
            models.CheckConstraint(
                condition=Q(rated=False) | ~Q(speed=Speed.NO_CLOCK), name="rated_game_has_clock"
            ),
            models.CheckConstraint(
                condition=Q(seat_to_move__isnull=True) | Q(seat_to_move__in=(1, 2)),
                name="game_seat_to_move",
            ),
            models.CheckConstraint(
                condition=~Q(status=GameStatus.ACTIVE) | Q(seat_to_move__isnull=False),
                name="active_game_has_mover",
            ),
            models.CheckConstraint(
                condition=Q(deadline_at__isnull=True) | Q(clock_from__isnull=False),
                name="deadline_has_running_clock",
            ),
        ]
        indexes = [
            # The sweep for overdue games reads only what is due.
            models.Index(
                fields=["deadline_at"],
                name="game_due",
                condition=Q(status=GameStatus.ACTIVE, deadline_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @cached_property
    def added(self) -> list["GameEvent"]:
        """The events that were added to the log through this instance, oldest first."""
        return []


class Seat(models.Model):
    """Place 1 or 2 of a game: a person's, the computer's, or still free."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    computer = models.CharField(max_length=10, choices=ComputerLevel, blank=True, default="")
    entropy = models.CharField(max_length=ENTROPY_LENGTH, blank=True, default="")
    bank = models.PositiveIntegerField(
        default=0, help_text=_("seconds left; of the seat to move, those left at clock_from")
    )
    turns = models.PositiveIntegerField(default=0, help_text=_("completed"))
    answer_seconds = models.PositiveBigIntegerField(
        default=0, help_text=_("that these took together")
    )
    timed_out = models.BooleanField(default=False)
    vacated = models.BooleanField(default=False, help_text=_("its holder's account was deleted"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_of_user_once"),
            models.CheckConstraint(condition=Q(number__in=(1, 2)), name="seat_is_1_or_2"),
            models.CheckConstraint(
                condition=Q(computer="") | Q(user__isnull=True), name="seat_of_one_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        """True while nobody holds the seat (or its holder's account is gone)."""
        return self.user_id is None and not self.computer
