"""Which position a request was decided on: by its body, or by the tag of the game in the header If-Match."""

import re
from typing import Final

from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from games.errors import malformed

# As games.selectors.answers.etag_of writes it: game, version, and what this rule doesn't care for.
_TAG: Final = re.compile(r'(?:W/)?"(?P<game>\w+)\.(?P<version>\d{1,9})\..*"')


def expected_version(body: int | None, if_match: str | None, game_id: str) -> int:
    """The version that the caller saw. Raises ValidationError without any, ServiceError if the two or the tag make no sense.

    Of a tag only the version counts: the clock may have moved, which makes nobody's turn old.
    """
    tagged = None if if_match is None else _version_in(if_match, game_id)
    if body is None and tagged is None:
        raise ValidationError({"expected_version": [_("This field is required.")]})
    if body is not None and tagged not in (None, body):
        raise malformed("expected_version and If-Match name different versions")
    return tagged if body is None and tagged is not None else body or 0


def _version_in(header: str, game_id: str) -> int:
    tags = parse_etags(header)
    found = _TAG.fullmatch(tags[0]) if len(tags) == 1 else None
    if found is None or found["game"] != game_id:
        raise malformed("If-Match takes the one ETag of this game")
    return int(found["version"])
