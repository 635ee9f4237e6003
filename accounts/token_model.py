"""The tokens with which programs act for a person."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class TokenKind(models.TextChoices):
    """Where a token comes from."""

    PERSONAL = "personal", _("made by hand")
    APP = "app", _("signed in with an app")


class AccessToken(models.Model):
    """A token, of which only the hash is kept: who reads the database can't use it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=TokenKind)
    name = models.CharField(_("name"), max_length=60)
    hint = models.CharField(_("last characters"), max_length=4)
    digest = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the token"))
    scopes = models.CharField(_("scopes"), max_length=200)
    created_at = models.DateTimeField(_("made"))
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=TokenKind.values), name="token_kind_known")
        ]

    def __str__(self) -> str:
        return f"{self.name} …{self.hint}"
