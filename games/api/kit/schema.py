"""The last strokes of the schema: what the library can't know."""

from typing import Any, Final

from django.conf import settings

from accounts.scopes import Scope
from games.api.kit.headers import add_headers

DESCRIPTION: Final = """\
Everything that the site can do, for programs: apps, bots, scripts of your own.

**Tokens.** Send `Authorization: Bearer <token>`. Sign in (`POST /api/v1/sessions`) for an app in which a person types
their password; make a personal token in the settings of the site for scripts and bots; use OAuth 2 with PKCE for apps
of third parties. Each operation names its scope.

**OAuth.** Register the app on the page `/accounts/apps/` of the site (or with `registerApp`): it gets a client id and no
secret. Open `/identity/o/authorize` in the person's browser with `response_type=code`, `client_id`, `redirect_uri`,
`scope`, `state`, `code_challenge` and `code_challenge_method=S256`; within a minute post the `code` that comes back,
with `code_verifier`, to `/identity/o/api/token`. Access tokens last an hour; each refresh token works once, within 60
days. If the answer was lost, send it again: for a minute, or until the new access token is used, you get other tokens
in place of the lost ones. `/.well-known/oauth-authorization-server` says the same to libraries.

**Refusals** are `application/problem+json` with a stable `code`; `detail` is a sentence to show. If something breaks
that nobody expected, any operation answers 500 in the same shape with the code `server_error`.

**Bad networks.** Every write may be sent again: with the same `Idempotency-Key` it is done once and answered each time;
those without the header end in the same state however often they are sent. All devices, apps and operations of an
account share its keys, so make them random, such as a UUID. An answer that was stored says `Idempotency-Replayed: true`.

**Coming back** after a while: what waits for you (`GET /api/v1/me/turns`), or every game that has changed with its
position (`GET /api/v1/games?changed_since=…&views=true&limit=100`, in pieces if there are more; send the `as_of` of the
first piece next time), and the story of the game that is opened. Never one request for each game.

**Notation.** Actions, positions and records are also lines of text: `/api/docs/notation.md` has the grammar,
`/api/docs/chance.md` how every shuffle is made and checked.

**Limits.** Requests a minute, unless the site has chosen others (its page `/api/docs/` tells them): %(address)s of an
address without a token; %(token)s of a token; %(account)s of an account with all its tokens, %(bot)s if it is a bot. 429
carries `Retry-After` in seconds.

**Times** are RFC 3339 in UTC. **Languages** are those of the account (`PUT /api/v1/me/preferences`); if it follows the
browser, and without a token, `Accept-Language` rules. `Content-Language` says which one it is. Shapes may gain fields:
ignore what you don't know.
"""


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's hook: description, headers, ways to sign in, and no trace of the server's own addresses."""
    result["info"]["description"] = DESCRIPTION % {
        name: rate.removesuffix("/min") for name, rate in settings.API_RATES_BY_DEFAULT.items()
    }
    add_headers(result)
    schemes = result.setdefault("components", {}).setdefault("securitySchemes", {})
    schemes.clear()
    schemes["token"] = {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token (`loupe_pat_…`) or that of an app (`loupe_app_…`).",
    }
    schemes["oauth"] = {
        "type": "oauth2",
        "description": "For apps of third parties: authorization code with PKCE (S256).",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/identity/o/authorize",
                "tokenUrl": "/identity/o/api/token",
                "refreshUrl": "/identity/o/api/token",
                "scopes": {
                    scope.value: str(scope.label)
                    for scope in Scope
                    if scope != Scope.ACCOUNT_MANAGE
                },
            }
        },
    }
    return result
