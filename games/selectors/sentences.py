"""One sentence for each kind of event, from redacted events only: what isn't in them can't be told.

Every function takes the event as `selectors.views` shows it and `who`, the name of the seat that acted ("You" for the
reader). Kinds without a sentence are part of what another one tells.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors import words

Shown = Mapping[str, Any]


def sentence_of(event: Shown, names: Mapping[int, str]) -> str | None:
    """The sentence of an event; `names` are the seats' names as the reader calls them. None: nothing to tell."""
    teller = _TELLERS.get(event["kind"])
    return teller(event, names) if teller else None


def _who(event: Shown, names: Mapping[int, str]) -> str:
    return names[event["seat"]]


def _game_started(event: Shown, names: Mapping[int, str]) -> str:
    return _("The game was dealt; %(who)s began.") % {"who": _inside(names[event["starter"]])}


def _inside(name: str) -> str:
    """A name inside a sentence: "you" is no name and takes a small letter."""
    return _("you") if name == _("You") else name


def _privilege_used(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s used a privilege to take %(token)s from %(cell)s.") % {
        "who": _who(event, names),
        "token": words.kind_name(event["token"]),
        "cell": event["cell"],
    }


def _board_replenished(event: Shown, names: Mapping[int, str]) -> str:
    number = len(event["placed"])
    return ngettext(
        "%(who)s replenished the board with %(number)d token.",
        "%(who)s replenished the board with %(number)d tokens.",
        number,
    ) % {"who": _who(event, names), "number": number}


def _tokens_taken(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s took %(tokens)s from %(cells)s.") % {
        "who": _who(event, names),
        "tokens": words.tokens(event["tokens"]),
        "cells": words.cells(event["cells"]),
    }


def _card_reserved(event: Shown, names: Mapping[int, str]) -> str:
    facts = {"who": _who(event, names), "gold": event["gold"], "level": event["level"]}
    if not event["unseen"]:
        return _("%(who)s took gold from %(gold)s and reserved %(card)s.") % {
            **facts,
            "card": words.jewel(event["card"]),
        }
    if event.get("card") is None:
        return (
            _("%(who)s took gold from %(gold)s and reserved a level %(level)d card unseen.") % facts
        )
    return _("%(who)s took gold from %(gold)s and reserved unseen %(card)s.") % {
        **facts,
        "card": words.jewel(event["card"]),
    }


def _card_purchased(event: Shown, names: Mapping[int, str]) -> str:
    price = words.counted(event["payment"]) if any(event["payment"].values()) else _("nothing")
    facts = {"who": _who(event, names), "card": words.jewel(event["card"]), "price": price}
    if event["from_reserve"]:
        told = _("%(who)s purchased %(card)s from the reserve for %(price)s.") % facts
    else:
        told = _("%(who)s purchased %(card)s for %(price)s.") % facts
    if event.get("onto") is None:
        return told
    return told + " " + _("It copies %(color)s.") % {"color": words.kind_name(event["color"])}


def _privilege_gained(event: Shown, names: Mapping[int, str]) -> str:
    if event["from_opponent"]:
        other = names[3 - event["seat"]]
        return _("%(who)s took a privilege from %(other)s.") % {
            "who": _who(event, names),
            "other": _inside(other),
        }
    return _("%(who)s gained a privilege.") % {"who": _who(event, names)}


def _privilege_withheld(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s gained no privilege, holding all three.") % {"who": _who(event, names)}


def _extra_turn_earned(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s earned an extra turn.") % {"who": _who(event, names)}


def _ability_skipped(event: Shown, names: Mapping[int, str]) -> str:
    return _("There was nothing to take with the ability of the card.")


def _matching_token_taken(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s took %(token)s from %(cell)s with the card's ability.") % {
        "who": _who(event, names),
        "token": words.kind_name(event["token"]),
        "cell": event["cell"],
    }


def _token_stolen(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s took %(token)s from %(other)s.") % {
        "who": _who(event, names),
        "token": words.kind_name(event["token"]),
        "other": _inside(names[3 - event["seat"]]),
    }


def _royal_card_chosen(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s received %(card)s.") % {
        "who": _who(event, names),
        "card": words.royal(event["card"]),
    }


def _tokens_discarded(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s returned %(tokens)s to the bag.") % {
        "who": _who(event, names),
        "tokens": words.counted(event["tokens"]),
    }


def _stand_off_warned(event: Shown, names: Mapping[int, str]) -> str:
    return _(
        "%(who)s began a third turn in a row with all gold and both pearls: unless one of them is given up, the "
        "opponent may claim the win."
    ) % {"who": _who(event, names)}


def _stand_off_claimed(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s claimed the win against the stand-off.") % {"who": _who(event, names)}


def _seat_resigned(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s resigned.") % {"who": _who(event, names)}


def _time_expired(event: Shown, names: Mapping[int, str]) -> str:
    return _("%(who)s ran out of time.") % {"who": _who(event, names)}


def _game_ended(event: Shown, names: Mapping[int, str]) -> str:
    return ended(event["outcome"], names)


def ended(outcome: Shown, names: Mapping[int, str]) -> str:
    """How a game ended, from its redacted outcome."""
    told = words.reasons(outcome["reasons"], outcome["colors"])
    if outcome["winner"] is None:
        return _("The game ended in a draw: %(reasons)s.") % {"reasons": told}
    return _("%(who)s won: %(reasons)s.") % {"who": names[outcome["winner"]], "reasons": told}


Teller = Callable[[Shown, Mapping[int, str]], str]

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
    "seat_resigned": _seat_resigned,
    "time_expired": _time_expired,
    "game_ended": _game_ended,
}
