"""The Celery app. The database is the truth for all due work; the broker only makes it quick."""

import functools
import logging
import os
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


class ProjectTask(DjangoTask):  # type: ignore[misc]  # celery is untyped
    """A task whose ``…_on_commit`` calls never fail: what can't be queued now is found by a sweep."""

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:
        """Queue the task once the transaction has committed; a broker that is away is logged only.

        The change is stored by then, so raising would tell the reader that it failed when it did not.
        """
        self.apply_async_on_commit(args, kwargs)

    def apply_async_on_commit(self, *args: Any, **kwargs: Any) -> None:
        """As ``delay_on_commit``, with the arguments of ``apply_async``."""
        transaction.on_commit(functools.partial(self._queue_or_log, *args, **kwargs))

    def _queue_or_log(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.apply_async(*args, **kwargs)
        except OperationalError as error:
            logger.warning("%s was not queued, a sweep will find its work: %s", self.name, error)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")
app = Celery("splendor", task_cls=ProjectTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
