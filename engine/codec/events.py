"""JSON of events: `{"kind": "tokens_taken", "seat": 1, "cells": ["b2"], "tokens": ["red"]}`.

Stored games are made of these objects, so kinds and keys never change their meaning: what has to change gets a new
rules version and a translation from the old form (docs/notation.md).
"""

from typing import Final

from engine import events
from engine.codec import fields, forms, lists
from engine.codec.fields import JsonObject, malformed, read_text, shown
from engine.codec.forms import Field, Form
from engine.codec.outcomes import outcome_from_json, outcome_to_json
from engine.constants import ABILITY_NAMES, PHASE_NAMES
from engine.events import Event

TAG: Final = "kind"

_SEAT: Final = forms.seat()
_AUTOMATIC: Final = forms.flag("automatic")
_COLOR: Final = Field("color", "color", fields.write_color, fields.read_color)
_TOKENS: Final = Field("tokens", "kinds", lists.write_kinds, lists.read_kinds)
_CELLS: Final = Field("cells", "cells", lists.write_cells, lists.read_cells)

_FORMS: Final = (
    Form(
        "game_started",
        events.GameStarted,
        (
            forms.seat("starter"),
            Field("board", "board", lists.write_kinds, lists.read_board),
            Field("decks", "decks", lists.write_rows, lists.read_rows),
            forms.flag("open_memory"),
            forms.flag("stand_off"),
        ),
    ),
    Form("privilege_used", events.PrivilegeUsed, (_SEAT, forms.cell(), forms.TOKEN)),
    Form(
        "board_replenished",
        events.BoardReplenished,
        (_SEAT, Field("placed", "placed", lists.write_placed, lists.read_placed)),
    ),
    Form("tokens_taken", events.TokensTaken, (_SEAT, _CELLS, _TOKENS)),
    Form(
        "card_reserved",
        events.CardReserved,
        (_SEAT, forms.cell("gold"), forms.level(), forms.card(), forms.flag("unseen")),
    ),
    Form(
        "card_purchased",
        events.CardPurchased,
        (
            _SEAT,
            forms.card(),
            forms.counts("payment"),
            _COLOR,
            Field("onto", "onto", fields.write_card_or_none, fields.read_card_or_none),
            forms.flag("from_reserve"),
        ),
    ),
    Form("pyramid_refilled", events.PyramidRefilled, (forms.level(), forms.PLACE, forms.card())),
    Form("privilege_gained", events.PrivilegeGained, (_SEAT, forms.flag("from_opponent"))),
    Form("privilege_withheld", events.PrivilegeWithheld, (_SEAT,)),
    Form("extra_turn_earned", events.ExtraTurnEarned, (_SEAT,)),
    Form(
        "choice_opened",
        events.ChoiceOpened,
        (_SEAT, forms.one_of("phase", PHASE_NAMES), _COLOR),
    ),
    Form("ability_skipped", events.AbilitySkipped, (_SEAT, forms.one_of("ability", ABILITY_NAMES))),
    Form(
        "matching_token_taken",
        events.MatchingTokenTaken,
        (_SEAT, forms.cell(), forms.TOKEN, _AUTOMATIC),
    ),
    Form("token_stolen", events.TokenStolen, (_SEAT, forms.TOKEN, _AUTOMATIC)),
    Form("royal_card_chosen", events.RoyalCardChosen, (_SEAT, forms.ROYAL_CARD, _AUTOMATIC)),
    Form("tokens_discarded", events.TokensDiscarded, (_SEAT, forms.counts("tokens"), _AUTOMATIC)),
    Form("turn_ended", events.TurnEnded, (_SEAT, forms.seat("next_seat"))),
    Form("stand_off_warned", events.StandOffWarned, (_SEAT,)),
    Form("stand_off_claimed", events.StandOffClaimed, (_SEAT,)),
    Form("seat_resigned", events.SeatResigned, (_SEAT,)),
    Form("time_expired", events.TimeExpired, (_SEAT,)),
    Form(
        "game_ended",
        events.GameEnded,
        (Field("outcome", "outcome", outcome_to_json, outcome_from_json),),
    ),
)
_BY_KIND: Final = {form.name: form for form in _FORMS}
_BY_CLASS: Final[dict[object, Form]] = {form.made: form for form in _FORMS}
EVENT_KINDS: Final = tuple(_BY_KIND)


def event_to_json(event: Event) -> JsonObject:
    """The JSON object of an event, with everything it says: for the log, not for a viewer (see `redaction`)."""
    return forms.to_json(_BY_CLASS[event.__class__], event, TAG)


def event_from_json(value: object) -> Event:
    """The event of a JSON value. Raises Malformed."""
    if not isinstance(value, dict):
        raise malformed("event", f"{shown(value)} where an object belongs")
    kind = read_text(value.get(TAG), f"event.{TAG}")
    if kind not in _BY_KIND:
        raise malformed(f"event.{TAG}", f"{shown(kind)} is not an event")
    event: Event = forms.from_json(_BY_KIND[kind], value, TAG)
    return event
