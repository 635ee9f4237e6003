"""`/healthz`: whether this process reaches what it needs."""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=2
    ) as client:
        client.ping()


def _answers(name: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Exception:  # whatever stops it, the part is not there; the log keeps the reason
        logger.exception("%s does not answer", name)
        return False
    return True


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 if the database and the broker answer, else 503; the body names each part and nothing more."""
    parts = {
        "database": _answers("database", _ask_database),
        "broker": _answers("broker", _ask_broker),
    }
    healthy = all(parts.values())
    body = {
        "status": "ok" if healthy else "down",
        **{name: "ok" if up else "down" for name, up in parts.items()},
    }
    return JsonResponse(body, status=200 if healthy else 503)
