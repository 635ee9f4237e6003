"""Reading request bodies."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class HonestJSONParser(JSONParser):
    """JSON that can be told back: in UTF-8, without halves of a sign, and not nested by the thousand.

    `"\\ud800"` alone is half of a sign. Python reads it, but no answer, log or database can write it.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The value of the body. Raises ParseError."""
        try:
            # RFC 8259: it is UTF-8, whatever the request calls it.
            context = {**(parser_context or {}), "encoding": "utf-8"}
            value = super().parse(stream, media_type, context)
            json.dumps(value, ensure_ascii=False).encode()
            return value
        except UnicodeEncodeError as error:
            raise ParseError(_("There is half of a sign in the request.")) from error
        except RecursionError as error:
            raise ParseError(_("The request is nested too deeply.")) from error
