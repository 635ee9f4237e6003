"""What one player of a game may read of its talk, and their own notes. Nobody else reads either."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.selectors import has_blocked
from games.models import ChatMessage, Game, Note, Seat, TakeBack, TalkSide
from games.selectors.views import utc_text

SHOWN = 100  # messages on one page


@dataclass(frozen=True, slots=True)
class TalkState:
    """How a player stands to the talk of a game.

    `unread` is None while they mute it. `mark` is other text whenever something has changed that the log doesn't tell: a
    message came or was read, or somebody asks for a turn back or a pause.
    """

    unread: int | None
    mark: str


@dataclass(frozen=True, slots=True)
class TalkPage:
    """Messages, oldest first. `earlier` is the id before which the page before begins; 0 for none."""

    messages: list[ChatMessage]
    earlier: int


def talk_state(game_id: str, user_id: int) -> TalkState:
    """For whoever shows or asks for the newest; one query."""
    wishes = TakeBack.objects.filter(game=OuterRef("pk")).order_by("-last")
    unread, written, muted, *asked = (
        Game.objects.filter(pk=game_id)
        .annotate(
            unread=unread_count(user_id),
            written=_number(ChatMessage.objects.filter(game=OuterRef("pk")), "game"),
            muted=Subquery(_side(user_id, OuterRef("pk")).values("muted")[:1]),
            wish=Subquery(wishes.values("last")[:1]),
            wish_status=Subquery(wishes.values("status")[:1]),
        )
        .values_list("unread", "written", "muted", "wish", "wish_status", "pause_number")
        .get()
    )
    wishes_mark = " ".join(map(str, asked))
    if muted:
        return TalkState(None, f"muted {wishes_mark}")
    return TalkState(unread, f"{written} {unread} {wishes_mark}")


def unread_count(user_id: int) -> Coalesce:
    """For each game of a query, how many messages this person has not read; none where they muted the talk."""
    mine = Seat.objects.filter(game=OuterRef("game"), user=user_id).values("number")
    read_to = _side(user_id, OuterRef("game"))
    rows = (
        ChatMessage.objects.filter(game=OuterRef("pk"))
        .annotate(
            reader=Subquery(mine[:1]),
            read_to=Coalesce(Subquery(read_to.values("read_to")[:1]), 0),
            muted=Coalesce(Subquery(read_to.values("muted")[:1]), False),
        )
        .filter(pk__gt=F("read_to"), muted=False)
        .exclude(seat=F("reader"))
    )
    return _number(rows, "game")


def _side(user_id: int, game: OuterRef) -> QuerySet[TalkSide]:
    return TalkSide.objects.filter(game=game, user=user_id)


def _number(rows: QuerySet[ChatMessage], by: str) -> Coalesce:
    counted = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)


def has_unread(game_id: str, user_id: int) -> bool:
    """Whether there is something for this person to read that they have not muted. One query."""
    return bool(talk_state(game_id, user_id).unread)


def messages_of(game: Game, seat: int, *, muted: bool, before: int = 0) -> TalkPage:
    """The newest messages as this seat reads them, or the newest before one; one query. Muted: only one's own."""
    rows = ChatMessage.objects.filter(game=game)
    if muted:
        rows = rows.filter(seat=seat)
    if before:
        rows = rows.filter(pk__lt=before)
    newest = list(rows.order_by("-pk")[: SHOWN + 1])
    shown = newest[:SHOWN][::-1]
    return TalkPage(shown, shown[0].pk if len(newest) > SHOWN else 0)


def silent_for(user: User, other: Seat) -> str:
    """Why there is nobody to write to, as far as the writer may know; "computer", "gone", "blocked" or nothing."""
    if other.computer:
        return "computer"
    if other.user is None:
        return "gone"
    return "blocked" if has_blocked(user, other.user) else ""


def messages_for(game: Game, seat: int, user: User) -> QuerySet[ChatMessage]:
    """All messages as this player may read them: muted, only their own. One query when this is called."""
    rows = ChatMessage.objects.filter(game=game)
    return rows.filter(seat=seat) if side_of(game, user).muted else rows


def message_json(message: ChatMessage, seat: int) -> dict[str, Any]:
    """A message as plain JSON for one of its two readers."""
    return {
        "id": message.pk,
        "seat": message.seat,
        "mine": message.seat == seat,
        "text": message.text or None,
        "at": utc_text(message.created_at),
    }


def talk_json(game: Game, seat: int, user: User) -> dict[str, Any]:
    """How this player stands to the talk of a game from `game_for`. Three queries at most."""
    other = next((one for one in game.seats.all() if one.number != seat), None)
    side = side_of(game, user)
    return {
        "unread": talk_state(game.pk, user.pk).unread,
        "muted": side.muted,
        "read_to": side.read_to,
        "closed": (silent_for(user, other) if other else "gone") or None,
    }


def note_json(note: Note | None) -> dict[str, Any]:
    """A note as plain JSON. `revision` is what `save_note` takes as `seen`."""
    if note is None:
        return {"text": "", "saved_at": None, "revision": ""}
    return {
        "text": note.text,
        "saved_at": utc_text(note.saved_at),
        "revision": note.saved_at.isoformat(),
    }


def side_of(game: Game, user: User) -> TalkSide:
    """How this person stands to the talk; a side that isn't stored for who has neither read nor muted yet. One query."""
    side = TalkSide.objects.filter(game=game, user=user).first()
    return side or TalkSide(game=game, user=user)


def note_of(game: Game, user: User) -> Note | None:
    """This person's own note; one query."""
    return Note.objects.filter(game=game, user=user).first()
