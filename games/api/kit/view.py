"""What all operations have in common."""

from typing import Any, cast

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from accounts.tokens import Access
from games.api.kit.authentication import BearerAuthentication
from games.api.kit.errors import MissingScope
from games.api.kit.limits import LIMITS
from games.api.kit.operation import operation_of
from games.api.kit.parsers import HonestJSONParser


class HasScope(BasePermission):
    """Lets through whose token has the scope that the operation names; the same name stands in the schema."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether somebody has signed in, where that is wanted. Raises MissingScope."""
        operation = operation_of(view, request.method or "")
        if operation is None or operation.scope is None:
            return True
        access = request.auth
        if not isinstance(access, Access):
            return operation.anonymous
        if operation.scope not in access.scopes:
            raise MissingScope(operation.scope)
        return True


class OneKindOfAnswer(DefaultContentNegotiation):
    """Answers are JSON whatever the caller would like best, as RFC 9110 allows: better than none."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The first."""
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """One address; each method is an `operation`: parse, call one service or selector, answer."""

    authentication_classes = [BearerAuthentication]
    permission_classes = [HasScope]
    throttle_classes = LIMITS
    parser_classes = [HonestJSONParser]
    content_negotiation_class = OneKindOfAnswer
    metadata_class = None

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """The framework's own kind of request."""
        request.encoding = "utf-8"  # of what stands behind the question mark, whatever it is called
        return super().initialize_request(request, *args, **kwargs)

    def perform_authentication(self, request: Request) -> None:
        """Who asks; and in which language and zone they are answered, also if they are refused next.

        Counted before anything is refused, wrong tokens too: what isn't answered costs as well.
        """
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)
        if not isinstance(request.user, User):
            return
        if request.user.language:  # chosen; else the LocaleMiddleware has read Accept-Language
            translation.activate(request.user.language)
        if request.user.time_zone:
            timezone.activate(request.user.zone)  # of times in sentences, until the request ends

    def check_throttles(self, request: Request) -> None:
        """Done when it was asked who it is."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Whose answer it is, for whatever keeps copies."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-store"
        patch_vary_headers(response, ("Authorization", "Accept-Language"))
        response["Content-Language"] = translation.get_language() or ""
        return response

    def person(self) -> User:
        """Who asks, where the operation wants a token."""
        return cast(User, self.request.user)


class UnknownApi(ApiView):
    """Every address below /api/v1/ that is none: also this is said in JSON."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the request, then refuse it whatever its method. Raises NotFound."""
        super().initial(request, *args, **kwargs)
        raise NotFound
