"""Plans in words: the turn of an entry, what it waits for, and what became of the plan before."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine import JEWEL_CARDS, ROYAL_CARDS, Action, action_to_json
from games.planning.facts import Fact, FactKind
from games.selectors.words import kind_name
from games.web.table.phrases import buying, reserving, taking
from games.web.table.tray import in_order
from games.web.table.words import amounts, card_name, listed, privileges_text, royal_text


def turn_text(actions: Iterable[Action], facts: Iterable[Fact], opponent: str) -> str:
    """A turn as one sentence without a full stop; what lies in its cells stands in the `facts`."""
    tokens = {fact.cell: fact.token for fact in facts if fact.kind is FactKind.CELL_HOLDS}
    between = pgettext("between the actions of a turn", "; ")
    phrases = ((_phrase(action_to_json(action), tokens, opponent),) for action in actions)
    return format_html_join(between, "{}", phrases)


def _phrase(action: dict[str, Any], tokens: Mapping[str, str], opponent: str) -> str:
    return _PHRASES[action["type"]](action, tokens, opponent)


def _taken(cells: Iterable[str], tokens: Mapping[str, str]) -> str:
    line = in_order(tuple(cells))
    if not all(tokens.get(cell) for cell in line):
        return _("Take what then lies on %(cells)s") % {"cells": "-".join(line)}
    return taking(tuple(tokens[cell] for cell in line), line)


def _privilege(cell: str, tokens: Mapping[str, str]) -> str:
    return format_html(_("Use a privilege: {taking}"), taking=_taken((cell,), tokens))


_PHRASES: Final[dict[str, Callable[[dict[str, Any], Mapping[str, str], str], str]]] = {
    "use_privilege": lambda a, tokens, _name: _privilege(a["cell"], tokens),
    "replenish": lambda _a, _tokens, _name: _("Replenish the board"),
    "take_tokens": lambda a, tokens, _name: _taken(a["cells"], tokens),
    "reserve_card": lambda a, _tokens, _name: reserving(
        a["gold"], a.get("card", ""), a.get("deck", 0)
    ),
    "purchase_card": lambda a, _tokens, _name: buying(a["card"], a["payment"]),
    "take_matching_token": lambda a, tokens, _name: _taken((a["cell"],), tokens),
    "steal_token": lambda a, _tokens, name: (
        _("Take %(token)s from %(name)s") % {"token": kind_name(a["token"]), "name": name}
    ),
    "choose_royal_card": lambda a, _tokens, _name: royal_text(ROYAL_CARDS[a["card"]]),
    "discard_tokens": lambda a, _tokens, _name: (
        _("Return %(tokens)s") % {"tokens": amounts(a["tokens"])}
    ),
    "claim_stand_off": lambda _a, _tokens, _name: _("Claim the win"),
}


def facts_text(facts: Iterable[Fact], opponent: str) -> str:
    """What has to hold, in one line; empty for nothing."""
    return listed(fact_text(fact, opponent) for fact in facts)


def fact_text(fact: Fact, opponent: str) -> str:
    """One condition in a few words."""
    return _FACTS[fact.kind](fact) % {"name": opponent}


def _holds(fact: Fact) -> str:
    return _("%(token)s on %(cell)s") % {"token": kind_name(fact.token), "cell": fact.cell}


def _card(text: str, fact: Fact) -> str:
    return text % {"card": card_name(JEWEL_CARDS[fact.card]), "name": "%(name)s"}


def _number(text: str, fact: Fact) -> str:
    return text % {"number": fact.number, "name": "%(name)s"}


_FACTS: Final[dict[FactKind, Callable[[Fact], str]]] = {
    FactKind.CELL_HOLDS: _holds,
    FactKind.CELL_EMPTY: lambda f: _("%(cell)s empty") % {"cell": f.cell},
    FactKind.CELL_FULL: lambda f: _("%(cell)s not empty") % {"cell": f.cell},
    FactKind.CARD_OPEN: lambda f: _card(_("%(card)s face up"), f),
    FactKind.DECK_LEFT: lambda f: _number(_("a card left in deck %(number)d"), f),
    FactKind.ROYAL_LEFT: lambda f: (
        _("%(card)s not taken") % {"card": royal_text(ROYAL_CARDS[f.card])}
    ),
    FactKind.PRIVILEGES: lambda f: (
        _("you hold %(privileges)s") % {"privileges": privileges_text(f.number)}
    ),
    FactKind.CAN_PAY: lambda f: _("you hold %(tokens)s") % {"tokens": amounts(f.tokens)},
    FactKind.MY_TOKENS: lambda f: _("you hold exactly %(tokens)s") % {"tokens": amounts(f.tokens)},
    FactKind.THEY_HOLD: lambda f: (
        _("%(name)s holds %(token)s") % {"token": kind_name(f.token), "name": "%(name)s"}
    ),
    FactKind.NOT_BOUGHT: lambda f: _card(_("%(card)s not bought by %(name)s"), f),
    FactKind.CARDS_AT_MOST: lambda f: _number(_("%(name)s owns %(number)d cards at most"), f),
    FactKind.RESERVED_AT_MOST: lambda f: _number(
        _("%(name)s keeps %(number)d reserved cards at most"), f
    ),
    FactKind.CROWNS_BELOW: lambda f: _number(_("%(name)s has fewer than %(number)d crowns"), f),
    FactKind.PRESTIGE_BELOW: lambda f: _number(_("%(name)s has fewer than %(number)d points"), f),
}


def outcome_text(last: Mapping[str, Any], turn: int) -> str:
    """What became of the plan before, in turn `turn` of the game; empty for none."""
    if not last:
        return ""
    if "why" in last:
        return _OUTCOMES[last["why"]]()
    if last["rest"]:
        return _(
            "Your turn was played as planned up to what was turned up. The rest was no longer legal."
        )
    if last["turn"] == turn:
        return _("The first part of this turn was played as planned. Choose how it goes on.")
    return _("Your turn was played as planned.")


_OUTCOMES: Final[dict[str, Callable[[], str]]] = {
    "no_match": lambda: _("Your plan was not played: no entry fitted what your opponent did."),
    "refused": lambda: _("Your plan was not played: the turn was refused."),
}
