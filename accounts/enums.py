"""The choices that a person has in their preferences."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    """Languages of the site, each under the name its readers use."""

    BROWSER = "", _("As my browser")
    ENGLISH = "en", "English"
    SIMPLIFIED_CHINESE = "zh-hans", "简体中文"
    TRADITIONAL_CHINESE = "zh-hant", "繁體中文"


class NotificationDelay(models.IntegerChoices):
    """Minutes that a game may wait for somebody before the mail about it goes out."""

    AT_ONCE = 0, _("at once")
    QUARTER_HOUR = 15, _("after 15 minutes")
    HOUR = 60, _("after one hour")
    DIGEST = 1440, _("only in the daily digest")


class MailStop(models.TextChoices):
    """Why no mail goes to an address any more."""

    NONE = "", ""
    BOUNCED = "bounced", _("mail came back")
    COMPLAINED = "complained", _("reported as unwanted")
