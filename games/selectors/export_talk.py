"""What a person shares with others or keeps for themselves in their games, as their copy tells it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from games.models import ChatMessage, Invitation, Note, Plan

Row = dict[str, Any]


def plain(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Rows of a query as they go into the copy."""
    return [dict(row) for row in rows]


def messages(user: User) -> list[Row]:
    """What both sides wrote in this person's games. The opponent's part was sent to them."""
    rows = ChatMessage.objects.filter(game__seats__user=user).annotate(own=F("game__seats__number"))
    return [
        {
            "game": row.game_id,
            "mine": row.seat == row.own,
            "text": row.said,
            "created_at": row.created_at,
        }
        for row in rows.order_by("created_at", "pk").iterator()
    ]


def notes(user: User) -> list[Row]:
    """Their own notes."""
    rows = Note.objects.filter(user=user).order_by("game")
    return plain(rows.values("game", "text", "saved_at"))


def plans(user: User) -> list[Row]:
    """What they plan and what was played as they had planned, which nobody else knows."""
    rows = Plan.objects.filter(seat__user=user).select_related("seat").order_by("seat")
    return [
        {
            "game": row.seat.game_id,
            "entries": [
                {name: entry[name] for name in ("words", "wants", "past")} for entry in row.entries
            ],
            "played": row.played,
        }
        for row in rows
    ]


def offers(user: User) -> list[Row]:
    """What they offered, and what they were asked by name. Links that open a seat stay out."""
    rows = Invitation.objects.filter(Q(inviter=user) | Q(invitee=user)).select_related("invitee")
    return [
        {
            "game": row.game_id,
            "mine": row.inviter_id == user.pk,
            "audience": row.audience,
            "invitee": row.invitee and row.invitee.shown_name,
            "email": row.email if row.inviter_id == user.pk else "",
            "status": row.status,
            "created_at": row.created_at,
            "expires_at": row.expires_at,
            "closed_at": row.closed_at,
            "reason": row.reason_given,
        }
        for row in rows.order_by("created_at", "pk").iterator()
    ]
