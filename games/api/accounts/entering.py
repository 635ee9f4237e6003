"""Signing up, confirming an address, a new password for a lost one."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.remote import entering
from games.api.accounts.shapes import (
    KEY_IN_ADDRESS,
    AddressInput,
    ConfirmedAddress,
    KeyInput,
    NewPasswordInput,
    SignUpInput,
)
from games.api.accounts.told import plain, told
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView

_ADDRESS: Final = {"address": "anna@example.org"}


class AccountsApi(ApiView):
    """Accounts."""

    @operation(
        "signUp",
        tag="accounts",
        scope=None,
        body=SignUpInput,
        body_example={**_ADDRESS, "name": "Anna", "password": "correct horse battery"},
        answer=None,
        status=202,
        problems=("mail_failed", "unacceptable"),
    )
    def post(self, request: Request) -> Response:
        """Sign up.

        A mail with a link goes to the address; the account can be used once it was opened, or its key was sent to
        `confirmAddress`. The answer is the same whether the address has an account or not. Sent again, the same
        account is meant. 20 a minute from one address of the network.
        """
        wanted = read_body(request, SignUpInput)
        with told():
            entering.sign_up(plain(request), **wanted)
        return Response(status=202)


class ConfirmationsApi(ApiView):
    """Confirming an address."""

    @operation(
        "confirmAddress",
        tag="accounts",
        scope=None,
        body=KeyInput,
        body_example={"key": "MjM:1uXyZa:4fQ9Jr0n3hJq8vF2kL6sTzWb1cDyGxE5mNpOaRiUqVt"},
        answer=ConfirmedAddress,
        example=_ADDRESS,
        problems=("unknown_key", "address_taken"),
    )
    def post(self, request: Request) -> Response:
        """Confirm an address, that of a new account or another one for an account, with the key from the mail.

        Sent again, it is confirmed again. Keys are good for three days.
        """
        key = read_body(request, KeyInput)["key"]
        with told():
            address = entering.confirm_address(plain(request), key=key)
        return Response({"address": address})


class ConfirmationMailsApi(ApiView):
    """The mail that confirms an address."""

    @operation(
        "sendConfirmationAgain",
        tag="accounts",
        scope=None,
        body=AddressInput,
        body_example=_ADDRESS,
        answer=None,
        status=202,
        problems=("mail_failed", "unacceptable"),
    )
    def post(self, request: Request) -> Response:
        """Have the mail that confirms an address sent again.

        The answer is the same whether anything waits to be confirmed or not. At most one mail a minute goes to an
        address; more wishes than that change nothing.
        """
        wanted = read_body(request, AddressInput)
        with told():
            entering.send_again(plain(request), **wanted)
        return Response(status=202)


class ResetsApi(ApiView):
    """A lost password."""

    @operation(
        "askForPasswordReset",
        tag="accounts",
        scope=None,
        body=AddressInput,
        body_example=_ADDRESS,
        answer=None,
        status=202,
        problems=("mail_failed", "unacceptable"),
    )
    def post(self, request: Request) -> Response:
        """Have a mail sent with which a new password can be set.

        The answer is the same whether the address has an account or not. Five a minute for one address, 20 from one
        address of the network.
        """
        wanted = read_body(request, AddressInput)
        with told():
            entering.ask_for_reset(plain(request), **wanted)
        return Response(status=202)


class ResetApi(ApiView):
    """A key for a new password."""

    @operation(
        "resetPassword",
        tag="accounts",
        scope=None,
        body=NewPasswordInput,
        body_example={"password": "correct horse battery"},
        headers=(KEY_IN_ADDRESS,),
        answer=None,
        status=204,
        problems=("unknown_key", "unacceptable"),
    )
    def put(self, request: Request, key: str) -> Response:
        """Set a new password with the key from the mail.

        Everything is signed out, and all tokens and apps end. A key is good once, for three days: if the answer was
        lost and the key is unknown now, try to sign in.
        """
        wanted: dict[str, Any] = read_body(request, NewPasswordInput)
        with told():
            entering.reset_password(plain(request), key=key, **wanted)
        return Response(status=204)
