"""Copies of people's data, as they are asked for, made and kept for a week."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import ExportState


class DataExport(models.Model):
    """The newest copy that a person asked for. Kept in the database, since every web host must be able to hand it out."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="data_export",
    )
    state = models.CharField(max_length=10, choices=ExportState, default=ExportState.WAITING)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(
        null=True, help_text=_("of the next attempt; while it is made, when its worker is given up")
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    size = models.PositiveBigIntegerField(default=0, help_text=_("bytes"))
    mail_due_at = models.DateTimeField(null=True, help_text=_("of the mail that it is ready"))

    class Meta:
        verbose_name = _("copy of data")
        verbose_name_plural = _("copies of data")
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ExportState.values), name="export_state_known"
            ),
        ]
        indexes = [
            # The sweep reads only what is to be made, told or deleted.
            models.Index(fields=["due_at"], name="export_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["mail_due_at"],
                name="export_mail_due",
                condition=Q(mail_due_at__isnull=False),
            ),
            models.Index(
                fields=["expires_at"],
                name="export_expires",
                condition=Q(expires_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.state}"


class ExportChunk(models.Model):
    """A piece of the file, so that neither making nor sending it needs the whole of it in memory."""

    export = models.ForeignKey(
        DataExport, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("piece of a copy")
        verbose_name_plural = _("pieces of copies")
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="export_chunk_once"),
        ]

    def __str__(self) -> str:
        return f"{self.export_id} {self.number}"
