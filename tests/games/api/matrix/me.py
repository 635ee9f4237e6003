"""What is everybody's own: who has signed in sees and changes theirs, bots too where their token says so."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.services import block_user
from games.services.calendar import renew_feed
from games.services.channels import add_device, save_webhook
from tests.factories.users import make_user
from tests.games.api.matrix.world import Call, Row, World
from tests.games.notifications.receiver import Browser

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
    own("listNotices"),
    own("getMailState"),
    own("resumeMail", 204),
    own("sendTestMail", 204),
]


def _subscription(name: str = "1") -> dict[str, Any]:
    """A subscription as a push service gives it, with keys that fit."""
    return {"endpoint": f"https://push.example/{name}", "keys": Browser().keys, "name": "Phone"}


def _device(user: User) -> int:
    keys: Any = Browser().keys
    endpoint = f"https://push.example/{user.pk}"
    return add_device(user=user, endpoint=endpoint, name="Phone", **keys).pk


def _of_device(world: World) -> Call:
    """A device of the owner's."""
    return Call(where={"device_id": _device(world.owner)})


def _has_hook(world: World) -> Call:
    for user in (world.stranger, world.opponent, world.owner, world.bot, world.staff):
        save_webhook(user=user, url="https://hooks.example/1")
    return Call()


def _has_feed(world: World) -> Call:
    for user in (world.stranger, world.opponent, world.owner, world.bot, world.staff):
        renew_feed(user=user, shown="")
    return Call()


def _blocked(world: World) -> Call:
    """Somebody whom only the owner blocked."""
    other = make_user("blocked")
    block_user(user=world.owner, blocked=other)
    return Call(where={"name": other.username})


ROWS += [
    own("listDevices"),
    own("addDevice", 201, body=_subscription()),
    Row("removeDevice", 401, 404, 404, 204, bot=404, staff=404, call=_of_device),
    Row("testDevice", 401, 404, 404, 204, bot=404, staff=404, call=_of_device),
    own("getWebhook", call=_has_hook),
    own("saveWebhook", body={"url": "https://hooks.example/1"}),
    own("removeWebhook", 204),
    own("testWebhook", 204, call=_has_hook),
    own("getCalendar", call=_has_feed),
    own("renewCalendar", body={"replaces": None}),
    own("stopCalendar", 204),
    own("listBlocks"),
    Row("getBlock", 401, 404, 404, 200, bot=404, staff=404, call=_blocked),
    own("block", call=_blocked),
    own("unblock", 204, call=_blocked),
]
