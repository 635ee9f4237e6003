"""The script `./dev` before any Python is there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def tree(root: Path, tmp_path: Path) -> Path:
    """A tree with the script and the locks only, so without an environment."""
    shutil.copy(root / "dev", tmp_path / "dev")
    shutil.copytree(root / "requirements", tmp_path / "requirements")
    return tmp_path


def dev(tree: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run `./dev` where only the programs of a bare machine are found, and among them no Python that fits."""
    programs = tree / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("sh", "dirname", "cat", "cksum", "rm"):
        path = shutil.which(name)
        if path and not (programs / name).exists():
            (programs / name).symlink_to(path)
    return subprocess.run(
        ["/bin/sh", str(tree / "dev"), *arguments],
        env={"PATH": str(programs), "HOME": str(tree), **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.skipif(
    any(
        os.path.exists(f"/{folder}/bin/python3.{minor}")
        for folder in ("usr/local", "opt/homebrew")
        for minor in (12, 13, 14)
    ),
    reason="this machine has a Python where the script always looks",
)
def test_without_a_python_there_is_one_clear_line(tree: Path) -> None:
    done = dev(tree, "run")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "No Python 3.12 or newer (with venv) was found. Install one, or set PYTHON=/path/to/python3.13\n"
    )
    assert not (tree / ".venv").exists()


def test_a_python_that_does_not_fit_is_named(tree: Path) -> None:
    old = tree / "python-old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = dev(tree, "test", PYTHON=str(old))
    assert done.returncode == 1
    assert done.stderr == (
        f"PYTHON={old} is no Python 3.12 or newer with the modules venv, ensurepip and sqlite3.\n"
    )


def test_help_needs_nothing(tree: Path) -> None:
    done = dev(tree, "help")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[1] for line in done.stdout.splitlines()] == [
        "run",
        "test",
        "shots",
        "coverage",
        "lint",
        "format",
        "manage",
        "lock",
    ]


def test_an_unknown_command_is_refused(tree: Path) -> None:
    done = dev(tree, "deploy")
    assert (done.returncode, done.stdout) == (2, "")
    assert "./dev run" in done.stderr


def test_an_index_out_of_reach_is_said_plainly(tree: Path) -> None:
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:1/simple",
        "UV_INDEX_URL": "http://127.0.0.1:1/simple",
    }
    done = dev(
        tree, "run", PYTHON=sys.executable, PIP_RETRIES="0", PIP_CONFIG_FILE="/dev/null", **nowhere
    )
    assert done.returncode == 1
    assert done.stderr.endswith(
        "The dependencies could not be installed: is a Python package index within reach?\n"
    )
    assert not (tree / ".venv" / "ready-run").exists()
