"""Accounts in which a program plays."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import ServiceError
from games.models import Seat
from games.services.lobby import lock_person


def become_bot(*, user: User) -> User:
    """Make an account that of a bot, for good. One that is, is. Raises ServiceError if it has begun a game.

    Whoever has played as a person has a rating, and opponents, that a program must not take over.
    """
    with transaction.atomic():
        lock_person(user)
        if not user.is_bot:
            if Seat.objects.filter(user=user, game__started_at__isnull=False).exists():
                raise ServiceError(
                    "has_played",
                    409,
                    _("This account has begun a game. Make another one for the bot."),
                )
            user.is_bot = True
            user.save(update_fields=["is_bot"])
    return user
