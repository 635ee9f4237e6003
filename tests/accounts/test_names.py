"""What a person may be called."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import is_name, is_reserved, name_key, validate_name


@pytest.mark.parametrize("name", ["abc", "A_b-9", "a" * 20, "---", "红宝石", "Zoe象棋"])
def test_name_is_allowed(name: str) -> None:
    validate_name(name)
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 21,
        "a b",
        "abc ",
        " abc",
        "abc\n",
        "a.b",
        "a@b",
        "<b>",
        "éva",
        "аnna",  # begins with a Cyrillic letter
        "ａｂｃ",  # full width
        "abc\u200b",
        "abc\x00",
        "a/b",
    ],
)
def test_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_name(name)
    assert refusal.value.code == "invalid_name"
    assert not is_name(name)


@pytest.mark.parametrize("name", ["admin", "ADMIN", "ad_min", "-Loupe-", "computer", "No-Reply"])
def test_name_of_the_site_is_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["admiral", "computers", "anna"])
def test_ordinary_name_is_not_reserved(name: str) -> None:
    assert not is_reserved(name)


def test_name_key_is_equal_for_spellings_of_one_name() -> None:
    assert name_key("AnNa_红") == name_key("anna_红") == "anna_红"
