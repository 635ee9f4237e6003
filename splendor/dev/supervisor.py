"""Starts processes, shows their output under their names, and stops them in order."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO

# Seconds that a process has after SIGTERM: a worker ends the task in hand.
PATIENCE = 30.0


class Supervisor:
    """A set of child processes that live and end together.

    Each child leads a process group of its own. Ctrl-C in a terminal goes to the whole foreground group, and a
    worker whose pool is struck with it loses the task in hand; here only the children's main processes hear of
    the end, and they end what they started.
    """

    def __init__(self) -> None:
        self._children: dict[str, subprocess.Popen[str]] = {}
        self._ready: dict[str, threading.Event] = {}
        self._output = threading.Lock()
        self._signals = 0
        self.stopping = threading.Event()

    def hear_signals(self) -> None:
        """Let Ctrl-C, SIGTERM and a closed terminal ask for the end; a second one ends everything at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: object) -> None:
        self._signals += 1
        self.stopping.set()

    def say(self, text: str, name: str = "dev") -> None:
        """Write one line under a name; never mixed with another's line."""
        with self._output:
            sys.stdout.write(f"{name:<8} | {text.rstrip()}\n")
            sys.stdout.flush()

    def start(
        self, name: str, command: Sequence[str], env: Mapping[str, str], ready: str = ""
    ) -> None:
        """Start a process; ``wait_ready`` then waits for ``ready`` in its output, if that is given."""
        child = subprocess.Popen(
            command,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._children[name] = child
        self._ready[name] = threading.Event()
        if not ready:
            self._ready[name].set()
        threading.Thread(target=self._show, args=(name, child.stdout, ready), daemon=True).start()

    def _show(self, name: str, lines: IO[str], ready: str) -> None:
        for line in lines:
            self.say(line, name)
            if ready and ready in line:
                self._ready[name].set()

    def wait_ready(self, seconds: float) -> bool:
        """True once every process is ready; False when one ended, the end was asked for, or time ran out."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.stopping.is_set() and not self.ended():
            if all(event.is_set() for event in self._ready.values()):
                return True
            time.sleep(0.1)
        return False

    def ended(self) -> str:
        """The name of a process that ended by itself, or nothing."""
        return next(
            (name for name, child in self._children.items() if child.poll() is not None), ""
        )

    def watch(self) -> str:
        """Wait until the end is asked for (the answer is empty) or a process ends (the answer is its name)."""
        while not self.stopping.wait(0.2):
            if name := self.ended():
                return name
        return ""

    def exit_status(self, name: str) -> int | None:
        """The exit status of a process, None while it runs; negative is the number of the signal that killed it."""
        return self._children[name].poll()

    def stop(self, *last: str) -> None:
        """Ask all to end, those named ``last`` after the others are gone, and return when none is left."""
        first = [name for name in self._children if name not in last]
        for names in (first, last):
            present = [self._children[name] for name in names if name in self._children]
            for child in present:
                if child.poll() is None:
                    child.terminate()
            self._wait_for_end(present)

    def _wait_for_end(self, children: Sequence["subprocess.Popen[str]"]) -> None:
        end = time.monotonic() + PATIENCE
        heard = self._signals
        for child in children:
            while child.poll() is None and time.monotonic() < end and self._signals == heard:
                time.sleep(0.05)
            _kill_group(child)


def _kill_group(child: "subprocess.Popen[str]") -> None:
    """End whatever the child left: its pool, if it was killed itself."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # nothing is left of the group
    child.wait()
