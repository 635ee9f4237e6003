"""One-line text of positions, actions and whole games, both ways (docs/notation.md)."""

from engine.notation.action import read_action, write_action
from engine.notation.game import ScriptedChance, read_record, write_record
from engine.notation.position import read_position, write_position
from engine.notation.seen import WORD_KINDS, write_seen_word, write_view

__all__ = [
    "WORD_KINDS",
    "ScriptedChance",
    "read_action",
    "read_position",
    "read_record",
    "write_action",
    "write_position",
    "write_record",
    "write_seen_word",
    "write_view",
]
