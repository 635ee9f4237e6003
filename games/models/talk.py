"""What the two players of a game write: to each other, and each for themselves. Not part of the log."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

MESSAGE_LENGTH = 500
NOTE_LENGTH = 2000
KEY_LENGTH = 64


class ChatMessage(models.Model):
    """What one seat wrote to the other. When its writer's account is deleted the row stays without its text."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=MESSAGE_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH, help_text=_("of the form it was sent with"))
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            # A form sent twice is one message.
            models.UniqueConstraint(fields=["game", "seat", "key"], name="message_once"),
            models.CheckConstraint(condition=Q(seat__in=(1, 2)), name="message_of_seat"),
        ]
        indexes = [
            # How many a seat wrote in the last minutes, and which ones the other has not read.
            models.Index(fields=["game", "seat", "created_at"], name="message_by_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.pk}"

    @property
    def said(self) -> str:
        """The text as it is shown."""
        return self.text or str(_("[gone]"))


class TalkSide(models.Model):
    """How one player stands to the talk of a game: how far it is read, and whether it is muted."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="talk_sides", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="talk_sides"
    )
    muted = models.BooleanField(default=False)
    read_to = models.PositiveBigIntegerField(default=0, help_text=_("id of the last message read"))

    class Meta:
        verbose_name = _("side of a talk")
        verbose_name_plural = _("sides of talks")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="talk_side_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Note(models.Model):
    """What one player keeps in mind about a game. Nobody else ever sees it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes"
    )
    text = models.CharField(max_length=NOTE_LENGTH, blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
