"""People: the list of the best, finding somebody by name, and everybody's own page."""

from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.selectors import find_user_by_name, has_blocked
from games.models import Game
from games.selectors.access import Person
from games.selectors.finished import (
    FinishedGame,
    RatingStep,
    Wanted,
    finished_games,
    rating_steps,
    read_cursor,
    step_of,
)
from games.selectors.people import Habits
from games.selectors.profile import profile_of
from games.selectors.ranking import MOST_PAGES, Own, own_place, people_found, ranking
from games.selectors.story import name_of
from games.web.rating_chart import chart_of
from games.web.requests import person_of
from games.web.table.result import outcome_for

ANY: Final = ("", gettext_lazy("Any"))


class PlayersForm(forms.Form):
    """Which part of the list, or whose name."""

    q = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH, required=False)
    page = forms.IntegerField(
        min_value=1, max_value=MOST_PAGES, required=False, widget=forms.HiddenInput
    )


@require_safe
@never_cache
def players(request: HttpRequest) -> HttpResponse:
    """The list of the best; with `?q=` people whose name begins so."""
    form, person = PlayersForm(request.GET), person_of(request)
    if not form.is_valid():
        context: dict[str, Any] = {"form": form}
        return render(request, "games/players.html", context, status=HTTPStatus.BAD_REQUEST)
    name = form.cleaned_data["q"]
    if name:
        return render(request, "games/players.html", {"form": form, "found": people_found(name)})
    context = {"form": form, "ranking": ranking(form.cleaned_data["page"] or 1)}
    if person.is_authenticated:
        own = own_place(person)
        context |= {"own": own, "own_words": _own_words(own)}
    return render(request, "games/players.html", context)


def _own_words(own: Own) -> str:
    if own.place is not None:
        return _("You stand at place %(place)d.") % {"place": own.place}
    if own.rated:
        return _(
            "You are not in this list: your rating is still provisional, or you haven't finished a rated game for 90 days."
        )
    return _("You are not in this list: you haven't finished a rated game yet.")


class GamesForm(forms.Form):
    """Which finished games of a person to list."""

    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=(
            ANY,
            ("won", gettext_lazy("won")),
            ("lost", gettext_lazy("lost")),
            ("drawn", gettext_lazy("drawn")),
        ),
    )
    speed = forms.ChoiceField(
        label=gettext_lazy("Speed"),
        required=False,
        choices=(
            ANY,
            ("days", gettext_lazy("days for each turn")),
            ("bank", gettext_lazy("a bank of time")),
            ("no_clock", gettext_lazy("no clock")),
        ),
    )
    rated = forms.ChoiceField(
        label=gettext_lazy("Rated"),
        required=False,
        choices=(ANY, ("yes", gettext_lazy("rated")), ("no", gettext_lazy("casual"))),
    )
    against = forms.ChoiceField(
        label=gettext_lazy("Against"),
        required=False,
        choices=(
            ("", gettext_lazy("Anybody")),
            ("people", gettext_lazy("people")),
            ("bots", gettext_lazy("bots")),
            ("computer", gettext_lazy("the computer")),
        ),
    )
    opponent = forms.CharField(
        label=gettext_lazy("Opponent's name"), max_length=NAME_LENGTH, required=False
    )
    before = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)

    def clean_before(self) -> Any:
        """Where the page goes on; None at the beginning."""
        text = self.cleaned_data["before"]
        try:
            return read_cursor(text) if text else None
        except ValueError as error:
            raise forms.ValidationError(_("There is no such page.")) from error

    @property
    def filters(self) -> bool:
        """True if anything is asked for but the place in the list."""
        return any(value for name, value in self.cleaned_data.items() if name != "before")


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A finished game in a list."""

    game: Game
    result: str
    opponent: str
    change: RatingStep | None


@require_safe
@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """The page of one person, for everybody."""
    user = find_user_by_name(name)
    if user is None:
        raise Http404
    form = GamesForm(request.GET)
    context = _about_person(user, person_of(request)) | {"form": form}
    if not form.is_valid():
        return render(request, "games/player.html", context, status=HTTPStatus.BAD_REQUEST)
    page = finished_games(user, Wanted(**form.cleaned_data))
    context |= {
        "rows": [_row(one) for one in page.games],
        "filtered": form.filters,
        "more": _with(request.GET, before=page.more) if page.more else "",
    }
    return render(request, "games/player.html", context)


def _about_person(user: User, looking: Person) -> dict[str, Any]:
    """What the page of `user` says besides the list of games."""
    profile = profile_of(user, looking)
    mine = looking == user
    return {
        "profile": profile,
        "mine": mine,
        "reliability": _percent(profile.habits.reliability),
        "answer_time": _about(profile.habits),
        "chart": chart_of(profile.history),
        "steps": [(change, step_of(change)) for change in reversed(profile.history)],
        "blocked": looking.is_authenticated and not mine and has_blocked(looking, user),
    }


def _with(query: QueryDict, **values: str) -> str:
    """The query with other values."""
    changed = query.copy()
    for name, value in values.items():
        changed[name] = value
    return changed.urlencode()


def _row(one: FinishedGame) -> FinishedRow:
    game = one.game
    outcome: Any = {
        "winner": game.winner,
        "reasons": game.reasons,
        "colors": game.winning_colors,
    }
    return FinishedRow(
        game=game,
        result=outcome_for(outcome, one.seat.number),
        opponent=name_of(one.opponent),
        change=one.change,
    )


def _percent(share: float | None) -> str:
    """A share in whole per cent, rounded down: 100 means every single time."""
    return "" if share is None else _("%(number)d %%") % {"number": int(share * 100)}


def _about(habits: Habits) -> str:
    """How long answers take, in the unit that fits: "about 3 hours"; empty if nothing is known."""
    if habits.answer_time is None:
        return ""
    return about(habits.answer_time)


def about(length: timedelta) -> str:
    """A length of time in round words."""
    minutes = round(length / timedelta(minutes=1))
    if minutes < 90:
        number = max(minutes, 1)
        return ngettext("about %(n)d minute", "about %(n)d minutes", number) % {"n": number}
    if minutes < 36 * 60:
        number = round(minutes / 60)
        return ngettext("about %(n)d hour", "about %(n)d hours", number) % {"n": number}
    number = round(minutes / (24 * 60))
    return ngettext("about %(n)d day", "about %(n)d days", number) % {"n": number}


def rating_row(game: Game, viewer: int | None) -> tuple[RatingStep, RatingStep] | None:
    """What a finished game did to both ratings, the lower seat's first; None if nothing. At most one query."""
    steps, lower = rating_steps(game), viewer or 1
    return (steps[lower], steps[3 - lower]) if steps else None
