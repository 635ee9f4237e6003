"""`/healthz`."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

NOBODY = "redis://127.0.0.1:1/0"


@pytest.mark.django_db
def test_healthz_is_well_when_both_answer(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "database": "ok", "broker": "ok"},
    )
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_healthz_says_that_the_broker_is_down(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = NOBODY
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"status": "down", "database": "ok", "broker": "down"},
    )


@pytest.mark.django_db
def test_healthz_says_that_the_database_is_down(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("no such server: db.example")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"status": "down", "database": "down", "broker": "ok"},
    )


def test_healthz_takes_no_post(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
