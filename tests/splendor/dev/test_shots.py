"""`./dev shots`: a throw-away site, games made for it, and a picture of every kind of page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCENES = ("home", "my-games", "opening", "midgame", "discard", "finished")
SCREENS = {"desk": 1280, "phone": 390}
PNG = b"\x89PNG\r\n\x1a\n"


def shots(root: Path, folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run the command as `./dev` does."""
    command = [sys.executable, "-m", "splendor.dev.shots", str(folder)]
    names = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VAR_DIR"}
    clean = {key: value for key, value in os.environ.items() if key not in names}
    return subprocess.run(
        command, cwd=root, env={**clean, **env}, capture_output=True, text=True, timeout=300
    )


@pytest.mark.slow
@pytest.mark.browser
def test_every_scene_on_every_screen_in_both_themes(root: Path, tmp_path: Path) -> None:
    done = shots(root, tmp_path / "shots")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"24 pictures in {tmp_path}/shots\n"
    for screen, width in SCREENS.items():
        for scene in SCENES:
            light, dark = (
                (tmp_path / "shots" / f"{scene}-{screen}-{theme}.png").read_bytes()
                for theme in ("light", "dark")
            )
            assert light[:8] == dark[:8] == PNG
            assert int.from_bytes(light[16:20], "big") == width
            assert light != dark


def test_a_machine_without_chromium_is_told_so(root: Path, tmp_path: Path) -> None:
    done = shots(root, tmp_path, CHROMIUM="/nonexistent/chromium")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no Chromium here: install it, or set CHROMIUM to its path\n"
