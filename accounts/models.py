"""The person and the names that are taken."""

from collections.abc import Iterable
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.enums import Language, MailStop, NotificationDelay
from accounts.names import NAME_LENGTH, as_bot, name_key, someone_who_left, validate_name
from accounts.token_model import AccessToken, TokenKind
from accounts.zones import validate_time_zone, zone

__all__ = [
    "MOST_SLEEP",
    "AccessToken",
    "Block",
    "QuietAddress",
    "TokenKind",
    "UsedName",
    "User",
    "Users",
]

MOST_SLEEP = 9  # hours of a night


class Users(UserManager["User"]):
    """Users by name in any case; addresses in lower case."""

    use_in_migrations = False

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """The address in lower case, the only form that is stored."""
        return super().normalize_email(email).lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user of that name in any case. Raises User.DoesNotExist."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """Somebody who plays, or who looks after the site.

    The address is the verified one: a new address stays with allauth until it is confirmed.
    """

    first_name = None  # type: ignore[assignment]  # Django's way to leave a field of the parent out
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken.")},
    )
    email = models.EmailField(_("e-mail"), blank=True)
    language = models.CharField(
        _("language"), max_length=10, choices=Language, default=Language.BROWSER, blank=True
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, default="", validators=[validate_time_zone]
    )
    notification_delay = models.PositiveSmallIntegerField(
        _("minutes until a mail"), choices=NotificationDelay, default=NotificationDelay.QUARTER_HOUR
    )

    confirm_gifts = models.BooleanField(
        _("ask before the opponent gains a privilege"), default=True
    )
    is_bot = models.BooleanField(
        _("bot"), default=False, help_text=_("a program plays; it can't become a person's again")
    )

    mail_stopped_at = models.DateTimeField(_("no mail since"), null=True, blank=True)
    mail_stopped_why = models.CharField(
        _("why no mail"), max_length=10, choices=MailStop, default=MailStop.NONE, blank=True
    )

    # Night hours, in which the clocks of this person's games stand.
    sleep_start = models.TimeField(_("night begins"), null=True, blank=True)
    sleep_hours = models.PositiveSmallIntegerField(_("hours of night"), default=0)
    hours_zone = models.CharField(
        _("time zone of the night hours"),
        max_length=64,
        blank=True,
        default="",
        validators=[validate_time_zone],
    )
    hours_changed_at = models.DateTimeField(_("night hours changed"), null=True, blank=True)

    # Leaving, written by accounts.leaving only. Both set: the deletion has begun and isn't done.
    leaving_at = models.DateTimeField(_("is to be deleted on"), null=True, blank=True)
    left_at = models.DateTimeField(_("was deleted on"), null=True, blank=True)
    leaving_mail_at = models.DateTimeField(_("next mail about it"), null=True, blank=True)
    leaving_mails = models.PositiveSmallIntegerField(_("mails about it"), default=0)
    sessions_ended = models.PositiveIntegerField(
        _("how often all sessions were ended"), default=0, help_text=_("part of each session")
    )

    objects: ClassVar[Users] = Users()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(sleep_hours__lte=MOST_SLEEP), name="user_sleeps_at_most_nine_hours"
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_unique",
                violation_error_message=_("This name is taken."),
            ),
            # Accounts of the site itself have no address.
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                condition=~Q(email=""),
                violation_error_message=_("This address is taken."),
            ),
            models.CheckConstraint(
                condition=Q(language__in=Language.values), name="user_language_known"
            ),
            models.CheckConstraint(
                condition=Q(notification_delay__in=NotificationDelay.values),
                name="user_notification_delay_known",
            ),
            models.CheckConstraint(
                condition=Q(mail_stopped_why__in=MailStop.values), name="user_mail_stop_known"
            ),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(is_active=False), name="user_left_is_inactive"
            ),
        ]
        indexes = [
            # The sweep reads only those who are about to leave.
            models.Index(
                fields=["leaving_at"],
                name="user_leaving",
                condition=Q(leaving_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which this person is told times; UTC if they chose none."""
        return zone(self.time_zone)

    @property
    def shown_name(self) -> str:
        """The name by which others read of this person."""
        return self.username if self.left_at is None else someone_who_left()

    @property
    def called(self) -> str:
        """The name as pages and mails say it: whoever reads it learns if a program plays."""
        return as_bot(self.shown_name) if self.is_bot and self.left_at is None else self.shown_name

    @property
    def takes_part(self) -> bool:
        """False for accounts that are switched off, about to be deleted, or deleted: nobody is to be told anything."""
        return self.is_active and self.leaving_at is None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must know to hold. Counting up ends all of a person's sessions, wherever they are."""
        known: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]  # not in the stubs
        return f"{known}.{self.sessions_ended}" if self.sessions_ended else known

    def get_full_name(self) -> str:
        """The name: nobody is asked for another."""
        return self.username

    def get_short_name(self) -> str:
        """The name: nobody is asked for another."""
        return self.username

    def clean(self) -> None:
        """Bring the address into its stored form."""
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the user and, in the same transaction, their name as used for good.

        Raises IntegrityError if the name or the address is or was somebody else's.
        """
        fields = None if update_fields is None else set(update_fields)
        with transaction.atomic():
            super().save(update_fields=fields, **kwargs)
            if fields is None or "username" in fields:
                UsedName.claim(self)


class UsedName(models.Model):
    """A name that is, or once was, somebody's. Rows outlive their user: nobody can take a past name."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH, primary_key=True)  # in lower case
    user = models.ForeignKey(
        User,
        verbose_name=_("user"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="used_names",
    )

    class Meta:
        verbose_name = _("used name")
        verbose_name_plural = _("used names")

    def __str__(self) -> str:
        return self.name

    @classmethod
    def claim(cls, user: User) -> None:
        """Record the user's present name. Raises IntegrityError if it was somebody else's."""
        row, _created = cls.objects.get_or_create(
            name=name_key(user.username), defaults={"user": user}
        )
        if row.user_id != user.pk:
            raise IntegrityError("the name was used before")


class Block(models.Model):
    """One person doesn't want to meet another. It holds both ways; the other is refused without a reason."""

    user = models.ForeignKey(
        User, verbose_name=_("user"), on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        User, verbose_name=_("blocked"), on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(user=models.F("blocked")), name="block_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.blocked_id}"


class QuietAddress(models.Model):
    """An address whose reader wants no invitations from people of the site. The address itself isn't kept."""

    key = models.CharField(
        _("key"), max_length=64, primary_key=True, help_text=_("made from the address")
    )

    class Meta:
        verbose_name = _("quiet address")
        verbose_name_plural = _("quiet addresses")

    def __str__(self) -> str:
        return self.key
