"""The same stored game in another world: only what one viewer may not know is different."""

import json
import re
from random import Random

from django.db.models import QuerySet

from engine import GameState
from engine.cards import CARD_IDS, LEVEL
from engine.constants import LEVELS, SEATS
from games.models import Game, GameEvent, Snapshot
from games.selectors.state import load_state
from games.services.sealing import new_secret, seal

CARD = re.compile(r"J\d-\d\d")


def hidden_cards(state: GameState, viewer: int | None) -> list[str]:
    """Cards the viewer cannot know: those in the decks and what others have reserved from a deck."""
    cards = [card for deck in state.decks for card in deck]
    for seat in SEATS:
        owned = state.of(seat)
        if seat != viewer:
            cards += [card for card in owned.reserved if card not in owned.seen]
    return [CARD_IDS[card] for card in cards]


def exchange_hidden(
    game: Game, viewer: int | None, seed: int, state: GameState | None = None
) -> int:
    """Exchange the cards that are hidden from `viewer` among each other, in log and snapshot, and the secret.

    Hidden now, or in an earlier `state`. Gives the number of cards that changed their place.
    """
    names = _exchange(hidden_cards(state or load_state(game), viewer), Random(seed))
    for row in GameEvent.objects.filter(game=game):
        # The log's own manager refuses changes.
        QuerySet(GameEvent).filter(pk=row.pk).update(payload=_renamed(row.payload, names))
    for snapshot in Snapshot.objects.filter(game=game):
        snapshot.state = _renamed(snapshot.state, names)
        snapshot.save()
    Game.objects.filter(pk=game.pk).update(sealed_secret=seal(new_secret()))
    return sum(old != new for old, new in names.items())


def _exchange(ids: list[str], random: Random) -> dict[str, str]:
    """Another order of these cards, level by level: backs show the level."""
    exchanged: dict[str, str] = {}
    levels = dict(zip(CARD_IDS, LEVEL, strict=True))
    for level in LEVELS:
        alike = [card for card in ids if levels[card] == level]
        exchanged |= dict(zip(alike, random.sample(alike, len(alike)), strict=True))
    return exchanged


def _renamed(value: object, names: dict[str, str]) -> object:
    text = json.dumps(value)
    return json.loads(CARD.sub(lambda found: names.get(found[0], found[0]), text))
