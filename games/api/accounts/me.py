"""The account itself: who it is, another password or address, closing it, becoming a bot."""

from dataclasses import asdict
from typing import Final, cast

from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.leaving import close_account
from accounts.leaving_words import leaving_words
from accounts.remote.changing import change_address, change_password
from accounts.remote.common import check_password
from accounts.scopes import Scope
from accounts.tokens import Access
from games.api.accounts.account import EXAMPLE, account_json
from games.api.accounts.shapes import (
    Account,
    AddressChangeInput,
    Closing,
    ClosingTerms,
    PasswordChangeInput,
    PasswordCheckInput,
)
from games.api.accounts.told import PASSWORD, plain, told
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.errors import ServiceError
from games.selectors.views import utc_text
from games.services.bots import become_bot

_PASSWORD: Final = {"password": "correct horse battery"}
_TERMS: Final = {
    "days": 14,
    "at_once": ["You are signed out on all devices, and the tokens of your programs stop working."],
    "later": ["Games that still run are resigned."],
    "stays": ["Your name, kept from being given to anybody else."],
}


class _OfAccount(ApiView):
    """What answers with the account."""

    def account(self) -> Response:
        """The account as it is now."""
        access = cast(Access, self.request.auth)
        return Response(account_json(self.person(), access.scopes))


class MeApi(_OfAccount):
    """The account."""

    @operation(
        "getAccount",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        answer=Account,
        example=EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        """Your account, and what the token in use may do."""
        return self.account()


class PasswordApi(ApiView):
    """The password."""

    @operation(
        "changePassword",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        body=PasswordChangeInput,
        body_example={
            "present": "correct horse battery",
            "password": "another horse, same battery",
        },
        answer=None,
        status=204,
        problems=("unacceptable",),
    )
    def put(self, request: Request) -> Response:
        """Change the password.

        Everything else is signed out: all browsers and other apps; apps that were let in must ask again. Personal
        tokens stay. Five a minute.
        """
        wanted = read_body(request, PasswordChangeInput)
        with told():
            change_password(plain(request), user=self.person(), **wanted)
        return Response(status=204)


class AddressApi(_OfAccount):
    """The address."""

    @operation(
        "changeAddress",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        body=AddressChangeInput,
        body_example={"address": "anna@example.net", **_PASSWORD},
        answer=Account,
        example={**EXAMPLE, "pending_address": "anna@example.net"},
        problems=(*PASSWORD, "mail_failed", "unacceptable"),
    )
    def put(self, request: Request) -> Response:
        """Change the address.

        A mail goes to the new one, which becomes yours when its key comes to `confirmAddress` or its link is opened.
        Sent again, the mail goes out again, at most once a minute. With the present address, the change is called off.
        """
        wanted = read_body(request, AddressChangeInput)
        with told():
            change_address(plain(request), user=self.person(), **wanted)
        return self.account()


class ClosingApi(ApiView):
    """Leaving."""

    @operation(
        "getClosingTerms",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        answer=ClosingTerms,
        example=_TERMS,
    )
    def get(self, request: Request) -> Response:
        """What becomes of an account that is closed: at once, with its deletion, and what stays.

        In sentences of your language. Show them before you let somebody close their account; nothing happens by this.
        """
        return Response(asdict(leaving_words()))

    @operation(
        "closeAccount",
        tag="me",
        scope=Scope.ACCOUNT_MANAGE,
        body=PasswordCheckInput,
        body_example=_PASSWORD,
        answer=Closing,
        example={"deleted_at": "2026-12-14T08:00:00Z", **_TERMS},
        problems=(*PASSWORD, "account_inactive"),
    )
    def post(self, request: Request) -> Response:
        """Close the account, to be deleted two weeks later.

        Everything is signed out at once, this token included, and offers and invitations are called off. Running games
        go on, and are resigned by the deletion. Signing in before then keeps the account. Tell people before what
        is deleted and what stays: `getClosingTerms`.

        If the answer was lost, the account may be closed: the same request, with the token that has ended, then
        answers 401. That means that it is done. Say so, and don't sign in to find out, for that opens the account
        again. The time of the deletion is also in the mail that was sent.
        """
        wanted = read_body(request, PasswordCheckInput)
        user = self.person()
        with told():
            check_password(plain(request), user, wanted["password"])
        until = close_account(user=user)
        if until is None:  # deleted in this very moment
            raise ServiceError("account_inactive", 403, _("This account is switched off."))
        return Response({"deleted_at": utc_text(until), **asdict(leaving_words())})


class BotApi(_OfAccount):
    """Becoming a bot."""

    @operation(
        "becomeBot",
        tag="me",
        scope=Scope.BOT_PLAY,
        body=PasswordCheckInput,
        body_example=_PASSWORD,
        answer=Account,
        example={**EXAMPLE, "bot": True},
        problems=(*PASSWORD, "has_played", "permission_denied"),
    )
    def post(self, request: Request) -> Response:
        """Make this account that of a bot, for good.

        Only for accounts that have never begun a game, and only with a token that the person made and that holds
        `bot:play`: sign the account up, make the token on the page `/accounts/tokens/` (or sign in and use
        `createToken`), then call this with it. Apps that were let in may not. Everybody sees that a program plays; it has
        limits of its own, and ratings apart. Sent again, nothing changes.
        """
        if cast(Access, request.auth).app:  # before anything that an app could count up by guessing
            raise PermissionDenied(_("An app of others may not do that. Make a token for the bot."))
        wanted = read_body(request, PasswordCheckInput)
        with told():
            check_password(plain(request), self.person(), wanted["password"])
        become_bot(user=self.person())
        return self.account()
