"""Whom a person doesn't want to meet."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Block
from accounts.scopes import Scope
from accounts.selectors import blocks_of, find_block, find_user_by_name
from accounts.services import block_user, unblock_user
from games.api.kit.fields import NAME_IN_ADDRESS
from games.api.kit.operation import operation
from games.api.kit.pages import PageQuery, Pages
from games.api.kit.view import ApiView
from games.api.me.channel_shapes import Blocks, BlockShape
from games.errors import ServiceError
from games.selectors.views import utc_text

_BLOCK: Final = {"name": "Bert", "since": "2026-11-30T08:00:00Z"}


class BlocksApi(ApiView):
    """All blocks."""

    @operation(
        "listBlocks",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        query=PageQuery,
        answer=Blocks,
        example={"items": [_BLOCK], "next": None},
        problems=("bad_cursor",),
    )
    def get(self, request: Request) -> Response:
        """Whom you blocked, the newest first."""
        pages = Pages()
        rows = pages.piece(blocks_of(self.person()), request)
        return pages.answer([_block_json(row) for row in rows])


class BlockApi(ApiView):
    """The block of one person."""

    @operation(
        "getBlock",
        tag="me",
        scope=Scope.ACCOUNT_READ,
        headers=(NAME_IN_ADDRESS,),
        answer=BlockShape,
        example=_BLOCK,
    )
    def get(self, request: Request, name: str) -> Response:
        """Whether you blocked somebody: 404 if not."""
        block = find_block(self.person(), name)
        if block is None:
            raise NotFound
        return Response(_block_json(block))

    @operation(
        "block",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        headers=(NAME_IN_ADDRESS,),
        answer=BlockShape,
        example=_BLOCK,
        problems=("self_block",),
    )
    def put(self, request: Request, name: str) -> Response:
        """Block somebody: neither of you finds the other's offers, invites the other or writes to the other.

        They aren't told. Games that the two of you have begun go on.
        """
        other = find_user_by_name(name)
        if other is None:
            raise NotFound
        try:
            block = block_user(user=self.person(), blocked=other)
        except ValidationError as error:
            raise ServiceError("self_block", 422, " ".join(error.messages)) from error
        return Response(_block_json(block))

    @operation(
        "unblock",
        tag="me",
        scope=Scope.ACCOUNT_WRITE,
        headers=(NAME_IN_ADDRESS,),
        answer=None,
        status=204,
    )
    def delete(self, request: Request, name: str) -> Response:
        """Take your block of somebody back; without one nothing changes."""
        block = find_block(self.person(), name)
        if block is not None:
            unblock_user(user=self.person(), blocked=block.blocked)
        elif find_user_by_name(name) is None:
            raise NotFound
        return Response(status=204)


def _block_json(block: Block) -> dict[str, Any]:
    return {"name": block.blocked.username, "since": utc_text(block.created_at)}
