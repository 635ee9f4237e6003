"""A throw-away site: everything `./dev run` starts, on a free port and with data that is deleted afterwards."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from splendor.dev.valkey import free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120.0


class SiteFailed(Exception):
    """The site did not come up; the text ends with what it said last."""


@contextmanager
def throw_away_site(database_url: str = "") -> Iterator[str]:
    """A running site; gives its address, without a slash at the end. Stopped and deleted on leaving.

    This process then belongs to the site too: call `django.setup()` inside, and never use two in one process.

    Raises:
        SiteFailed: it does not come up.
    """
    folder, port = Path(tempfile.mkdtemp(prefix="loupe-site-")), str(free_port())
    for name in ("REDIS_URL", "EMAIL_URL", "SITE_URL", "DEBUG", "DATABASE_URL"):
        os.environ.pop(name, None)
    os.environ |= {"EMBEDDED": "1", "VAR_DIR": str(folder), "HOST": "127.0.0.1", "PORT": port}
    os.environ |= {"DATABASE_URL": database_url} if database_url else {}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "splendor.dev.run"], cwd=ROOT, stdout=log, stderr=log
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/healthz", process, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(60)
            shutil.rmtree(folder, ignore_errors=True)


def _wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until the site says that it is well."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310  our own address
                return
        except OSError:  # refused, or reset while the server comes up
            time.sleep(0.2)
    raise SiteFailed("the site does not come up:\n" + "\n".join(log.read_text().splitlines()[-5:]))
