"""The admin: games and what hangs on them, to read. Secrets stay out: no payload, no snapshot, no sealed secret."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.enums import NotificationKind
from games.models import (
    CalendarFeed,
    Delivery,
    Game,
    GameEvent,
    Invitation,
    NoticeSettings,
    Notification,
    Rating,
    RatingChange,
    Seat,
)
from games.selectors.views import shown_event

OF_PLANS = (NotificationKind.PLAN_PLAYED, NotificationKind.PLAN_STOPPED)


class ReadOnly:
    """No adding, changing or deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists and details to read."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """The offered filters only: a list that is empty or not, by an address with `payload__card=`, tells a secret."""
        return lookup.split("__")[0] in self.list_filter


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The seats of a game."""

    model = Seat
    fields = ("number", "user", "computer", "entropy", "bank", "turns", "timed_out")
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games by status and deadline."""

    list_display = ("id", "status", "turn", "seat_to_move", "deadline_at", "winner", "created_at")
    list_filter = ("status", "speed", "rated")
    search_fields = ("id", "seats__user__username")
    exclude = ("sealed_secret",)
    inlines = (SeatInline,)


@admin.register(GameEvent)
class GameEventAdmin(ReadOnlyAdmin):
    """The log as a spectator may see it."""

    list_display = ("game_id", "number", "kind", "seat", "created_at")
    list_filter = ("kind",)
    search_fields = ("game__id",)
    fields = ("game", "number", "kind", "seat", "rules_version", "created_at", "shown")
    readonly_fields = ("shown",)

    @admin.display(description=_("what a spectator sees"))
    def shown(self, row: GameEvent) -> str:
        """The redacted event as JSON."""
        return json.dumps(shown_event(row, None, over=False), ensure_ascii=False)


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """What was to be told."""

    # What it tells may be a secret between the person and the site, such as a plan.
    exclude = ("data", "due_at")
    list_display = ("dedupe_key", "kind", "user", "created_at")
    list_filter = ("kind",)
    search_fields = ("user__username", "game__id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        """Without those that tell of plans, which nobody else is to know of."""
        return super().get_queryset(request).exclude(kind__in=OF_PLANS)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """The outbox by channel, with what failed and why."""

    list_display = (
        "notification",
        "channel",
        "state",
        "attempts",
        "sent_at",
        "last_error",
    )
    exclude = ("due_at",)  # that a turn is told late may come of a plan
    list_filter = ("state", "channel")
    search_fields = ("notification__user__username", "notification__game__id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Without those that tell of plans."""
        return super().get_queryset(request).exclude(notification__kind__in=OF_PLANS)


@admin.register(NoticeSettings)
class NoticeSettingsAdmin(ReadOnlyAdmin):
    """What people want to be told and when."""

    list_display = ("user", "quiet", "digest", "digest_hour", "next_digest_at")
    list_filter = ("quiet", "digest")
    search_fields = ("user__username",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations without their tokens and without what is only for those who were asked."""

    list_display = ("game_id", "audience", "inviter", "invitee", "status", "expires_at")
    list_filter = ("status", "audience")
    exclude = ("token", "email", "decline_note")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Ratings as they stood after the last game."""

    list_display = ("user", "pool", "value", "deviation", "volatility", "games", "played_at")
    list_filter = ("pool",)
    search_fields = ("user__username",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """What each game did to the ratings of its seats."""

    list_display = ("game_id", "seat", "user", "pool", "before", "after", "at")
    list_filter = ("pool",)
    search_fields = ("user__username", "game__id")


@admin.register(CalendarFeed)
class CalendarFeedAdmin(ReadOnlyAdmin):
    """Who has a calendar here; the tokens stay out."""

    list_display = ("user", "created_at")
    exclude = ("token",)
    search_fields = ("user__username",)
