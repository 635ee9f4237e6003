"""What games does when something happens to an account. The only use of signals: accounts doesn't know of games."""

from typing import Any

from accounts.models import User
from games.services.calendar import stop_feed
from games.services.channels import forget_sent_away, remove_signed_webhook
from games.services.leaving import stop_offering


def account_closing(sender: object, user: User, **_more: Any) -> None:
    """Receiver of `accounts.signals.account_closing`, in the transaction that closes the account."""
    stop_offering(user=user)


def apps_ended(sender: object, user: User, **_more: Any) -> None:
    """Receiver of `accounts.signals.apps_ended`, in the transaction that takes back what apps were given."""
    forget_sent_away(user=user)


def password_lost(sender: object, user: User, **_more: Any) -> None:
    """Receiver of `accounts.signals.password_lost`: whoever had it may know the calendar's address, or have had a
    program told."""
    stop_feed(user=user)
    remove_signed_webhook(user=user)
