"""The five steps of a turn as the panel lists them."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import JEWEL_CARDS
from games.selectors.words import kind_name

from .choice import Mode
from .scene import Scene
from .seats import HAND_LIMIT, held_by
from .words import ability_name, card_name, listed, tokens_text

ROYAL_THRESHOLDS = (3, 6)  # crowns at which a royal card is due


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `state` is "now", "done", "opt" (may be done) or "none" (does not apply).

    `submit` is the form's `do` that a small button sends, `href` where a small link leads; `button` is its word.
    `locked` draws the rule below: what follows cannot be taken back.
    """

    number: int
    key: str
    title: str
    state: str
    say: str
    button: str = ""
    submit: str = ""
    href: str = ""
    locked: bool = False


def build_steps(scene: Scene) -> tuple[Step, ...]:
    """All five, whatever the phase."""
    if not scene.choice.main:
        return _later_steps(scene)
    steps = (
        _privileges(scene),
        _replenish(scene),
        _main(scene),
        _follow_ups(scene),
        _discard(scene),
    )
    current = {Mode.REPLENISH: "replenish"}.get(scene.choice.mode, "main")
    return tuple(replace(step, state="now") if step.key == current else step for step in steps)


def _privileges(scene: Scene) -> Step:
    number, cells = scene.near["privileges"], scene.legal.privilege_cells
    title = _("Privileges")
    if cells:
        say = ngettext(
            "Optional. Yours takes one gem or pearl.",
            "Optional. Each of your %(number)d takes one gem or pearl.",
            number,
        ) % {"number": number}
        return Step(1, "privileges", title, "opt", say, button=_("Use"), submit="privilege")
    if not number:
        return Step(1, "privileges", title, "none", _("You hold none."))
    if scene.view["replenished"]:
        return Step(1, "privileges", title, "none", _("Only before replenishing."))
    return Step(1, "privileges", title, "none", _("Nothing they may take."))


def _replenish(scene: Scene) -> Step:
    title, size = _("Replenish"), sum(scene.view["bag"].values())
    if scene.view["replenished"]:
        return Step(
            2, "replenish", title, "done", _("The board was refilled from the bag."), locked=True
        )
    if not scene.legal.replenish:
        return Step(2, "replenish", title, "none", _("The bag is empty."))
    what = ngettext(
        "%(number)d token comes out of the bag and %(opponent)s gains a privilege. Cannot be taken back.",
        "%(number)d tokens come out of the bag and %(opponent)s gains a privilege. Cannot be taken back.",
        size,
    ) % {"number": size, "opponent": scene.opponent}
    if not scene.legal.main_action:
        return Step(
            2,
            "replenish",
            title,
            "now",
            _("No main action is possible: replenish first.") + " " + what,
        )
    if scene.choice.mode is Mode.REPLENISH:
        return Step(2, "replenish", title, "now", what, button=_("Not now"), href="?", locked=True)
    return Step(
        2,
        "replenish",
        title,
        "opt",
        _("Optional.") + " " + what,
        button=_("Replenish"),
        href="?do=replenish",
    )


def _main(scene: Scene) -> Step:
    changed = scene.choice.mode not in (Mode.LINE, Mode.REPLENISH)
    button, href = (_("Change"), "?") if changed else ("", "")
    state = "now" if scene.legal.main_action else "none"
    return Step(3, "main", _("Main action"), state, _main_words(scene), button=button, href=href)


def _main_words(scene: Scene) -> str:
    choice = scene.choice
    if choice.mode is Mode.BUY:
        own = any(reserved["card"] == choice.card for reserved in scene.near["reserved"])
        text = _("Buy %(card)s from your reserve.") if own else _("Buy %(card)s.")
        return text % {"card": card_name(JEWEL_CARDS[choice.card])}
    if choice.mode is Mode.RESERVE:
        return _reserve_words(scene)
    if choice.mode is Mode.GOLD:
        return _("Take gold from %(cell)s. Choose a card or a deck to reserve.") % {
            "cell": choice.gold
        }
    if choice.mode is Mode.CARD:
        return _("Look at %(card)s.") % {"card": card_name(JEWEL_CARDS[choice.card])}
    if choice.mode is Mode.CLAIM:
        return _("Claim the win.")
    if not scene.legal.main_action:
        return _("After replenishing.")
    return _("Take tokens in a line, buy a card, or take gold and reserve a card.")


def _reserve_words(scene: Scene) -> str:
    choice = scene.choice
    if choice.card:
        words = {"cell": choice.gold, "card": card_name(JEWEL_CARDS[choice.card])}
        return _("Take gold from %(cell)s and reserve %(card)s.") % words
    return _("Take gold from %(cell)s and reserve the top card of level %(level)d unseen.") % {
        "cell": choice.gold,
        "level": choice.deck,
    }


def _follow_ups(scene: Scene) -> Step:
    parts = _coming(scene) if scene.choice.mode is Mode.BUY else []
    say = _("Then: %(parts)s.") % {"parts": listed(parts)} if parts else _("None.")
    return Step(4, "follow", _("Follow-ups"), "none", say)


def _coming(scene: Scene) -> list[str]:
    """What the purchase brings with it."""
    card, crowns = JEWEL_CARDS[scene.choice.card], scene.near["crowns"]
    parts = [ability_name(card.ability)] if card.ability != "none" else []
    if (
        any(crowns < due <= crowns + card.crowns for due in ROYAL_THRESHOLDS)
        and scene.view["royal_cards"]
    ):
        parts.append(_("choose a royal card"))
    return parts


def _discard(scene: Scene) -> Step:
    held = held_by(scene.near) + (1 if scene.choice.mode is Mode.RESERVE else 0)
    if held > HAND_LIMIT and scene.choice.mode is not Mode.BUY:
        surplus = {"held": held, "tokens": tokens_text(held - HAND_LIMIT)}
        return Step(
            5,
            "discard",
            _("Discard"),
            "none",
            _("You would hold %(held)d: %(tokens)s to return.") % surplus,
        )
    return Step(5, "discard", _("Discard"), "none", _("Not needed."))


def _later_steps(scene: Scene) -> tuple[Step, ...]:
    """After the main action: it is done, and an answer or the discard is owed."""
    done = (
        Step(1, "privileges", _("Privileges"), "done", ""),
        Step(
            2,
            "replenish",
            _("Replenish"),
            "done",
            _("Done.") if scene.view["replenished"] else _("Not this turn."),
        ),
        Step(3, "main", _("Main action"), "done", _("Done."), locked=True),
    )
    if scene.choice.mode is Mode.DISCARD:
        words = {"held": held_by(scene.near), "number": held_by(scene.near) - HAND_LIMIT}
        say = _("You hold %(held)d, and 10 are allowed. Choose %(number)d to return.") % words
        return (
            *done,
            Step(4, "follow", _("Follow-ups"), "done", _("None left.")),
            Step(5, "discard", _("Discard"), "now", say),
        )
    return (
        *done,
        Step(4, "follow", _("Follow-ups"), "now", _owed(scene)),
        Step(5, "discard", _("Discard"), "none", _("After this, if you hold more than 10.")),
    )


def _owed(scene: Scene) -> str:
    if scene.choice.mode is Mode.MATCHING:
        color = scene.view.get("matching_color")
        return _("Choose a %(color)s token on the board.") % {
            "color": kind_name(color) if color else ""
        }
    if scene.choice.mode is Mode.STEAL:
        return _("Take one token from %(opponent)s.") % {"opponent": scene.opponent}
    return _("Your crowns earn you a royal card. Choose one.")
