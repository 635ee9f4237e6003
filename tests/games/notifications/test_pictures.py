"""The picture of the table in a mail: whose eyes it is drawn with, what is marked, and the same in words."""

import struct
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from engine import view_for
from games.models import Game
from games.notifications.drawing import draw_board
from games.notifications.pictures import board_alt, board_caption, board_png
from games.selectors.marks import News
from tests.builders import position, random_play
from tests.factories.games import (
    legal_json,
    make_game,
    mover_of,
    play_random,
    put_position,
    take_tokens,
)
from tests.factories.users import make_user
from tests.games.stored import everything
from tests.games.web.visit import act, form_of, visitor
from tests.hidden import exchange_hidden

VIEWERS = (1, 2, None)
NOTHING_NEW = News()


@pytest.fixture
def game(db: None) -> Game:
    """A dealt game of Anna and Bela."""
    return make_game(make_user("Anna"), make_user("Bela"))


def drawn_anew(game: Game, viewer: int | None) -> bytes:
    """The picture as it would be without the one that was kept."""
    cache.clear()
    return board_png(game, viewer)


@pytest.mark.parametrize(("seed", "actions"), [(1, 25), (2, 70), (4, 130)])
def test_picture_is_the_same_when_only_hidden_cards_differ(
    game: Game, seed: int, actions: int
) -> None:
    assert not play_random(game, actions, seed).over
    for viewer in VIEWERS:
        here, stored = drawn_anew(game, viewer), everything()
        assert exchange_hidden(game, viewer, seed) > 5
        assert everything()["Snapshot"] != stored["Snapshot"]
        assert drawn_anew(game, viewer) == here


def test_a_card_reserved_unseen_is_drawn_for_its_owner_only(game: Game) -> None:
    owner = mover_of(game)
    action = next(a for a in legal_json(game, "reserve_card") if a.get("deck") == 3)
    act(visitor(owner), game, form_of(action))
    game.refresh_from_db()
    number = game.seats.get(user=owner).number
    before = {viewer: drawn_anew(game, viewer) for viewer in VIEWERS}

    exchange_hidden(game, 3 - number, seed=1)

    changed = [viewer for viewer in VIEWERS if drawn_anew(game, viewer) != before[viewer]]
    assert changed == [number]


def test_picture_is_a_png_twice_as_wide_as_mails_show_it(game: Game) -> None:
    picture = drawn_anew(game, 1)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">2I", picture[16:24]) == (1080, 1084)


def test_picture_is_kept_until_the_game_goes_on(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = drawn_anew(game, 1)
    with django_assert_num_queries(0):
        assert board_png(game, 1) == first
    take_tokens(game)
    game.refresh_from_db()
    with django_assert_num_queries(2):
        assert board_png(game, 1) != first


def test_both_players_sit_at_their_own_lower_edge(game: Game) -> None:
    view = view_for(play_random(game, 60, 3), None)
    assert draw_board(view, 1, NOTHING_NEW) != draw_board(view, 2, NOTHING_NEW)
    assert board_caption(game, 1) == "Above Bela, below you."
    assert board_caption(game, 2) == "Above Anna, below you."
    assert board_caption(game, None) == "Above Bela, below Anna."


@pytest.mark.parametrize(
    ("news", "mark"),
    [
        (News(taken={"b2": "red"}), '<use href="#o-red"'),
        (News(line=("a1", "b1")), 'stroke-dasharray="0.6 5"'),
        (News(came=frozenset(["c3"])), "l5 5-5 5-5-5z"),
        (News(fresh=frozenset(["J1-05"])), "l5 5-5 5-5-5z"),
    ],
)
def test_what_changed_last_is_marked(news: News, mark: str) -> None:
    view: dict[str, Any] = view_for(position("pyramid=J1-05"), None)
    view["board"][12], view["board"][6], view["seat_to_move"] = "blue", None, None
    assert mark not in draw_board(view, 1, NOTHING_NEW)
    assert mark in draw_board(view, 1, news)


def test_every_position_of_whole_games_can_be_drawn() -> None:
    for seed in range(3):
        for state, _events in list(random_play(seed))[::7]:
            svg = draw_board(view_for(state, 1), 1, NOTHING_NEW)
            assert "var(" not in svg
            assert "<text" not in svg  # no font, so the same picture on every machine


def test_alternative_text_says_who_sits_where_and_what_lies_on_the_board(game: Game) -> None:
    put_position(game, position("board=5/R1P2/5/2A2/5"))
    assert board_alt(game, 1) == (
        "Above Bela, below you. Row 2: red a2, pearl c2. Row 4: gold c4. "
        "In the bag: 4 white, 4 blue, 4 green, 3 red, 4 black, 1 pearl, 2 gold."
    )
