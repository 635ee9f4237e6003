"""Who was asked to take the free seat of a game."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import InvitationStatus
from games.models.game import Game

INVITATION_DAYS = 14


def new_token() -> str:
    """What makes a link a secret: 128 random bits."""
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """One open seat. Without an invitee, whoever opens the link first and accepts takes it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="invitation")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    invitee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    status = models.CharField(
        max_length=10, choices=InvitationStatus, default=InvitationStatus.OPEN
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=InvitationStatus.values), name="invitation_status_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.status}"
