"""How long the sweep for overdue turns takes among many games: `python -m benchmarks.sweep`. Asserts nothing.

On a PostgreSQL, as `DATABASE_URL` names an empty one, else on a throw-away server of the installed programs. One game is
made by the services and copied by the database as often as wanted, with deadlines spread over two weeks; a part stands
still without a deadline. Then the sweep's own query is asked, explained and timed, and what a deadline that moves costs.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from statistics import median
from time import perf_counter

import django

from splendor.dev.servers import postgresql_programs, throw_away_postgresql

GAMES = 1_000_000
OVERDUE = 40  # of them now, and as many until the next sweep
ROUNDS = 50
MILLI = 1e3

COPY = """
INSERT INTO games_game ({columns})
SELECT {values} FROM games_game t, generate_series(1, {number}) n WHERE t.id = '{template}'
"""
# What a copy has of its own. Deadlines lie a minute to two weeks ahead, but those of the first, which are due; every
# tenth game is paused. They are scattered over the table, for real ones don't lie in the order of their deadlines.
OWN = {
    "id": "lpad(n::text, 10, '0')",
    "clock_from": "CASE WHEN n > {due} AND n % 10 = 0 THEN NULL ELSE now() END",
    "deadline_at": (
        "CASE WHEN n <= {due} THEN now() - interval '1 minute' + n % 120 * interval '1 second' "
        "WHEN n % 10 = 0 THEN NULL "
        "ELSE now() + interval '2 minutes' + n * 7919::bigint % 1209600 * interval '1 second' END"
    ),
}


def main() -> int:
    """Make the games, then measure; the exit status is 1 without a PostgreSQL."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            programs = postgresql_programs()
            if programs is None:
                sys.stderr.write("no PostgreSQL here: install one, or set DATABASE_URL\n")
                return 1
            os.environ["DATABASE_URL"] = stack.enter_context(throw_away_postgresql(programs))
        os.environ["DJANGO_SETTINGS_MODULE"] = "splendor.settings_test"
        return measure(games)


def measure(games: int) -> int:
    """Fill the database and print what the sweep takes; 1 if there are games in it already."""
    from django.db import connection  # noqa: PLC0415  the address is not known before

    django.setup()
    _make_database()
    from games.models import Game  # noqa: PLC0415  not before Django is set up

    if connection.vendor != "postgresql" or Game.objects.exists():
        sys.stderr.write("an empty PostgreSQL is wanted\n")
        return 1
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        _say(f"Python {platform.python_version()}, PostgreSQL {cursor.fetchone()[0]}")
    _timed(f"{games:,} games made", lambda: _fill(games))
    _report()
    connection.close()
    return 0


def _make_database() -> None:
    from django.core.management import call_command  # noqa: PLC0415  not before Django is set up
    from django.db import connection  # noqa: PLC0415  as above

    wanted = str(connection.settings_dict["NAME"])
    connection.settings_dict["NAME"] = "postgres"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [wanted])
        if cursor.fetchone() is None:
            cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(wanted)}")
    connection.close()
    connection.settings_dict["NAME"] = wanted
    call_command("migrate", verbosity=0)


def _fill(games: int) -> None:
    from django.db import connection  # noqa: PLC0415  not before Django is set up

    from games.models import Game  # noqa: PLC0415  as above

    template = _template()
    columns = [str(field.column) for field in Game._meta.local_concrete_fields]
    own = {column: text.format(due=2 * OVERDUE) for column, text in OWN.items()}
    values = [own.get(column, f"t.{connection.ops.quote_name(column)}") for column in columns]
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")  # a request's limit is no limit for this
        cursor.execute(
            COPY.format(columns=names, values=", ".join(values), number=games, template=template)
        )
        cursor.execute("VACUUM ANALYZE games_game")


def _template() -> str:
    """The id of a game as it is once the cards are dealt, without tasks and mails."""
    from django.utils import timezone  # noqa: PLC0415  not before Django is set up

    from games.enums import GameStatus  # noqa: PLC0415  as above
    from games.models import Game  # noqa: PLC0415  as above
    from games.services.sealing import new_secret, seal  # noqa: PLC0415  as above

    now = timezone.now()
    game = Game.objects.create(
        status=GameStatus.ACTIVE,
        version=40,
        rules_version=1,
        commitment="0" * 64,
        sealed_secret=seal(new_secret()),
        created_at=now,
        started_at=now,
        turn=20,
        seat_to_move=1,
        turn_started_at=now,
        standing={str(seat): {"prestige": 5, "crowns": 2} for seat in (1, 2)},
    )
    return game.pk


def _report() -> None:
    from django.db import connection  # noqa: PLC0415  not before Django is set up
    from django.db.models import F  # noqa: PLC0415  as above
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415  as above

    from games.models import Game  # noqa: PLC0415  as above
    from games.services.sweep import overdue_games  # noqa: PLC0415  as above

    with CaptureQueriesContext(connection) as asked:
        found = overdue_games()
    _say(f"{len(found)} of them due before the next sweep")
    _times("the sweep's question", overdue_games)
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + asked[0]["sql"])
        for (line,) in cursor.fetchall():
            _say(line)
        cursor.execute("SELECT pg_size_pretty(pg_relation_size('game_due'))")
        _say(f"the index takes {cursor.fetchone()[0]}")
    games = Game.objects.filter(pk__in=[pk for pk, _seconds in found])
    later = F("deadline_at") + timedelta(seconds=1)
    _times(f"moving {len(found)} deadlines", lambda: games.update(deadline_at=later))


def _timed(what: str, run: Callable[[], object]) -> float:
    begun = perf_counter()
    run()
    seconds = perf_counter() - begun
    _say(f"{what}: {seconds:.1f} s")
    return seconds


def _times(what: str, run: Callable[[], object]) -> None:
    times = []
    for _round in range(ROUNDS):
        begun = perf_counter()
        run()
        times.append((perf_counter() - begun) * MILLI)
    _say(f"{what}: best {min(times):.2f} ms, median {median(times):.2f} ms of {ROUNDS}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
