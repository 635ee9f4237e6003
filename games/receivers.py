"""What games does when something happens to an account. The only use of signals: accounts doesn't know of games."""

from typing import Any

from accounts.models import User
from games.services.leaving import stop_offering


def account_closing(sender: object, user: User, **_more: Any) -> None:
    """Receiver of `accounts.signals.account_closing`, in the transaction that closes the account."""
    stop_offering(user=user)
