"""Invitations: who may read one, what a person was asked and has asked, and why nothing came of it."""

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.enums import GameStatus, InvitationStatus
from games.errors import not_found
from games.models import Game, Invitation
from games.models.invitation import INVITATION_DAYS
from games.selectors.access import Person, viewer_of
from games.selectors.story import name_of

MISSED_SHOWN = timedelta(days=7)


def invitation_for(token: str, person: Person) -> Invitation:
    """The invitation behind a link, with its game and seats. Raises not_found.

    A link to a seat that is meant for somebody else is nobody's business, unless they don't say who they are.
    """
    found = (
        Invitation.objects.select_related("game", "inviter")
        .prefetch_related("game__seats__user")
        .filter(token=token)
        .first()
    )
    if found is None or not _may_see(found, person):
        raise not_found()
    return found


def _may_see(found: Invitation, person: Person) -> bool:
    if found.invitee_id is None or not person.is_authenticated:
        return True
    return found.invitee_id == person.pk or viewer_of(found.game, person) is not None


def link_of(invitation: Invitation) -> str:
    """The address to send to whom one wants to play with."""
    return settings.SITE_URL + reverse("games:invitation", args=[invitation.token])


def inviter_of(game: Game) -> str:
    """Who asks, as people call them."""
    return next((name_of(seat) for seat in game.seats.all() if not seat.is_free), "")


def invitations_to(user: User) -> QuerySet[Invitation]:
    """What a person is asked by name and may still answer, newest first."""
    asked = Invitation.objects.filter(
        invitee=user, status=InvitationStatus.OPEN, expires_at__gt=timezone.now()
    )
    return asked.select_related("game", "inviter").order_by("-created_at", "pk")


def preparing_of(user: User) -> QuerySet[Game]:
    """A person's games that have not begun, newest first."""
    games = Game.objects.filter(status=GameStatus.PREPARING, seats__user=user)
    return (
        games.select_related("invitation__invitee")
        .prefetch_related("seats__user")
        .order_by("-created_at", "pk")
    )


def came_to_nothing(user: User) -> QuerySet[Invitation]:
    """What was declined or accepted by nobody of late, newest first.

    Without those of standing offers: these come again by themselves.
    """
    missed = Invitation.objects.filter(
        inviter=user,
        status__in=(InvitationStatus.DECLINED, InvitationStatus.EXPIRED),
        closed_at__gt=timezone.now() - MISSED_SHOWN,
        standing__isnull=True,
    )
    return missed.select_related("game", "invitee").order_by("-closed_at", "-pk")


def why_ended(invitation: Invitation) -> str:
    """Why nothing came of it, where it wasn't called off by whoever made it; empty for any other."""
    if invitation.status == InvitationStatus.EXPIRED:
        return _("Nobody accepted within %(days)d days.") % {"days": INVITATION_DAYS}
    if invitation.status == InvitationStatus.DECLINED:
        told = {"name": invitation.invitee, "reason": invitation.reason_given}
        if told["reason"]:
            return _("%(name)s declined: %(reason)s") % told
        return _("%(name)s declined.") % told
    return ""
