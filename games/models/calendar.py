"""The private addresses of people's calendars."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_feed_token() -> str:
    """What makes the address a secret: 256 random bits, since calendars keep it in many places."""
    return secrets.token_urlsafe(32)


class CalendarFeed(models.Model):
    """Who knows the token may read the person's deadlines, without signing in."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=64, unique=True, default=new_feed_token, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")

    def __str__(self) -> str:
        return f"{self.user_id}"
