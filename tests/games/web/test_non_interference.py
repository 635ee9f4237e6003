"""No page depends on what its viewer may not know: byte-equal when hidden cards change places in the store."""

import re
from collections.abc import Iterator

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.selectors.state import load_state
from tests.factories.games import legal_json, make_game, mover_of, play_random, seated
from tests.factories.users import make_user
from tests.games.stored import everything
from tests.games.web.visit import act, form_of, game_url, lasting, visitor
from tests.hidden import exchange_hidden, hidden_cards

pytestmark = pytest.mark.one_database

WHO = ("first", "second", "stranger", "nobody")
SEATS = {"first": 1, "second": 2}


def drafts(game: Game, seat: int | None) -> list[str]:
    """Addresses of the game page: plain, and as if one had chosen cards that one cannot see or a deck."""
    hidden = sorted(hidden_cards(load_state(game), seat))
    asked = [f"?card={card}" for card in (*hidden[:2], *hidden[-3:])]
    return ["", "?deck=1", "?deck=3", "?do=replenish", "?gold=c3", *asked]


def forms(game: Game) -> Iterator[dict[str, str | int]]:
    """Forms that are refused: out of date, illegal or without sense."""
    yield {"do": "replenish", "version": 1, "key": "old"}
    yield {"do": "reserve", "gold": "a1", "card": "J3-01", "version": game.version, "key": "no"}
    yield {"do": "purchase", "card": "J1-01", "payment": "gold=3", "version": game.version}
    yield {"do": "royal", "royal": "R-1", "version": game.version, "key": "no phase"}
    yield {"do": "nothing"}


def everything_shown(game: Game, client: Client, seat: int | None) -> dict[str, bytes]:
    """All that the site answers this viewer about the game, by address."""
    shown = {f"game {query}": client.get(game_url(game) + query) for query in drafts(game, seat)}
    shown |= {name: client.get(game_url(game, name)) for name in ("log", "shuffle", "version")}
    shown["mine"] = client.get(reverse("games:mine"))
    for form in forms(game):
        post = QueryDict(mutable=True)
        post.update({name: str(value) for name, value in form.items()})
        body = post.urlencode()
        shown[f"act {body}"] = client.post(
            game_url(game, "act"), body, content_type="application/x-www-form-urlencoded"
        )
    return {
        address: b"%d " % response.status_code + lasting(response)
        for address, response in shown.items()
    }


@pytest.mark.usefixtures("frozen_time")  # else the time left may differ
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(("seed", "actions"), [(1, 25), (2, 70), (4, 130)])
def test_pages_are_equal_when_only_hidden_cards_differ(
    db: None, who: str, seed: int, actions: int
) -> None:
    people: dict[str, User | None] = {name: make_user(name) for name in WHO[:3]} | {"nobody": None}
    game = make_game(people["first"], people["second"])
    state = play_random(game, actions, seed)
    assert not state.over
    client, seat = visitor(people[who]), SEATS.get(who)
    here = everything_shown(game, client, seat)
    stored = everything()

    assert exchange_hidden(game, seat, seed) > 10

    assert everything_shown(game, client, seat) == here
    assert everything()["GameEvent"] != stored["GameEvent"]


def test_a_card_reserved_unseen_is_shown_to_its_owner_only(game: Game) -> None:
    owner = mover_of(game)
    action = next(a for a in legal_json(game, "reserve_card") if a.get("deck") == 3)
    act(visitor(owner), game, form_of(action))
    state, seat = load_state(game), game.seats.get(user=owner).number
    (card,) = set(hidden_cards(state, None)) - set(hidden_cards(state, seat))
    seen = {}
    for who in (owner, seated(game, 3 - seat), make_user(), None):
        pages = [visitor(who).get(game_url(game, name)).content.decode() for name in SHOWING]
        seen[who] = [reserved_unseen(page, card) for page in pages]
    assert seen.pop(owner) == [True, True]
    assert list(seen.values()) == [[False, False]] * 3

    before = lasting(visitor(owner).get(game_url(game)))
    exchange_hidden(game, 3 - seat, seed=1)
    assert lasting(visitor(owner).get(game_url(game))) != before


SHOWING = ("game", "log")


def reserved_unseen(page: str, card: str) -> bool:
    """True if the page names the card, by id or in the sentence of the log."""
    return f"card-{card}" in page or "reserved unseen" in page


@pytest.mark.parametrize(("seed", "actions"), [(1, 90), (3, 140), (4, 130)])
def test_everybody_reads_the_same_about_winning_and_memory(
    db: None, seed: int, actions: int
) -> None:
    first, second = make_user("first"), make_user("second")
    game = make_game(first, second)
    assert not play_random(game, actions, seed).over
    people = (first, second, make_user("stranger"), None)
    here = {public_part(lasting(visitor(who).get(game_url(game)))) for who in people}
    assert len(here) == 1

    assert exchange_hidden(game, None, seed) > 5

    there = {public_part(lasting(visitor(who).get(game_url(game)))) for who in people}
    assert there == here


MEMORY = re.compile(rb'<details id="memory">.*?</details>', re.DOTALL)
STRIP = re.compile(rb'<section class="seat .*?</section>', re.DOTALL)
NAME_AND_CHANCE = re.compile(rb'<h2>[^<]*</h2>|<p class="chance">[^<]*</p>')


def public_part(page: bytes) -> tuple[bytes, ...]:
    """The memory, and what the page says of winning, name by name."""
    strips = [b"".join(NAME_AND_CHANCE.findall(strip)) for strip in STRIP.findall(page)]
    memory = MEMORY.findall(page)
    assert (len(strips), len(memory)) == (2, 1)
    return (*memory, *sorted(strips))
