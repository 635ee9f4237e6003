"""Offers that bots may not take, or nobody else."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.enums import Audience, Speed
from games.errors import ServiceError
from games.models import Game, Invitation, StandingOffer
from games.selectors.offers import NO_GATES, Filters, Gates, offers_for, reader_of
from games.services.invitations import accept_invitation
from games.services.lobby import Options
from games.services.offers import create_offer
from games.services.standing_offers import create_standing_offer
from tests.factories.users import make_user
from tests.games.api.calls import client_of
from tests.games.web.visit import visitor

pytestmark = pytest.mark.django_db

TERMS = Options(Speed.DAYS_3)


@pytest.fixture
def bot() -> User:
    """A bot."""
    return make_user("robot", is_bot=True)


def offered(by: User, gates: Gates) -> Game:
    """An offer in the lobby."""
    return create_offer(user=by, options=TERMS, gates=gates)


def seen(user: User, filters: Filters = Filters()) -> dict[str, str]:  # noqa: B008  frozen
    """What the lobby says to this person of each offer: its game and why it is closed."""
    found = offers_for(reader_of(user), filters, timezone.now())
    return {one.invitation.game_id: one.closed.code if one.closed else "" for one in found}


def test_offer_for_people_or_for_bots_is_closed_to_the_others(bot: User) -> None:
    maker, ada = make_user("maker"), make_user("ada")
    people, bots, all_ = (offered(maker, Gates(bots=bots)) for bots in (False, True, None))
    assert seen(ada) == {people.pk: "", bots.pk: "bots_only", all_.pk: ""}
    assert seen(bot) == {people.pk: "people_only", bots.pk: "", all_.pk: ""}
    for game, user in ((people, bot), (bots, ada)):
        with pytest.raises(ServiceError) as refused:
            accept_invitation(token=game.invitation.token, user=user, entropy="")
        assert refused.value.code == seen(user)[game.pk]
        assert Game.objects.get(pk=game.pk).status == "preparing"
    assert accept_invitation(token=bots.invitation.token, user=bot, entropy="").status == "active"


def test_filter_for_what_one_can_accept_asks_the_same(bot: User) -> None:
    maker, ada = make_user("maker"), make_user("ada")
    for bots in (False, True, None):
        offered(maker, Gates(bots=bots))
    for user in (ada, bot):
        open_ = {game for game, why in seen(user).items() if not why}
        assert set(seen(user, Filters(for_me=True))) == open_ and len(open_) == 2


def test_lobby_can_be_narrowed_to_who_made_an_offer(bot: User) -> None:
    ada = make_user("ada")
    by_bot, by_person = offered(bot, NO_GATES), offered(make_user("maker"), NO_GATES)
    assert set(seen(ada, Filters(bots=True))) == {by_bot.pk}
    assert set(seen(ada, Filters(bots=False))) == {by_person.pk}
    client = client_of(ada)
    for query, game in (("true", by_bot), ("false", by_person)):
        items = client.get("/api/v1/offers", {"bots": query}).json()["items"]
        assert [item["token"] for item in items] == [game.invitation.token]
    page = visitor(ada).get(reverse("games:lobby"), {"bots": "with"}).content.decode()
    assert "robot (bot)" in page and "maker" not in page


def test_standing_offer_keeps_whom_it_is_for(bot: User) -> None:
    create_standing_offer(user=make_user("maker"), count=1, options=TERMS, gates=Gates(bots=False))
    assert StandingOffer.objects.get().bots is False
    for row in Invitation.objects.filter(audience=Audience.LOBBY):
        assert row.bots is False


@pytest.mark.parametrize(("chosen", "stored"), [("", None), ("no", False), ("yes", True)])
def test_form_of_a_new_game_says_whom_an_offer_is_for(chosen: str, stored: bool | None) -> None:
    maker = make_user("maker")
    form = {"opponent": "lobby", "speed": "days_3", "key": "k", "vacations": "on", "bots": chosen}
    answer = visitor(maker).post(reverse("games:new"), form)
    assert answer.status_code == 302
    assert Invitation.objects.get().bots is stored


def test_gate_can_be_set_and_read_through_the_api() -> None:
    client = client_of(make_user("maker"))
    body = {"speed": "days_3", "gates": {"bots": True}}
    made = client.post("/api/v1/offers", body, format="json")
    assert made.status_code == 201, made.content
    (item,) = client.get("/api/v1/offers").json()["items"]
    assert item["gates"]["bots"] is True
    for wrong in ("yes", 1, "true"):
        body = {"speed": "days_3", "gates": {"bots": wrong}}
        assert client.post("/api/v1/offers", body, format="json").status_code == 400
    assert Invitation.objects.count() == 1
