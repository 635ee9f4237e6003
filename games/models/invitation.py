"""Who was asked to take the free seat of a game."""

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import Audience, DeclineReason, InvitationStatus, NotificationState
from games.models.game import Game
from games.models.standing_offer import StandingOffer

INVITATION_DAYS = 14
NOTE_LENGTH = 200


def new_token() -> str:
    """What makes a link a secret: 128 random bits."""
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """One open seat. Without an invitee, whoever opens it first and accepts takes it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="invitation")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    audience = models.CharField(max_length=10, choices=Audience, default=Audience.LINK)
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="offers"
    )
    invitee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    status = models.CharField(
        max_length=10, choices=InvitationStatus, default=InvitationStatus.OPEN
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, help_text=_("empty while it is open"))
    decline_reason = models.CharField(max_length=10, choices=DeclineReason, blank=True, default="")
    decline_note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")
    # Of offers in the lobby: who may take the seat.
    min_rating = models.PositiveSmallIntegerField(null=True)
    max_rating = models.PositiveSmallIntegerField(null=True)
    min_reliability = models.PositiveSmallIntegerField(
        null=True, validators=[MaxValueValidator(100)], help_text=_("percent of turns in time")
    )
    bots = models.BooleanField(
        null=True, help_text=_("yes: for bots only, no: for people only; empty: for both")
    )
    standing = models.ForeignKey(
        StandingOffer, null=True, on_delete=models.SET_NULL, related_name="offers"
    )
    # Of invitations by e-mail: the address, forgotten when the invitation closes, and where its mail stands.
    email = models.EmailField(blank=True, default="")
    mail_state = models.CharField(max_length=10, choices=NotificationState, blank=True, default="")
    mail_due_at = models.DateTimeField(
        null=True, help_text=_("of the next attempt; while it is being sent, when to try again")
    )
    mail_attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=InvitationStatus.values), name="invitation_status_known"
            ),
            models.CheckConstraint(
                condition=Q(audience__in=Audience.values), name="invitation_audience_known"
            ),
            models.CheckConstraint(
                condition=~Q(audience=Audience.NAME) | Q(invitee__isnull=False),
                name="invitation_by_name_has_invitee",
            ),
        ]
        indexes = [
            # The lobby reads open offers, newest first, and nothing of what was taken long ago.
            models.Index(
                fields=["-created_at"],
                name="invitation_lobby",
                condition=Q(status=InvitationStatus.OPEN, audience=Audience.LOBBY),
            ),
            # The sweep reads only what has expired, and the mails that wait.
            models.Index(
                fields=["expires_at"],
                name="invitation_open",
                condition=Q(status=InvitationStatus.OPEN),
            ),
            models.Index(
                fields=["mail_due_at"],
                name="invitation_mail_due",
                condition=Q(mail_state__in=[NotificationState.WAITING, NotificationState.SENDING]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.status}"

    @property
    def reason_given(self) -> str:
        """Why it was declined, in words; empty if no reason was given."""
        no_reason = self.decline_reason in ("", DeclineReason.OTHER)
        words = "" if no_reason else self.get_decline_reason_display()
        return ": ".join(part for part in (words, self.decline_note) if part)
