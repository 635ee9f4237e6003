"""A game before it is dealt: whom it is offered to, the commitment of the shuffle, one's own randomness."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.enums import Audience, GameStatus
from games.errors import ServiceError
from games.models import Game, Invitation
from games.selectors.access import Person, viewer_of
from games.selectors.invitations import link_of, why_ended
from games.selectors.story import name_of


@dataclass(frozen=True, slots=True)
class Said:
    """What the room says of an open invitation: its heading, what the link is for, what comes now."""

    title: str
    link: str
    now: str


def room_page(
    request: HttpRequest,
    game: Game,
    person: Person,
    entropy: str = "",
    refusal: ServiceError | None = None,
) -> HttpResponse:
    """The waiting room of the one who made the game; the invitation for the one who was asked."""
    invitation = getattr(game, "invitation", None)
    viewer = viewer_of(game, person)
    if viewer is None and invitation is not None:
        return redirect("games:invitation", invitation.token)
    context = {
        "game": game,
        "seat": next(seat for seat in game.seats.all() if seat.number == viewer),
        "invitation": invitation,
        "said": _said(invitation) if invitation else None,
        "link": link_of(invitation) if invitation else "",
        "opponent": next(name_of(seat) for seat in game.seats.all() if seat.number != viewer),
        "cancelled": game.status == GameStatus.CANCELLED,
        "ended": why_ended(invitation) if invitation else "",
        "entropy": entropy,
        "refusal": refusal,
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render(request, "games/waiting.html", context, status=status)


def _said(invitation: Invitation) -> Said:
    return _SAID[Audience(invitation.audience)](invitation)


def _to_name(invitation: Invitation) -> Said:
    name = {"name": invitation.invitee}
    return Said(
        _("%(name)s has been asked") % name,
        _("They see the invitation in their list of games; you may also send them the link"),
        _(
            "We write to %(name)s. You may close this page: as soon as they accept, the cards are dealt and the game"
            " stands among your games."
        )
        % name,
    )


def _to_link(_invitation: Invitation) -> Said:
    return Said(
        _("Send this link to a friend"),
        _("Whoever opens it first and accepts plays against you"),
        _(
            "Send the link, then close this page if you like: as soon as somebody accepts, the cards are dealt and the"
            " game stands among your games."
        ),
    )


def _to_address(invitation: Invitation) -> Said:
    """The same whatever became of the mail: where none is sent, since the reader of that address gave it up, stopped it
    or blocked this person, a failure that is told elsewhere would tell that they have an account."""
    return Said(
        _("We write to %(address)s") % {"address": invitation.email},
        _("The same link, if you want to send it yourself"),
        _(
            "You may close this page: as soon as they accept, the cards are dealt and the game stands among your games."
            " If no mail reaches them, look at the address again or send them the link."
        ),
    )


def _to_lobby(_invitation: Invitation) -> Said:
    return Said(
        _("Your offer is in the lobby"),
        _("Whoever opens this link may accept too, if the offer is for them"),
        _(
            "You may close this page: as soon as somebody accepts, the cards are dealt, chance decides who begins, and"
            " the game stands among your games."
        ),
    )


_SAID = {
    Audience.NAME: _to_name,
    Audience.LINK: _to_link,
    Audience.EMAIL: _to_address,
    Audience.LOBBY: _to_lobby,
}
