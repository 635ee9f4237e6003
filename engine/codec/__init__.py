"""Plain JSON of actions, events and positions, both ways (docs/notation.md).

Readers take whatever `json.loads` gives and raise Malformed for everything that isn't exactly right.
"""

from engine.codec.actions import action_from_json, action_to_json
from engine.codec.events import EVENT_KINDS, event_from_json, event_to_json
from engine.codec.outcomes import outcome_from_json, outcome_to_json
from engine.codec.states import state_from_json, state_to_json

__all__ = [
    "EVENT_KINDS",
    "action_from_json",
    "action_to_json",
    "event_from_json",
    "event_to_json",
    "outcome_from_json",
    "outcome_to_json",
    "state_from_json",
    "state_to_json",
]
