"""What a seat means to play once its opponent has moved. Nobody but its holder may learn that there is a plan."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Seat


class Plan(models.Model):
    """The plan of one seat: entries, of which the first that fits is played; none while nothing is planned.

    The row stays for the whole game, since it remembers which turns were played as planned.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="plan"
    )
    revision = models.PositiveIntegerField(
        default=0, help_text=_("counts the changes, so that an old page changes nothing")
    )
    entries = models.JSONField(default=list, help_text=_("see games.planning.entry"))
    due_at = models.DateTimeField(null=True, help_text=_("when it is looked at"))
    played = models.JSONField(default=list, help_text=_("numbers of the turns it played"))
    last = models.JSONField(default=dict, help_text=_("what became of the plan before"))

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        indexes = [
            # The sweep reads only what is due.
            models.Index(fields=["due_at"], name="plan_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"plan of {self.seat_id}"
