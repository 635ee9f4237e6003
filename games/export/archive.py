"""The ZIP of a person's data: written as it is read, so that no more than one page or list is in memory."""

import json
import shutil
from datetime import UTC, datetime, time
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.functional import Promise

from accounts.models import User
from accounts.readers import as_reader
from games.export import pages
from games.selectors.export_games import GameCopy, GameHead, games_of, heads_of
from games.selectors.export_topics import TOPICS, topics_of
from games.selectors.views import utc_text

FORMAT: Final = 1  # of data.json; counts up when something changes its meaning
_READABLE: Final = 0o644 << 16  # rights of the files on systems that keep them


class TooLarge(Exception):
    """There is more than a copy may hold."""


class _Archive:
    """A ZIP that is written file by file, behind what stands in it, and stops when it has grown too large."""

    def __init__(self, out: IO[bytes], made_at: datetime, most: int) -> None:
        self.out, self.most = out, most
        self.stamp = made_at.astimezone(UTC).timetuple()[:6]
        self.zip = ZipFile(out, "a", ZIP_DEFLATED)

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


def write_archive(
    out: IO[bytes], user: User, *, made_at: datetime, most: int, seconds: float
) -> bool:
    """Write the ZIP of this person's data, in their language and zone; whether it is whole.

    After about so many seconds it stops behind a game, and goes on from there when it is called with the same file again.
    Raises TooLarge above `most` bytes.
    """
    archive = _Archive(out, made_at, most)
    with as_reader(user), archive.zip:
        if not _write_games(archive, user, until=monotonic() + seconds):
            return False
        _write_lists(archive, user, made_at)
    return True


def _write_games(archive: _Archive, user: User, *, until: float) -> bool:
    """Write the games that aren't in the archive yet; whether that are all of them."""
    names = {name.removeprefix("games/") for name in archive.zip.namelist()}
    done = {name.removesuffix(".html") for name in names if name.endswith(".html")}
    games = games_of(user, besides=done)
    for copy in games:
        name = f"games/{copy.head.game.pk}"
        archive.add(f"{name}.json", _json(_whole(copy)) + "\n")
        archive.add(f"{name}.html", pages.game_page(copy))
        if monotonic() >= until:
            return next(games, None) is None
    return True


def _write_lists(archive: _Archive, user: User, made_at: datetime) -> None:
    with TemporaryFile() as data:
        _write(data, '{"about":', {"site": pages.SITE, "format": FORMAT, "made_at": made_at})
        for topic, rows in topics_of(user):
            _write(data, f',"{topic.name}":', rows)
            archive.add(f"{topic.name}.html", pages.topic_page(topic, rows))
        heads = list(heads_of(user))
        _write(data, ',"games":', [_summary(head) for head in heads])
        _put(data, "}\n")
        archive.add_from("data.json", data)
        archive.add("games.html", pages.games_page([pages.line_of(head) for head in heads]))
        archive.add("index.html", pages.index_page(user, made_at, TOPICS, len(heads)))


def _summary(head: GameHead) -> dict[str, Any]:
    game = head.game
    return {
        "id": game.pk,
        "seat": head.seat,
        "opponent": head.opponent,
        "status": game.status,
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "winner": game.winner,
        "file": f"games/{game.pk}.json",
    }


def _whole(copy: GameCopy) -> dict[str, Any]:
    talk = [
        {"mine": one.seat == copy.head.seat, "text": one.said, "created_at": one.created_at}
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
