"""`./dev lock`: resolve the dependencies of pyproject.toml into the two locks.

The locks hold versions and hashes but no host name, and hold for every Python from 3.12 on. What `./dev run`
needs has a lock of its own, so that running the site installs neither a browser driver nor a type checker.
"""

import subprocess
import sys

COMPILE = [
    "uv",
    "pip",
    "compile",
    "--quiet",
    "--no-header",
    "--universal",
    "--python-version",
    "3.12",
    "--generate-hashes",
    "--upgrade",
    "pyproject.toml",
]


def main() -> int:
    """Write both locks; the second keeps to the versions of the first."""
    for more in (
        ["-o", "requirements/run.txt"],
        ["--group", "dev", "-c", "requirements/run.txt", "-o", "requirements/dev.txt"],
    ):
        if status := subprocess.run([*COMPILE, *more]).returncode:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
