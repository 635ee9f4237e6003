"""The admin shows games to staff: everything to read, nothing to change, no secret."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.enums import Pool
from games.models import (
    CalendarFeed,
    Delivery,
    Game,
    GameEvent,
    Invitation,
    Notification,
    Rating,
    RatingChange,
    Seat,
    Snapshot,
    Submission,
)
from games.selectors.state import load_state
from games.services.calendar import renew_feed
from games.services.lobby import create_invitation
from games.services.play import submit_actions
from games.services.sealing import unseal
from tests.factories.games import OPTIONS, legal_json, make_game, mover_of, play_random
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.hidden import hidden_cards

pytestmark = pytest.mark.django_db

SHOWN: tuple[type[Model], ...] = (
    CalendarFeed,
    Delivery,
    Game,
    GameEvent,
    Invitation,
    Notification,
    Rating,
    RatingChange,
)


@pytest.fixture
def running() -> Game:
    """A game in the middle, with a card that was reserved unseen and an answer that tells it."""
    game = make_game()
    play_random(game, 6)
    action = next(action for action in legal_json(game, "reserve_card") if "deck" in action)
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[action],
        expected_version=game.version,
        key="key-of-the-request",
    )
    create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    renew_feed(user=make_user(), shown="")
    _rate(game)
    game.refresh_from_db()
    return game


def _rate(game: Game) -> None:
    """Rows of the tables about ratings, without a second game, whose face-up cards are the first one's secrets."""
    person, now = mover_of(game), timezone.now()
    known = {"user": person, "pool": Pool.PEOPLE}
    Rating.objects.create(
        **known, value=1500, deviation=90, volatility=0.06, games=9, played_at=now
    )
    points = {"before": 1490, "deviation_before": 95, "after": 1500, "deviation_after": 90}
    RatingChange.objects.create(**known, **points, game=game, seat=1, at=now)


def pages() -> list[str]:
    """Every list and every detail page."""
    found = [reverse("admin:index"), reverse("admin:app_list", args=["games"])]
    for model in SHOWN:
        name = f"admin:games_{model._meta.model_name}"
        found.append(reverse(f"{name}_changelist"))
        keys = [str(row.pk) for row in model._default_manager.all()]
        assert keys
        for key in keys:
            found.append(reverse(f"{name}_change", args=[key]))
            found.append(reverse(f"{name}_history", args=[key]))
    return found


def secrets_of(game: Game) -> list[str]:
    """What no page may hold: the shuffle's secret, sealed or not, links, and what a stored answer told."""
    found = [invitation.token for invitation in Invitation.objects.all()]
    found += [feed.token for feed in CalendarFeed.objects.all()]
    for row in Game.objects.all():
        found += [unseal(row.sealed_secret).hex(), bytes(row.sealed_secret).decode()]
    return [*found, "key-of-the-request", *hidden_cards(load_state(game), None)]


def test_every_page_is_shown_and_holds_no_secret(admin_client: Client, running: Game) -> None:
    secrets = secrets_of(running)
    assert len(secrets) > 40
    for address in pages():
        answer = admin_client.get(address)
        assert answer.status_code == 200, address
        html = answer.content.decode()
        assert [secret for secret in secrets if secret in html] == [], address
        assert "gAAAAA" not in html, address


def test_event_is_shown_as_a_spectator_sees_it(admin_client: Client, running: Game) -> None:
    row = GameEvent.objects.filter(kind="card_reserved", payload__unseen=True).latest("pk")
    html = admin_client.get(reverse("admin:games_gameevent_change", args=[row.pk])).content.decode()
    assert "&quot;card&quot;: null" in html
    assert row.payload["card"] not in html


def test_finished_game_is_shown_too(admin_client: Client) -> None:
    game = make_game()
    play_random(game, 2000)
    assert game.status == "finished"
    for address in pages_of(game):
        assert admin_client.get(address).status_code == 200


def pages_of(game: Game) -> list[str]:
    """The pages of a game and of its last event."""
    last = GameEvent.objects.filter(game=game).latest("number")
    return [
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_gameevent_change", args=[last.pk]),
    ]


def test_nothing_can_be_changed(admin_client: Client, running: Game) -> None:
    with nothing_changes():
        for model in SHOWN:
            name = f"admin:games_{model._meta.model_name}"
            key = model._default_manager.latest("pk").pk
            change, add = reverse(f"{name}_change", args=[key]), reverse(f"{name}_add")
            delete = reverse(f"{name}_delete", args=[key])
            for address in (change, add, delete):
                assert admin_client.post(address, {"post": "yes"}).status_code == 403, address
            chosen = {"action": "delete_selected", "_selected_action": [key], "post": "yes"}
            admin_client.post(reverse(f"{name}_changelist"), chosen)
            html = admin_client.get(change).content.decode()
            assert not re.search(r'<input[^>]*name="_(save|continue|addanother)"', html)


def test_secret_tables_have_no_page() -> None:
    for model in (Snapshot, Submission, Seat):
        assert not admin.site.is_registered(model)


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("gameevent", {"payload__card": "J1-05"}),
        ("gameevent", {"payload__contains": "J1-05"}),
        ("gameevent", {"game__snapshot__state__contains": "J1-05"}),
        ("game", {"sealed_secret__gt": "gAAA"}),
        ("game", {"snapshot__state__contains": "J1-05"}),
        ("game", {"submissions__key": "k"}),
        ("invitation", {"token__startswith": "a"}),
        ("invitation", {"game__sealed_secret__gt": "a"}),
        ("notification", {"game__invitation__token__startswith": "a"}),
        ("calendarfeed", {"token__startswith": "a"}),
    ],
)
def test_secrets_can_t_be_asked_for_by_address(
    admin_client: Client, running: Game, model: str, lookup: dict[str, str]
) -> None:
    """A list that is empty or not, depending on a secret, tells the secret."""
    answer = admin_client.get(reverse(f"admin:games_{model}_changelist"), lookup)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("model", "query"),
    [
        ("game", {"status__exact": "active"}),
        ("game", {"speed__exact": "days_3"}),
        ("game", {"q": "game"}),
        ("gameevent", {"kind__exact": "card_reserved"}),
        ("gameevent", {"q": "game000001"}),
        ("delivery", {"state__exact": "waiting"}),
        ("notification", {"q": "person"}),
        ("invitation", {"status__exact": "open"}),
        ("rating", {"pool__exact": "people"}),
        ("ratingchange", {"q": "person"}),
    ],
)
def test_filters_and_searches_work(
    admin_client: Client, running: Game, model: str, query: dict[str, str]
) -> None:
    answer = admin_client.get(reverse(f"admin:games_{model}_changelist"), query)
    assert answer.status_code == 200
    shown: Any = answer.context["cl"]
    assert shown.result_count > 0


def test_only_staff_come_in(client: Client, running: Game) -> None:
    client.force_login(mover_of(running))
    for address in pages():
        assert client.get(address).status_code == 302, address
