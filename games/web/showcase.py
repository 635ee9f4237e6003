"""A table for those who don't know the site yet, drawn as on every game's page."""

from dataclasses import dataclass

from engine import read_position
from games.models import Game
from games.selectors.house import newest_house_game
from games.selectors.state import state_in
from games.selectors.story import name_of
from games.selectors.views import view_of
from games.web.table import Table, build_table

# Turn 75 of the golden game whole-game-open-memory (tests/replays): what stands on a site that plays no game itself.
GOLDEN_POSITION = """
turn=75 seat=1 options=open_memory pool=1 replenishes=12 last_purchase=71
board=5/BGAK1/1AGR1/RA1G1/K1WP1
pyramid=J1-07,J1-26,J1-30,J1-02,J1-23/J2-18,J2-17,J2-09,J2-16/J3-12,J3-02,J3-04
tokens1=W2B1R2 privileges1=1 reserved1=J2-03,J2-23,J2-22:unseen
cards1=J1-11,J1-06,J2-08,J1-04,J2-07,J1-15,J1-22
tokens2=W1B2G1K2P1 privileges2=1 reserved2=J1-13,J2-11:unseen,J3-08:unseen
cards2=J1-21,J1-24,J1-16,J1-14,J1-17,J2-10,J2-15,J1-25,J2-05,J1-03
"""
GOLDEN_NAMES = {1: "Ines", 2: "Lin"}


@dataclass(frozen=True, slots=True)
class Showcase:
    """A position as everybody may see it. `game` is the running game it stands in, None for the golden one."""

    table: Table
    turn: int
    game: Game | None


def showcase() -> Showcase:
    """The newest running game of the house, else a position of the golden game. Two queries at most."""
    game = newest_house_game()
    state = read_position(GOLDEN_POSITION) if game is None else state_in(game)
    names = GOLDEN_NAMES if game is None else {s.number: name_of(s) for s in game.seats.all()}
    table = build_table(view_of(state, None), None, None, names, past=True)
    return Showcase(table, state.turn, game)
