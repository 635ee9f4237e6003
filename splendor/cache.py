"""The cache, which may be away without taking the site with it."""

import logging
import threading
from collections.abc import Callable
from typing import Any, cast

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError, TimeoutError

logger = logging.getLogger(__name__)


def _or[T](fallback: T, call: Callable[..., Any], *args: Any) -> T:
    try:
        return cast(T, call(*args))
    except (ConnectionError, TimeoutError) as error:
        logger.warning("the cache does not answer: %s", error)
        return fallback


_pools: dict[tuple[str, ...], dict[int, Any]] = {}  # by servers, for all threads of the process
_pools_lock = threading.Lock()


class TolerantClient(RedisCacheClient):
    """Behaves as an empty cache while the server is away: a move must not fail for want of a rate counter.

    All threads share their connections. Django gives each thread a pool of its own, and one that ends leaves its
    connections open until the garbage collector comes.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._pools = _pools.setdefault(tuple(servers), {})

    def _get_connection_pool(self, write: bool) -> Any:
        """The pool, made by one thread only."""
        with _pools_lock:
            return super()._get_connection_pool(write)  # type: ignore[misc]  # private to Django

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """False, as if somebody had been quicker, while the server is away."""
        return _or(False, super().add, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        """The default while the server is away."""
        return _or(default, super().get, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Nothing while the server is away."""
        _or(None, super().set, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        """False while the server is away."""
        return _or(False, super().touch, key, timeout)

    def delete(self, key: Any) -> bool:
        """False while the server is away."""
        return _or(False, super().delete, key)

    def get_many(self, keys: Any) -> Any:
        """Nothing found while the server is away."""
        return _or({}, super().get_many, keys)

    def has_key(self, key: Any) -> bool:
        """False while the server is away."""
        return _or(False, super().has_key, key)

    def incr(self, key: Any, delta: int) -> int:
        """The first step of a new counter while the server is away."""
        return _or(delta, super().incr, key, delta)

    def set_many(self, data: Any, timeout: Any) -> None:
        """Nothing while the server is away."""
        _or(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> None:
        """Nothing while the server is away."""
        _or(None, super().delete_many, keys)


class TolerantRedisCache(RedisCache):
    """Django's Redis cache on ``TolerantClient``."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = TolerantClient

    def clear(self) -> None:
        """Delete this site's entries only: the server may be shared, with the broker to begin with."""
        client = self._cache.get_client(write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*", count=500):
            client.delete(key)
