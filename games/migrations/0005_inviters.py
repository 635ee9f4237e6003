"""Whom invitations were for, and who made them: both can be told from what is stored."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 1000


def fill_in(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The first event of a game names the seat of who made it."""
    rows = apps.get_model("games", "Invitation").objects
    rows.filter(invitee__isnull=False).update(audience="name")
    makers = _makers(apps)
    changed = []
    for row in rows.iterator(chunk_size=BATCH):
        row.inviter_id = makers.get(row.game_id)
        changed.append(row)
    rows.bulk_update(changed, ["inviter"], batch_size=BATCH)


def _makers(apps: Apps) -> dict[str, int]:
    events = apps.get_model("games", "GameEvent").objects.filter(kind="game_created")
    seats = apps.get_model("games", "Seat").objects.filter(user__isnull=False)
    holders = {(seat.game_id, seat.number): seat.user_id for seat in seats.iterator()}
    found = ((game, holders.get((game, seat))) for game, seat in events.values_list("game", "seat"))
    return {game: user for game, user in found if user is not None}


class Migration(migrations.Migration):
    dependencies = [("games", "0004_offers")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
