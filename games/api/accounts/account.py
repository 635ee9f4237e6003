"""The account as the API tells it."""

from collections.abc import Iterable
from typing import Any, Final

from accounts.models import User
from accounts.remote.changing import pending_address, present_address
from accounts.scopes import OF_SIGNED_IN, Scope
from games.selectors.people import summaries_of
from games.selectors.views import utc_text

EXAMPLE: Final = {
    "id": 23,
    "name": "Anna",
    "address": "anna@example.org",
    "pending_address": None,
    "language": "en",
    "time_zone": "Europe/Berlin",
    "bot": False,
    "mail_stopped": False,
    "joined_at": "2026-06-01T09:30:00Z",
    "rating": {"value": 1540, "provisional": False},
    "turns_in_time": 98,
    "finished_games": 31,
    "scopes": [scope.value for scope in Scope if scope in OF_SIGNED_IN],
}


def account_json(user: User, scopes: frozenset[Scope]) -> dict[str, Any]:
    """Everything in `Account`. Five queries."""
    present, pending = present_address(user), pending_address(user)
    summary = summaries_of([user.pk])[user.pk]
    return {
        "id": user.pk,
        "name": user.username,
        "address": present.email if present else None,
        "pending_address": pending.email if pending else None,
        "language": user.language or None,
        "time_zone": user.time_zone or None,
        "bot": user.is_bot,
        "mail_stopped": user.mail_stopped_at is not None,
        "joined_at": utc_text(user.date_joined),
        "rating": {"value": summary.rating, "provisional": summary.provisional},
        "turns_in_time": summary.turns_in_time,
        "finished_games": summary.finished,
        "scopes": scope_words(scopes),
    }


def scope_words(scopes: Iterable[Scope]) -> list[str]:
    """Scopes in their own order."""
    held = frozenset(scopes)
    return [scope.value for scope in Scope if scope in held]
