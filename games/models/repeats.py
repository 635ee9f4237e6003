"""The answers to writes of API clients, so that one whose answer was lost can ask again."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _


class StoredAnswer(models.Model):
    """What was answered to a request with this key. Turns have answers of their own (`Submission`)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stored_answers"
    )
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the request"))
    status = models.PositiveSmallIntegerField()
    body = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(db_index=True)  # the clean-up takes the oldest

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="answer_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.key}"
