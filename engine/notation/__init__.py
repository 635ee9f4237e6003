"""One-line text of positions and actions, both ways (docs/notation.md)."""

from engine.notation.action import read_action, write_action
from engine.notation.position import read_position, write_position

__all__ = ["read_action", "read_position", "write_action", "write_position"]
