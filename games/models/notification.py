"""The outbox: what is to be told to whom, written in the same transaction as the cause."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import NotificationKind, NotificationState
from games.models.game import Game


class Notification(models.Model):
    """One thing to tell one person by e-mail."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    kind = models.CharField(max_length=20, choices=NotificationKind)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="notifications"
    )
    data = models.JSONField(default=dict, help_text=_("what else this kind has to tell"))
    turn = models.PositiveIntegerField(default=0)
    dedupe_key = models.CharField(max_length=100, unique=True)
    state = models.CharField(
        max_length=10, choices=NotificationState, default=NotificationState.WAITING
    )
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    message_id = models.CharField(max_length=200, blank=True, default="")
    last_error = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=NotificationState.values), name="notification_state_known"
            )
        ]
        indexes = [
            # The sweep reads only what is still to be done.
            models.Index(
                fields=["due_at"],
                name="notification_due",
                condition=Q(state__in=[NotificationState.WAITING, NotificationState.SENDING]),
            ),
        ]

    def __str__(self) -> str:
        return self.dedupe_key
