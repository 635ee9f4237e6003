"""The five steps of a turn as the panel lists them."""

from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import JEWEL_CARDS
from games.selectors.words import kind_name

from .choice import Mode
from .phrases import reserving
from .scene import Scene
from .seats import HAND_LIMIT, held_by
from .settled import FOLLOW_UPS, MAIN, PRIVILEGES, Settled, settled_in
from .words import ability_name, card_name, listed, tokens_text

ROYAL_THRESHOLDS = (3, 6)  # crowns at which a royal card is due


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `state` is "now", "done", "opt" (may be done) or "none" (does not apply).

    `submit` is the form's `do` that a small button sends, `href` where a small link leads; `button` is its word.
    `carry`: the link takes along what is chosen on the board. `settled` are this step's actions in the draft.
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
    carry: bool = False
    settled: tuple[Settled, ...] = ()
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
    current = _CURRENT.get(scene.choice.mode, "main")
    return tuple(_placed(step, current) for step in steps)


def _placed(step: Step, current: str) -> Step:
    """The step as it stands beside the current one: only one is asked for at a time."""
    if step.key == current:
        return replace(step, state="now")
    return replace(step, state="opt") if step.state == "now" else step


_CURRENT: Final = {Mode.REPLENISH: "replenish", Mode.PRIVILEGE: "privileges"}


def _privileges(scene: Scene) -> Step:
    used = settled_in(scene, PRIVILEGES)
    return replace(_open_privileges(scene, used), settled=used)


def _open_privileges(scene: Scene, used: tuple[Settled, ...]) -> Step:
    number, cells = scene.near["privileges"], scene.legal.privilege_cells
    title, chosen = _("Privileges"), scene.choice.cells
    if scene.choice.mode is Mode.PRIVILEGE:
        say = _("Choose a gem or pearl on the board.")
        return Step(
            1, "privileges", title, "now", say, button=_("Enough"), href=scene.to(cells=chosen)
        )
    if cells:
        say = ngettext(
            "Optional. Yours takes one gem or pearl.",
            "Optional. Each of your %(number)d takes one gem or pearl.",
            number,
        ) % {"number": number}
        href = scene.to(do="privilege", cells=chosen)
        return Step(1, "privileges", title, "opt", say, button=_("Use"), href=href, carry=True)
    if used:
        return Step(1, "privileges", title, "done", "")
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
        return Step(
            2, "replenish", title, "now", what, button=_("Not now"), href=scene.to(), locked=True
        )
    return _offered(scene, title, _("Optional.") + " " + what)


def _offered(scene: Scene, title: str, say: str) -> Step:
    """Replenishing asks once more, unless this person wants no question before a gift."""
    offer = Step(2, "replenish", title, "opt", say, button=_("Replenish"))
    if scene.asks:
        return replace(offer, href=scene.to(do="replenish"))
    return replace(offer, submit="replenish")


def _main(scene: Scene) -> Step:
    changed = scene.choice.mode not in (Mode.LINE, Mode.PRIVILEGE, Mode.REPLENISH)
    button, href = (_("Change"), scene.to()) if changed else ("", "")
    state = "now" if scene.legal.main_action else "none"
    return Step(
        3,
        "main",
        _("Main action"),
        state,
        _main_words(scene),
        button=button,
        href=href,
        locked=turns_a_card_up(scene),
    )


def _main_words(scene: Scene) -> str:
    choice = scene.choice
    if choice.mode is Mode.BUY:
        own = any(reserved["card"] == choice.card for reserved in scene.near["reserved"])
        text = _("Buy %(card)s from your reserve.") if own else _("Buy %(card)s.")
        return text % {"card": card_name(JEWEL_CARDS[choice.card])}
    if choice.mode is Mode.RESERVE:
        return reserving(choice.gold, choice.card, choice.deck) + "."
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


def turns_a_card_up(scene: Scene) -> bool:
    """True if the chosen action shows something new: an unseen card, or the one that fills a gap in the pyramid."""
    choice = scene.choice
    if choice.mode not in (Mode.BUY, Mode.RESERVE):
        return False
    if choice.deck:
        return True
    rows = scene.view["pyramid"].items()
    level = next((level for level, row in rows if choice.card in row), None)
    return level is not None and scene.view["decks"][level] > 0


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
    main = settled_in(scene, MAIN)
    answered = settled_in(scene, FOLLOW_UPS)
    done = (
        Step(1, "privileges", _("Privileges"), "done", "", settled=settled_in(scene, PRIVILEGES)),
        Step(
            2,
            "replenish",
            _("Replenish"),
            "done",
            _("Done.") if scene.view["replenished"] else _("Not this turn."),
        ),
        Step(
            3,
            "main",
            _("Main action"),
            "done",
            "" if main else _("Done."),
            settled=main,
            locked=not main,
        ),
    )
    if scene.choice.mode is Mode.DISCARD:
        words = {"held": held_by(scene.near), "number": held_by(scene.near) - HAND_LIMIT}
        say = _("You hold %(held)d, and 10 are allowed. Choose %(number)d to return.") % words
        return (
            *done,
            Step(4, "follow", _("Follow-ups"), "done", _("None left."), settled=answered),
            Step(5, "discard", _("Discard"), "now", say),
        )
    return (
        *done,
        Step(4, "follow", _("Follow-ups"), "now", _owed(scene), settled=answered),
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
