"""The one confirm button of the turn panel: the action in words, with a consequence worth stopping for."""

from dataclasses import dataclass, replace
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine import JEWEL_CARDS, is_gift
from games.selectors.words import kind_name

from .choice import Mode
from .choosers import Purchase, purchase_chooser
from .phrases import buying, kinds_at, phrase_of, taking
from .prices import price_for, spoken_verdict
from .scene import Scene
from .seats import HAND_LIMIT, RESERVE_LIMIT, held_by
from .tray import in_order, is_line
from .words import card_name, listed, tokens_text


@dataclass(frozen=True, slots=True)
class Confirm:
    """The one confirm button: `do` is what the form sends. Off, it says in `why` what is missing.

    `before` is what the draft sends along, `small` a consequence worth stopping for.
    """

    do: str
    text: str
    before: str = ""
    small: str = ""
    stones: tuple[str, ...] = ()
    why: str = ""


def build_confirm(scene: Scene) -> Confirm:
    """The button for the mode at hand; what the draft has settled is sent with it and so is said with it."""
    confirm = _CONFIRMS[scene.choice.mode](scene)
    if confirm.why or not scene.settled:
        return confirm
    between = pgettext("between the actions of a turn", "; ")
    first = format_html_join(
        between, "{}", ((phrase_of(scene, action),) for action in scene.settled)
    )
    return replace(confirm, before=format_html(_("First: {actions}"), actions=first))


def wins_now(purchase: Purchase) -> str:
    """How the purchase as now chosen ends the game; empty if it does not."""
    return next((lay.wins for lay in purchase.lays if lay.chosen), purchase.wins)


def _line_confirm(scene: Scene) -> Confirm:
    cells = in_order(scene.choice.cells)
    if not is_line(cells, scene.legal):
        return Confirm("take", _("Take the chosen tokens"))
    kinds, gift = kinds_at(scene, cells), gift_of(scene)
    over = _over(held_by(scene.near) + len(cells))
    return Confirm("take", taking(kinds, cells), small=_told(gift, over), stones=kinds)


def _over(held: int) -> str:
    """What holding so many tokens leads to at the end of the turn; empty up to ten."""
    if held <= HAND_LIMIT:
        return ""
    return _("then return %(number)d") % {"number": held - HAND_LIMIT}


def _told(*consequences: str) -> str:
    """Consequences in one line, without those that are none."""
    return listed(filter(None, consequences))


def gift_of(scene: Scene) -> str:
    """Who gains a privilege from taking the chosen line; empty if nobody does."""
    return _gift(scene) if is_gift(kinds_at(scene, scene.choice.cells)) else ""


def _gift(scene: Scene) -> str:
    """Who gains a privilege; with three already in hand nothing happens (RULES section 4)."""
    if scene.far["privileges"] == 3:
        return ""
    return _("%(name)s gains a privilege") % {"name": scene.opponent}


def _privilege_confirm(scene: Scene) -> Confirm:
    return Confirm("take", _("Use a privilege"), why=_("Choose a gem or pearl on the board."))


def _gold_confirm(scene: Scene) -> Confirm:
    return Confirm("reserve", _("Reserve …"), why=_("Choose a card or a deck to reserve."))


def _buy_confirm(scene: Scene) -> Confirm:
    purchase = purchase_chooser(scene)
    if len(purchase.payments) == 1:
        text = buying(scene.choice.card, scene.legal.purchases[scene.choice.card][0]["payment"])
    else:  # without script the button can't follow the choice
        text = _("Buy %(card)s") % {"card": card_name(JEWEL_CARDS[scene.choice.card])}
    wins = "" if len(purchase.lays) > 1 else wins_now(purchase)
    bonus = JEWEL_CARDS[scene.choice.card].bonus
    return Confirm(
        "purchase", text, small=wins, stones=(bonus,) if bonus not in ("copy", "none") else ()
    )


def _reserve_confirm(scene: Scene) -> Confirm:
    choice = scene.choice
    if choice.card:
        text = _("Reserve %(card)s") % {"card": card_name(JEWEL_CARDS[choice.card])}
    else:
        text = _("Reserve a level %(level)d card unseen") % {"level": choice.deck}
    return Confirm(
        "reserve",
        text,
        small=_told(
            _("with gold from %(cell)s") % {"cell": choice.gold}, _over(held_by(scene.near) + 1)
        ),
        stones=("gold",),
    )


def _look_confirm(scene: Scene) -> Confirm:
    card = JEWEL_CARDS[scene.choice.card]
    theirs = {reserved["card"] for reserved in scene.far["reserved"]}
    if card.id in theirs:
        why = _("%(name)s has reserved this card.") % {"name": scene.opponent}
    elif not scene.legal.main_action:
        why = _("Replenish first.")
    else:
        why = _why_not(scene, card.id)
    return Confirm("purchase", _("Buy …"), why=why)


def _why_not(scene: Scene, card_id: str) -> str:
    """Why a visible card can be neither bought nor reserved."""
    price = price_for(JEWEL_CARDS[card_id], scene.near)
    parts = [] if price.can else [spoken_verdict(price)]
    mine = {reserved["card"] for reserved in scene.near["reserved"]}
    if card_id not in mine:
        parts.append(
            _("three cards reserved already")
            if len(mine) >= RESERVE_LIMIT
            else _("no gold on the board")
        )
    text = listed(parts)
    return text[:1].upper() + text[1:] + "."


def _replenish_confirm(scene: Scene) -> Confirm:
    size = sum(scene.view["bag"].values())
    text = ngettext("Replenish with %(number)d token", "Replenish with %(number)d tokens", size) % {
        "number": size
    }
    return Confirm("replenish", text, small=_gift(scene))


def _claim_confirm(scene: Scene) -> Confirm:
    return Confirm("claim", _("Claim the win"), small=_("The game ends"))


def _matching_confirm(scene: Scene) -> Confirm:
    color = scene.view.get("matching_color") or ""
    return Confirm(
        "matching", _("Take the %(color)s token") % {"color": kind_name(color)}, stones=(color,)
    )


def _steal_confirm(scene: Scene) -> Confirm:
    return Confirm("steal", _("Take a token from %(name)s") % {"name": scene.opponent})


def _royal_confirm(scene: Scene) -> Confirm:
    return Confirm("royal", _("Take the royal card"))


def _discard_confirm(scene: Scene) -> Confirm:
    return Confirm(
        "discard",
        _("Return %(tokens)s") % {"tokens": tokens_text(held_by(scene.near) - HAND_LIMIT)},
    )


_CONFIRMS: Final = {
    Mode.LINE: _line_confirm,
    Mode.PRIVILEGE: _privilege_confirm,
    Mode.GOLD: _gold_confirm,
    Mode.BUY: _buy_confirm,
    Mode.RESERVE: _reserve_confirm,
    Mode.CARD: _look_confirm,
    Mode.REPLENISH: _replenish_confirm,
    Mode.CLAIM: _claim_confirm,
    Mode.MATCHING: _matching_confirm,
    Mode.STEAL: _steal_confirm,
    Mode.ROYAL: _royal_confirm,
    Mode.DISCARD: _discard_confirm,
}
