"""The form that puts an entry into a plan: what the turn is to wait for besides what it rests on."""

from collections.abc import Mapping
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine import JEWEL_CARDS
from games.planning.conditions import CROWNS_TO_WIN, PRESTIGE_TO_WIN
from games.planning.facts import Fact, FactKind
from games.selectors.words import points_text
from games.web.table.draft import CELL
from games.web.table.words import card_name

MOST_CELLS: Final = 6


class EntryForm(forms.Form):
    """Conditions, and what has to be allowed. Made for one view; `opponent` is how that player is called."""

    past = forms.BooleanField(
        label=_("Go on after something new is turned up, if the rest is still legal"),
        required=False,
    )
    sure = forms.BooleanField(
        label=_("Give the opponent the privilege that comes with this turn"), required=False
    )
    no_purchase = forms.BooleanField(label=_("Only if they buy no card"), required=False)
    no_reserve = forms.BooleanField(
        label=_("Only if they keep no more reserved cards than now"), required=False
    )
    same_tokens = forms.BooleanField(
        label=_("Only if I hold the same tokens as now"), required=False
    )
    crowns = forms.IntegerField(
        label=_("Only if their crowns are below"),
        required=False,
        min_value=1,
        max_value=CROWNS_TO_WIN,
    )
    prestige = forms.IntegerField(
        label=_("Only if their points are below"),
        required=False,
        min_value=1,
        max_value=PRESTIGE_TO_WIN,
    )
    card_open = forms.ChoiceField(label=_("Only if this card is still face up"), required=False)
    not_bought = forms.ChoiceField(label=_("Only if they don't buy this card"), required=False)
    full = forms.CharField(
        label=_("Only if these cells are not empty"), required=False, max_length=40
    )
    empty = forms.CharField(label=_("Only if these cells are empty"), required=False, max_length=40)

    def __init__(self, data: Any, view: Mapping[str, Any], seat: int) -> None:
        super().__init__(data, auto_id="want-%s")
        self._mine = view["seats"][str(seat)]
        self._theirs = view["seats"][str(3 - seat)]
        cards = [card for row in view["pyramid"].values() for card in row if card]
        known = [kept["card"] for kept in self._theirs["reserved"] if kept["card"]]
        self._offer("card_open", cards)
        self._offer("not_bought", [*cards, *known])
        for name in ("full", "empty"):
            self.fields[name].widget.attrs |= {"placeholder": "b2 c3", "autocapitalize": "none"}

    def _offer(self, name: str, cards: list[str]) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = [("", _("no such condition")), *((card, _label(card)) for card in cards)]

    def clean_full(self) -> list[str]:
        """The cells that must not be empty."""
        return _cells(self.cleaned_data["full"])

    def clean_empty(self) -> list[str]:
        """The cells that must be empty."""
        return _cells(self.cleaned_data["empty"])

    @property
    def wants(self) -> list[Fact]:
        """The conditions of a valid form."""
        data = self.cleaned_data
        return [
            *self._against_now(data),
            *(_below(FactKind.CROWNS_BELOW, data["crowns"])),
            *(_below(FactKind.PRESTIGE_BELOW, data["prestige"])),
            *(Fact(FactKind.CARD_OPEN, card=card) for card in [data["card_open"]] if card),
            *(Fact(FactKind.NOT_BOUGHT, card=card) for card in [data["not_bought"]] if card),
            *(Fact(FactKind.CELL_FULL, cell=cell) for cell in data["full"]),
            *(Fact(FactKind.CELL_EMPTY, cell=cell) for cell in data["empty"]),
        ]

    def _against_now(self, data: Mapping[str, Any]) -> list[Fact]:
        """What must be as it is at the moment of planning."""
        bought, kept = len(self._theirs["cards"]), len(self._theirs["reserved"])
        tokens = {kind: number for kind, number in self._mine["tokens"].items() if number}
        facts = {
            "no_purchase": Fact(FactKind.CARDS_AT_MOST, number=bought),
            "no_reserve": Fact(FactKind.RESERVED_AT_MOST, number=kept),
            "same_tokens": Fact(FactKind.MY_TOKENS, tokens=tokens),
        }
        return [fact for name, fact in facts.items() if data[name]]


def _label(card: str) -> str:
    jewel = JEWEL_CARDS[card]
    name = card_name(jewel)
    return f"{name}, {points_text(jewel.points)} ({card})" if jewel.points else f"{name} ({card})"


def _below(kind: FactKind, number: int | None) -> list[Fact]:
    return [] if number is None else [Fact(kind, number=number)]


def _cells(text: str) -> list[str]:
    cells = list(dict.fromkeys(text.replace(",", " ").lower().split()))
    if len(cells) > MOST_CELLS or not all(CELL.fullmatch(cell) for cell in cells):
        raise ValidationError(_("Name up to six cells of the board, for example b2 c3."))
    return cells
