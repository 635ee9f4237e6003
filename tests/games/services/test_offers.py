"""Offers in the lobby: who may take one, who is told why not, and who never sees it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.enums import GameStatus, InvitationStatus, Speed
from games.errors import ServiceError
from games.models import Game, Invitation, Rating
from games.selectors import limits, offers
from games.selectors.offers import (
    NO_GATES,
    Filters,
    Gates,
    Offer,
    offers_for,
    reader_of,
    why_closed,
)
from games.selectors.people import PersonSummary, in_percent
from games.services.invitations import accept_invitation, cancel_game
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer
from games.services.play import resign_game
from games.services.rematch import rematch
from tests.factories.games import OPTIONS, make_game, seated
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

Together = Callable[..., list[Any]]


def offer(user: User | None = None, gates: Gates = NO_GATES, options: Options = OPTIONS) -> Game:
    """An open offer."""
    return create_offer(user=user or make_user(), options=options, gates=gates)


def seen_by(user: User, **filters: Any) -> list[Offer]:
    """What the lobby shows a person."""
    return offers_for(reader_of(user), Filters(**filters), timezone.now())


def ids(found: list[Offer]) -> list[str]:
    """The games of offers."""
    return [one.invitation.game_id for one in found]


def accept(game: Game, user: User) -> Game:
    """Take the seat."""
    return accept_invitation(token=game.invitation.token, user=user, entropy="")


def refusal(game: Game, user: User) -> tuple[str, int]:
    """Code and status with which accepting is refused; nothing may change."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        accept(game, user)
    return caught.value.code, caught.value.status


@pytest.fixture
def known_as(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, float | None], None]:
    """Everybody has this rating and takes this share of turns in time."""

    def set_all(rating: int, reliability: float | None) -> None:
        person = PersonSummary(rating, provisional=False, reliability=reliability, finished=3)
        monkeypatch.setattr(offers, "summaries_of", lambda users: dict.fromkeys(users, person))

    return set_all


# Making and taking


def test_offer_is_taken_by_the_first_and_begins() -> None:
    game, user = offer(), make_user()
    assert ids(seen_by(user)) == [game.pk]
    assert accept(game, user).status == GameStatus.ACTIVE
    assert seen_by(make_user()) == []


def test_same_offer_with_the_same_key_is_one() -> None:
    user = make_user()
    first = create_offer(user=user, options=OPTIONS, key="key")
    with nothing_changes():
        assert create_offer(user=user, options=OPTIONS, key="key") == first


@pytest.mark.parametrize(
    ("options", "gates", "code"),
    [
        (Options(Speed.NO_CLOCK), NO_GATES, "offer_without_clock"),
        (OPTIONS, Gates(min_rating=1600, max_rating=1500), "bad_gate"),
        (OPTIONS, Gates(min_rating=99), "bad_gate"),
        (OPTIONS, Gates(max_rating=4001), "bad_gate"),
        (OPTIONS, Gates(min_reliability=101), "bad_gate"),
    ],
)
def test_offer_that_nobody_could_take_is_refused(options: Options, gates: Gates, code: str) -> None:
    user = make_user()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        offer(user, gates, options)
    assert (caught.value.code, caught.value.status) == (code, 422)


def test_own_offer_is_withdrawn_and_not_accepted() -> None:
    user = make_user()
    game = offer(user)
    assert [(one.own, one.closed) for one in seen_by(user)] == [(True, None)]
    assert refusal(game, user) == ("own_invitation", 409)
    cancel_game(game_id=game.pk, user=user)
    assert seen_by(make_user()) == []


def test_offer_of_somebody_who_left_is_not_shown() -> None:
    maker, gone = make_user(), make_user()
    offer(maker)
    offer(gone)
    gone.delete()
    User.objects.filter(pk=maker.pk).update(is_active=False)
    assert seen_by(make_user()) == []


# Closed offers say why


@pytest.mark.parametrize(
    ("gates", "rating", "share", "code"),
    [
        (Gates(min_rating=1500), 1500, None, None),
        (Gates(min_rating=1501), 1500, None, "rating_too_low"),
        (Gates(max_rating=1500), 1500, None, None),
        (Gates(max_rating=1499), 1500, None, "rating_too_high"),
        (Gates(min_reliability=90), 1500, 0.9, None),
        (Gates(min_reliability=29), 1500, 0.29, None),
        (Gates(min_reliability=91), 1500, 0.9, "reliability_too_low"),
        (Gates(min_reliability=1), 1500, None, "reliability_unknown"),
    ],
)
def test_gates_let_in_and_say_why_not(
    known_as: Callable[[int, float | None], None],
    gates: Gates,
    rating: int,
    share: float | None,
    code: str | None,
) -> None:
    known_as(rating, share)
    game, user = offer(gates=gates), make_user()
    (shown,) = seen_by(user)
    assert (shown.closed and shown.closed.code) == code
    assert ids(seen_by(user, for_me=True)) == ([] if code else [game.pk])
    if code:
        assert refusal(game, user) == (code, 409)
    else:
        assert accept(game, user).status == GameStatus.ACTIVE


def test_reason_names_limit_and_own_number(known_as: Callable[[int, float | None], None]) -> None:
    known_as(1432, 0.875)
    game = offer(gates=Gates(min_rating=1500, min_reliability=90))
    closed = why_closed(game.invitation, reader_of(make_user()))
    assert closed is not None
    assert str(closed.message) == "For ratings from 1500 on; yours is 1432."
    (only,) = seen_by(make_user())
    assert only.percent == in_percent(0.875) == 87


def test_gates_read_real_ratings() -> None:
    game, strong = offer(gates=Gates(min_rating=1600)), make_user()
    assert refusal(game, strong) == ("rating_too_low", 409)
    Rating.objects.create(
        user=strong,
        pool="people",
        value=1700,
        deviation=60,
        volatility=0.06,
        games=9,
        played_at=timezone.now(),
    )
    assert accept(game, strong).status == GameStatus.ACTIVE


def test_full_person_reads_how_many_games_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    game, user = offer(), make_user()
    create_invitation(user=user, invitee=None, options=OPTIONS)
    (shown,) = seen_by(user)
    assert shown.closed is not None
    assert "You have 1 games, and 1 is the most" in str(shown.closed.message)
    assert seen_by(user, for_me=True) == []
    assert refusal(game, user) == ("too_many_games", 409)


# Filters


def test_filters_narrow_the_list() -> None:
    quick = offer(options=Options(Speed.BANK_BRISK, rated=True))
    slow = offer(options=Options(Speed.DAYS_7, open_memory=True, stand_off=False))
    user = make_user()
    assert ids(seen_by(user)) == [slow.pk, quick.pk]
    assert ids(seen_by(user, speed="quick")) == ids(seen_by(user, rated=True)) == [quick.pk]
    assert ids(seen_by(user, speed="slow")) == ids(seen_by(user, rated=False)) == [slow.pk]
    assert ids(seen_by(user, open_memory=True)) == ids(seen_by(user, stand_off=False)) == [slow.pk]
    assert seen_by(user, speed="steady") == []


def test_list_is_bounded_and_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "OFFERS_SHOWN", 2)
    made = [offer().pk for _number in range(3)]
    assert ids(seen_by(make_user())) == made[:0:-1]


# Blocking is whole


def _blocked_by_me(me: User, other: User) -> None:
    block_user(user=me, blocked=other)


def _blocking_me(me: User, other: User) -> None:
    block_user(user=other, blocked=me)


@pytest.mark.parametrize("block", [_blocked_by_me, _blocking_me])
def test_people_kept_apart_never_meet(block: Callable[[User, User], None]) -> None:
    me, other = make_user(), make_user()
    theirs, link = offer(other), create_invitation(user=other, invitee=None, options=OPTIONS)
    block(me, other)
    assert seen_by(me) == []
    assert refusal(theirs, me) == refusal(link, me) == ("not_open_to_you", 409)
    for user, invitee in ((me, other), (other, me)):
        with nothing_changes(), pytest.raises(ServiceError) as caught:
            create_invitation(user=user, invitee=invitee, options=OPTIONS)
        assert caught.value.code == "not_open_to_you"


@pytest.mark.parametrize("left", [{"leaving_at": timezone.now()}, {"is_active": False}])
def test_invitation_of_who_is_leaving_is_closed_before_any_task_ran(left: dict[str, Any]) -> None:
    inviter, other = make_user(), make_user()
    game = create_invitation(user=inviter, invitee=None, options=OPTIONS)
    User.objects.filter(pk=inviter.pk).update(**left)
    row = Invitation.objects.get(game=game)
    seen = offers.invitations_seen([row], offers.reader_of(other), timezone.now())
    assert [one.closed for one in seen] == [offers.closed_to(row, other)] == [offers.NO_LONGER_OPEN]
    assert refusal(game, other) == ("invitation_closed", 409)


def test_block_after_the_invitation_closes_it() -> None:
    me, other = make_user(), make_user()
    game = create_invitation(user=other, invitee=me, options=OPTIONS)
    block_user(user=other, blocked=me)
    assert refusal(game, me) == ("not_open_to_you", 409)


def test_block_is_not_told_to_the_blocked() -> None:
    me, other = make_user("ada"), make_user("bert")
    block_user(user=me, blocked=other)
    with pytest.raises(ServiceError) as theirs:
        create_invitation(user=other, invitee=me, options=OPTIONS)
    with pytest.raises(ServiceError) as mine:
        create_invitation(user=me, invitee=other, options=OPTIONS)
    assert str(theirs.value.message) == "ada can't be invited at the moment."
    assert "You have blocked bert" in str(mine.value.message)


def test_no_rematch_between_people_kept_apart_and_running_games_go_on() -> None:
    over, running = make_game(), make_game()
    first, second = seated(over, 1), seated(over, 2)
    block_user(user=second, blocked=first)
    block_user(user=seated(running, 1), blocked=seated(running, 2))
    resign_game(game_id=over.pk, user=first)
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        rematch(game_id=over.pk, user=first)
    assert caught.value.code == "not_open_to_you"
    running.refresh_from_db()
    assert running.status == GameStatus.ACTIVE


# At the same moment


@pytest.mark.django_db(transaction=True)
def test_two_accept_at_the_same_moment_and_one_gets_it(together: Together) -> None:
    game, first, second = offer(), make_user(), make_user()
    results = together(partial(accept, game, first), partial(accept, game, second))
    refused = [one for one in results if isinstance(one, ServiceError)]
    assert [one.code for one in refused] == ["invitation_closed"]
    assert str(refused[0].message) == "This invitation is no longer open."
    game.refresh_from_db()
    assert game.status == GameStatus.ACTIVE


@pytest.mark.django_db(transaction=True)
def test_double_click_on_accept_begins_one_game(together: Together) -> None:
    game, user = offer(), make_user()
    results = together(*[partial(accept, game, user)] * 2)
    assert [one.pk for one in results] == [game.pk, game.pk]
    assert Game.objects.count() == 1
    assert Invitation.objects.get().status == InvitationStatus.ACCEPTED


@pytest.mark.django_db(transaction=True)
def test_two_offers_accepted_at_once_don_t_pass_the_most(
    together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    user, games = make_user(), [offer(), offer()]
    results = together(*(partial(accept, game, user) for game in games))
    refused = [one.code for one in results if isinstance(one, ServiceError)]
    assert refused == ["too_many_games"]


def test_options_of_an_offer_are_kept() -> None:
    wish = replace(OPTIONS, speed=Speed.BANK_RELAXED, rated=True, weekends_off=True)
    assert Options.of(accept(offer(options=wish), make_user())) == wish
