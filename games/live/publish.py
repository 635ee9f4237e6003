"""Telling all processes that a game has changed. A broker that is away costs a moment, never a move."""

import functools
import logging
from dataclasses import replace
from typing import Any

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.live.news import News, NewsKind, channel, encode, newest

logger = logging.getLogger(__name__)

# Seconds, which a move may lose twice: one more try, in case only the connection was old.
PATIENCE = 0.3


def announce(game_id: str, known: News | None = None) -> None:
    """Tell the open streams how far the game has come, once this transaction has committed.

    `known` is what this transaction leaves behind, as far as it is at hand.
    """
    # Robust: what goes wrong now must not look like a move that failed.
    transaction.on_commit(functools.partial(_publish, game_id, known), robust=True)


def announce_to(user_id: int, game_id: str, kind: NewsKind) -> None:
    """Tell one person's open streams of something in a game that its version doesn't show, after the commit."""
    told = functools.partial(_publish, game_id, people=(user_id,), asked=None, kind=kind)
    transaction.on_commit(told, robust=True)


def _publish(game_id: str, known: News | None = None, **other: Any) -> None:
    news = known or newest(game_id)
    if news is None:
        return
    news = replace(news, **other)
    try:
        _client(settings.REDIS_URL).publish(channel(), encode(news))
    except RedisError as error:
        logger.warning("nobody was told of game %s, pages find out by asking: %s", game_id, error)


@functools.cache
def _client(url: str) -> redis.Redis:
    """One for all threads of the process."""
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )
