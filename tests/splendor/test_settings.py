"""How the site starts: a real one needs its secrets, the embedded default needs nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

SHOW = """
import json
from django.conf import settings
names = {names!r}
print(json.dumps({{name: getattr(settings, name) for name in names}}, default=str))
"""
REAL = {
    "SECRET_KEY": "a long secret that only this test knows, of more than fifty signs",
    "GAME_SECRET_KEYS": Fernet.generate_key().decode(),
    "SITE_URL": "https://loupe.example",
    "DATABASE_URL": "postgresql://loupe@db.example/loupe",
    "REDIS_URL": "redis://broker.example:6379/0",
    "EMAIL_URL": "smtps://user:pass@mail.example",
}


def python(root: Path, env: dict[str, str], *command: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in the tree with nothing but ``env``."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=root,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "splendor.settings", **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


def read(root: Path, env: dict[str, str], *names: str) -> dict[str, Any]:
    """The values of settings in a new process."""
    done = python(root, env, "-c", SHOW.format(names=names))
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_real_site_refuses_to_start_without_its_secrets(root: Path, tmp_path: Path) -> None:
    done = python(root, {"VAR_DIR": str(tmp_path)}, "manage.py", "check")
    assert done.returncode == 1
    assert (
        "Not set: SECRET_KEY, GAME_SECRET_KEYS, SITE_URL, DATABASE_URL, REDIS_URL, EMAIL_URL."
        in done.stderr
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", sorted(REAL))
def test_a_real_site_refuses_to_start_without(root: Path, tmp_path: Path, name: str) -> None:
    env = {key: value for key, value in REAL.items() if key != name}
    done = python(root, {**env, "VAR_DIR": str(tmp_path)}, "manage.py", "check")
    assert done.returncode == 1
    assert f"Not set: {name}." in done.stderr


def test_a_real_site_passes_the_checks_for_deployment(root: Path, tmp_path: Path) -> None:
    done = python(
        root, {**REAL, "VAR_DIR": str(tmp_path)}, "-W", "ignore", "manage.py", "check", "--deploy"
    )
    assert done.returncode == 0
    assert done.stdout + done.stderr == "System check identified no issues (0 silenced).\n"


def test_a_real_site_is_strict(root: Path, tmp_path: Path) -> None:
    names = "DEBUG MAILBOX ALLOWED_HOSTS SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS"
    assert read(root, {**REAL, "VAR_DIR": str(tmp_path)}, *names.split()) == {
        "DEBUG": False,
        "MAILBOX": False,
        "ALLOWED_HOSTS": ["loupe.example"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
    }


def test_the_web_server_pools_connections_and_a_worker_keeps_its_own(
    root: Path, tmp_path: Path
) -> None:
    env = {**REAL, "VAR_DIR": str(tmp_path)}
    worker = read(root, env, "DATABASES")["DATABASES"]["default"]
    assert (worker["CONN_MAX_AGE"], "pool" in worker["OPTIONS"]) == (60, False)
    web = read(root, {**env, "DATABASE_POOL": "1"}, "DATABASES")["DATABASES"]["default"]
    assert (web.get("CONN_MAX_AGE", 0), web["OPTIONS"]["pool"]["max_size"]) == (0, 10)


def test_the_embedded_default_starts_from_nothing_and_keeps_its_secrets(
    root: Path, tmp_path: Path
) -> None:
    env = {"EMBEDDED": "1", "VAR_DIR": str(tmp_path)}
    names = ("SECRET_KEY", "GAME_SECRET_KEYS", "DEBUG", "MAILBOX", "SITE_URL")
    first = read(root, env, *names)
    assert first == read(root, env, *names)
    assert (first["DEBUG"], first["MAILBOX"], first["SITE_URL"]) == (
        False,
        True,
        "http://127.0.0.1:8000",
    )
    assert len(first["SECRET_KEY"]) == 50
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game_secret_key", "secret_key"]


@pytest.mark.parametrize(
    ("host", "url", "hosts"),
    [
        ("::1", "http://[::1]:8123", ["localhost", "127.0.0.1", "[::1]", "::1"]),
        ("0.0.0.0", "http://127.0.0.1:8123", ["localhost", "127.0.0.1", "[::1]", "*"]),
        ("box.lan", "http://box.lan:8123", ["localhost", "127.0.0.1", "[::1]", "box.lan"]),
    ],
)
def test_links_lead_to_where_the_site_listens(
    root: Path, tmp_path: Path, host: str, url: str, hosts: list[str]
) -> None:
    env = {"EMBEDDED": "1", "VAR_DIR": str(tmp_path), "HOST": host, "PORT": "8123"}
    assert read(root, env, "SITE_URL", "ALLOWED_HOSTS") == {"SITE_URL": url, "ALLOWED_HOSTS": hosts}


def test_sqlite_takes_the_write_lock_when_a_transaction_begins(root: Path, tmp_path: Path) -> None:
    settings = read(root, {"EMBEDDED": "1", "VAR_DIR": str(tmp_path)}, "DATABASES")["DATABASES"][
        "default"
    ]
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]
    assert not settings.get("ATOMIC_REQUESTS")


def test_the_embedded_default_finds_the_broker_that_runs(root: Path, tmp_path: Path) -> None:
    env = {"EMBEDDED": "1", "VAR_DIR": str(tmp_path)}
    assert read(root, env, "REDIS_URL") == {"REDIS_URL": "redis://127.0.0.1:1/0"}
    (tmp_path / "valkey").mkdir()
    (tmp_path / "valkey" / "port").write_text("45678")
    assert read(root, env, "REDIS_URL") == {"REDIS_URL": "redis://127.0.0.1:45678/0"}


def test_check_deploy_refuses_the_embedded_default(root: Path, tmp_path: Path) -> None:
    done = python(
        root, {"EMBEDDED": "1", "VAR_DIR": str(tmp_path)}, "manage.py", "check", "--deploy"
    )
    assert done.returncode == 1
    for identifier in ("loupe.E002", "loupe.E003", "loupe.W001"):
        assert identifier in done.stderr


def test_check_refuses_a_game_key_that_is_none(root: Path, tmp_path: Path) -> None:
    env = {
        "EMBEDDED": "1",
        "VAR_DIR": str(tmp_path),
        "GAME_SECRET_KEYS": f"{REAL['GAME_SECRET_KEYS']},short",
    }
    done = python(root, env, "manage.py", "check")
    assert (done.returncode, "loupe.E001" in done.stderr) == (1, True)
