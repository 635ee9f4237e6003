"""New games: against strangers, somebody by name, whoever has the link, or the computer."""

from typing import Final

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.kit.operation import operation
from games.api.kit.pages import Pages
from games.api.kit.reading import read_body, read_query
from games.api.kit.view import ApiView
from games.api.meeting import examples
from games.api.meeting.inputs import (
    ChallengeInput,
    ComputerGameInput,
    InvitationInput,
    OfferInput,
    OffersQuery,
    filters_of,
    gates_of,
    options_of,
)
from games.api.meeting.shapes import Invitations, PreparationShape
from games.enums import ComputerLevel
from games.models import Game
from games.selectors.meeting import offer_json, preparation_json, preparation_of
from games.selectors.offers import offers_of, open_offers, reader_of
from games.services.lobby import create_against_computer, create_invitation, invitee_named
from games.services.offers import create_offer, invite_by_email

TAG: Final = "meeting"
LIMITED: Final = ("too_many_games", "rated_without_clock")


def made(game: Game, user: User) -> Response:
    """The answer with a new game; it may be stored, so it holds nobody's address."""
    fresh = preparation_of(game.pk, user)
    return Response(preparation_json(fresh, user, address=False), status=201)


class OffersApi(ApiView):
    """The lobby."""

    @operation(
        "listOffers",
        tag=TAG,
        scope=Scope.GAME_READ,
        query=OffersQuery,
        answer=Invitations,
        problems=("bad_cursor",),
        example=examples.OFFERS,
    )
    def get(self, request: Request) -> Response:
        """Open offers in the lobby, newest first, your own among them.

        `closed` says why one is not open to you. Accept one by its token.
        """
        wanted, now = filters_of(read_query(request, OffersQuery)), timezone.now()
        reader, pages = reader_of(self.person()), Pages()
        rows = pages.piece(open_offers(reader, wanted, now), request)
        return pages.answer([offer_json(one, reader.user) for one in offers_of(rows, reader, now)])

    @operation(
        "createOffer",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=OfferInput,
        body_example=examples.TERMS_WANTED | {"gates": examples.GATES},
        answer=PreparationShape,
        status=201,
        problems=("bad_gate", "too_many_games"),
        repeatable=True,
        example=examples.PREPARATION
        | {
            "opponent": {"name": None, "computer": None, "bot": False},
            "invitation": examples.PREPARATION["invitation"]
            | {"audience": "lobby", "invitee": None, "gates": examples.GATES},
        },
    )
    def post(self, request: Request) -> Response:
        """Offer a game in the lobby, for 14 days.

        The first whom the gates let in takes it; the cards are then dealt and chance decides who begins. Withdraw it by
        calling the game off.
        """
        wanted = read_body(request, OfferInput)
        user = self.person()
        game = create_offer(user=user, options=options_of(wanted), gates=gates_of(wanted))
        return made(game, user)


class ChallengesApi(ApiView):
    """By name."""

    @operation(
        "createChallenge",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=ChallengeInput,
        body_example={"name": "Bert", **examples.TERMS_WANTED},
        answer=PreparationShape,
        status=201,
        problems=("unknown_name", "own_name", "not_open_to_you", "asked_too_often", *LIMITED),
        repeatable=True,
        example=examples.PREPARATION,
    )
    def post(self, request: Request) -> Response:
        """Ask somebody by name for a game; they are told.

        They have 14 days to answer. Who has declined, or was asked and the game called off, five times within a day can
        be asked again tomorrow.
        """
        wanted, user = read_body(request, ChallengeInput), self.person()
        invitee = invitee_named(wanted["name"])
        return made(create_invitation(user=user, invitee=invitee, options=options_of(wanted)), user)


class InvitationsApi(ApiView):
    """By link or mail."""

    @operation(
        "createInvitation",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=InvitationInput,
        body_example={"email": "friend@example.com", **examples.TERMS_WANTED},
        answer=PreparationShape,
        status=201,
        problems=("bad_address", "invited_before", "too_many_mails", *LIMITED),
        repeatable=True,
        example=examples.PREPARATION
        | {
            "opponent": {"name": None, "computer": None, "bot": False},
            "invitation": examples.PREPARATION["invitation"]
            | {"audience": "email", "invitee": None},
        },
    )
    def post(self, request: Request) -> Response:
        """Make a link to a game: whoever opens it first and accepts plays against you.

        With `email` it is also sent to that address, in one mail and no other; at most ten within 24 hours, and one open
        one to each address. Nothing tells whether the address has an account here.
        """
        wanted, user = read_body(request, InvitationInput), self.person()
        options, address = options_of(wanted), wanted["email"]
        if address is None:
            return made(create_invitation(user=user, invitee=None, options=options), user)
        return made(invite_by_email(user=user, address=address, options=options), user)


class ComputerGamesApi(ApiView):
    """Against the computer."""

    @operation(
        "createComputerGame",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=ComputerGameInput,
        body_example={
            "level": "careful",
            "speed": "no_clock",
            "rated": False,
            "options": examples.OPTIONS,
        },
        answer=PreparationShape,
        status=201,
        problems=("rated_computer", *LIMITED),
        repeatable=True,
        example=examples.WITH_COMPUTER,
    )
    def post(self, request: Request) -> Response:
        """Prepare a game against the site's computer.

        You see the commitment of its shuffle first; then have it dealt, with randomness of your own.
        """
        wanted, user = read_body(request, ComputerGameInput), self.person()
        level = ComputerLevel(wanted["level"])
        return made(
            create_against_computer(user=user, level=level, options=options_of(wanted)), user
        )
