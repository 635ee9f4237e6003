"""Players that receive a redacted view of their own seat and nothing else."""

from engine.ai.greedy import choose

__all__ = ["choose"]
