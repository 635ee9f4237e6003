"""The form of a log line."""

import logging

from splendor.logs import UtcFormatter


def test_a_line_is_in_utc_whatever_the_machine_says() -> None:
    record = logging.makeLogRecord(
        {"levelname": "INFO", "name": "games.services", "msg": "played", "created": 0.0}
    )
    assert UtcFormatter().format(record) == "1970-01-01T00:00:00Z INFO games.services: played"
