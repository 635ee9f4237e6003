"""Why the platform refuses a request: one shape, a stable code, a sentence for people."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ServiceError(Exception):
    """A refused request. Nothing was changed, or as much as `extra["applied"]` says.

    `status` is the HTTP status, `code` is stable, `message` is a sentence to show, `rule` a section of the rules page.
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str | Promise,
        *,
        rule: str = "",
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.message = message
        self.rule = rule
        self.extra: dict[str, Any] = dict(extra or {})


def not_found() -> ServiceError:
    """No such game, or none that this person may know of."""
    return ServiceError("not_found", 404, _("There is no such game."))


def account_closed() -> ServiceError:
    """The account was closed or switched off while the request was under way; its tokens have ended."""
    return ServiceError("authentication_failed", 401, _("This account is closed."))


def no_position() -> ServiceError:
    """The game has no position after that event, or none yet."""
    return ServiceError("no_position", 404, _("This game has no such position."))


def not_seated() -> ServiceError:
    """The person watches this game and doesn't play it."""
    return ServiceError("not_seated", 403, _("You don't play in this game."))


def by_api_only() -> ServiceError:
    """A page was to play for the account of a bot."""
    return ServiceError(
        "by_api_only",
        403,
        _("A program plays for this account, through the API. Pages only show its games."),
    )


def not_active() -> ServiceError:
    """The game hasn't begun or is over."""
    return ServiceError("not_active", 409, _("This game is not being played at the moment."))


def not_over() -> ServiceError:
    """What is asked for is told only once the game is over."""
    return ServiceError("not_over", 409, _("That can be seen once the game is over."))


def not_your_turn() -> ServiceError:
    """Somebody else is to move."""
    return ServiceError("not_your_turn", 409, _("It is not your turn."), rule="turn")


def stale_version(version: int, events: list[dict[str, Any]]) -> ServiceError:
    """The game has moved on since the page was made; `events` tell how, as the person may see them."""
    return ServiceError(
        "stale_version",
        409,
        _("The game has moved on since you opened this page. Look at it again, then decide."),
        extra={"version": version, "events": events},
    )


def key_reused() -> ServiceError:
    """The idempotency key belongs to another request."""
    return ServiceError("key_reused", 422, _("This key was already used for another request."))


def too_often(code: str, message: str | Promise, wait: int) -> ServiceError:
    """Asked for more often than is allowed; `wait` are the seconds until it may be asked for again."""
    return ServiceError(code, 429, message, extra={"retry_after": wait})


def malformed(detail: str) -> ServiceError:
    """The request is no list of actions."""
    return ServiceError(
        "malformed_action",
        400,
        _("This is not an action: %(detail)s") % {"detail": detail},
    )
