"""Splendor Duel as pure rules: what may be done, what happens then, and what each seat may know of it.

The position is a `GameState`. `decide` answers an action with events, `fold` and `evolve` turn events into positions;
`legal_actions` lists what may be done. `play` does the same as `decide` in place, unchecked and without events, for
searches. See docs/architecture.md.
"""

from engine.actions import Action, Replenish
from engine.cards import JEWEL_CARDS, ROYAL_CARDS, JewelCard, RoyalCard
from engine.chance import Chance, HmacChance, RandomChance, SeededChance, commitment
from engine.codec import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
)
from engine.constants import RULES_VERSION
from engine.decide import decide, resign, start_game, time_out
from engine.errors import EngineError, IllegalAction, Malformed, Refusal
from engine.events import (
    BoardReplenished,
    Event,
    GameStarted,
    PrivilegeGained,
    PrivilegeWithheld,
    SeatResigned,
    TimeExpired,
    reveals,
)
from engine.evolve import evolve, fold
from engine.legal import legal_actions
from engine.notation import (
    WORD_KINDS,
    read_action,
    read_position,
    write_action,
    write_position,
    write_record,
    write_seen_word,
    write_view,
)
from engine.outlook import Outlook, outlook, won_by
from engine.play import play
from engine.preview import Preview, is_gift, preview
from engine.record import GameRecord, action_of
from engine.redaction import redact, view_for
from engine.state import GameState, Holdings, Outcome

__all__ = [
    "JEWEL_CARDS",
    "ROYAL_CARDS",
    "RULES_VERSION",
    "WORD_KINDS",
    "Action",
    "BoardReplenished",
    "Chance",
    "EngineError",
    "Event",
    "GameRecord",
    "GameStarted",
    "GameState",
    "HmacChance",
    "Holdings",
    "IllegalAction",
    "JewelCard",
    "Malformed",
    "Outcome",
    "Outlook",
    "Preview",
    "PrivilegeGained",
    "PrivilegeWithheld",
    "RandomChance",
    "Refusal",
    "Replenish",
    "RoyalCard",
    "SeatResigned",
    "SeededChance",
    "TimeExpired",
    "action_from_json",
    "action_of",
    "action_to_json",
    "commitment",
    "decide",
    "event_from_json",
    "event_to_json",
    "evolve",
    "fold",
    "is_gift",
    "legal_actions",
    "outlook",
    "play",
    "preview",
    "read_action",
    "read_position",
    "redact",
    "resign",
    "reveals",
    "start_game",
    "state_from_json",
    "state_to_json",
    "time_out",
    "view_for",
    "won_by",
    "write_action",
    "write_position",
    "write_record",
    "write_seen_word",
    "write_view",
]
