from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_digest_only")]

    operations = [
        migrations.CreateModel(
            name="QuietAddress",
            fields=[
                (
                    "key",
                    models.CharField(
                        help_text="made from the address",
                        max_length=64,
                        primary_key=True,
                        serialize=False,
                        verbose_name="key",
                    ),
                ),
            ],
            options={
                "verbose_name": "quiet address",
                "verbose_name_plural": "quiet addresses",
            },
        ),
    ]
