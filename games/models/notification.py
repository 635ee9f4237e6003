"""The outbox: what is to be told to whom, written in the same transaction as the cause."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import Channel, NotificationKind, NotificationState
from games.models.game import Game


class Notification(models.Model):
    """One thing to tell one person. How it reaches them stands in its deliveries."""

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
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text=_("not before this instant"))

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes = [
            # The metric of turns that were to be told within the hour.
            models.Index(
                fields=["created_at"],
                name="notification_turns",
                condition=Q(kind=NotificationKind.YOUR_TURN),
            ),
        ]

    def __str__(self) -> str:
        return self.dedupe_key


class Delivery(models.Model):
    """A notification on its way through one channel."""

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries"
    )
    channel = models.CharField(max_length=10, choices=Channel)
    state = models.CharField(
        max_length=10, choices=NotificationState, default=NotificationState.WAITING
    )
    due_at = models.DateTimeField(help_text=_("put off when it has to wait"))
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    message_id = models.CharField(
        max_length=200, blank=True, default="", help_text=_("as the channel's provider knows it")
    )
    last_error = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(fields=["notification", "channel"], name="delivery_once"),
            models.CheckConstraint(
                condition=Q(state__in=NotificationState.values), name="delivery_state_known"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=Channel.values), name="delivery_channel_known"
            ),
        ]
        indexes = [
            # The sweep reads only what is still to be done.
            models.Index(
                fields=["due_at"],
                name="delivery_due",
                condition=Q(state__in=[NotificationState.WAITING, NotificationState.SENDING]),
            ),
            # The metric of what was sent within the hour.
            models.Index(
                fields=["sent_at"],
                name="delivery_sent",
                condition=Q(state=NotificationState.SENT),
            ),
            # The metric of what failed for good within the hour.
            models.Index(
                fields=["claimed_at"],
                name="delivery_failed",
                condition=Q(state=NotificationState.FAILED),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} {self.channel}"
