"""The turn panel: whose turn it is, the steps and the chooser of the current step."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine import JEWEL_CARDS, ROYAL_CARDS, action_from_json, write_action

from .cards import CardFace, RoyalFace, card_face, royal_face
from .choice import Mode
from .choosers import (
    Discard,
    Purchase,
    Reserve,
    StealPile,
    discard_chooser,
    purchase_chooser,
    reserve_chooser,
    steal_piles,
)
from .confirm import Confirm, build_confirm, gift_of, wins_now
from .prices import price_for
from .scene import Scene
from .seats import HAND_LIMIT, held_by
from .steps import Step, build_steps
from .tray import is_line
from .words import tokens_text


@dataclass(frozen=True, slots=True)
class Question:
    """The last question before a gift. `sure` goes with the form and says which turn the answer is about."""

    text: str
    sure: str
    href: str


@dataclass(frozen=True, slots=True)
class TurnPanel:
    """The panel for one mode. Of the choosers only that of the mode is set; `claim_href` offers the stand-off's end.

    `draft` are the words of the settled actions as the form sends them.
    """

    mode: str
    title: str
    number: int
    note: str
    yours: bool
    draft: str = ""
    question: Question | None = None
    steps: tuple[Step, ...] = ()
    after: str = ""
    ends_game: bool = False
    confirm: Confirm | None = None
    purchase: Purchase | None = None
    reserve: Reserve | None = None
    discard: Discard | None = None
    look: CardFace | None = None
    steal: tuple[StealPile, ...] = ()
    royals: tuple[RoyalFace, ...] = ()
    claim_href: str = ""
    open: bool = False


def build_turn(scene: Scene) -> TurnPanel | None:
    """The panel; None when the game is over and the result stands in its place."""
    mode = scene.choice.mode
    if mode is Mode.OVER:
        return None
    if mode is Mode.WATCH:
        return _watching(scene)
    purchase = purchase_chooser(scene) if mode is Mode.BUY else None
    return TurnPanel(
        mode=mode,
        title=_("Your turn"),
        number=scene.view["turn"],
        note=_turn_note(scene),
        yours=True,
        draft=" ".join(scene.draft.turn),
        question=_question(scene),
        steps=build_steps(scene),
        after=_after(scene),
        ends_game=bool(purchase and wins_now(purchase)),
        confirm=build_confirm(scene),
        purchase=purchase,
        reserve=reserve_chooser(scene) if mode is Mode.RESERVE else None,
        discard=discard_chooser(scene) if mode is Mode.DISCARD else None,
        look=_look(scene) if mode is Mode.CARD else None,
        steal=steal_piles(scene) if mode is Mode.STEAL else (),
        royals=_royals(scene) if mode is Mode.ROYAL else (),
        claim_href=scene.to(do="claim") if scene.legal.claim and mode is not Mode.CLAIM else "",
        open=mode not in _ON_THE_BOARD,
    )


# The choice is made on the board: on a phone the panel must not cover it.
_ON_THE_BOARD: Final = frozenset({Mode.LINE, Mode.PRIVILEGE, Mode.GOLD, Mode.MATCHING})


def _question(scene: Scene) -> Question | None:
    """Asked where the draft says so and a gift is really at hand."""
    choice = scene.choice
    if (
        not scene.draft.ask
        or choice.mode is not Mode.LINE
        or not is_line(choice.cells, scene.legal)
    ):
        return None
    gift = gift_of(scene)
    if not gift:
        return None
    take = action_from_json({"type": "take_tokens", "cells": list(choice.cells)})
    return Question(
        text=gift + ". " + _("Play it all the same?"),
        sure=" ".join((*scene.draft.turn, write_action(take))),
        href=scene.to(),
    )


def _watching(scene: Scene) -> TurnPanel:
    seat = scene.view["seat_to_move"] or 1
    return TurnPanel(
        mode=Mode.WATCH,
        title=_("%(name)s to move") % {"name": scene.names[seat]},
        number=scene.view["turn"],
        note=_turn_note(scene),
        yours=False,
    )


def _turn_note(scene: Scene) -> str:
    if scene.view["extra_turn"]:
        return _("Extra turn.")
    return _("Another turn follows this one.") if scene.view["extra_turn_earned"] else ""


def _royals(scene: Scene) -> tuple[RoyalFace, ...]:
    return tuple(
        royal_face(card, chosen=card == scene.draft.royal)
        for card in ROYAL_CARDS
        if card in scene.legal.royals
    )


def _look(scene: Scene) -> CardFace:
    card = scene.choice.card
    return card_face(card, price_for(JEWEL_CARDS[card], scene.near), chosen=True)


def _after(scene: Scene) -> str:
    """What the confirmed action leaves the seat with, where that is known."""
    choice, held = scene.choice, held_by(scene.near)
    if choice.mode is Mode.RESERVE:
        held += 1
    elif choice.mode is Mode.LINE and is_line(choice.cells, scene.legal):
        held += len(choice.cells)
    else:
        return ""
    if held > HAND_LIMIT:
        words = {"held": held, "tokens": tokens_text(held - HAND_LIMIT)}
        return _("You will hold %(held)d tokens and then return %(tokens)s.") % words
    return _("You will hold %(held)d of 10 tokens.") % {"held": held}
