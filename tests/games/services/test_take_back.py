"""Asking a turn back and answering: when it is possible, what stands afterwards, and that the log still proves it."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import state_to_json
from games.enums import GameStatus, NotificationKind, PlatformEvent, Speed, TakeBackStatus
from games.errors import ServiceError
from games.models import Game, GameEvent, Notification, TakeBack
from games.models.log import AppendOnly
from games.notifications.truths import take_back_answered
from games.selectors.state import load_state
from games.selectors.take_back import LastTurn, last_turn
from games.selectors.verify import faults_of
from games.services.lobby import Options
from games.services.play import resign_game, submit_actions
from games.services.sealing import unseal
from games.services.take_back import answer_take_back, ask_turn_back, withdraw_take_back
from tests.factories.games import (
    legal_json,
    make_computer_game,
    make_game,
    mover_of,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user


def turn_of(game: Game) -> LastTurn | None:
    """What could be taken back by the seat that waits."""
    game.refresh_from_db()
    return last_turn(list(GameEvent.objects.filter(game=game)), 3 - (game.seat_to_move or 0))


def can_ask(game: Game) -> LastTurn:
    """The turn that the waiting seat can ask for."""
    turn = turn_of(game)
    assert turn is not None
    return turn


def ask(game: Game) -> TakeBack:
    """The seat that waits asks its last turn back."""
    ask_turn_back(game_id=game.pk, user=waiter_of(game), last=can_ask(game).last)
    return TakeBack.objects.get(game=game, last=can_ask(game).last)


def answer(game: Game, wish: TakeBack, *, accept: bool) -> Game:
    """The other seat answers."""
    user = seated(game, 3 - wish.seat)
    return answer_take_back(game_id=game.pk, user=user, last=wish.last, accept=accept)


def take_back(game: Game) -> TakeBack:
    """Asked for and granted."""
    wish = ask(game)
    answer(game, wish, accept=True)
    game.refresh_from_db()
    return wish


def play(game: Game, action: dict[str, Any]) -> None:
    """One action of the seat to move."""
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[action],
        expected_version=game.version,
        key=f"key {game.version}",
    )


def code_of(call: Callable[[], object]) -> str:
    """The code with which a service refuses."""
    with pytest.raises(ServiceError) as caught:
        call()
    return caught.value.code


def told(kind: NotificationKind) -> list[tuple[str, dict[str, Any]]]:
    """Who was told what of this kind."""
    rows = Notification.objects.filter(kind=kind).order_by("pk")
    return [(row.user.username, row.data) for row in rows]


def test_granted_turn_is_taken_back_and_its_seat_is_to_move_again(game: Game) -> None:
    before = load_state(game)
    mover = mover_of(game)
    take_tokens(game)
    wish = take_back(game)

    assert state_to_json(load_state(game)) == state_to_json(before)
    assert mover_of(game) == mover
    assert game.turn == before.turn
    last = GameEvent.objects.get(game=game, number=game.version)
    assert (last.kind, last.payload) == (
        PlatformEvent.TURN_RETRACTED,
        {"seat": wish.seat, "to": wish.to, "bank": 3 * 24 * 3600},
    )
    wish.refresh_from_db()
    assert wish.status == TakeBackStatus.GRANTED
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_the_log_keeps_every_event_of_a_turn_that_was_taken_back(game: Game) -> None:
    take_tokens(game)
    rows = list(GameEvent.objects.filter(game=game).values("number", "kind", "payload"))
    take_back(game)
    kept = GameEvent.objects.filter(game=game, number__lte=len(rows))
    assert list(kept.values("number", "kind", "payload")) == rows


def test_asking_stops_no_clock_and_moves_nothing(game: Game) -> None:
    take_tokens(game)
    game.refresh_from_db()
    before = (game.version, game.deadline_at, game.seat_to_move)
    ask(game)
    game.refresh_from_db()
    assert (game.version, game.deadline_at, game.seat_to_move) == before


def test_declined_turn_stands_and_can_not_be_asked_for_again(game: Game) -> None:
    take_tokens(game)
    version = Game.objects.get(pk=game.pk).version
    wish = ask(game)
    answer(game, wish, accept=False)
    again = ask(game)
    assert (again.pk, again.status) == (wish.pk, TakeBackStatus.DECLINED)
    assert Game.objects.get(pk=game.pk).version == version
    assert code_of(lambda: answer(game, wish, accept=True)) == "take_back_fallen"


def test_withdrawn_wish_can_be_asked_again(game: Game) -> None:
    take_tokens(game)
    wish = ask(game)
    asker = seated(game, wish.seat)
    withdraw_take_back(game_id=game.pk, user=asker, last=wish.last)
    assert code_of(lambda: answer(game, wish, accept=True)) == "take_back_fallen"
    assert ask(game).status == TakeBackStatus.ASKED
    answer(game, wish, accept=True)
    assert mover_of(game) == asker


def test_wish_falls_when_the_opponent_moves(game: Game) -> None:
    take_tokens(game)
    wish = ask(game)
    take_tokens(game)
    version = Game.objects.get(pk=game.pk).version
    assert code_of(lambda: answer(game, wish, accept=True)) == "take_back_fallen"
    assert Game.objects.get(pk=game.pk).version == version


def test_part_of_a_turn_by_the_opponent_ends_the_chance_to_ask(game: Game) -> None:
    take_tokens(game)
    last = can_ask(game).last
    asker = waiter_of(game)
    give_privilege_turn(game)
    refused = code_of(lambda: ask_turn_back(game_id=game.pk, user=asker, last=last))
    assert refused == "no_way_back"


def give_privilege_turn(game: Game) -> None:
    """The seat to move does something that doesn't end its turn: it replenishes, if its bag allows, or uses a privilege."""
    kinds = {action["type"] for action in legal_json(game)}
    kind = "use_privilege" if "use_privilege" in kinds else "replenish"
    if kind not in kinds:
        take_tokens(game)
        return
    play(game, legal_json(game, kind)[0])


def test_turn_that_revealed_a_card_stays(game: Game) -> None:
    play(game, next(a for a in legal_json(game, "reserve_card") if "card" in a))
    assert turn_of(game) is None


def test_rated_game_and_finished_game_refuse(db: None) -> None:
    rated = make_game(options=Options(Speed.DAYS_3, rated=True))
    take_tokens(rated)
    last = can_ask(rated).last
    asker = waiter_of(rated)
    assert code_of(lambda: ask_turn_back(game_id=rated.pk, user=asker, last=last)) == "rated"
    over = make_game()
    take_tokens(over)
    wish = ask(over)
    resign_game(game_id=over.pk, user=seated(over, 1))
    assert code_of(lambda: answer(over, wish, accept=True)) == "take_back_fallen"
    assert (
        code_of(
            lambda: ask_turn_back(game_id=over.pk, user=seated(over, wish.seat), last=wish.last + 1)
        )
        == "not_active"
    )


def test_only_the_two_players_ask_and_answer(game: Game) -> None:
    take_tokens(game)
    wish, stranger = ask(game), make_user()
    for call in (
        lambda: ask_turn_back(game_id=game.pk, user=stranger, last=wish.last),
        lambda: answer_take_back(game_id=game.pk, user=stranger, last=wish.last, accept=True),
        lambda: withdraw_take_back(game_id=game.pk, user=stranger, last=wish.last),
    ):
        assert code_of(call) == "not_seated"
    asker = seated(game, wish.seat)
    own = code_of(
        lambda: answer_take_back(game_id=game.pk, user=asker, last=wish.last, accept=True)
    )
    assert own == "take_back_fallen"
    assert Game.objects.get(pk=game.pk).status == GameStatus.ACTIVE


def test_turn_that_showed_an_unseen_card_by_its_purchase_stays(game: Game) -> None:
    """The engine calls that no revelation, for its owner knew the card; the opponent didn't."""
    rows = [
        row("game_started", starter=1),
        row("card_reserved", seat=1, card="J1-05", unseen=True, gold="a1", level=1),
        row("turn_ended", seat=1, next_seat=2),
        row("tokens_taken", seat=2, cells=["a2"], tokens=["red"]),
        row("turn_ended", seat=2, next_seat=1),
        bought("J1-05"),
        row("turn_ended", seat=1, next_seat=2),
    ]
    for number, one in enumerate(rows, 1):
        one.number = number
    assert last_turn(rows, 1) is None
    rows[1].payload["unseen"] = False
    assert last_turn(rows, 1) == LastTurn(to=5, last=7)


def row(kind: str, **payload: Any) -> GameEvent:
    """A row of a log that is not stored."""
    return GameEvent(kind=kind, payload=payload)


def bought(card: str) -> GameEvent:
    """A purchase from the reserve."""
    fields: dict[str, Any] = {"payment": {}, "color": "red", "onto": None, "from_reserve": True}
    return row("card_purchased", seat=1, card=card, **fields)


def test_of_a_chain_of_extra_turns_only_the_last_is_taken_back() -> None:
    rows = [
        row("game_started", starter=1),
        row("tokens_taken", seat=1, cells=["a1"], tokens=["red"]),
        row("turn_ended", seat=1, next_seat=1),
        row("stand_off_warned", seat=1),
        row("tokens_taken", seat=1, cells=["a2"], tokens=["red"]),
        row("turn_ended", seat=1, next_seat=2),
        row("stand_off_warned", seat=2),
    ]
    for number, one in enumerate(rows, 1):
        one.number = number
    assert last_turn(rows, 1) == LastTurn(to=4, last=7)
    assert last_turn(rows, 2) is None
    assert last_turn(rows[:3], 1) is None  # it is still its turn
    assert last_turn(rows[:1], 1) is None


def test_the_computer_agrees_at_once(db: None) -> None:
    game = make_computer_game()
    user = seated(game, 1)
    while game.seat_to_move != 1:  # the computer began
        game = make_computer_game(user)
    take_tokens(game)
    turn = can_ask(game)
    ask_turn_back(game_id=game.pk, user=user, last=turn.last)
    game.refresh_from_db()
    assert game.seat_to_move == 1
    assert TakeBack.objects.get(game=game).status == TakeBackStatus.GRANTED
    assert not Notification.objects.filter(kind=NotificationKind.TAKE_BACK_ANSWERED).exists()
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_forged_retraction_is_found(game: Game) -> None:
    take_tokens(game)
    take_back(game)
    row_of_it = GameEvent.objects.get(game=game, kind=PlatformEvent.TURN_RETRACTED)
    super(AppendOnly, GameEvent.objects.filter(pk=row_of_it.pk)).update(
        payload={**row_of_it.payload, "to": row_of_it.payload["to"] + 1}
    )
    faults = faults_of(game)
    assert f"event {game.version} takes back what can't be taken back" in faults


def test_who_is_asked_and_who_is_answered_is_told(game: Game) -> None:
    take_tokens(game)
    wish = ask(game)
    answer(game, wish, accept=False)
    asker, other = seated(game, wish.seat), seated(game, 3 - wish.seat)
    assert told(NotificationKind.TAKE_BACK_ASKED) == [(other.username, {"last": wish.last})]
    assert told(NotificationKind.TAKE_BACK_ANSWERED) == [
        (asker.username, {"last": wish.last, "accepted": False})
    ]


def test_turn_that_was_taken_back_can_be_played_and_asked_back_again(game: Game) -> None:
    for _time in range(3):
        take_tokens(game)
        take_back(game)
    take_tokens(game)
    game.refresh_from_db()
    assert game.turn == 2
    assert [seat.turns for seat in game.seats.order_by("number")].count(1) == 1
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_the_opponent_may_then_ask_for_the_turn_before(game: Game) -> None:
    take_tokens(game)
    take_tokens(game)
    take_back(game)
    first = waiter_of(game)
    take_back(game)
    assert mover_of(game) == first
    assert game.turn == 1
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_who_played_again_is_not_told_that_the_turn_is_theirs(db: None) -> None:
    game = make_game()
    take_tokens(game)
    take_back(game)
    row = Notification.objects.get(game=game, kind=NotificationKind.TAKE_BACK_ANSWERED)
    assert take_back_answered(row)
    take_tokens(game)
    row = Notification.objects.select_related("game").get(pk=row.pk)
    assert not take_back_answered(row)
