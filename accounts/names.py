"""What a person may be called."""

import re
import secrets

from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NAME_LENGTH = 20
ADDRESS_LENGTH = 254

# Latin letters without accents and Chinese characters: enough for the site's languages, and no two of them look
# alike. They also have the same lower case in every database, on which the unique index relies.
_SIGNS = r"[A-Za-z0-9_\-\u3400-\u4dbf\u4e00-\u9fff]"
_NAME = rf"\A{_SIGNS}{{3,20}}\Z"
validate_name = RegexValidator(
    _NAME,
    gettext_lazy("Use 3 to 20 characters: letters A to Z, Chinese characters, digits, _ and -."),
    "invalid_name",
)

# Names that would let somebody pass as the site itself or as nobody, written without _ and -.
_RESERVED_NAMES = """
abuse accounts admin administrator ai anonymous api bot closed computer deleted everybody everyone guest help info
loupe mail mailbox me mod moderator moderators nobody none noreply null official opponent player postmaster
preferences privacy root rules security self seat spectator staff static support system team undefined unknown user
webmaster www you
"""
_RESERVED = frozenset(_RESERVED_NAMES.split())


def is_name(text: str) -> bool:
    """Whether the text could be a name at all."""
    return re.search(_NAME, text) is not None


def is_part_of_name(text: str) -> bool:
    """Whether names could begin so."""
    return re.search(rf"\A{_SIGNS}{{1,20}}\Z", text) is not None


def name_key(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    return name.lower()


# What the rows of deleted accounts are called. Nobody reads it: see `someone_who_left`.
_GONE = "gone-"
_GONE_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_gone_name() -> str:
    """A random name for the row of a deleted account, one that nobody can sign up with."""
    places = range(NAME_LENGTH - len(_GONE))
    return _GONE + "".join(secrets.choice(_GONE_SIGNS) for _place in places)


def someone_who_left() -> str:
    """How everybody is called whose account was deleted. No name has blanks, so it is nobody's."""
    return _("Someone who left")


def is_reserved(name: str) -> bool:
    """Whether a name is kept for the site, also when it is broken up as in ``ad_min``, or looks like one who left."""
    if name_key(name).replace("_", "-").startswith(_GONE):
        return True
    return name_key(name).replace("_", "").replace("-", "") in _RESERVED


def as_bot(name: str) -> str:
    """The name of an account in which a program plays. The mark is a word, so that it is read and heard alike."""
    return _("%(name)s (bot)") % {"name": name}
