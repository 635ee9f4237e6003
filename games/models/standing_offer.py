"""What somebody always has on offer: a number of games of one kind, open and running together."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import Speed

MOST_GAMES = 10  # of one standing offer


class StandingOffer(models.Model):
    """The wish to keep `count` games of this kind running."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_offers"
    )
    count = models.PositiveSmallIntegerField(help_text=_("games open and running together"))
    paused = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    speed = models.CharField(max_length=20, choices=Speed)
    open_memory = models.BooleanField(default=False)
    stand_off = models.BooleanField(default=True)
    rated = models.BooleanField(default=False)
    weekends_off = models.BooleanField(default=False)
    vacations = models.BooleanField(default=True)
    min_rating = models.PositiveSmallIntegerField(null=True)
    max_rating = models.PositiveSmallIntegerField(null=True)
    min_reliability = models.PositiveSmallIntegerField(
        null=True, validators=[MaxValueValidator(100)], help_text=_("percent of turns in time")
    )
    bots = models.BooleanField(
        null=True, help_text=_("yes: for bots only, no: for people only; empty: for both")
    )

    class Meta:
        verbose_name = _("standing offer")
        verbose_name_plural = _("standing offers")
        constraints = [
            models.CheckConstraint(
                condition=Q(count__gte=1, count__lte=MOST_GAMES), name="standing_offer_count"
            ),
            # Strangers don't play without a clock.
            models.CheckConstraint(
                condition=Q(speed__in=Speed.values) & ~Q(speed=Speed.NO_CLOCK),
                name="standing_offer_has_clock",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.count} {self.speed}"
