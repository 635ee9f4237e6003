"""Each notification so far was one mail: its state moves into a delivery of its own, so that what waits is still sent."""

from django.db import migrations

BATCH = 1000
COLUMNS = (
    "state",
    "due_at",
    "claimed_at",
    "attempts",
    "sent_at",
    "message_id",
    "last_error",
)


def move_to_deliveries(apps, schema_editor):
    Notification = apps.get_model("games", "Notification")
    Delivery = apps.get_model("games", "Delivery")
    rows = Notification.objects.order_by("pk").values("pk", *COLUMNS)
    batch = []
    for row in rows.iterator(chunk_size=BATCH):
        batch.append(Delivery(notification_id=row.pop("pk"), channel="email", **row))
        if len(batch) == BATCH:
            Delivery.objects.bulk_create(batch)
            batch = []
    Delivery.objects.bulk_create(batch)


def move_back(apps, schema_editor):
    Notification = apps.get_model("games", "Notification")
    Delivery = apps.get_model("games", "Delivery")
    for row in Delivery.objects.filter(channel="email").values("notification_id", *COLUMNS):
        Notification.objects.filter(pk=row.pop("notification_id")).update(**row)
    # What went through no mail needs none.
    Notification.objects.exclude(deliveries__channel="email").update(state="dropped")
    Delivery.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_deliveries"),
    ]

    operations = [migrations.RunPython(move_to_deliveries, move_back)]
