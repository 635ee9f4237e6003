"""What becomes of a person's games when they close their account, come back, or are deleted."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts.leaving import TIME_TO_RETURN, close_account, come_back, due_for_deletion
from accounts.models import User
from games import tasks
from games.enums import Audience, GameStatus, InvitationStatus, Speed
from games.errors import ServiceError
from games.models import (
    ChatMessage,
    DataExport,
    Delivery,
    Game,
    Invitation,
    NoticeSettings,
    Notification,
    Plan,
    PushDevice,
    Rating,
    RatingChange,
    Seat,
    StandingOffer,
    StoredAnswer,
    Webhook,
)
from games.selectors.answers import game_json
from games.selectors.offers import Filters, offers_for, reader_of
from games.selectors.ranking import ranking
from games.selectors.story import story_of
from games.services import leaving
from games.services.calendar import renew_feed
from games.services.invitations import accept_invitation, cancel_game
from games.services.leaving import delete_account, leavers_to_withdraw, withdraw
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer, invite_by_email
from games.services.play import resign_game
from games.services.rematch import rematch
from games.services.standing_offers import create_standing_offer
from games.services.sweep import sweep_all
from games.services.talk import save_note, write_message
from games.services.vacation import start_vacation
from tests.accounts.helpers import letters
from tests.factories.games import (
    OPTIONS,
    make_begun_game,
    make_computer_game,
    make_game,
    mover_of,
    play_random,
    take_tokens,
)
from tests.factories.users import make_user
from tests.games.web.visit import game_url, text_of, visitor

pytestmark = pytest.mark.django_db

Time = time_machine.Traveller
RATED = Options(Speed.DAYS_3, rated=True)
LEFT = "Someone who left"


@pytest.fixture
def ada() -> User:
    """Who leaves."""
    return make_user("ada")


@pytest.fixture
def bela() -> User:
    """Who stays."""
    return make_user("bela")


def close(user: User, django_capture: Any) -> None:
    """Close an account, and let the tasks run that follow."""
    with django_capture(execute=True):
        close_account(user=user)


def delete(user: User) -> None:
    """Close an account and delete it, as if two weeks had gone by."""
    close_account(user=user)
    User.objects.filter(pk=user.pk).update(leaving_at=timezone.now())
    assert delete_account(user_id=user.pk)


# Closed


def test_all_that_could_be_accepted_is_withdrawn(
    ada: User, bela: User, django_capture_on_commit_callbacks: Any
) -> None:
    options = (OPTIONS, Options(Speed.DAYS_5))
    games = [
        create_offer(user=ada, options=OPTIONS),
        create_invitation(user=ada, invitee=bela, options=OPTIONS),
        create_invitation(user=ada, invitee=None, options=OPTIONS),
        invite_by_email(user=ada, address="cy@example.org", options=OPTIONS),
    ]
    with django_capture_on_commit_callbacks(execute=True):
        create_standing_offer(user=ada, count=2, options=options[1])
    running = make_game(ada, bela)
    close(ada, django_capture_on_commit_callbacks)
    rows = Invitation.objects.filter(inviter=ada).exclude(game=running)
    assert len(rows) == len(games) + 1
    assert {row.status for row in rows} == {InvitationStatus.CANCELLED}
    assert not rows.exclude(email="").exists()
    assert StandingOffer.objects.get().paused
    running.refresh_from_db()
    assert running.status == GameStatus.ACTIVE
    assert offers_for(reader_of(bela), Filters(), timezone.now()) == []


def test_invitations_to_who_leaves_are_declined_without_a_reason(
    ada: User, bela: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = create_invitation(user=bela, invitee=ada, options=OPTIONS)
    close(ada, django_capture_on_commit_callbacks)
    row = Invitation.objects.get(game=game)
    assert (row.status, row.reason_given) == (InvitationStatus.DECLINED, "")


def test_what_a_lost_task_left_open_is_found_by_the_sweep(
    ada: User, bela: User, django_capture_on_commit_callbacks: Any
) -> None:
    create_offer(user=ada, options=OPTIONS)
    create_invitation(user=bela, invitee=ada, options=OPTIONS)
    create_offer(user=bela, options=OPTIONS)
    close_account(user=ada)
    assert leavers_to_withdraw(timezone.now(), 10) == [ada.pk]
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert leavers_to_withdraw(timezone.now(), 10) == []
    assert Invitation.objects.filter(status=InvitationStatus.OPEN).get().inviter == bela


def test_nothing_is_withdrawn_from_who_came_back(ada: User) -> None:
    game = create_offer(user=ada, options=OPTIONS)
    close_account(user=ada)
    come_back(user=ada)
    withdraw(user_id=ada.pk)
    assert Invitation.objects.get(game=game).status == InvitationStatus.OPEN


def test_offer_is_gone_from_the_lobby_before_any_task_ran(ada: User, bela: User) -> None:
    create_offer(user=ada, options=OPTIONS)
    close_account(user=ada)
    assert offers_for(reader_of(bela), Filters(), timezone.now()) == []


def test_who_leaves_is_not_invited_any_more(ada: User, bela: User) -> None:
    game = make_begun_game(ada, bela)
    resign_game(game_id=game.pk, user=bela)
    close_account(user=ada)
    ada.refresh_from_db()
    with pytest.raises(ServiceError) as refusal:
        rematch(game_id=game.pk, user=bela)
    assert str(refusal.value.message) == "ada can't be invited at the moment."
    with pytest.raises(ServiceError) as refusal:
        create_invitation(user=bela, invitee=ada, options=OPTIONS)
    assert str(refusal.value.message) == "ada can't be invited at the moment."


def test_running_games_go_on_and_nothing_is_told_of_them(
    ada: User, bela: User, frozen_time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    game = make_begun_game(ada, bela)
    close(ada, django_capture_on_commit_callbacks)
    mail.outbox = []
    if mover_of(game) == ada:
        game.refresh_from_db()
        with django_capture_on_commit_callbacks(execute=True):
            sweep_all()
    else:
        with django_capture_on_commit_callbacks(execute=True):
            take_tokens(game)
    assert [one.message["To"] for one in letters()].count(ada.email) == 0
    told = Delivery.objects.filter(notification__user=ada, notification__kind="your_turn")
    assert set(told.values_list("state", flat=True)) == {"dropped"}
    frozen_time.shift(timedelta(days=4))
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    game.refresh_from_db()
    assert (game.status, game.reasons) == (GameStatus.FINISHED, ["timeout"])


def test_calendar_and_profile_are_shut_and_open_again(ada: User) -> None:
    feed = renew_feed(user=ada, shown="")
    pages = ("/players/ada/", f"/calendar/{feed.token}.ics")
    assert [visitor().get(page).status_code for page in pages] == [200, 200]
    close_account(user=ada)
    assert [visitor().get(page).status_code for page in pages] == [404, 404]
    come_back(user=ada)
    assert [visitor().get(page).status_code for page in pages] == [200, 200]


# Deleted


def test_running_games_are_resigned_and_count(ada: User, bela: User) -> None:
    casual, rated = make_begun_game(ada, bela), make_begun_game(bela, ada, RATED)
    computer = make_computer_game(ada)
    delete(ada)
    for game in (casual, rated, computer):
        game.refresh_from_db()
        assert (game.status, game.reasons) == (GameStatus.FINISHED, ["resignation"])
    assert (casual.winner, rated.winner) == (2, 1)
    mine = Rating.objects.get()
    assert mine.user == bela and mine.value > 1500
    assert [row.user for row in RatingChange.objects.order_by("seat")] == [bela, None]


def test_games_stay_and_say_someone_who_left(ada: User, bela: User) -> None:
    game = make_begun_game(ada, bela)
    resign_game(game_id=game.pk, user=ada)
    delete(ada)
    seat = Seat.objects.get(game=game, number=1)
    assert (seat.user, seat.vacated) == (None, True)
    shown = Game.objects.prefetch_related("seats__user").get(pk=game.pk)
    assert LEFT in " ".join(turn.text for turn in story_of(shown, 2))
    assert [one["name"] for one in game_json(shown, 2)["seats"]] == [LEFT, "bela"]
    browser = visitor(bela)
    for page in (game_url(game), game_url(game, "log"), game_url(game, "talk"), "/games/"):
        text = text_of(browser.get(page))
        assert "ada" not in text.replace("data", "") and "gone-" not in text
    assert LEFT in text_of(browser.get(game_url(game)))
    assert LEFT in text_of(visitor().get("/players/bela/"))
    call_command("verify_logs")


def test_opponent_is_told_that_someone_who_left_has_lost(
    ada: User, bela: User, django_capture_on_commit_callbacks: Any
) -> None:
    make_begun_game(ada, bela)
    Notification.objects.all().delete()
    mail.outbox = []
    with django_capture_on_commit_callbacks(execute=True):
        delete(ada)
    to_bela = [one for one in letters() if one.message["To"] == bela.email]
    assert [one.message["Subject"] for one in to_bela] == [f"You won against {LEFT}"]
    assert "ada" not in to_bela[0].text and "gone-" not in to_bela[0].raw.decode()
    assert [one for one in letters() if one.message["To"] == ada.email] == []


def test_all_of_ones_own_is_deleted_and_nothing_of_the_other(ada: User, bela: User) -> None:
    game = make_begun_game(ada, bela)
    for seat, user in ((1, ada), (2, bela)):
        write_message(game_id=game.pk, user=user, text=f"hello from {seat}", key="key")
        save_note(game_id=game.pk, user=user, text=f"note of {user}", seen="")
        create_standing_offer(user=user, count=1, options=OPTIONS)
        renew_feed(user=user, shown="")
        start_vacation(user=user)
        Plan.objects.create(seat=Seat.objects.get(game=game, number=seat))
        NoticeSettings.objects.create(user=user, digest=True)
        DataExport.objects.create(user=user, asked_at=timezone.now())
        Webhook.objects.create(user=user, url="https://example.org/hook")
        StoredAnswer.objects.create(
            user=user, key="key", digest="", status=200, created_at=timezone.now()
        )
        PushDevice.objects.create(
            user=user, endpoint=f"https://example.org/{seat}", created_at=timezone.now()
        )
    delete(ada)
    mine, theirs = ChatMessage.objects.order_by("seat")
    assert (mine.text, mine.said, theirs.said) == ("", "[gone]", "hello from 2")
    assert "[gone]" in text_of(visitor(bela).get(game_url(game, "talk")))
    assert Plan.objects.get().seat.user == bela
    for table in leaving._OWN:
        assert not table.objects.filter(user=ada).exists()
        assert table.objects.filter(user=bela).exists(), table


def test_every_table_that_points_at_a_person_was_thought_of() -> None:
    """A new table needs a line in the deletion, or a reason here why its rows may stay."""
    forgotten = {table.__name__ for table in leaving._OWN} | {"Rating", "RatingChange", "Seat"}
    stay = {
        "Invitation": "the inviter is emptied; the invitee is the nameless row",
        "LogEntry": "what staff did is kept under the nameless row",
    }
    accounts = {"EmailAddress", "Block", "UsedName", "AccessToken", "User_groups"}
    accounts |= {"User_user_permissions", "Client", "Token"}
    pointing = {
        relation.related_model.__name__
        for relation in get_user_model()._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and relation.related_model
    }
    assert pointing - forgotten - set(stay) - accounts == set()


def test_who_left_is_not_in_the_list_of_the_best(ada: User, bela: User) -> None:
    for number in range(4):
        game = make_begun_game(ada, bela, RATED)
        resign_game(game_id=game.pk, user=(ada, bela)[number % 2])
    later = timezone.now() + timedelta(days=99)
    Rating.objects.update(certain_until=later)
    assert {one.name for one in ranking(1).people} == {"ada", "bela"}
    close_account(user=ada)
    assert {one.name for one in ranking(1).people} == {"bela"}
    come_back(user=ada)
    delete(ada)
    assert {one.name for one in ranking(1).people} == {"bela"}


def test_ratings_made_again_are_the_same_for_who_stays(ada: User, bela: User) -> None:
    for number in range(3):
        game = make_begun_game(ada, bela, RATED)
        resign_game(game_id=game.pk, user=(ada, bela)[number % 2])
    delete(ada)
    before = list(Rating.objects.values("user", "value", "deviation"))
    call_command("recompute_ratings")
    (after,) = Rating.objects.values("user", "value", "deviation")
    assert after["user"] == before[0]["user"] == bela.pk
    assert after["value"] == pytest.approx(before[0]["value"], abs=0.5)


def test_nobody_offers_a_rematch_to_or_writes_to_who_left(ada: User, bela: User) -> None:
    game = make_begun_game(ada, bela)
    delete(ada)
    with pytest.raises(ServiceError) as refusal:
        rematch(game_id=game.pk, user=bela)
    assert refusal.value.code == "opponent_gone"
    with pytest.raises(ServiceError) as refusal:
        write_message(game_id=game.pk, user=bela, text="hello", key="key")
    assert refusal.value.code == "nobody_reads"


# Steps


STEPS = (
    "withdraw",
    "_forget",
    "_vacate",
    "resign_game",
    "finish_deletion",
)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("late", [False, True])
def test_deletion_that_dies_at_a_step_is_finished_by_the_next(
    ada: User, bela: User, monkeypatch: pytest.MonkeyPatch, step: str, late: bool
) -> None:
    running, over = make_begun_game(ada, bela, RATED), make_begun_game(bela, ada)
    resign_game(game_id=over.pk, user=bela)
    write_message(game_id=running.pk, user=ada, text="hello", key="key")
    close_account(user=ada)
    User.objects.filter(pk=ada.pk).update(leaving_at=timezone.now())
    done = getattr(leaving, step)

    def dies(*args: Any, **kwargs: Any) -> None:
        if late:
            done(*args, **kwargs)
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(leaving, step, dies)
        with pytest.raises(KeyboardInterrupt):
            tasks.delete_account(ada.pk)
    tasks.delete_account(ada.pk)
    row = User.objects.get(pk=ada.pk)
    assert (row.left_at is not None, row.leaving_at) == (True, None)
    assert not Seat.objects.filter(user=ada).exists()
    assert Seat.objects.filter(vacated=True).count() == 2
    assert ChatMessage.objects.get().said == "[gone]"
    assert Rating.objects.get().user == bela
    assert not delete_account(user_id=ada.pk)


def test_game_that_can_not_be_resigned_holds_up_nothing_but_the_end(
    ada: User, bela: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = make_begun_game(ada, bela, RATED), make_begun_game(ada, bela)
    secret = bytes(broken.sealed_secret or b"")
    Game.objects.filter(pk=broken.pk).update(sealed_secret=b"no token")
    close_account(user=ada)
    User.objects.filter(pk=ada.pk).update(leaving_at=timezone.now())
    for _sweep in range(2):
        assert not delete_account(user_id=ada.pk)
        assert due_for_deletion(timezone.now(), 9) == [ada.pk]
        assert [seat.game_id for seat in Seat.objects.filter(user=ada)] == [broken.pk]
    assert f"game {broken.pk} could not be settled" in caplog.text
    sound.refresh_from_db()
    assert sound.status == GameStatus.FINISHED
    Game.objects.filter(pk=broken.pk).update(sealed_secret=secret)
    assert delete_account(user_id=ada.pk)
    assert due_for_deletion(timezone.now(), 9) == []
    assert Rating.objects.get().user == bela


def test_preparation_that_can_not_be_called_off_holds_up_no_other(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (create_offer(user=ada, options=OPTIONS) for _number in range(2))
    close_account(user=ada)
    cancel = cancel_game

    def fails(*, game_id: str, user: User) -> Game:
        if game_id == broken.pk:
            raise ValueError
        return cancel(game_id=game_id, user=user)

    monkeypatch.setattr(leaving, "cancel_game", fails)
    withdraw(user_id=ada.pk)
    assert Invitation.objects.get(status=InvitationStatus.OPEN).game == broken
    sound.refresh_from_db()
    assert sound.status == GameStatus.CANCELLED


def test_many_seats_are_emptied_in_steps(
    ada: User, bela: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "SEATS_AT_ONCE", 2)
    for number in range(5):
        game = make_game(*((ada, bela) if number % 2 else (bela, ada)))
        write_message(game_id=game.pk, user=ada, text="a", key="key")
        write_message(game_id=game.pk, user=bela, text="b", key="key")
    delete(ada)
    assert Seat.objects.filter(vacated=True).count() == 5
    assert sorted(ChatMessage.objects.values_list("text", flat=True)) == [""] * 5 + ["b"] * 5


def test_the_sweep_deletes_who_is_due(
    ada: User, bela: User, frozen_time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    close_account(user=ada)
    frozen_time.shift(TIME_TO_RETURN)
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    ada.refresh_from_db()
    bela.refresh_from_db()
    assert (ada.left_at, ada.leaving_at) == (timezone.now(), None)
    assert bela.takes_part


@pytest.mark.django_db(transaction=True)
def test_two_workers_delete_one_account(ada: User, together: Callable[..., list[Any]]) -> None:
    bela = make_user("bela")
    games = [make_begun_game(ada, bela, RATED) for _number in range(2)]
    close_account(user=ada)
    User.objects.filter(pk=ada.pk).update(leaving_at=timezone.now())
    results = together(*(lambda: delete_account(user_id=ada.pk) for _worker in range(2)))
    assert not [one for one in results if isinstance(one, Exception)]
    assert Seat.objects.filter(vacated=True).count() == len(games)
    assert RatingChange.objects.count() == 4 and Rating.objects.get().user == bela


@pytest.mark.django_db(transaction=True)
def test_offer_taken_as_its_maker_leaves_runs_or_is_withdrawn(
    ada: User, together: Callable[..., list[Any]]
) -> None:
    bela = make_user("bela")
    game = create_offer(user=ada, options=OPTIONS)
    token = Invitation.objects.get(game=game, audience=Audience.LOBBY).token
    taken, _closed = together(
        lambda: accept_invitation(token=token, user=bela, entropy=""),
        lambda: close_account(user=ada),
    )
    withdraw(user_id=ada.pk)
    game.refresh_from_db()
    runs = not isinstance(taken, Exception)
    assert game.status == (GameStatus.ACTIVE if runs else GameStatus.CANCELLED)


def test_log_of_a_long_game_is_whole_after_its_player_left(ada: User, bela: User) -> None:
    game = make_game(ada, bela)
    play_random(game, 60)
    delete(ada)
    call_command("verify_logs")
