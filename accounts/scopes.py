"""What a token may be used for."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """One thing that a token allows; the label completes "This token may …"."""

    ACCOUNT_READ = (
        "account:read",
        _("read your account and preferences, and which devices are told"),
    )
    ACCOUNT_WRITE = (
        "account:write",
        _(
            "change your preferences, hours, notifications and blocks; see and choose the devices and web addresses that "
            "are told who waits for you, and the address of your calendar"
        ),
    )
    GAME_READ = "game:read", _("see your games as you see them")
    GAME_PLAY = "game:play", _("play your games: turns, plans, time, resignation")
    CHALLENGE_WRITE = "challenge:write", _("offer, accept and decline games")
    TALK_WRITE = "talk:write", _("read and write messages and notes")
    BOT_PLAY = "bot:play", _("play as a bot")
    # Only whoever signed in with their password has it: it leads to everything else.
    ACCOUNT_MANAGE = "account:manage", _("manage sessions, tokens, address and password")


# What people may hand to programs of their own or of others.
GRANTABLE: Final = tuple(scope for scope in Scope if scope is not Scope.ACCOUNT_MANAGE)
# An app in which somebody signed in stands for that person. A bot says so with a token of its own.
OF_SIGNED_IN: Final = frozenset(scope for scope in Scope if scope is not Scope.BOT_PLAY)
# What "play as a bot" holds, for accounts that are bots.
OF_BOTS: Final = frozenset(
    {Scope.GAME_READ, Scope.GAME_PLAY, Scope.CHALLENGE_WRITE, Scope.TALK_WRITE, Scope.ACCOUNT_READ}
)


def read_scopes(text: str) -> frozenset[Scope]:
    """The scopes of a stored text, those that no longer exist left out."""
    return frozenset(Scope(word) for word in text.split() if word in Scope.values)


def write_scopes(scopes: frozenset[Scope] | set[Scope]) -> str:
    """Scopes as they are stored: words in their own order."""
    return " ".join(scope.value for scope in Scope if scope in scopes)


def held_scopes(scopes: frozenset[Scope], *, bot: bool) -> frozenset[Scope]:
    """What a token with these scopes amounts to, for the account of a bot or not."""
    return scopes | OF_BOTS if bot and Scope.BOT_PLAY in scopes else scopes
