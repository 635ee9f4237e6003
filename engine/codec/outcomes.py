"""JSON of a result: `{"winner": 1, "reasons": ["prestige"], "colors": []}`; the winner of a draw is null."""

from engine.codec import fields, lists
from engine.codec.fields import JsonObject, read_list, read_object, read_text
from engine.constants import COLORS
from engine.sound import check_outcome
from engine.state import Outcome
from engine.victory import Reason


def outcome_to_json(outcome: Outcome) -> JsonObject:
    """The JSON object of a result."""
    return {
        "winner": outcome.winner or None,
        "reasons": list(outcome.reasons),
        "colors": lists.write_kinds(outcome.colors),
    }


def outcome_from_json(value: object, where: str) -> Outcome:
    """The result of a JSON value. Raises Malformed."""
    given = read_object(value, where, ("winner", "reasons", "colors"))
    winner = 0 if given["winner"] is None else fields.read_seat(given["winner"], f"{where}.winner")
    reasons = read_list(given["reasons"], f"{where}.reasons", len(Reason))
    colors = read_list(given["colors"], f"{where}.colors", COLORS)
    outcome = Outcome(
        winner,
        tuple([read_text(item, f"{where}.reasons") for item in reasons]),
        tuple([_read_color(item, f"{where}.colors") for item in colors]),
    )
    check_outcome(outcome)
    return outcome


def _read_color(value: object, where: str) -> int:
    return fields.read_color(fields.read_text(value, where), where)
