"""What waits for a person when a stream of all their games begins: so nothing is missed between two streams."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.enums import GameStatus, InvitationStatus, TakeBackStatus
from games.live.news import News, NewsKind
from games.models import Game, Invitation, TakeBack
from games.selectors.talk import unread_count


def waiting_for(user_id: int) -> list[News]:
    """Invitations, turns, requests and messages that this person has not answered or read. Two queries."""
    return [*_invitations(user_id), *_in_games(user_id)]


def _invitations(user_id: int) -> list[News]:
    rows = Invitation.objects.filter(
        invitee=user_id, status=InvitationStatus.OPEN, expires_at__gt=timezone.now()
    )
    return [
        News(game_id, version, None, (user_id,), asked=user_id)
        for game_id, version in rows.order_by("pk").values_list("game_id", "game__version")
    ]


def _in_games(user_id: int) -> list[News]:
    found = []
    for game_id, version, turn, unread, asked in _running(user_id):
        kinds = {NewsKind.GAME: turn, NewsKind.REQUEST: asked, NewsKind.MESSAGE: unread}
        mover = user_id if turn else None
        found += [
            News(game_id, version, mover, (user_id,), kind=kind)
            for kind, waits in kinds.items()
            if waits
        ]
    return found


def _running(user_id: int) -> QuerySet[Game, tuple[str, int, bool, int, bool]]:
    """The person's running games: id, version, whether it is their turn, unread messages, whether something is asked."""
    mine = Q(seat_to_move=F("seats__number"))
    # A wish falls when the opponent moves, which needn't be written: older ones are about other turns.
    wishes = TakeBack.objects.filter(
        game=OuterRef("pk"), status=TakeBackStatus.ASKED, asked_at__gte=OuterRef("turn_started_at")
    ).exclude(seat=OuterRef("seats__number"))
    pause = Q(pause_asked_by__isnull=False) & ~Q(pause_asked_by=F("seats__number"))
    rows = Game.objects.filter(status=GameStatus.ACTIVE, seats__user=user_id).annotate(
        my_turn=mine, unread=unread_count(user_id), asked=Q(Exists(wishes)) | pause
    )
    return rows.order_by(F("deadline_at").asc(nulls_last=True), "pk").values_list(
        "pk", "version", "my_turn", "unread", "asked"
    )
