"""Who may open which page, sign-in, methods, forged forms, addresses that lead nowhere."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.factories.games import make_computer_game, make_game
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.conftest import STAGES, Staged
from tests.games.web.visit import game_url, hidden_fields, text_of, visitor

Stage = Callable[[str], Staged]

PAGES = ("game", "version", "log", "shuffle")
CHANGES = ("act", "resign", "deal", "entropy", "cancel", "rematch")
ANSWERS = ("accept", "decline")


def addresses(staged: Staged) -> dict[str, str]:
    """Every address that has to do with the game or its invitation, and those of the lists."""
    of_game = {name: game_url(staged.game, name) for name in (*PAGES, *CHANGES)}
    of_invitation = {
        name: reverse(f"games:{name}", args=[staged.token]) for name in ("invitation", *ANSWERS)
    }
    return of_game | of_invitation | {"mine": reverse("games:mine"), "new": reverse("games:new")}


EVERYBODY = {"maker": 200, "asked": 200, "stranger": 200, "nobody": 200}
ONLY_MAKER = {"maker": 200, "asked": 404, "stranger": 404, "nobody": 404}
THOSE_TWO = ONLY_MAKER | {"asked": 200}
AWAY_FROM_LINK = {"maker": 302, "asked": 302, "stranger": 302, "nobody": 302}


def expected(stage: str, name: str) -> dict[str, int]:
    """The status that each gets."""
    if name == "invitation":
        return _expected_of_invitation(stage)
    if stage in ("active", "over"):
        return EVERYBODY
    if stage == "by link":
        return ONLY_MAKER
    # Who was asked by name sees the invitation in place of the room.
    return THOSE_TWO | {"asked": 302} if name == "game" else THOSE_TWO


def _expected_of_invitation(stage: str) -> dict[str, int]:
    if stage == "by link":
        return EVERYBODY | {"maker": 302}
    named = {"maker": 302, "asked": 200, "stranger": 404, "nobody": 200}
    if stage in ("active", "over"):
        return {who: 302 if status == HTTPStatus.OK else status for who, status in named.items()}
    return named


@pytest.mark.parametrize("stage", STAGES)
def test_pages_open_for_those_who_may_know_of_the_game(staged: Stage, stage: str) -> None:
    made = staged(stage)
    for name in (*PAGES, "invitation"):
        address = addresses(made)[name]
        got = {who: visitor(user).get(address).status_code for who, user in made.people.items()}
        assert got == expected(stage, name), name


@pytest.mark.parametrize("stage", STAGES)
def test_a_page_that_one_may_not_see_tells_nothing(staged: Stage, stage: str) -> None:
    made = staged(stage)
    for user in (made.people["stranger"], None):
        for name in PAGES:
            response = visitor(user).get(addresses(made)[name])
            if response.status_code == HTTPStatus.NOT_FOUND:
                assert "There is nothing here" in text_of(response)
                assert "maker" not in text_of(response)
                assert made.game.commitment not in text_of(response)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(staged: Stage, stage: str, method: str) -> None:
    made = staged(stage)
    with nothing_changes():
        for user in made.people.values():
            client = visitor(user)
            for address in addresses(made).values():
                response = getattr(client, method)(address)
                assert response.status_code in (200, 302, 403, 404), address


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(staged: Stage, method: str) -> None:
    made = staged("active")
    with nothing_changes():
        for user in made.people.values():
            for address in addresses(made).values():
                response = getattr(visitor(user), method)(address)
                assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED, address


def test_pages_that_only_show_refuse_a_post(staged: Stage) -> None:
    made = staged("active")
    client = visitor(made.people["maker"])
    for name in (*PAGES, "invitation", "mine"):
        assert client.post(addresses(made)[name]).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("stage", STAGES)
def test_changing_anything_needs_signing_in_and_comes_back(staged: Stage, stage: str) -> None:
    made = staged(stage)
    with nothing_changes():
        for name in (*CHANGES, *ANSWERS, "new"):
            address = addresses(made)[name]
            response = visitor().post(address, {"entropy": "mine", "do": "replenish"})
            login = reverse("account_login") + "?" + urlencode({"next": address}, safe="/")
            assert (response.status_code, response.headers["Location"]) == (302, login)


@pytest.mark.parametrize("name", ["mine", "new", "resign"])
def test_private_pages_need_signing_in(staged: Stage, name: str) -> None:
    address = addresses(staged("active"))[name]
    response = visitor().get(address)
    assert response.headers["Location"] == f"{reverse('account_login')}?next={quote(address)}"


@pytest.mark.parametrize("name", [*CHANGES, *ANSWERS])
def test_coming_back_from_signing_in_leads_to_the_page_of_the_button(
    staged: Stage, name: str
) -> None:
    made = staged("active")
    response = visitor(made.people["maker"]).get(addresses(made)[name] + "?card=J1-05", follow=True)
    assert response.status_code == HTTPStatus.OK
    if name == "resign":
        assert "Resign this game?" in text_of(response)
    else:
        assert 'data-mode="' in text_of(response)


def test_a_draft_survives_the_way_back_to_the_game(game: Game) -> None:
    response = visitor(game.seats.get(number=1).user).get(
        game_url(game, "act") + "?card=J1-05&gold=a1"
    )
    assert response.headers["Location"] == game_url(game) + "?card=J1-05&gold=a1"


@pytest.mark.parametrize("name", [*CHANGES, *ANSWERS, "new"])
def test_forged_forms_are_refused(staged: Stage, name: str) -> None:
    made = staged("active" if name in ("act", "resign") else "by name")
    with nothing_changes():
        for user in made.people.values():
            client = visitor(user, strict=True)
            response = client.post(addresses(made)[name], {"entropy": "mine", "do": "replenish"})
            assert response.status_code == HTTPStatus.FORBIDDEN


def test_a_form_with_its_own_token_passes(db: None) -> None:
    user = make_user()
    client = visitor(user, strict=True)
    fields = hidden_fields(client.get(reverse("games:new")))
    data = {**fields, "opponent": "computer", "speed": "days_3"}
    response = client.post(reverse("games:new"), data)
    assert response.headers["Location"] == game_url(Game.objects.get())


IDS = ("zzzzzzzzzz", "x", "new-", "a" * 200, "0", "game000001-")
NO_ADDRESS = ("%00", "a%00b", "..", "a b", "\u0661", "J1-05'--")


@pytest.mark.parametrize("signed_in", [True, False])
def test_unknown_ids_lead_nowhere(db: None, signed_in: bool) -> None:
    client: Client = visitor(make_user() if signed_in else None)
    with nothing_changes():
        for name in PAGES:
            for game_id in IDS:
                assert client.get(f"/games/{game_id}/{_tail(name)}").status_code == 404
        for game_id in IDS:
            assert client.get(f"/join/{game_id}/").status_code == 404


def _tail(name: str) -> str:
    return "" if name == "game" else f"{name}/"


def test_nothing_can_be_done_to_a_game_that_does_not_exist(db: None) -> None:
    client = visitor(make_user())
    for game_id in IDS:
        for name in ("actions", "resign", "deal", "entropy", "cancel", "rematch"):
            response = client.post(f"/games/{game_id}/{name}/", {"do": "replenish", "version": 1})
            assert response.status_code in (400, 404), name
        for name in ANSWERS:
            assert client.post(f"/join/{game_id}/{name}/").status_code == 404


@pytest.mark.parametrize("part", NO_ADDRESS)
def test_addresses_that_no_page_has(db: None, part: str) -> None:
    client = visitor(make_user())
    for address in (f"/games/{part}/", f"/join/{part}/", f"/join/{part}/accept/"):
        assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_a_foreign_game_can_be_watched_and_not_touched(staged: Stage) -> None:
    made = staged("active")
    client = visitor(made.people["stranger"])
    with nothing_changes():
        for name in ("act", "resign", "rematch", "cancel", "deal", "entropy"):
            data = {"do": "replenish", "version": made.game.version, "key": "k"}
            response = client.post(addresses(made)[name], data)
            assert response.status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND), name
        assert client.get(addresses(made)["resign"]).status_code == HTTPStatus.FORBIDDEN


def test_a_game_of_the_computer_not_yet_dealt_is_only_its_makers(db: None) -> None:
    user = make_user()
    client = visitor(user)
    client.post(reverse("games:new"), {"opponent": "computer", "speed": "days_3"})
    game = Game.objects.get()
    statuses = [
        visitor(who).get(game_url(game, name)).status_code
        for name in PAGES
        for who in (user, make_user(), None)
    ]
    assert statuses == [200, 404, 404] * len(PAGES)


def test_a_link_is_no_way_into_a_game_of_two_others(db: None) -> None:
    game = make_game()
    stranger: User = make_user()
    response = visitor(stranger).post(reverse("games:accept", args=[game.invitation.token]))
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert not game.seats.filter(user=stranger).exists()


def test_pages_are_never_kept_by_caches(staged: Stage) -> None:
    made = staged("active")
    client = visitor(made.people["maker"])
    for name in (*PAGES, "mine", "new", "resign"):
        assert "no-store" in client.get(addresses(made)[name]).headers["Cache-Control"]


def test_version_says_whose_turn_it_is(staged: Stage) -> None:
    made = staged("active")
    mover = made.game.seat_to_move
    seats = {"maker": 1, "asked": 2}
    for who, user in made.people.items():
        answer = visitor(user).get(game_url(made.game, "version")).json()
        your_turn = seats.get(who) == mover
        mark = answer.pop("mark", None)  # of what the two players alone have: messages, requests
        told = {"game_id": made.game.pk, "version": made.game.version, "your_turn": your_turn}
        assert answer == told
        assert (mark is not None) == (who in seats)


def test_version_of_a_finished_game_is_nobodys_turn(staged: Stage) -> None:
    made = staged("over")
    for user in made.people.values():
        assert visitor(user).get(game_url(made.game, "version")).json()["your_turn"] is False


def test_computer_game_can_be_watched(db: None) -> None:
    game = make_computer_game()
    assert visitor().get(game_url(game)).status_code == HTTPStatus.OK
