"""What one player of a game may read of its talk, and their own notes. Nobody else reads either."""

from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import ChatMessage, Game, Note, TalkSide

SHOWN = 100  # messages on one page


@dataclass(frozen=True, slots=True)
class TalkState:
    """How a player stands to the talk: messages not read, whether it is muted, and their own note."""

    unread: int
    muted: bool
    note: str


@dataclass(frozen=True, slots=True)
class TalkPage:
    """A page of messages, oldest first. `earlier` is the id before which the page before begins; 0 for none."""

    messages: list[ChatMessage]
    earlier: int


def talk_state(game: Game, seat: int, user_id: int) -> TalkState:
    """For the game's page; one query."""
    side = TalkSide.objects.filter(game=OuterRef("pk"), user=user_id)
    note = Note.objects.filter(game=OuterRef("pk"), user=user_id)
    unread, muted, text = (
        Game.objects.filter(pk=game.pk)
        .annotate(
            read_to=Coalesce(Subquery(side.values("read_to")), 0),
            muted=Coalesce(Subquery(side.values("muted")), False),
            note=Coalesce(Subquery(note.values("text")), ""),
            unread=Count(
                "messages",
                filter=Q(messages__seat=3 - seat, messages__pk__gt=F("read_to")),
            ),
        )
        .values_list("unread", "muted", "note")
        .get()
    )
    return TalkState(0 if muted else unread, muted, text)


def unread_in(user: User) -> dict[str, int]:
    """How many messages this person has not read in each game that has such; one query."""
    side = TalkSide.objects.filter(game=OuterRef("game"), user=user)
    rows = (
        ChatMessage.objects.filter(game__seats__user=user)
        .exclude(seat=F("game__seats__number"))
        .annotate(
            read_to=Coalesce(Subquery(side.values("read_to")), 0),
            muted=Coalesce(Subquery(side.values("muted")), False),
        )
        .filter(pk__gt=F("read_to"), muted=False)
    )
    return {row["game"]: row["number"] for row in rows.values("game").annotate(number=Count("pk"))}


def messages_of(game: Game, seat: int, side: TalkSide | None, *, before: int = 0) -> TalkPage:
    """The newest messages as this seat reads them, or the newest before one; one query. Muted: only one's own."""
    rows = ChatMessage.objects.filter(game=game)
    if side is not None and side.muted:
        rows = rows.filter(seat=seat)
    if before:
        rows = rows.filter(pk__lt=before)
    newest = list(rows.order_by("-pk")[: SHOWN + 1])
    shown = newest[:SHOWN][::-1]
    return TalkPage(shown, shown[0].pk if len(newest) > SHOWN else 0)


def side_of(game: Game, user: User) -> TalkSide | None:
    """How this person stands to the talk; None: neither read nor muted yet. One query."""
    return TalkSide.objects.filter(game=game, user=user).first()


def note_of(game: Game, user: User) -> Note | None:
    """This person's own note; one query."""
    return Note.objects.filter(game=game, user=user).first()
