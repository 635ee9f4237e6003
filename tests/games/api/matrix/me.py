"""What is everybody's own: who has signed in sees and changes theirs, bots too where their token says so."""

from collections.abc import Callable
from typing import Any

from tests.games.api.matrix.world import Call, Row, World

PREFERENCES = {
    "language": "en",
    "time_zone": "Europe/Berlin",
    "turn_mail": "hour",
    "confirm_gifts": False,
}
NOTICES: dict[str, Any] = {
    "channels": {
        "turns": ["email", "push"],
        "reminders": ["email"],
        "digest": ["email"],
        "invitations": ["email", "webhook"],
        "requests": [],
        "results": ["push"],
        "plans": ["push"],
        "messages": ["email"],
    },
    "reminders": {"half": True, "most": False, "last": True},
    "digest": {"daily": True, "hour": 7},
    "quiet": {"mode": "own", "start": "22:00", "end": "07:30"},
}


def own(
    operation: str,
    status: int = 200,
    body: Any = None,
    call: Callable[[World], Call] | None = None,
) -> Row:
    """A row of something that everybody has of their own."""
    return Row(
        operation,
        401,
        status,
        status,
        status,
        bot=status,
        staff=status,
        call=call or (lambda _world: Call(body=body)),
    )


ROWS = [
    own("getPreferences"),
    own("savePreferences", body=PREFERENCES),
    own("getHours"),
    own("setHours", body={"start": None, "hours": 0}),
    own("getVacation"),
    own("startVacation", body={"starts_at": None, "ends_at": None}),
    own("endVacation", 204),
    own("getNotificationSettings"),
    own("saveNotificationSettings", body=NOTICES),
    own("getMailState"),
    own("resumeMail", 204),
    own("sendTestMail", 204),
]
