"""What a person wants to be told and when, and which running turns somebody will be reminded of."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import QuietHours, ReminderPart
from games.models.game import Game

LAST_HOUR = 23


class NoticeSettings(models.Model):
    """One person's choices. Made when they first change one, or when their first digest is due."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notice_settings",
    )
    channels = models.JSONField(
        default=dict, help_text=_("by category, the channels; the usual ones where none are named")
    )
    quiet = models.CharField(max_length=10, choices=QuietHours, default=QuietHours.SLEEP)
    quiet_from = models.TimeField(null=True, help_text=_("local time; of quiet hours of one's own"))
    quiet_until = models.TimeField(null=True, help_text=_("local time"))
    remind_half = models.BooleanField(default=False)
    remind_most = models.BooleanField(default=True)
    remind_last = models.BooleanField(default=True)
    digest = models.BooleanField(default=False)
    digest_hour = models.PositiveSmallIntegerField(
        default=8, validators=[MaxValueValidator(LAST_HOUR)], help_text=_("local time")
    )
    next_digest_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet__in=QuietHours.values), name="notice_quiet_known"
            ),
            models.CheckConstraint(
                condition=~Q(quiet=QuietHours.OWN)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="notice_own_quiet_hours_set",
            ),
            models.CheckConstraint(
                condition=Q(digest_hour__lte=LAST_HOUR), name="notice_digest_hour"
            ),
        ]
        indexes = [
            # The sweep reads only digests that are due.
            models.Index(
                fields=["next_digest_at"],
                name="notice_digest_due",
                condition=Q(next_digest_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.user_id)


class TurnWatch(models.Model):
    """The running turn of a game and when the next reminder of it is due: one row for each game with a clock.

    Made anew when a turn begins or its deadline changes, so that an extended turn may remind again.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="turn_watch"
    )
    turn = models.PositiveIntegerField()
    deadline_at = models.DateTimeField(help_text=_("for which this was reckoned"))
    part = models.CharField(max_length=10, choices=ReminderPart, help_text=_("the next reminder"))
    due_at = models.DateTimeField()

    class Meta:
        verbose_name = _("watched turn")
        verbose_name_plural = _("watched turns")
        constraints = [
            models.CheckConstraint(
                condition=Q(part__in=ReminderPart.values), name="watch_part_known"
            ),
        ]
        indexes = [
            # The sweep reads only reminders that are due.
            models.Index(fields=["due_at"], name="watch_due"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.turn} {self.part}"
