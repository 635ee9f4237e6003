from django.db import migrations
from django.utils import timezone


def _watch(apps, _schema_editor):
    """Running turns are reminded of too: the sweep drops what is not wanted and goes on to the next reminder."""
    Game = apps.get_model("games", "Game")
    TurnWatch = apps.get_model("games", "TurnWatch")
    now = timezone.now()
    running = Game.objects.filter(status="active", deadline_at__gt=now, turn_watch__isnull=True)
    rows = (
        TurnWatch(game_id=pk, turn=turn, deadline_at=deadline, part="half", due_at=now)
        for pk, turn, deadline in running.values_list("pk", "turn", "deadline_at").iterator()
    )
    TurnWatch.objects.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_failed_deliveries")]

    operations = [migrations.RunPython(_watch, migrations.RunPython.noop)]
