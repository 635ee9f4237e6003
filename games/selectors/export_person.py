"""What the site keeps about a person besides their games, as their copy tells it.

Each value is named here: what isn't, stays out. So no password, token, key or address that opens anything leaves. Sessions
are told by their times, devices and web addresses by their hosts.
"""

from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from django.db.models import Q

from accounts.leaving import sessions_of
from accounts.models import AccessToken, Block, User
from accounts.quiet import is_quiet
from games.models import (
    CalendarFeed,
    Delivery,
    NoticeSettings,
    PushDevice,
    Rating,
    RatingChange,
    StandingOffer,
    TakeBack,
    Vacation,
    Webhook,
)
from games.selectors.export_talk import Row, plain

_SIGN_INS: Final = "account_authentication_methods"  # what allauth notes in a session


def account(user: User) -> list[Row]:
    """The account itself."""
    names = user.used_names.order_by("name").values_list("name", flat=True)
    return [
        {
            "name": user.username,
            "names": ", ".join(names),
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "mail_stopped": user.mail_stopped_at,
            "no_invitations": bool(user.email) and is_quiet(user.email),
        }
    ]


def preferences(user: User) -> list[Row]:
    """How they read the site and when their clocks stand."""
    return [
        {
            "language": user.language,
            "time_zone": user.time_zone,
            "mail_after": user.notification_delay,
            "confirm_gifts": user.confirm_gifts,
            "night_begins": user.sleep_start,
            "night_hours": user.sleep_hours,
            "night_zone": user.hours_zone,
            "night_changed": user.hours_changed_at,
        }
    ]


def addresses(user: User) -> list[Row]:
    """Their e-mail addresses."""
    rows = EmailAddress.objects.filter(user=user).order_by("pk")
    return plain(rows.values("email", "verified", "primary"))


def sessions(user: User) -> list[Row]:
    """Where they are signed in, by time: no more is known of a session."""
    found = [
        {"signed_in": _signed_in(data), "until": data["until"]}
        for _key, data in sessions_of(user.pk)
    ]
    return sorted(found, key=lambda row: row["until"])


def _signed_in(data: dict[str, Any]) -> datetime | None:
    times = [one["at"] for one in data.get(_SIGN_INS, []) if "at" in one]
    return datetime.fromtimestamp(times[0], UTC) if times else None


def tokens(user: User) -> list[Row]:
    """Programs that act for them, without what they prove it by."""
    rows = AccessToken.objects.filter(user=user).order_by("pk")
    return plain(rows.values("name", "kind", "scopes", "created_at", "used_at", "expires_at"))


def own_apps(user: User) -> list[Row]:
    """Programs that they registered for others to sign in with, without what these prove it by."""
    rows = Client.objects.filter(owner=user).order_by("created_at", "pk")
    return plain(rows.values("name", "created_at"))


def app_rights(user: User) -> list[Row]:
    """Programs of others that act for them."""
    rows = Token.objects.filter(user=user).select_related("client").order_by("created_at", "pk")
    return [
        {
            "name": row.client and row.client.name,
            "kind": row.get_type_display(),
            "scopes": ", ".join(row.get_scopes()),
            "created_at": row.created_at,
            "expires_at": row.expires_at,
        }
        for row in rows
    ]


def devices(user: User) -> list[Row]:
    """Browsers that show them news, by the host of the push service."""
    rows = PushDevice.objects.filter(user=user).order_by("pk")
    return [
        {
            "name": row.name,
            "service": urlsplit(row.endpoint).hostname,
            "created_at": row.created_at,
        }
        for row in rows
    ]


def webhook(user: User) -> list[Row]:
    """The web address that is told, by its host."""
    rows = Webhook.objects.filter(user=user)
    return [{"host": urlsplit(row.url).hostname, "off_since": row.off_since} for row in rows]


def calendar(user: User) -> list[Row]:
    """Whether they have a calendar here."""
    return plain(CalendarFeed.objects.filter(user=user).values("created_at"))


def blocks(user: User) -> list[Row]:
    """Whom they have blocked."""
    rows = Block.objects.filter(user=user).select_related("blocked").order_by("pk")
    return [{"name": row.blocked.username, "since": row.created_at} for row in rows]


def vacations(user: User) -> list[Row]:
    """When they were away."""
    rows = Vacation.objects.filter(user=user).order_by("starts_at")
    return plain(rows.values("starts_at", "ends_at"))


def notice_settings(user: User) -> list[Row]:
    """What they want to be told and when."""
    names = ("channels", "quiet", "quiet_from", "quiet_until", "remind_half", "remind_most")
    more = ("remind_last", "digest", "digest_hour")
    return plain(NoticeSettings.objects.filter(user=user).values(*names, *more))


def notices(user: User) -> list[Row]:
    """What they were told of, through which channel."""
    rows = Delivery.objects.filter(notification__user=user).select_related("notification")
    return [
        {
            "kind": row.notification.kind,
            "game": row.notification.game_id,
            "created_at": row.notification.created_at,
            "channel": row.channel,
            "state": row.state,
            "sent_at": row.sent_at,
        }
        for row in rows.order_by("pk").iterator()
    ]


def ratings(user: User) -> list[Row]:
    """Their ratings."""
    rows = Rating.objects.filter(user=user).order_by("pool")
    return plain(rows.values("pool", "value", "deviation", "volatility", "games", "played_at"))


def rating_history(user: User) -> list[Row]:
    """How each game changed them."""
    rows = RatingChange.objects.filter(user=user).order_by("at", "pk")
    return plain(
        rows.values("game", "pool", "before", "deviation_before", "after", "deviation_after", "at")
    )


def standing_offers(user: User) -> list[Row]:
    """What they always have on offer."""
    names = ("count", "paused", "created_at", "speed", "open_memory", "stand_off", "rated")
    gates = ("weekends_off", "vacations", "min_rating", "max_rating", "min_reliability", "bots")
    return plain(StandingOffer.objects.filter(user=user).order_by("pk").values(*names, *gates))


def take_backs(user: User) -> list[Row]:
    """Turns that they asked back."""
    mine = Q(game__seats__user=user, game__seats__number=1, seat=1)
    mine |= Q(game__seats__user=user, game__seats__number=2, seat=2)
    rows = TakeBack.objects.filter(mine).order_by("asked_at", "pk")
    return plain(rows.values("game", "status", "asked_at", "answered_at"))
