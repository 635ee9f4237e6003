"""JSON of actions: `{"type": "take_tokens", "cells": ["b2", "c3"]}`."""

from typing import Final

from engine import actions
from engine.actions import Action
from engine.codec import fields, forms, lists
from engine.codec.fields import JsonObject, malformed, read_text, shown
from engine.codec.forms import Field, Form
from engine.constants import NOTHING

TAG: Final = "type"


def _read_line(value: object, where: str) -> tuple[int, ...]:
    """At least one cell, each once, in any order (cases.md 031, 033, 034)."""
    cells = lists.read_cells(value, where)
    if not cells or len(set(cells)) != len(cells):
        raise malformed(where, "one or more different cells belong here")
    return tuple(sorted(cells))


_ONTO: Final = Field("onto", "onto", fields.write_card, fields.read_card_or_none, absent=NOTHING)
_UNSEEN: Final = Form(
    "reserve_card", actions.ReserveUnseen, (forms.cell("gold"), forms.level("deck"))
)
_FORMS: Final[dict[type, Form]] = {
    actions.ClaimStandOff: Form("claim_stand_off", actions.ClaimStandOff, ()),
    actions.UsePrivilege: Form("use_privilege", actions.UsePrivilege, (forms.cell(),)),
    actions.Replenish: Form("replenish", actions.Replenish, ()),
    actions.TakeTokens: Form(
        "take_tokens",
        actions.TakeTokens,
        (Field("cells", "cells", lists.write_cells, _read_line),),
    ),
    actions.ReserveCard: Form(
        "reserve_card", actions.ReserveCard, (forms.cell("gold"), forms.card())
    ),
    actions.PurchaseCard: Form(
        "purchase_card", actions.PurchaseCard, (forms.card(), forms.counts("payment"), _ONTO)
    ),
    actions.TakeMatchingToken: Form(
        "take_matching_token", actions.TakeMatchingToken, (forms.cell(),)
    ),
    actions.StealToken: Form("steal_token", actions.StealToken, (forms.TOKEN,)),
    actions.ChooseRoyalCard: Form(
        "choose_royal_card", actions.ChooseRoyalCard, (forms.ROYAL_CARD,)
    ),
    actions.DiscardTokens: Form("discard_tokens", actions.DiscardTokens, (forms.counts("tokens"),)),
}
_BY_NAME: Final = {form.name: form for form in _FORMS.values()}


def action_to_json(action: Action) -> JsonObject:
    """The JSON object of an action."""
    form = _UNSEEN if isinstance(action, actions.ReserveUnseen) else _FORMS[action.__class__]
    return forms.to_json(form, action, TAG)


def action_from_json(value: object) -> Action:
    """The action of a JSON value. Raises Malformed; whether it is legal is for `decide` to say."""
    if not isinstance(value, dict):
        raise malformed("action", f"{shown(value)} where an object belongs")
    name = read_text(value.get(TAG), f"action.{TAG}")
    if name not in _BY_NAME:
        raise malformed(f"action.{TAG}", f"{shown(name)} is not an action")
    form = _UNSEEN if name == _UNSEEN.name and "deck" in value else _BY_NAME[name]
    action: Action = forms.from_json(form, value, TAG)
    return action
