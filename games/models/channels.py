"""Where news of games may go beside mail: browsers that asked for it, and one web address of the person's own."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

ENDPOINT_LENGTH = 1000
URL_LENGTH = 500
SECRET_LENGTH = 60


class PushDevice(models.Model):
    """A browser on some device that shows news. Its push service named the endpoint; the keys seal what is sent."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    # Unique: a browser that somebody else signs in with moves to them, so nobody gets another's news.
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, unique=True)
    p256dh = models.CharField(max_length=120, help_text=_("public key of the browser, base64url"))
    auth = models.CharField(max_length=40, help_text=_("shared secret, base64url"))
    name = models.CharField(max_length=60, blank=True, default="")
    # Told only while this session lives. Empty for browsers from before that was kept: they say it at their next visit.
    session = models.CharField(
        max_length=40,
        blank=True,
        default="",
        help_text=_("key of the session that it was added in"),
    )
    # Of an app: who signs out of it, or takes the token back, is told nothing more there.
    token = models.ForeignKey(
        "accounts.AccessToken", null=True, on_delete=models.CASCADE, related_name="push_devices"
    )
    # Of an app that was let in by OAuth, whose tokens change by the hour: its id.
    app = models.CharField(max_length=100, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("browser that is told")
        verbose_name_plural = _("browsers that are told")

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"


class Webhook(models.Model):
    """The one web address that is told: in words for people or, with a secret, signed for a program.

    Off while `off_since` is set: it refused too often.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook"
    )
    url = models.CharField(max_length=URL_LENGTH)
    secret = models.CharField(
        max_length=SECRET_LENGTH, blank=True, default="", help_text=_("that signs; empty for words")
    )
    # Given over the API: it goes with that token, or with what was granted to that app, as devices do. Else by a page.
    token = models.ForeignKey(
        "accounts.AccessToken", null=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    app = models.CharField(max_length=100, blank=True, default="")
    refusals = models.PositiveSmallIntegerField(default=0, help_text=_("one after another"))
    off_since = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"{self.user_id} webhook"
