"""The ZIP of a person's data: written as it is read, so that no more than one page or list is in memory."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, time
from tempfile import TemporaryFile
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.functional import Promise

from accounts.models import User
from accounts.readers import as_reader
from games.export import pages
from games.selectors.export_games import GameCopy, games_of
from games.selectors.export_topics import TOPICS, topics_of
from games.selectors.views import utc_text

FORMAT: Final = 1  # of data.json; counts up when something changes its meaning
_READABLE: Final = 0o644 << 16  # rights of the files on systems that keep them


class TooLarge(Exception):
    """There is more than a copy may hold."""


class _Archive:
    """A ZIP that is written file by file and stops when it has grown too large."""

    def __init__(self, out: IO[bytes], made_at: datetime, most: int) -> None:
        self.out, self.most = out, most
        self.stamp = made_at.astimezone(UTC).timetuple()[:6]
        self.zip = ZipFile(out, "w", ZIP_DEFLATED)

    def add(self, name: str, text: str) -> None:
        """A file with this text."""
        self.zip.writestr(self._info(name), text.encode())
        self._check()

    def add_from(self, name: str, source: IO[bytes]) -> None:
        """A file with what stands in another, piece by piece."""
        source.seek(0)
        with self.zip.open(self._info(name), "w") as target:
            shutil.copyfileobj(source, target)
        self._check()

    def _info(self, name: str) -> ZipInfo:
        info = ZipInfo(name, self.stamp)
        info.compress_type, info.external_attr = ZIP_DEFLATED, _READABLE
        return info

    def _check(self) -> None:
        if self.out.tell() > self.most:
            raise TooLarge


def write_archive(out: IO[bytes], user: User, *, made_at: datetime, most: int) -> None:
    """Write the ZIP of this person's data, in their language and zone. Raises TooLarge above `most` bytes."""
    archive = _Archive(out, made_at, most)
    with as_reader(user), TemporaryFile() as data, archive.zip:
        _write(data, '{"about":', {"site": pages.SITE, "format": FORMAT, "made_at": made_at})
        _write_topics(archive, data, user)
        listed = list(_write_games(archive, data, user))
        _put(data, "}\n")
        archive.add_from("data.json", data)
        archive.add("games.html", pages.games_page(listed))
        archive.add("index.html", pages.index_page(user, made_at, TOPICS, len(listed)))


def _write_topics(archive: _Archive, data: IO[bytes], user: User) -> None:
    for topic, rows in topics_of(user):
        _write(data, f',"{topic.name}":', rows)
        archive.add(f"{topic.name}.html", pages.topic_page(topic, rows))


def _write_games(archive: _Archive, data: IO[bytes], user: User) -> Iterator[pages.GameLine]:
    """Write each game; gives its line for the list of all."""
    _put(data, ',"games":[')
    for number, game in enumerate(games_of(user)):
        line = pages.line_of(game)
        _write(data, "," if number else "", _summary(game))
        archive.add(f"games/{game.game.pk}.json", _json(_whole(game)) + "\n")
        archive.add(f"games/{game.game.pk}.html", pages.game_page(game, line))
        yield line
    _put(data, "]")


def _summary(copy: GameCopy) -> dict[str, Any]:
    game = copy.game
    return {
        "id": game.pk,
        "seat": copy.seat,
        "opponent": copy.opponent,
        "status": game.status,
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "winner": game.winner,
        "file": f"games/{game.pk}.json",
    }


def _whole(copy: GameCopy) -> dict[str, Any]:
    talk = [
        {"mine": one.seat == copy.seat, "text": one.said, "created_at": one.created_at}
        for one in copy.messages
    ]
    return copy.data | {"notation": copy.notation, "messages": talk, "note": copy.note}


def _write(data: IO[bytes], before: str, value: object) -> None:
    _put(data, before + _json(value))


def _put(data: IO[bytes], text: str) -> None:
    data.write(text.encode())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> str:
    """What JSON has no form for. Raises TypeError for what nobody thought of."""
    if isinstance(value, datetime):
        return utc_text(value)
    if isinstance(value, time):
        return value.isoformat("minutes")
    if isinstance(value, Promise):
        return str(value)
    raise TypeError(type(value).__name__)
