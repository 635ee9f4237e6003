"""Games that are to begin, and what people ask each other for, as plain JSON for one reader."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.enums import DeclineReason, GameStatus
from games.errors import not_found
from games.models import Game, Invitation, Seat, StandingOffer
from games.selectors.access import Person, game_for, is_invited, viewer_of
from games.selectors.answers import game_json
from games.selectors.invitations import link_of, why_ended
from games.selectors.offers import (
    Gated,
    Offer,
    invitations_seen,
    reader_of,
    why_not_open,
)
from games.selectors.people import PersonSummary, summaries_of
from games.selectors.story import plain_name_of
from games.selectors.views import utc_text


def terms_json(row: Game | StandingOffer) -> dict[str, Any]:
    """What is agreed before a game, or asked for by a standing offer."""
    return {
        "speed": row.speed,
        "rated": row.rated,
        "options": {
            "open_memory": row.open_memory,
            "stand_off": row.stand_off,
            "weekends_off": row.weekends_off,
            "vacations": row.vacations,
        },
    }


def gates_json(row: Gated) -> dict[str, Any]:
    """Whom an offer is for."""
    return {
        "min_rating": row.min_rating,
        "max_rating": row.max_rating,
        "min_turns_in_time": row.min_reliability,
        "bots": row.bots,
    }


def offer_json(offer: Offer, reader: Person) -> dict[str, Any]:
    """An open seat as somebody sees it who may be let in.

    The game's address is told only to whoever plays or was asked by name: who has it may watch.
    """
    row = offer.invitation
    near = offer.own or (reader.is_authenticated and row.invitee_id == reader.pk)
    closed = offer.closed
    return {
        "token": row.token,
        "link": link_of(row),
        "audience": row.audience,
        "status": row.status,
        "own": offer.own,
        "for_you": near and not offer.own,
        "inviter": _inviter_json(row.inviter, offer.person),
        "gates": gates_json(row),
        "commitment": row.game.commitment,
        "game_id": row.game_id if near else None,
        "rematch_of": row.game.rematch_of_id if near else None,
        "created_at": utc_text(row.created_at),
        "expires_at": utc_text(row.expires_at),
        "closed": None if closed is None else {"code": closed.code, "message": str(closed.message)},
        **terms_json(row.game),
    }


def _inviter_json(inviter: User | None, person: PersonSummary | None) -> dict[str, Any] | None:
    if inviter is None or person is None:
        return None
    return {
        "name": inviter.shown_name,
        "bot": inviter.is_bot,
        "rating": {"value": person.rating, "provisional": person.provisional},
        "turns_in_time": person.turns_in_time,
        "finished_games": person.finished,
    }


def invitation_json(row: Invitation, reader: Person) -> dict[str, Any]:
    """One invitation from `invitation_for`. Eight queries for somebody, three for a stranger."""
    now = timezone.now()
    if reader.is_authenticated:
        return offer_json(invitations_seen([row], reader_of(reader), now)[0], reader)
    person = summaries_of([row.inviter_id])[row.inviter_id] if row.inviter_id else None
    return offer_json(Offer(row, person, own=False, closed=why_not_open(row, now)), reader)


def invitations_json(rows: Iterable[Invitation], user: User) -> list[dict[str, Any]]:
    """Invitations to a person. Eight queries, none if there are none."""
    found = list(rows)
    if not found:
        return []
    seen = invitations_seen(found, reader_of(user), timezone.now())
    return [offer_json(one, user) for one in seen]


def begun_json(game_id: str, user: User) -> dict[str, Any]:
    """A game that has just begun, as one of its players sees it."""
    game = game_for(game_id, user)
    return game_json(game, viewer_of(game, user))


def preparation_of(game_id: str, user: User) -> Game:
    """A game, for whoever plays in it or was asked to by name. Raises not_found."""
    game = game_for(game_id, user)
    if viewer_of(game, user) is None and not is_invited(game, user):
        raise not_found()
    return game


def preparation_json(game: Game, user: User, *, address: bool = True) -> dict[str, Any]:
    """A game before its cards are dealt, and what becomes of its free seat.

    An address that was written to is told to who wrote, and left out without `address`: for answers that are kept.
    """
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    invitation = getattr(game, "invitation", None)
    return {
        "id": game.pk,
        "status": game.status,
        "seat": None if mine is None else mine.number,
        "opponent": opponent_json(game, None if mine is None else mine.number),
        "commitment": game.commitment,
        "entropy": (mine.entropy or None) if mine is not None else None,
        "can_deal": mine is not None and _can_deal(game, seats),
        "rematch_of": game.rematch_of_id,
        "created_at": utc_text(game.created_at),
        "invitation": None if invitation is None else _asked_json(invitation, user, address),
        **terms_json(game),
    }


def _can_deal(game: Game, seats: list[Seat]) -> bool:
    return game.status == GameStatus.PREPARING and not any(seat.is_free for seat in seats)


def opponent_json(game: Game, seat: int | None) -> dict[str, Any]:
    """Who has the other seat, or is asked by name to take it. Needs the game's invitation where a seat is free."""
    other = next(
        one for one in game.seats.all() if one.number != seat and (seat or not one.is_free)
    )
    user, name = other.user, None
    if not other.is_free or other.vacated:
        name = plain_name_of(other)
    elif (invitation := getattr(game, "invitation", None)) and invitation.invitee:
        user, name = invitation.invitee, invitation.invitee.shown_name
    return {
        "name": name,
        "computer": other.computer or None,
        "bot": user is not None and user.is_bot,
    }


def _asked_json(row: Invitation, user: User, address: bool) -> dict[str, Any]:
    own = row.inviter_id == user.pk
    return {
        "token": row.token,
        "link": link_of(row),
        "audience": row.audience,
        "own": own,
        "invitee": None if row.invitee is None else row.invitee.shown_name,
        "email": (row.email or None) if own and address else None,
        "gates": gates_json(row),
        "standing_offer": row.standing_id if own else None,
        "status": row.status,
        "reason": DeclineReason(row.decline_reason).value if row.decline_reason else None,
        "note": row.decline_note,
        "why": why_ended(row),
        "created_at": utc_text(row.created_at),
        "expires_at": utc_text(row.expires_at),
        "closed_at": _utc(row.closed_at),
    }


def _utc(instant: datetime | None) -> str | None:
    return None if instant is None else utc_text(instant)


def standing_json(row: StandingOffer) -> dict[str, Any]:
    """What a person always has on offer, from `counted_standing_offers`."""
    counted: Any = row
    return {
        "id": row.pk,
        "count": row.count,
        "paused": row.paused,
        "open": counted.open,
        "running": counted.running,
        "gates": gates_json(row),
        "created_at": utc_text(row.created_at),
        **terms_json(row),
    }
