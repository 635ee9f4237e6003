"""Visits to the site with Django's client: who asks, what they send, what they are shown."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game

Response = Any  # of Django's client, which adds what the types don't know

HIDDEN_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
REFUSAL = re.compile(r'id="refusal">.*?<p>(.*?)</p>', re.DOTALL)
# New with each page: the token against forged forms and the key that makes a second press harmless.
CHANGING = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="key" value=")[\w-]+')


def visitor(user: User | None = None, *, strict: bool = False) -> Client:
    """A browser of that person, or of nobody; `strict` checks the token against forged forms."""
    client = Client(enforce_csrf_checks=strict)
    if user is not None:
        client.force_login(user)
    return client


def text_of(response: Response) -> str:
    """The page."""
    return str(response.content.decode())


def hidden_fields(response: Response) -> dict[str, str]:
    """Hidden fields of the page's forms: the last of a name counts."""
    return dict(HIDDEN_FIELD.findall(text_of(response)))


def refusal_on(response: Response) -> str:
    """The reason that the page gives beside the board; empty if there is none."""
    found = REFUSAL.search(text_of(response))
    return found[1] if found else ""


def lasting(response: Response) -> bytes:
    """The page without what is new each time."""
    return CHANGING.sub("", text_of(response)).encode()


def game_url(game: Game, name: str = "game") -> str:
    """The address of one of the game's pages."""
    return reverse(f"games:{name}", args=[game.pk])


def act(client: Client, game: Game, data: dict[str, Any]) -> Response:
    """Send the turn form with these fields; version and key as a page just opened has them, unless given."""
    game.refresh_from_db()
    fields = {"version": game.version, "key": f"key-{game.version}", **data}
    return client.post(game_url(game, "act"), fields)


def form_of(action: dict[str, Any]) -> dict[str, Any]:
    """The fields with which the page asks for an action, given as JSON."""
    fields: dict[str, Any] = _FIELDS[action["type"]](action)
    return fields


def _counts(tokens: dict[str, int]) -> str:
    return " ".join(f"{kind}={number}" for kind, number in tokens.items() if number)


_FIELDS: dict[str, Any] = {
    "take_tokens": lambda a: {"do": "take", "cell": a["cells"]},
    "use_privilege": lambda a: {"do": "words", "words": f"privilege@{a['cell']}"},
    "replenish": lambda a: {"do": "replenish"},
    "reserve_card": lambda a: {
        "do": "reserve",
        "gold": a["gold"],
        **({"card": a["card"]} if a.get("card") else {"deck": a["deck"]}),
    },
    "purchase_card": lambda a: {
        "do": "purchase",
        "card": a["card"],
        "payment": _counts(a["payment"]),
        **({"onto": a["onto"]} if a.get("onto") else {}),
    },
    "take_matching_token": lambda a: {"do": "matching", "cell": a["cell"]},
    "steal_token": lambda a: {"do": "steal", "token": a["token"]},
    "choose_royal_card": lambda a: {"do": "royal", "royal": a["card"]},
    "discard_tokens": lambda a: {
        "do": "discard",
        **{f"discard-{kind}": number for kind, number in a["tokens"].items() if number},
    },
    "claim_stand_off": lambda a: {"do": "claim"},
}
