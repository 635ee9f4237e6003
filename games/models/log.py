"""The log of a game, its cached fold, and the answers given to requests."""

from typing import Any, NoReturn

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class AppendOnlyError(Exception):
    """Somebody tried to change or delete what has happened."""


class AppendOnly(models.QuerySet["GameEvent"]):
    """Rows that may be added and read."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        """Refused."""
        raise AppendOnlyError


class GameEvent(models.Model):
    """One event. `payload` holds secrets too: it leaves the server only through the redaction."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    rules_version = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, help_text=_("that acted"))
    seconds_left = models.PositiveIntegerField(
        null=True,
        help_text=_(
            "of a turn that ended: what its clock had left then, before anything was added"
        ),
    )
    created_at = models.DateTimeField()

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["number"]
        constraints = [
            # The second belt under the row lock: two writers can't both append number n.
            models.UniqueConstraint(fields=["game", "number"], name="event_once"),
        ]
        indexes = [
            # The metric of turns that were played within the hour.
            models.Index(
                fields=["created_at"], name="event_turn_ended", condition=Q(kind="turn_ended")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the event. Raises AppendOnlyError if it is stored already."""
        if self.pk is not None:
            raise AppendOnlyError
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnlyError


class Snapshot(models.Model):
    """The folded position at `version`. A cache: it may be deleted at any time."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="snapshot"
    )
    version = models.PositiveIntegerField()
    state = models.JSONField()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class Submission(models.Model):
    """The answer to an accepted request, so that a repeated request gets it again and changes nothing."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="submissions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="submissions"
    )
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the request"))
    answer = models.JSONField()
    created_at = models.DateTimeField(db_index=True)  # the clean-up takes the oldest

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "key"], name="submission_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.key}"
