"""Turns that were asked back. The log alone says what holds; a row says who asked and what was answered."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import TakeBackStatus
from games.models.game import Game


class TakeBack(models.Model):
    """A seat's wish to have its last turn back. It falls when the opponent moves: nothing need be written then."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="take_backs", db_index=False
    )
    seat = models.PositiveSmallIntegerField(help_text=_("that asked"))
    to = models.PositiveIntegerField(
        help_text=_("number of the event after which the position would stand again")
    )
    last = models.PositiveIntegerField(help_text=_("number of the turn's last event"))
    status = models.CharField(max_length=10, choices=TakeBackStatus, default=TakeBackStatus.ASKED)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("take-back")
        verbose_name_plural = _("take-backs")
        constraints = [
            # Each turn may be asked back once, so nobody is asked again after a no; serves reading by game too.
            models.UniqueConstraint(fields=["game", "last"], name="turn_asked_back_once"),
            models.CheckConstraint(
                condition=Q(status__in=TakeBackStatus.values), name="take_back_status_known"
            ),
            models.CheckConstraint(condition=Q(seat__in=(1, 2)), name="take_back_of_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.last}"
