"""People for tests."""

from itertools import count
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User

PASSWORD = "kite-lantern-41"
_numbers = count(1)


def make_user(name: str = "", **fields: Any) -> User:
    """Somebody with a verified address who is told at once."""
    name = name or f"person{next(_numbers)}"
    values = {"notification_delay": 0, "email": f"{name.lower()}@example.com", **fields}
    user = User.objects.create_user(username=name, password=PASSWORD, **values)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
