"""The lobby's pages: what they show, what pressing does, and that nothing is refused in silence."""

import re
from functools import partial
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from accounts.services import block_user
from games.enums import GameStatus, Speed
from games.models import Game, Invitation, StandingOffer
from games.selectors import limits
from games.selectors.offers import Gates
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer
from tests.factories.games import OPTIONS, make_computer_game, make_game, mover_of
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.test_queries import queries
from tests.games.web.visit import game_url, refusal_on, text_of, visitor

pytestmark = pytest.mark.django_db

LOBBY, STANDING = "/lobby/", "/lobby/standing/"
TERMS = {"speed": "days_3", "stand_off": "on", "vacations": "on"}


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


@pytest.fixture
def client(ada: User) -> Client:
    return visitor(ada)


def accept_form(page: str) -> list[str]:
    """Where the accept buttons of a page lead."""
    return re.findall(r'action="(/join/[^"]+/accept/)"', page)


# The lobby


def test_lobby_asks_for_signing_in() -> None:
    assert "/accounts/login/" in visitor().get(LOBBY).headers["Location"]


def test_empty_lobby_offers_to_make_an_offer(client: Client) -> None:
    page = text_of(client.get(LOBBY))
    assert "Nobody offers a game at the moment" in page
    assert "/games/new/?opponent=lobby" in page


def test_row_tells_who_and_on_what_terms(client: Client) -> None:
    options = Options(Speed.BANK_BRISK, open_memory=True, rated=True, weekends_off=True)
    create_offer(user=make_user("bert"), options=options)
    page = text_of(client.get(LOBBY))
    for text in ("bert", "rating about 1500", "brisk: 24 hours", "rated", "weekends off"):
        assert text in page


def test_accepting_leads_into_the_game_and_twice_is_once(client: Client) -> None:
    game = create_offer(user=make_user(), options=OPTIONS)
    (address,) = accept_form(text_of(client.get(LOBBY)))
    first, second = client.post(address), client.post(address)
    assert first.headers["Location"] == second.headers["Location"] == game_url(game)
    game.refresh_from_db()
    assert game.status == GameStatus.ACTIVE


def test_who_comes_too_late_reads_so_and_finds_other_offers(client: Client) -> None:
    create_offer(user=make_user(), options=OPTIONS)
    (address,) = accept_form(text_of(client.get(LOBBY)))
    visitor(make_user()).post(address)
    with nothing_changes():
        response = client.post(address)
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This invitation is no longer open."
    assert LOBBY in text_of(response)


def test_closed_offer_has_a_reason_instead_of_a_button(client: Client) -> None:
    game = create_offer(user=make_user(), options=OPTIONS, gates=Gates(min_rating=1800))
    page = text_of(client.get(LOBBY))
    assert accept_form(page) == []
    assert "For ratings from 1800 on; yours is 1500." in page
    details = text_of(client.get(f"/join/{game.invitation.token}/"))
    assert "For ratings from 1800 on; yours is 1500." in details
    assert "Accept and play" not in details


def test_refusal_of_a_closed_offer_is_shown(client: Client) -> None:
    game = create_offer(user=make_user(), options=OPTIONS, gates=Gates(max_rating=1400))
    with nothing_changes():
        response = client.post(f"/join/{game.invitation.token}/accept/")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "For ratings up to 1400; yours is 1500."


def test_own_offer_is_withdrawn_from_the_lobby(client: Client, ada: User) -> None:
    game = create_offer(user=ada, options=OPTIONS)
    page = text_of(client.get(LOBBY))
    assert "Your offer" in page and accept_form(page) == []
    response = client.post(game_url(game, "cancel"), {"from": "lobby"})
    assert response.headers["Location"] == LOBBY
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED


def test_offer_of_somebody_blocked_is_nowhere(client: Client, ada: User) -> None:
    bert = make_user("bert")
    create_offer(user=bert, options=OPTIONS)
    block_user(user=bert, blocked=ada)
    assert "bert" not in text_of(client.get(LOBBY))


def test_filters_come_from_the_address(client: Client) -> None:
    create_offer(user=make_user("quick"), options=Options(Speed.DAYS_1))
    create_offer(user=make_user("rated"), options=Options(Speed.DAYS_7, rated=True))
    page = text_of(client.get(LOBBY, {"speed": "slow", "rated": "with"}))
    assert "/players/rated/" in page and "/players/quick/" not in page
    assert '<option value="slow" selected>' in page
    assert "No offer fits these filters" in text_of(client.get(LOBBY, {"speed": "steady"}))


def test_filter_that_is_none_is_named_and_changes_nothing(client: Client) -> None:
    create_offer(user=make_user("bert"), options=OPTIONS)
    response = client.get(LOBBY, {"speed": "warp", "rated": "9" * 999})
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert "Select a valid choice." in text_of(response) and "bert" in text_of(response)


def test_lobby_takes_as_many_queries_with_one_offer_as_with_many(ada: User) -> None:
    counts = []
    for number in (1, 4):
        for _offer in range(number):
            create_offer(user=make_user(), options=OPTIONS)
        counts.append(queries(ada, LOBBY))
    assert counts[0] == counts[1] <= 10


# The form for a new game


def test_offer_from_the_form_has_its_terms(client: Client, ada: User) -> None:
    data = {**TERMS, "opponent": "lobby", "rated": "on", "weekends_off": "on", "key": "k"}
    client.post("/games/new/", {**data, "min_rating": "1200", "min_reliability": "80"})
    row = Invitation.objects.get()
    assert (row.audience, row.inviter) == ("lobby", ada)
    assert Gates.of(row) == Gates(1200, None, 80)
    assert (row.game.rated, row.game.weekends_off, row.game.vacations) == (True, True, True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"speed": "no_clock"}, "Only people who know each other play without a clock"),
        ({"min_rating": "1600", "max_rating": "1500"}, "nobody could accept"),
        ({"min_rating": "1"}, "Ensure this value is greater than or equal to 100"),
        ({"max_rating": "many"}, "Enter a whole number."),
        ({"min_reliability": "101"}, "Ensure this value is less than or equal to 100"),
        ({"opponent": "email"}, "To which address shall the invitation go?"),
        ({"opponent": "email", "email": "x"}, "Enter a valid email address."),
        ({"opponent": "link", "speed": "no_clock", "rated": "on"}, "can&#x27;t be rated"),
    ],
)
def test_terms_that_make_no_sense_come_back_with_the_reason(
    client: Client, change: dict[str, str], reason: str
) -> None:
    with nothing_changes():
        response = client.post("/games/new/", {**TERMS, "opponent": "lobby", **change})
    assert response.status_code in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert reason in text_of(response)


def test_computer_is_never_played_for_the_rating(client: Client) -> None:
    client.post("/games/new/", {**TERMS, "opponent": "computer", "rated": "on"})
    assert not Game.objects.get().rated


def test_address_of_the_form_may_name_whom(client: Client) -> None:
    page = text_of(client.get("/games/new/?opponent=user&name=bert"))
    assert 'value="bert"' in page
    assert re.search(r'value="user"[^>]*checked', page)


def test_mailed_invitation_shows_the_address_until_it_closes(client: Client) -> None:
    data = {**TERMS, "opponent": "email", "email": "cleo@example.org"}
    page = text_of(client.post("/games/new/", data, follow=True))
    assert "We write to cleo@example.org" in page
    assert "send them the link" in page


def test_room_is_the_same_whatever_became_of_the_mail(client: Client) -> None:
    """Else who mails to an address that takes nothing could tell that its account has given mail up."""
    client.post("/games/new/", {**TERMS, "opponent": "email", "email": "cleo@example.org"})
    pages = set()
    for state in ("waiting", "sending", "sent", "dropped", "failed"):
        Invitation.objects.update(mail_state=state)
        page = text_of(client.get(game_url(Game.objects.get())))
        pages.add(re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"', "", page))
    assert len(pages) == 1


def test_maker_sees_whom_the_offer_is_for(client: Client, ada: User) -> None:
    gates = Gates(min_rating=1200, max_rating=1800, min_reliability=90)
    game = create_offer(user=ada, options=OPTIONS, gates=gates)
    row = text_of(client.get(LOBBY))
    assert "casual, rating from 1200, rating up to 1800, 90 % in time" in row
    room = text_of(client.get(game_url(game)))
    assert "1200 to 1800" in room
    assert "90 % or more" in room


@pytest.mark.parametrize(
    ("gates", "said"),
    [(Gates(min_rating=1200), "1200 or more"), (Gates(max_rating=1800), "1800 at most")],
)
def test_one_limit_is_told_as_one(client: Client, ada: User, gates: Gates, said: str) -> None:
    room = text_of(client.get(game_url(create_offer(user=ada, options=OPTIONS, gates=gates))))
    assert said in room
    assert "Their turns in time" not in room


def test_how_many_games_one_has_is_said(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    create_invitation(user=ada, invitee=None, options=OPTIONS)
    with nothing_changes():
        response = client.post("/games/new/", {**TERMS, "opponent": "lobby"})
    assert response.status_code == HTTPStatus.CONFLICT
    assert "You have 1 games, and 1 is the most" in text_of(response)
    assert "You have 1 of the 1 games" in text_of(client.get(LOBBY))


# Saying no


def test_reason_is_asked_for_told_and_shown(client: Client, ada: User) -> None:
    maker = make_user("bert")
    game = create_invitation(user=maker, invitee=ada, options=OPTIONS)
    page = text_of(client.get(f"/join/{game.invitation.token}/"))
    assert "another speed, please" in page
    data = {"reason": "speed", "note": "<b>five</b> days"}
    client.post(f"/join/{game.invitation.token}/decline/", data)
    said = "another speed, please: &lt;b&gt;five&lt;/b&gt; days"
    assert f"<b>ada</b> declined: {said}" in text_of(visitor(maker).get("/games/"))
    assert f"ada declined: {said}" in text_of(visitor(maker).get(game_url(game)))


def test_reason_that_makes_no_sense_comes_back(client: Client, ada: User) -> None:
    game = create_invitation(user=make_user(), invitee=ada, options=OPTIONS)
    with nothing_changes():
        address = f"/join/{game.invitation.token}/decline/"
        response = client.post(address, {"reason": "x" * 999, "note": "y" * 999})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose a reason" in refusal_on(response)


# Standing offers


def test_standing_offer_is_made_changed_paused_and_deleted(client: Client) -> None:
    client.post(STANDING, {**TERMS, "count": "3", "rated": "on"})
    row = StandingOffer.objects.get()
    assert (row.count, row.rated, row.speed) == (3, True, "days_3")
    change = partial(client.post, reverse("games:change_standing", args=[row.pk]))
    assert change({"do": "count", "count": "5"}).headers["Location"] == STANDING
    change({"do": "pause"})
    assert "Paused" in text_of(client.get(STANDING))
    row.refresh_from_db()
    assert (row.count, row.paused) == (5, True)
    change({"do": "resume"})
    assert "0 of 5 running" in text_of(client.get(STANDING))
    change({"do": "delete"})
    assert not StandingOffer.objects.exists()


def test_standing_offer_sent_twice_is_one(client: Client) -> None:
    for _time in range(2):
        client.post(STANDING, {**TERMS, "count": "3"})
    assert StandingOffer.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"count": "0"}, "Ensure this value is greater than or equal to 1"),
        ({"count": "many"}, "Enter a whole number."),
        ({"speed": "no_clock"}, "Select a valid choice."),
        ({"min_rating": "1600", "max_rating": "1500"}, "nobody could accept"),
    ],
)
def test_standing_offer_without_sense_comes_back(
    client: Client, data: dict[str, str], reason: str
) -> None:
    response = client.post(STANDING, {**TERMS, "count": "1", **data})
    assert response.status_code in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert reason in text_of(response)
    assert not StandingOffer.objects.exists()


def test_change_of_a_standing_offer_is_refused_with_the_reason(client: Client) -> None:
    theirs = visitor(make_user())
    theirs.post(STANDING, {**TERMS, "count": "1"})
    row = StandingOffer.objects.get()
    address = reverse("games:change_standing", args=[row.pk])
    response = client.post(address, {"do": "delete"})
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert refusal_on(response) == "There is no such standing offer."
    response = theirs.post(address, {"do": "count", "count": "99"})
    assert refusal_on(response) == "Between 1 and 10 games can be kept running."
    assert theirs.get(address).headers["Location"] == STANDING


# Between two players


def test_next_waiting_game_is_one_press_away_most_urgent_first(client: Client, ada: User) -> None:
    speeds = (Speed.NO_CLOCK, Speed.DAYS_5)
    games = [make_game(ada, make_user(), Options(speed)) for speed in speeds]
    waiting = make_game(ada, make_user(), Options(Speed.DAYS_14))
    while mover_of(waiting) == ada:  # chance decides who begins
        waiting = make_game(ada, make_user(), Options(Speed.DAYS_14))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(seat_to_move=1)
    page = text_of(client.get(game_url(waiting)))
    (after,) = re.findall(r'<a class="go" href="([^"]+)"><span>Next game', page)
    assert after == game_url(games[1])


def test_game_page_blocks_and_comes_back(client: Client, ada: User) -> None:
    bert = make_user("bert")
    game = make_game(ada, bert)
    page = text_of(client.get(game_url(game)))
    assert "Block bert" in page
    response = client.post("/blocked/add/", {"name": "bert", "next": way_back(page)})
    assert response.headers["Location"] == game_url(game)
    assert Block.objects.get().blocked == bert


def way_back(page: str) -> str:
    """Where the block form leads back."""
    return str(re.findall(r'name="next" value="([^"]*)"', page)[0])


def test_who_watches_is_offered_no_block(game: Game) -> None:
    assert "/blocked/add/" not in text_of(visitor(make_user()).get(game_url(game)))


def test_computer_is_not_blocked(client: Client, ada: User) -> None:
    assert "/blocked/add/" not in text_of(client.get(game_url(make_computer_game(ada))))
