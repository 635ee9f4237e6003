"""One sentence for each kind of event, from redacted events only: what isn't in them can't be told.

Every function takes the event as `selectors.views` shows it and the names of the seats ("You" for the reader). Kinds
without a sentence are part of what the event before them tells.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.facts import (
    Back,
    Jewel,
    Line,
    Name,
    Phrase,
    Royal,
    Token,
    counted,
    phrase,
    reasons,
    tokens,
)

Shown = Mapping[str, Any]
Names = Mapping[int, str]


def sentence_of(event: Shown, names: Names) -> Phrase | None:
    """The sentence of an event; `names` are the seats' names as the reader calls them. None: nothing to tell."""
    teller = _TELLERS.get(event["kind"])
    return teller(event, names) if teller else None


def tells(kind: str) -> bool:
    """True for a kind of event that has a sentence; the others are part of what the one before tells."""
    return kind in _TELLERS


def _who(event: Shown, names: Names) -> Name:
    return Name(names[event["seat"]])


def _inside(name: str) -> Name:
    """A name inside a sentence: "you" is no name and takes a small letter."""
    return Name(_("you") if name == _("You") else name)


def _other(event: Shown, names: Names) -> Name:
    return _inside(names[3 - event["seat"]])


def _game_started(event: Shown, names: Names) -> Phrase:
    return phrase(_("The game was dealt; %(who)s began."), who=_inside(names[event["starter"]]))


def _privilege_used(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s used a privilege to take %(token)s from %(cell)s."),
        who=_who(event, names),
        token=Token(event["token"]),
        cell=Line((event["cell"],)),
    )


def _board_replenished(event: Shown, names: Names) -> Phrase:
    number = len(event["placed"])
    template = ngettext(
        "%(who)s replenished the board with %(number)d token.",
        "%(who)s replenished the board with %(number)d tokens.",
        number,
    )
    return phrase(template, who=_who(event, names), number=number)


def _tokens_taken(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s took %(tokens)s from %(cells)s."),
        who=_who(event, names),
        tokens=tokens(event["tokens"]),
        cells=Line(tuple(event["cells"])),
    )


def _card_reserved(event: Shown, names: Names) -> Phrase:
    card: Jewel | Back
    if event.get("card") is None:
        template = _("%(who)s took %(token)s from %(cell)s and reserved %(card)s unseen.")
        card = Back(event["level"])
    else:
        template = (
            _("%(who)s took %(token)s from %(cell)s and reserved unseen %(card)s.")
            if event["unseen"]
            else _("%(who)s took %(token)s from %(cell)s and reserved %(card)s.")
        )
        card = Jewel(event["card"])
    gold, cell = Token("gold"), Line((event["gold"],))
    return phrase(template, who=_who(event, names), token=gold, cell=cell, card=card)


def _card_purchased(event: Shown, names: Names) -> Phrase:
    template = (
        _("%(who)s purchased %(card)s from the reserve for %(price)s.")
        if event["from_reserve"]
        else _("%(who)s purchased %(card)s for %(price)s.")
    )
    price = counted(event["payment"]) if any(event["payment"].values()) else _("nothing")
    told = phrase(template, who=_who(event, names), card=Jewel(event["card"]), price=price)
    if event.get("onto") is None:
        return told
    return told.then(phrase(_("It copies %(color)s."), color=Token(event["color"])))


def _privilege_gained(event: Shown, names: Names) -> Phrase:
    who = _who(event, names)
    if event["from_opponent"]:
        other = _other(event, names)
        return phrase(_("%(who)s took a privilege from %(other)s."), who=who, other=other)
    return phrase(_("%(who)s gained a privilege."), who=who)


def _privilege_withheld(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s gained no privilege, holding all three."),
        who=_who(event, names),
    )


def _extra_turn_earned(event: Shown, names: Names) -> Phrase:
    return phrase(_("%(who)s earned an extra turn."), who=_who(event, names))


def _ability_skipped(event: Shown, names: Names) -> Phrase:
    return phrase(_("There was nothing to take with the ability of the card."))


def _matching_token_taken(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s took %(token)s from %(cell)s with the card's ability."),
        who=_who(event, names),
        token=Token(event["token"]),
        cell=Line((event["cell"],)),
    )


def _token_stolen(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s took %(token)s from %(other)s."),
        who=_who(event, names),
        token=Token(event["token"]),
        other=_other(event, names),
    )


def _royal_card_chosen(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s received %(card)s."), who=_who(event, names), card=Royal(event["card"])
    )


def _tokens_discarded(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s returned %(tokens)s to the bag."),
        who=_who(event, names),
        tokens=counted(event["tokens"]),
    )


def _stand_off_warned(event: Shown, names: Names) -> Phrase:
    return phrase(
        _(
            "%(who)s began a third turn in a row with all gold and both pearls: unless one of them is given up, the "
            "opponent may claim the win."
        ),
        who=_who(event, names),
    )


def _stand_off_claimed(event: Shown, names: Names) -> Phrase:
    return phrase(_("%(who)s claimed the win against the stand-off."), who=_who(event, names))


def _turn_retracted(event: Shown, names: Names) -> Phrase:
    return phrase(_("%(who)s took the turn back."), who=_who(event, names))


def _time_granted(event: Shown, names: Names) -> Phrase:
    hours = event["seconds"] // 3600
    template = ngettext(
        "%(who)s granted %(other)s %(number)d hour more.",
        "%(who)s granted %(other)s %(number)d hours more.",
        hours,
    )
    return phrase(template, who=_who(event, names), other=_other(event, names), number=hours)


def _game_paused(event: Shown, names: Names) -> Phrase:
    return phrase(_("Both agreed to a pause."))


def _game_resumed(event: Shown, names: Names) -> Phrase:
    return phrase(_("The pause ended."))


def _game_aborted(event: Shown, names: Names) -> Phrase:
    return phrase(
        _("%(who)s made no first turn in time; the game was called off."), who=_who(event, names)
    )


def _seat_resigned(event: Shown, names: Names) -> Phrase:
    return phrase(_("%(who)s resigned."), who=_who(event, names))


def _time_expired(event: Shown, names: Names) -> Phrase:
    return phrase(_("%(who)s ran out of time."), who=_who(event, names))


def _game_ended(event: Shown, names: Names) -> Phrase:
    return ended(event["outcome"], names)


def ended(outcome: Shown, names: Names) -> Phrase:
    """How a game ended, from its redacted outcome."""
    told = reasons(outcome["reasons"], outcome["colors"])
    if outcome["winner"] is None:
        return phrase(_("The game ended in a draw: %(reasons)s."), reasons=told)
    return phrase(_("%(who)s won: %(reasons)s."), who=Name(names[outcome["winner"]]), reasons=told)


Teller = Callable[[Shown, Names], Phrase]

_TELLERS: Final[dict[str, Teller]] = {
    "game_started": _game_started,
    "privilege_used": _privilege_used,
    "board_replenished": _board_replenished,
    "tokens_taken": _tokens_taken,
    "card_reserved": _card_reserved,
    "card_purchased": _card_purchased,
    "privilege_gained": _privilege_gained,
    "privilege_withheld": _privilege_withheld,
    "extra_turn_earned": _extra_turn_earned,
    "ability_skipped": _ability_skipped,
    "matching_token_taken": _matching_token_taken,
    "token_stolen": _token_stolen,
    "royal_card_chosen": _royal_card_chosen,
    "tokens_discarded": _tokens_discarded,
    "stand_off_warned": _stand_off_warned,
    "stand_off_claimed": _stand_off_claimed,
    "turn_retracted": _turn_retracted,
    "time_granted": _time_granted,
    "game_paused": _game_paused,
    "game_resumed": _game_resumed,
    "game_aborted": _game_aborted,
    "seat_resigned": _seat_resigned,
    "time_expired": _time_expired,
    "game_ended": _game_ended,
}
