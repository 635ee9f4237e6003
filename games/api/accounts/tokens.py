"""Tokens for programs of one's own."""

from typing import Any, Final

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import AccessToken, TokenKind
from accounts.remote.common import check_password
from accounts.scopes import Scope, read_scopes
from accounts.tokens import make_personal_token, personal_tokens_of, revoke_token
from games.api.accounts.account import scope_words
from games.api.accounts.shapes import (
    TOKEN_IN_ADDRESS,
    NewPersonalToken,
    PersonalTokenInput,
    PersonalTokens,
)
from games.api.accounts.told import PASSWORD, plain, told
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.selectors.views import utc_text

_TOKEN: Final = {
    "id": 12,
    "name": "my bot",
    "hint": "x9Qa",
    "scopes": ["game:read", "game:play"],
    "created_at": "2026-11-30T08:00:00Z",
    "used_at": None,
    "expires_at": "2027-02-28T08:00:00Z",
}


class TokensApi(ApiView):
    """All of a person's tokens."""

    @operation(
        "listTokens",
        tag="tokens",
        scope=Scope.ACCOUNT_MANAGE,
        answer=PersonalTokens,
        example={"items": [_TOKEN]},
    )
    def get(self, request: Request) -> Response:
        """The tokens that you made for programs, the newest first."""
        rows = personal_tokens_of(self.person())
        return Response({"items": [_token_json(row) for row in rows]})

    @operation(
        "createToken",
        tag="tokens",
        scope=Scope.ACCOUNT_MANAGE,
        body=PersonalTokenInput,
        body_example={
            "name": "my bot",
            "scopes": ["game:read", "game:play"],
            "expires_at": "2027-02-28T08:00:00Z",
            "password": "correct horse battery",
        },
        answer=NewPersonalToken,
        status=201,
        example={**_TOKEN, "value": "loupe_pat_Xk2…x9Qa"},
        problems=(*PASSWORD, "unacceptable"),
    )
    def post(self, request: Request) -> Response:
        """Make a token for a program of your own.

        Its value is told this one time. The name must be new among your tokens, so a request that was sent twice makes
        one. At most 50.
        """
        wanted = read_body(request, PersonalTokenInput)
        with told():
            check_password(plain(request), self.person(), wanted["password"])
            token, value = make_personal_token(
                user=self.person(),
                name=wanted["name"],
                scopes=frozenset(Scope(word) for word in wanted["scopes"]),
                expires_at=wanted.get("expires_at"),
            )
        return Response({**_token_json(token), "value": value}, status=201)


class TokenApi(ApiView):
    """One token."""

    @operation(
        "revokeToken",
        tag="tokens",
        scope=Scope.ACCOUNT_MANAGE,
        headers=(TOKEN_IN_ADDRESS,),
        answer=None,
        status=204,
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """Take a token back: nothing can use it any more."""
        if not revoke_token(user=self.person(), token_id=token_id, kind=TokenKind.PERSONAL):
            raise NotFound
        return Response(status=204)


def _token_json(row: AccessToken) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "hint": row.hint,
        "scopes": scope_words(read_scopes(row.scopes)),
        "created_at": utc_text(row.created_at),
        "used_at": utc_text(row.used_at) if row.used_at else None,
        "expires_at": utc_text(row.expires_at) if row.expires_at else None,
    }
