"""How strong people are, and how each game changed that."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import Pool
from games.models.game import Game


class Rating(models.Model):
    """One person's Glicko-2 rating in one pool, as it stood after their last rated game there."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    pool = models.CharField(max_length=10, choices=Pool)
    value = models.FloatField()
    deviation = models.FloatField(help_text=_("after the last game; it grows from then on"))
    volatility = models.FloatField()
    games = models.PositiveIntegerField(help_text=_("that were rated"))
    played_at = models.DateTimeField(help_text=_("when the last of them ended"))
    certain_until = models.DateTimeField(
        null=True, help_text=_("when the rating becomes provisional again; empty if it is")
    )

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["user", "pool"], name="rating_once"),
            models.CheckConstraint(condition=Q(pool__in=Pool.values), name="rating_pool_known"),
            models.CheckConstraint(
                condition=Q(deviation__gt=0, deviation__lte=350), name="rating_deviation_range"
            ),
        ]
        indexes = [
            # The list of the best reads a page in this order, and counts who stands above somebody.
            models.Index(
                fields=["pool", "-value", "user"],
                name="rating_best",
                condition=Q(certain_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.value:.0f}"


class RatingChange(models.Model):
    """What one finished game did to the rating of one seat. It stays when the account goes, for the other seat's sake."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="rating_changes",
    )
    pool = models.CharField(max_length=10, choices=Pool)
    before = models.FloatField()
    deviation_before = models.FloatField(help_text=_("grown to the end of the game"))
    after = models.FloatField()
    deviation_after = models.FloatField()
    at = models.DateTimeField(help_text=_("when the game ended"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            # A game is rated once, whoever asks for it how often.
            models.UniqueConstraint(fields=["game", "seat"], name="rating_change_once"),
            models.CheckConstraint(condition=Q(seat__in=(1, 2)), name="rating_change_seat"),
            models.CheckConstraint(
                condition=Q(pool__in=Pool.values), name="rating_change_pool_known"
            ),
        ]
        # A person's history is read newest first.
        indexes = [models.Index(fields=["user", "-at"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.before:.0f} {self.after:.0f}"
