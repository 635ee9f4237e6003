"""Loaded by a worker that is to be killed: it halts at one step on the way of a mail, after some have passed it.

KILL_STEP names the step, KILL_FILE the file by which it says that it has come there.
"""

import os
import time
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from celery.signals import worker_process_init

PASSED = 7  # that go through before the worker halts
_passes = count(1)


def halt() -> None:
    """Stand still for good, once enough have passed."""
    if next(_passes) > PASSED:
        Path(os.environ["KILL_FILE"]).touch()
        time.sleep(600)


def after(act: Callable[..., Any], counts: Callable[..., bool]) -> Callable[..., Any]:
    """The same, and a halt behind it where that counts."""

    @wraps(act)
    def run(*args: Any, **more: Any) -> Any:
        result = act(*args, **more)
        if counts(result, *args):
            halt()
        return result

    return run


def before(act: Callable[..., Any], counts: Callable[..., bool]) -> Callable[..., Any]:
    """The same, and a halt in front of it where that counts."""

    @wraps(act)
    def run(*args: Any, **more: Any) -> Any:
        if counts(None, *args):
            halt()
        return act(*args, **more)

    return run


def _always(_result: Any, *_args: Any) -> bool:
    return True


def _found(result: Any, *_args: Any) -> bool:
    return result is not None


def _is_sent(_result: Any, _rows: Any, state: Any) -> bool:
    return bool(state == "sent")


PLACES: dict[str, tuple[str, str, Any, Any]] = {
    "claimed": ("games.notifications.deliver", "_claim", after, _found),
    "rendering": ("games.notifications.channels.email", "context_of", after, _always),
    "sending": ("accounts.mail", "Mail.send", before, _always),
    "accepted": ("games.notifications.deliver", "_settle", before, _is_sent),
    "marked": ("games.notifications.deliver", "_settle", after, _is_sent),
}


@worker_process_init.connect
def set_up(**_more: Any) -> None:
    """Put the halt in its place, once Django stands."""
    module, place, where, counts = PLACES[os.environ["KILL_STEP"]]
    home: Any = import_module(module)
    *classes, name = place.split(".")
    for inner in classes:
        home = getattr(home, inner)
    setattr(home, name, where(getattr(home, name), counts))
