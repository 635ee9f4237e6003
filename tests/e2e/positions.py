"""Games that stand where a test needs them: one position for each kind of action, with the action to play there."""

from typing import Any, NamedTuple

from playwright.sync_api import Page

from accounts.models import User
from games.models import Game
from tests.builders import position
from tests.factories.games import make_game, put_position

BOARD = "1A3/GRK1P/1WBK1/B1RG1/2W2"


class Case(NamedTuple):
    """A position in which seat 1 is to move, what it does there and what the log then holds."""

    stands: str
    action: dict[str, Any]
    event: str


CASES = {
    "take": Case(
        f"board={BOARD} bag=rest",
        {"type": "take_tokens", "cells": ["b2", "c3", "d4"]},
        "tokens_taken",
    ),
    "privilege": Case(
        f"board={BOARD} bag=rest privileges1=2 pool=1",
        {"type": "use_privilege", "cell": "b2"},
        "privilege_used",
    ),
    "replenish": Case(f"board={BOARD} bag=rest", {"type": "replenish"}, "board_replenished"),
    "reserve": Case(
        f"board={BOARD} bag=rest pyramid=J1-05,J1-06,-,-,-/J2-05,-,-,-/J3-03,-,-",
        {"type": "reserve_card", "gold": "b1", "card": "J1-05"},
        "card_reserved",
    ),
    "reserve unseen": Case(
        f"board={BOARD} bag=rest",
        {"type": "reserve_card", "gold": "b1", "deck": 2},
        "card_reserved",
    ),
    "purchase": Case(
        f"board={BOARD} bag=rest tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16",
        {"type": "purchase_card", "card": "J1-16", "payment": {"white": 1, "green": 1, "gold": 2}},
        "card_purchased",
    ),
    "matching": Case(
        f"board={BOARD} phase=take_matching_token matching=K bag=rest flags=acted",
        {"type": "take_matching_token", "cell": "c2"},
        "matching_token_taken",
    ),
    "steal": Case(
        "phase=steal_token bag=rest tokens2=R1K1P1 flags=acted",
        {"type": "steal_token", "token": "red"},
        "token_stolen",
    ),
    "royal": Case(
        "phase=choose_royal_card bag=rest cards1=J3-01,J1-04 flags=acted",
        {"type": "choose_royal_card", "card": "R-4"},
        "royal_card_chosen",
    ),
    "discard": Case(
        "phase=discard_tokens bag=rest tokens1=W4B4G4 flags=acted",
        {"type": "discard_tokens", "tokens": {"blue": 1, "green": 1}},
        "tokens_discarded",
    ),
    "claim": Case(
        "stand_off2=3 tokens2=P2A3 bag=rest", {"type": "claim_stand_off"}, "stand_off_claimed"
    ),
}


def open_table(page: Page, people: tuple[User, User], stands: str, query: str = "") -> Game:
    """Open the page of a game that stands so; the first of the people is to move."""
    game = game_at(stands, *people)
    page.goto(f"/games/{game.pk}/{query}")
    return game


def game_at(stands: str, first: User, second: User) -> Game:
    """A game of these two in which the position stands; seat 1 is the first's."""
    game = make_game(first, second)
    put_position(game, position(stands))
    return game
