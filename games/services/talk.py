"""What the two players of a game write: messages to each other, and notes that only their writer sees.

Neither is part of the log. A message is kept once, however often its form arrives, and nobody can send many at a time.
"""

import unicodedata
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from accounts.selectors import has_blocked, is_blocked_between
from games.enums import NotificationKind
from games.errors import ServiceError, key_reused, not_active
from games.models import ChatMessage, Game, Note, Seat, TalkSide
from games.models.talk import KEY_LENGTH, MESSAGE_LENGTH, NOTE_LENGTH
from games.selectors.access import STARTED, game_for, seat_of
from games.services.change import locked
from games.services.telling import tell_later

MOST_MESSAGES: Final = 10  # of one seat within
WINDOW: Final = timedelta(minutes=10)


def write_message(*, game_id: str, user: User, text: str, key: str) -> ChatMessage:
    """Send a message to the opponent; with the same `key` it is the one of the first time. Raises ServiceError.

    Whoever answers has read what came before. The opponent is told once until they have read, unless they muted the talk.
    """
    wanted = _clean(text, MESSAGE_LENGTH)
    if not wanted:
        raise ServiceError("empty_message", 422, _("Write something first."))
    if not 1 <= len(key) <= KEY_LENGTH or not key.isprintable():
        raise ServiceError("malformed_form", 400, _("This page is out of order. Load it again."))
    with locked(game_id) as game:
        seat = seat_of(game, user)
        sent = ChatMessage.objects.filter(game=game, seat=seat, key=key).first()
        if sent is not None:
            return _same(sent, wanted)
        other, now = _reader(game, user, seat), timezone.now()
        _check_rate(game, seat, now)
        message = ChatMessage.objects.create(
            game=game, seat=seat, text=wanted, key=key, created_at=now
        )
        _note_read(game, user, message.pk)
        _tell(game, other, message, now)
        return message


def _clean(text: str, most: int) -> str:
    """Plain text with \\n at the ends of lines. Raises ServiceError if it is too long or has signs that can't be shown."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(plain) > most:
        over = len(plain) - most
        raise ServiceError(
            "too_long",
            422,
            ngettext_lazy(
                "This is %(number)d character too long.",
                "This is %(number)d characters too long.",
                over,
            )
            % {"number": over},
        )
    if any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t" for sign in plain):
        raise ServiceError("bad_text", 422, _("There is a character in it that can't be shown."))
    return plain


def _same(sent: ChatMessage, text: str) -> ChatMessage:
    if sent.text != text:
        raise key_reused()
    return sent


def _reader(game: Game, user: User, seat: int) -> User:
    """The opponent, if they can be written to."""
    if game.status not in STARTED:
        raise not_active()
    other = Seat.objects.select_related("user").get(game=game, number=3 - seat).user
    if other is None:
        raise ServiceError("nobody_reads", 409, _("There is nobody who could read it."))
    if has_blocked(user, other):
        raise ServiceError(
            "blocked", 403, _("You have blocked this player, so you can't write to each other.")
        )
    if is_blocked_between(user, other):
        raise ServiceError("blocked", 403, _("This player takes no messages at the moment."))
    return other


def _check_rate(game: Game, seat: int, now: datetime) -> None:
    recent = ChatMessage.objects.filter(game=game, seat=seat, created_at__gt=now - WINDOW)
    written = list(recent.order_by("-created_at").values_list("created_at", flat=True))
    if len(written) >= MOST_MESSAGES:
        free_at = written[MOST_MESSAGES - 1] + WINDOW
        raise ServiceError(
            "too_many_messages",
            429,
            _("You have written a lot within a few minutes. Wait a little; nothing was sent."),
            extra={"retry_after": ceil((free_at - now).total_seconds())},
        )


def _tell(game: Game, other: User, message: ChatMessage, now: datetime) -> None:
    """One notice for each run of messages that were not read: it is named by the first of them."""
    side = TalkSide.objects.filter(game=game, user=other).first() or TalkSide()
    if side.muted:
        return
    unread = ChatMessage.objects.filter(game=game, seat=message.seat, pk__gt=side.read_to)
    first = unread.order_by("pk").values_list("pk", flat=True)[0]
    tell_later(other, NotificationKind.MESSAGE, game, key=f"{game.pk}:{first}", now=now)


def mark_read(*, game_id: str, user: User, to: int) -> None:
    """Note that everything up to message `to` was read; what was read stays read. Raises ServiceError."""
    with locked(game_id) as game:
        seat_of(game, user)
        if ChatMessage.objects.filter(game=game, pk=to).exists():
            _note_read(game, user, to)


def _note_read(game: Game, user: User, to: int) -> None:
    """The caller holds the game's lock."""
    side, _created = TalkSide.objects.get_or_create(game=game, user=user)
    if side.read_to < to:
        side.read_to = to
        side.save(update_fields=["read_to"])


def mute_talk(*, game_id: str, user: User, muted: bool) -> None:
    """Read no more of the opponent's messages in this game, or read them again. They are not told. Raises ServiceError."""
    with locked(game_id) as game:
        seat_of(game, user)
        TalkSide.objects.update_or_create(game=game, user=user, defaults={"muted": muted})


def save_note(*, game_id: str, user: User, text: str, seen: str) -> Note:
    """Keep a private note; `seen` is when the note was saved that the writer had before them, "" for none.

    Raises ServiceError, also if another tab has saved something else since.
    """
    wanted = _clean(text, NOTE_LENGTH)
    game = game_for(game_id, user)
    seat_of(game, user)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two tabs at once
        note = Note.objects.filter(game=game, user=user).first() or Note(game=game, user=user)
        if note.pk and note.saved_at.isoformat() != seen and note.text != wanted:
            raise ServiceError(
                "note_changed",
                409,
                _("This note was changed in another window since you opened it. Compare both."),
            )
        note.text, note.saved_at = wanted, timezone.now()
        note.save()
        return note
