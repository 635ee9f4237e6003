"""Who may have a program told."""

from games.models import Webhook
from games.notifications.channels.signed import new_secret
from tests.games.api.matrix.world import Call, Row, World

_URL = "https://bot.example/loupe"


def _with_address(world: World) -> Call:
    for user in (world.owner, world.opponent, world.stranger, world.bot, world.staff):
        Webhook.objects.create(user=user, url=_URL, secret=new_secret())
    return Call()


def _saving(_world: World) -> Call:
    return Call(body={"url": _URL, "kinds": ["turns"]})


ROWS = [
    Row("getSignedWebhook", 401, 200, 200, 200, bot=200, staff=200, call=_with_address),
    Row("saveSignedWebhook", 401, 200, 200, 200, bot=200, staff=200, call=_saving),
    Row("removeSignedWebhook", 401, 204, 204, 204, bot=204, staff=204, call=_with_address),
    Row("testSignedWebhook", 401, 204, 204, 204, bot=204, staff=204, call=_with_address),
]
