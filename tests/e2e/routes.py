"""The routes of the site, and those that lead to no page, each with its reason."""

from collections.abc import Iterator

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

NOT_PAGES = {
    "admin/": "Django's own pages, for the people who run the site",
    "api/v1/": "an API",
    "events/": "streams",
}
NO_PAGE = {
    "healthz": "for machines",
    "metrics": "for machines",
    "api/docs/notation.md": "plain text",
    "api/docs/chance.md": "plain text",
    "notifications/test/": "takes forms only",
    "calendar/<slug:token>.ics": "for calendars",
    "games/<slug:game_id>/version/": "for the page's script",
    "push-worker.js": "a script",
    "push/subscribe/": "for the page's script",
    "push/unsubscribe/": "for the page's script",
    "push/remove/": "takes forms only",
    "push/test/": "takes forms only",
    "webhook/": "takes forms only",
    "webhook/remove/": "takes forms only",
    "webhook/test/": "takes forms only",
    "accounts/mail/resume/": "takes forms only",
    "accounts/data/download/": "a file",
    "identity/o/api/token": "for apps",
    "identity/o/api/revoke": "for apps",
    ".well-known/oauth-authorization-server": "for apps",
    "mailbox/<slug:key>/html/": "the mail itself, made for mail programs",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": "our own page stands in front of it",
    "accounts/password/set/": "leads to the page that changes a password",
    "accounts/login/code/confirm/": "signing in by code is switched off",
    "accounts/reauthenticate/code/confirm/": "signing in by code is switched off",
    "join/<slug:token>/accept/": "takes forms only",
    "join/<slug:token>/decline/": "takes forms only",
    "hours/vacation/": "takes forms only",
    "blocked/add/": "takes forms only",
    "lobby/standing/<int:standing_id>/": "takes forms only",
    "blocked/remove/": "takes forms only",
    **{
        f"games/<slug:game_id>/{name}/": "takes forms only"
        for name in (
            *("actions", "deal", "entropy", "cancel", "rematch", "take-back"),
            "time",
            *("plan/choose", "plan/change"),
            *("talk/write", "talk/read", "talk/mute", "note"),
        )
    },
    "games/<slug:game_id>/at/": "leads to the page of one position",
}


def routes() -> set[str]:
    """Every route of the site, but for those below NOT_PAGES."""
    return {route for route in _walk(get_resolver()) if not route.startswith(tuple(NOT_PAGES))}


def _walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        else:
            yield from _walk(entry, route)
