"""Who is looking at which game now: told by visible tabs, forgotten after a minute without a word."""

from typing import Final

from django.core.cache import cache

SECONDS: Final = 60


def note_looking(user_id: int, game_id: str) -> None:
    """A visible tab of this person shows this game. A cache that is away forgets: a mail more is the lesser evil."""
    cache.set(_key(user_id, game_id), True, SECONDS)


def is_looking(user_id: int, game_id: str) -> bool:
    """True if a visible tab of this person showed this game within the last minute."""
    return bool(cache.get(_key(user_id, game_id)))


def _key(user_id: int, game_id: str) -> str:
    return f"looking:{user_id}:{game_id}"
