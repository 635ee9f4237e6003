"""When people are away."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """A stretch of time in which the clocks of a person's games stand, but for those agreed without vacations.

    One that is ended early has its new end here; one that is called off before it begins is deleted.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="vacation_ends_after_it_starts"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.starts_at:%Y-%m-%d}"
