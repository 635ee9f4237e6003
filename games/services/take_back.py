"""Asking one's last turn back, and answering: in casual games, where nothing was revealed, until the opponent moves.

A request is named by the number of its turn's last event, so a form of an old page can't speak of another turn. Asking
stops no clock. A request falls by itself when the opponent moves, and stands again if that move is itself taken back.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine import fold
from games.enums import GameStatus, NotificationKind, TakeBackStatus
from games.errors import ServiceError, not_active
from games.models import Game, GameEvent, Seat, TakeBack
from games.notifications.plan import plan_turn
from games.notifications.together import plan_with_turn
from games.notifications.wishes import delay_of
from games.selectors.access import seat_of
from games.selectors.banks import clocks_again
from games.selectors.state import standing_events
from games.selectors.take_back import LastTurn, last_turn
from games.services.change import locked
from games.services.log import append_retraction
from games.services.telling import tell_later
from games.tasks import deliver_notification


def ask_turn_back(*, game_id: str, user: User, last: int) -> Game:
    """Ask for the turn that ended with event `last`; asking again changes nothing. Raises ServiceError.

    The computer agrees at once.
    """
    with locked(game_id) as game:
        seat = seat_of(game, user)
        wish = TakeBack.objects.filter(game=game, seat=seat, last=last).first()
        if wish is not None and wish.status != TakeBackStatus.WITHDRAWN:
            return game
        rows, now = _rows(game), timezone.now()
        turn = _turn_to_ask(game, rows, seat, last)
        wish = wish or TakeBack(game=game, seat=seat, to=turn.to, last=turn.last)
        wish.status, wish.asked_at, wish.answered_at = TakeBackStatus.ASKED, now, None
        opponent = _opponent(game, seat)
        if opponent.computer:
            _grant(game, wish, rows, now)
        else:
            wish.save()
            _tell(opponent, NotificationKind.TAKE_BACK_ASKED, wish, now)
        return game


def answer_take_back(*, game_id: str, user: User, last: int, accept: bool) -> Game:
    """Agree or not; the same answer again changes nothing. Raises ServiceError."""
    with locked(game_id) as game:
        seat = seat_of(game, user)
        wish = TakeBack.objects.filter(game=game, seat=3 - seat, last=last).first()
        wanted = TakeBackStatus.GRANTED if accept else TakeBackStatus.DECLINED
        if wish is not None and wish.status == wanted:
            return game
        rows, now = _rows(game), timezone.now()
        if wish is None or not _is_open(game, wish, rows):
            raise _fallen()
        asker = _opponent(game, seat)
        if accept:
            _grant(game, wish, rows, now)
            _tell_of_turn(asker, wish, game, now)
        else:
            _settle(wish, TakeBackStatus.DECLINED, now)
            _tell(asker, NotificationKind.TAKE_BACK_ANSWERED, wish, now, {"accepted": False})
        return game


def withdraw_take_back(*, game_id: str, user: User, last: int) -> Game:
    """No longer ask; once it was answered or has fallen, nothing changes. Raises ServiceError."""
    with locked(game_id) as game:
        wish = TakeBack.objects.filter(game=game, seat=seat_of(game, user), last=last).first()
        if wish is not None and wish.status == TakeBackStatus.ASKED:
            _settle(wish, TakeBackStatus.WITHDRAWN, timezone.now())
        return game


def _rows(game: Game) -> list[GameEvent]:
    return list(GameEvent.objects.filter(game=game))


def _turn_to_ask(game: Game, rows: list[GameEvent], seat: int, last: int) -> LastTurn:
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    if game.rated:
        raise ServiceError("rated", 409, _("In a rated game no turn is taken back."))
    turn = last_turn(rows, seat)
    if turn is None or turn.last != last:
        raise ServiceError(
            "no_way_back",
            409,
            _(
                "This turn can't be taken back: something new was revealed in it, or your opponent has moved since."
            ),
        )
    return turn


def _is_open(game: Game, wish: TakeBack, rows: list[GameEvent]) -> bool:
    if game.status != GameStatus.ACTIVE or wish.status != TakeBackStatus.ASKED:
        return False
    return last_turn(rows, wish.seat) == LastTurn(wish.to, wish.last)


def _fallen() -> ServiceError:
    return ServiceError("take_back_fallen", 409, _("Nobody asks for this turn back any more."))


def _opponent(game: Game, seat: int) -> Seat:
    return Seat.objects.select_related("user").get(game=game, number=3 - seat)


def _grant(game: Game, wish: TakeBack, rows: list[GameEvent], now: datetime) -> None:
    """Nothing was drawn in that turn, so the draws to come are the same as if it had never been played."""
    state = fold(standing_events([row for row in rows if row.number <= wish.to]))
    turn, clocks = LastTurn(wish.to, wish.last), clocks_again(game, rows, wish.seat, wish.to)
    append_retraction(game, turn=turn, clocks=clocks, state=state, now=now)
    _settle(wish, TakeBackStatus.GRANTED, now)


def _settle(wish: TakeBack, status: TakeBackStatus, now: datetime) -> None:
    wish.status, wish.answered_at = status, now
    wish.save()


def _tell(
    seat: Seat,
    kind: NotificationKind,
    wish: TakeBack,
    now: datetime,
    data: dict[str, bool] | None = None,
) -> None:
    """Through the outbox, unless the account is gone."""
    if seat.user is None:
        return
    tell_later(
        seat.user,
        kind,
        wish.game,
        key=f"{wish.game_id}:{wish.last}",
        now=now,
        data={"last": wish.last, **(data or {})},
    )


def _tell_of_turn(asker: Seat, wish: TakeBack, game: Game, now: datetime) -> None:
    """A turn that is given back is a turn, told by the rules of turns, and says that it was given back."""
    if asker.user is None:
        return
    plan_turn(game, now=now)
    rows = plan_with_turn(
        asker.user,
        NotificationKind.TAKE_BACK_ANSWERED,
        game,
        now=now,
        data={"last": wish.last, "accepted": True},
        key=f"{wish.game_id}:{wish.last}",
        due_at=now + delay_of(asker.user),
    )
    for row in rows:
        if row.due_at <= now:
            deliver_notification.delay_on_commit(row.pk)
