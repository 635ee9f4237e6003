"""The form of a log line."""

import logging
import time


class UtcFormatter(logging.Formatter):
    """``2026-11-30T12:00:00Z INFO games.services: text``; in UTC like everything that is stored."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
