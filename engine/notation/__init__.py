"""One-line text of positions and actions, both ways (docs/notation.md)."""

from engine.notation.position import read_position, write_position

__all__ = ["read_position", "write_position"]
