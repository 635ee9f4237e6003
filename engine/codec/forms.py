"""A table that gives both directions at once: which attribute of a class stands under which key of an object."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.codec import fields
from engine.codec.fields import JsonObject, read_object
from engine.constants import LEVELS, ROW_SIZES


@dataclass(frozen=True)
class Field:
    """One attribute, its key and its translation. `absent` is the attribute's value when the key is left out."""

    key: str
    attribute: str
    write: Callable[[Any], object]
    read: Callable[[object, str], object]
    absent: Any = None


@dataclass(frozen=True)
class Form:
    """The JSON form of a class: a stable name and its fields."""

    name: str
    made: Callable[..., Any]
    fields: tuple[Field, ...]


def to_json(form: Form, value: object, tag: str) -> JsonObject:
    """The object of `value`, with its name under `tag`."""
    found: JsonObject = {tag: form.name}
    for field in form.fields:
        part = getattr(value, field.attribute)
        if field.absent is None or part != field.absent:
            found[field.key] = field.write(part)
    return found


def from_json(form: Form, value: JsonObject, tag: str) -> Any:
    """The instance an object stands for. Raises Malformed."""
    keys = tuple(field.key for field in form.fields if field.absent is None)
    optional = tuple(field.key for field in form.fields if field.absent is not None)
    given = read_object(value, form.name, (tag, *keys), optional)
    parts = {
        field.attribute: field.read(given[field.key], f"{form.name}.{field.key}")
        if field.key in given
        else field.absent
        for field in form.fields
    }
    return form.made(**parts)


def same(value: Any) -> Any:
    """Written as it is."""
    return value


def seat(key: str = "seat") -> Field:
    """A seat number."""
    return Field(key, key, same, fields.read_seat)


def flag(key: str) -> Field:
    """true or false."""
    return Field(key, key, same, fields.read_flag)


def cell(key: str = "cell") -> Field:
    """A cell by name."""
    return Field(key, key, fields.write_cell, fields.read_cell)


def card(key: str = "card") -> Field:
    """A jewel card by id."""
    return Field(key, key, fields.write_card, fields.read_card)


def level(key: str = "level") -> Field:
    """A level, 1 to 3."""
    return Field(key, "level", same, _read_level)


def counts(key: str) -> Field:
    """Tokens by kind."""
    return Field(key, key, fields.write_counts, fields.read_counts)


def one_of(key: str, names: tuple[str, ...]) -> Field:
    """A number of the rules that goes by a name."""
    numbers = {name: number for number, name in enumerate(names)}

    def read(value: object, where: str) -> int:
        return fields.read_name(value, where, numbers, f"one of {', '.join(names)}")

    return Field(key, key, names.__getitem__, read)


def _read_level(value: object, where: str) -> int:
    return fields.read_number(value, where, LEVELS[0], LEVELS[-1])


def _read_place(value: object, where: str) -> int:
    return fields.read_number(value, where, 0, max(ROW_SIZES) - 1)


PLACE: Final = Field("place", "place", same, _read_place)  # from the left, counted from 0
TOKEN: Final = Field("token", "kind", fields.write_kind, fields.read_kind)
ROYAL_CARD: Final = Field("card", "card", fields.write_royal, fields.read_royal)
