"""`/metrics`: figures for a monitor in Prometheus' text format, read from the database at each request.

With METRICS_TOKEN set, whoever sends it as a bearer token may read them. Without, only programs on this very machine that
come without a proxy: behind one everybody seems to be on this machine.
"""

import hmac
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from games.enums import Channel
from games.notifications.health import Health, health

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = (
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "Forwarded",
    "X-Real-IP",
    "Via",
)


class _Figures(Collector):
    """Hands figures that are read already to the library, which writes them."""

    def __init__(self, figures: Health) -> None:
        self.figures = figures

    def collect(self) -> Iterable[Metric]:
        """Every metric with its help."""
        figures = self.figures
        yield _gauge("turns_ended_last_hour", "Turns played.", figures.turns_ended)
        yield _gauge(
            "turns_to_tell_last_hour", "Turns that began for a person.", figures.turns_to_tell
        )
        told = GaugeMetricFamily(
            "loupe_turn_messages_last_hour",
            "Messages about turns that went out.",
            labels=["channel"],
        )
        for channel in Channel:
            told.add_metric([channel.value], figures.turns_told.get(channel.value, 0))
        yield told
        yield self._deliveries()
        yield _gauge(
            "oldest_due_seconds",
            "How long the first message is overdue.",
            figures.oldest_due_seconds,
        )
        yield _gauge(
            "overdue_games", "Running games five minutes past their end.", figures.overdue_games
        )
        yield _gauge("mail_stopped", "People to whom no mail goes.", figures.mail_stopped)

    def _deliveries(self) -> Metric:
        found = GaugeMetricFamily(
            "loupe_deliveries",
            "Waiting and being sent now; sent and failed in the last hour.",
            labels=["channel", "state"],
        )
        for (channel, state), number in sorted(self.figures.deliveries.items()):
            found.add_metric([channel, state], number)
        return found


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"loupe_{name}", text, value=value)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures; 403 without another word for whoever may not read them."""
    if not _may_read(request):
        return HttpResponseForbidden()
    registry = CollectorRegistry()
    registry.register(_Figures(health(timezone.now())))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    wanted = settings.METRICS_TOKEN
    if wanted:
        given = request.headers.get("Authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode())
    came_by_proxy = any(name in request.headers for name in FORWARDED)
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not came_by_proxy
