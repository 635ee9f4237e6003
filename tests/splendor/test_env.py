"""Readers of the environment."""

import stat
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from splendor.env import (
    database_from_url,
    env_bool,
    env_int,
    env_list,
    env_secret,
    env_str,
    kept_secret,
    mailer_from_url,
    require,
    vapid_key,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", True),
        ("TRUE", True),
        (" yes ", True),
        ("on", True),
        ("0", False),
        ("False", False),
        ("no", False),
    ],
)
def test_env_bool_reads_the_usual_words(
    monkeypatch: pytest.MonkeyPatch, text: str, value: bool
) -> None:
    monkeypatch.setenv("SWITCH", text)
    assert env_bool("SWITCH", not value) is value


def test_env_bool_names_the_variable_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWITCH", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SWITCH must be 1 or 0, not 'perhaps'"):
        env_bool("SWITCH")


def test_env_int_refuses_what_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNT", "12")
    assert env_int("COUNT", 3) == 12
    monkeypatch.setenv("COUNT", "a dozen")
    with pytest.raises(ImproperlyConfigured, match="COUNT must be a whole number, not 'a dozen'"):
        env_int("COUNT", 3)


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPTY", "")
    assert (
        env_str("EMPTY", "x"),
        env_int("EMPTY", 7),
        env_bool("EMPTY", True),
        env_list("EMPTY", "a"),
    ) == (
        "x",
        7,
        True,
        ["a"],
    )


def test_env_list_leaves_out_blanks_and_empty_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example, ,b.example,")
    assert env_list("HOSTS") == ["a.example", "b.example"]


def test_env_secret_prefers_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from the file\n")
    monkeypatch.setenv("KEY", "from the variable")
    assert env_secret("KEY") == "from the variable"
    monkeypatch.setenv("KEY_FILE", str(tmp_path / "key"))
    assert env_secret("KEY") == "from the file"


def test_env_secret_names_the_file_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KEY_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match="KEY_FILE: .*none can't be read"):
        env_secret("KEY")


def test_require_names_everything_that_is_missing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONE", "set")
    monkeypatch.setenv("TWO_FILE", "/somewhere")
    with pytest.raises(ImproperlyConfigured, match="Not set: THREE, FOUR"):
        require("ONE", "TWO", "THREE", "FOUR")


def test_database_from_url_decodes_every_part() -> None:
    url = "postgresql://a%40b:p%2Fw@db.example:5433/loupe?sslmode=require"
    assert database_from_url(url) == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "loupe",
        "USER": "a@b",
        "PASSWORD": "p/w",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_database_from_url_takes_a_sqlite_path() -> None:
    assert database_from_url("sqlite:////var/lib/x.db")["NAME"] == "/var/lib/x.db"


def test_database_from_url_refuses_another_kind() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must begin with"):
        database_from_url("mysql://localhost/x")


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://mail.example", 587, True, False),
        ("smtps://mail.example:2465", 2465, False, True),
    ],
)
def test_mailer_from_url_knows_the_kinds_of_encryption(
    url: str, port: int, tls: bool, ssl: bool
) -> None:
    options = mailer_from_url(url)["OPTIONS"]
    assert (options["host"], options["port"], options["use_tls"], options["use_ssl"]) == (
        "mail.example",
        port,
        tls,
        ssl,
    )


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "mail.example"])
def test_mailer_from_url_refuses_another_kind(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must be"):
        mailer_from_url(url)


def test_kept_secret_is_made_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key"
    assert kept_secret(path, lambda: "first") == "first"
    assert kept_secret(path, lambda: "second") == "first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["key"]


def test_kept_secret_agrees_between_two_that_start_together(tmp_path: Path) -> None:
    path, gate, read = tmp_path / "key", threading.Barrier(4), []

    def start(number: int) -> None:
        def make() -> str:
            gate.wait(10)
            return f"secret {number}"

        read.append(kept_secret(path, make))

    threads = [threading.Thread(target=start, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read) == 4
    assert len(set(read)) == 1


@pytest.mark.parametrize("text", ["", "A" * 42 + "E", "-" * 42 + "A"])
def test_vapid_key_of_32_bytes_is_taken(text: str) -> None:
    assert vapid_key(text) == text


@pytest.mark.parametrize(
    "text", ["A", "A" * 43, "A" * 42 + "E=E", "AAAE", "A" * 86, "/" * 43, "ключ" * 11]
)
def test_text_that_is_no_vapid_key_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY"):
        vapid_key(text)
