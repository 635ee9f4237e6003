"""The cache with and without its server."""

import threading

import pytest
from django.core.cache import cache

from splendor.cache import TolerantRedisCache

AWAY = TolerantRedisCache(
    "redis://127.0.0.1:1/0",
    {"KEY_PREFIX": "away", "OPTIONS": {"socket_connect_timeout": 1, "retry": None}},
)


def test_without_its_server_the_cache_is_empty_and_takes_nothing() -> None:
    AWAY.set("name", "value", 60)
    AWAY.set_many({"name": "value"}, 60)
    AWAY.delete_many(["name"])
    assert (AWAY.get("name"), AWAY.get("name", "else")) == (None, "else")
    assert AWAY.get_many(["name"]) == {}
    assert (AWAY.add("name", 1), AWAY.touch("name"), AWAY.delete("name"), AWAY.has_key("name")) == (
        False,
    ) * 4
    assert AWAY.incr("name", 2) == 2


def test_without_its_server_the_cache_says_so_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    AWAY.get("name")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "the cache does not answer" in caplog.text


def test_with_its_server_the_cache_keeps_values(broker: str) -> None:
    cache.set_many({"one": 1, "two": [2]}, 60)
    assert cache.get_many(["one", "two"]) == {"one": 1, "two": [2]}
    assert (cache.add("one", 5), cache.incr("one"), cache.touch("one", 90)) == (False, 2, True)


def test_threads_share_the_connections_and_leave_none_behind(broker: str) -> None:
    """Django gives each thread a pool of its own, whose connections stay open when the thread has ended."""
    pools = []

    def use() -> None:
        cache.set("one", 1)
        pools.append(cache._cache.get_client(write=True).connection_pool)  # type: ignore[attr-defined]

    for _thread in range(3):
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    use()
    assert len({id(pool) for pool in pools}) == 1


def test_clear_leaves_what_others_keep_on_the_server(broker: str) -> None:
    cache.set("mine", 1)
    client = cache._cache.get_client(write=True)  # type: ignore[attr-defined]
    client.set("somebody else's", 1, ex=60)
    cache.clear()
    assert (cache.get("mine"), client.get("somebody else's")) == (None, b"1")
    client.delete("somebody else's")
