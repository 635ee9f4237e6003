"""`./dev run` from outside: it starts, says where it is, refuses a second one, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.dev.valkey import free_port

START = 120.0


class Site:
    """One `./dev run` in a folder of its own."""

    def __init__(self, root: Path, var: Path, port: int, **more: str) -> None:
        self.var, self.port = var, port
        kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "splendor.dev.run"],
            cwd=root,
            env={**kept, "EMBEDDED": "1", "VAR_DIR": str(var), "PORT": str(port), **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []

    def read_until(self, text: str) -> str:
        """The first line with ``text``; fails with all output if there is none."""
        assert self.process.stdout
        end = time.monotonic() + START
        for line in self.process.stdout:
            self.lines.append(line)
            if text in line:
                return line
            assert time.monotonic() < end
        raise AssertionError("".join(self.lines))

    def press_ctrl_c(self) -> int:
        """What a terminal does: the signal goes to the whole foreground group. Gives the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.end()

    def end(self) -> int:
        """Read the rest and wait for the end."""
        assert self.process.stdout
        with self.process.stdout as rest:
            self.lines.extend(rest)
        return self.process.wait(60)

    def running(self) -> list[tuple[int, str]]:
        """Number and command of the processes that were started with this site's folder."""
        mark = f"VAR_DIR={self.var}\0".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (entry / "environ").read_bytes():
                    command = (entry / "cmdline").read_text().replace("\0", " ")
                    found.append((int(entry.name), command))
            except OSError:
                continue  # ended meanwhile
        return found


@pytest.fixture
def site(root: Path, tmp_path: Path) -> Iterator[Site]:
    """A site that is up."""
    site = Site(root, tmp_path / "var", free_port())
    site.read_until("Open http://")
    yield site
    if site.process.poll() is None:
        site.process.terminate()  # not kill: its children would live on
        site.end()


def get(url: str) -> int:
    """The status of a GET."""
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  our own address
        return int(answer.status)


@pytest.mark.slow
def test_the_site_starts_answers_and_stops_on_ctrl_c(site: Site) -> None:
    url = f"http://127.0.0.1:{site.port}/"
    assert site.lines[-1] == f"dev      | Open {url}\n"
    assert (get(url), get(f"{url}healthz")) == (200, 200)
    assert len(site.running()) >= 7  # this looks at the right processes
    assert site.press_ctrl_c() == 0
    assert site.lines[-1] == "dev      | stopped\n"
    assert site.running() == []


@pytest.mark.slow
def test_the_site_starts_again_where_it_was_stopped(site: Site, root: Path) -> None:
    site.process.terminate()
    assert site.end() == 0
    again = Site(root, site.var, site.port)
    again.read_until("Open http://")
    assert not any("collecting" in line for line in again.lines)
    assert again.press_ctrl_c() == 0
    assert again.running() == []


@pytest.mark.slow
def test_a_second_site_says_what_is_in_the_way(site: Site, root: Path, tmp_path: Path) -> None:
    same_folder = Site(root, site.var, free_port())
    assert same_folder.end() == 1
    assert same_folder.lines == [
        f"dev      | Another ./dev run is using {site.var}: process {site.process.pid} "
        f"at http://127.0.0.1:{site.port}/. Stop that one first.\n"
    ]
    same_port = Site(root, tmp_path / "other", site.port)
    assert same_port.end() == 1
    assert (
        f"127.0.0.1 port {site.port} can't be used (Address already in use)" in same_port.lines[0]
    )
    assert get(f"http://127.0.0.1:{site.port}/healthz") == 200


@pytest.mark.slow
def test_when_one_process_dies_everything_stops(site: Site) -> None:
    worker = min(
        number for number, command in site.running() if "worker@%h" in command
    )  # not its pool's child
    os.kill(worker, signal.SIGKILL)
    assert site.end() == 1
    assert any("worker ended by itself with status -9" in line for line in site.lines)
    assert site.running() == []


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"PORT": "http"}, "PORT=http is no port number."),
        ({"PORT": "70000"}, "PORT=70000 is no port number."),
        ({"HOST": "192.0.2.1"}, "192.0.2.1 port"),
        (
            {"REDIS_URL": "redis://127.0.0.1:1/0"},
            "The server that REDIS_URL names does not answer.",
        ),
        (
            {"DATABASE_URL": "postgresql://127.0.0.1:1/x"},
            "manage.py migrate --no-input -v0 failed: ",
        ),
        (
            {"DATABASE_URL": "mysql://127.0.0.1/x"},
            "DATABASE_URL must begin with postgresql:// or sqlite:///",
        ),
    ],
)
def test_the_site_says_what_is_missing(
    root: Path, tmp_path: Path, more: dict[str, str], text: str
) -> None:
    site = Site(root, tmp_path, free_port(), **more)
    assert site.end() == 1
    assert any(text in line for line in site.lines), site.lines
    assert not any("Traceback" in line for line in site.lines)
    assert site.running() == []


def test_a_port_that_is_taken_is_named(root: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        site = Site(root, tmp_path, port)
        assert site.end() == 1
    assert site.lines[0] == (
        f"dev      | 127.0.0.1 port {port} can't be used (Address already in use). "
        "Choose another: PORT=8001 ./dev run\n"
    )
