"""What a pressed button leads to before anything is played: the next open choice, or a last question."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from engine import Action, action_from_json, preview
from games.errors import ServiceError, not_your_turn
from games.models import Game
from games.refusals import illegal
from games.selectors.access import game_for, seat_of, viewer_of
from games.selectors.clock import same_position
from games.selectors.foresight import gives
from games.selectors.state import state_in
from games.web.staging import words_of
from games.web.table import Draft, address_of, choice_of


def next_step(
    *, game_id: str, user: User, version: int, actions: list[dict[str, Any]], sure: str
) -> str | None:
    """The query of the page to go on with; None if the actions are to be played now, or refused.

    Nothing is sent while the turn is not complete and nothing was revealed: all of it may still be changed. `sure` is
    the turn, in words, for which a gift to the opponent was confirmed.
    """
    game = game_for(game_id, user)
    seat = viewer_of(game, user)
    if seat is None or game.seat_to_move != seat or not same_position(game, version):
        return None
    wanted = _read(actions)
    seen = preview(state_in(game), seat, wanted)
    if seen.refused or seen.revealing:
        return None
    if not seen.ended:
        return address_of(Draft(turn=words_of(wanted)))
    if user.confirm_gifts and sure != " ".join(words_of(wanted)) and gives(seen, seat):
        return address_of(replace(drafted(actions), ask=True))
    return None


def typed_step(*, game: Game, user: User, actions: list[dict[str, Any]]) -> str:
    """The query of the page on which a typed turn stands to be confirmed.

    Raises ServiceError if it is illegal, somebody else's, or goes on behind something that nobody knows yet.
    """
    seat = seat_of(game, user)
    if game.seat_to_move != seat:
        raise not_your_turn()
    wanted = _read(actions)
    seen = preview(state_in(game), seat, wanted)
    if seen.refused is not None:
        raise illegal(seen.refused, len(seen.played))
    known = len(seen.played) + (1 if seen.revealing else 0)
    if known < len(wanted):
        raise _too_far(words_of(wanted)[known - 1])
    return address_of(drafted(actions))


def _too_far(word: str) -> ServiceError:
    message = _(
        "Type the turn as far as “%(word)s”. What comes then is decided when that is played."
    )
    return ServiceError("too_far", HTTPStatus.UNPROCESSABLE_ENTITY, message % {"word": word})


def drafted(actions: list[dict[str, Any]]) -> Draft:
    """The draft in which the last action is the choice at hand and the others are settled."""
    words = words_of(_read(actions))
    if actions[-1]["type"] == "use_privilege":
        return Draft(turn=words)
    return Draft(turn=words[:-1], **choice_of(actions[-1]))


def _read(actions: list[dict[str, Any]]) -> list[Action]:
    return [action_from_json(action) for action in actions]
