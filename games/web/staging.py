"""The settled part of a draft, tried out on the position: what the page shows before anything is sent."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine import (
    Action,
    GameState,
    Malformed,
    action_to_json,
    preview,
    read_action,
    write_action,
)
from games.web.table import Draft, choice_of

# The order of a turn (RULES section 3): whatever comes first, a draft is brought into it.
_RANKS = {
    "use_privilege": 0,
    "replenish": 1,
    "take_matching_token": 3,  # follow-ups stay in the order in which they came up
    "steal_token": 3,
    "choose_royal_card": 3,
    "discard_tokens": 3,
}
_MAIN = 2


@dataclass(frozen=True)
class Stage:
    """`state` after the settled `actions` (JSON); `draft` names them and nothing that doesn't hold.

    `lost`: a part of the draft was left out, since it doesn't fit the position.
    """

    state: GameState
    draft: Draft
    actions: tuple[dict[str, Any], ...] = ()
    lost: bool = False


def stage(state: GameState, viewer: int | None, draft: Draft) -> Stage:
    """Try the settled actions of `draft` out for `viewer`. What they reveal or end is for the confirm button to play.

    An action that would end the turn becomes the choice at hand.
    """
    if state.over or viewer != state.seat:
        return Stage(state, replace(draft, turn=()))
    wanted = sorted(_read(draft.turn), key=_rank)
    tried = preview(state, viewer, wanted)
    lost = len(tried.played) < len(draft.turn)
    if not tried.ended:
        return _stage(tried.state, draft, tried.played, lost=lost)
    *kept, last = tried.played
    chosen = Draft(turn=draft.turn, **choice_of(action_to_json(last)))
    return _stage(preview(state, viewer, kept).state, chosen, kept, lost=lost)


def _stage(state: GameState, draft: Draft, actions: Iterable[Action], *, lost: bool) -> Stage:
    settled = replace(draft, turn=words_of(actions))
    return Stage(state, settled, tuple(action_to_json(action) for action in actions), lost)


def words_of(actions: Iterable[Action]) -> tuple[str, ...]:
    """Actions as words of the notation."""
    return tuple(write_action(action) for action in actions)


def _read(words: Iterable[str]) -> list[Action]:
    """The actions that the words name; words that name none are left out."""
    actions = []
    for word in words:
        try:
            actions.append(read_action(word))
        except Malformed:
            continue
    return actions


def _rank(action: Action) -> int:
    return _RANKS.get(str(action_to_json(action)["type"]), _MAIN)
