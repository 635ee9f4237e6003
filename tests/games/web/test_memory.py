"""What everybody could remember: the same for both players and for spectators, and never more than they saw."""

from collections import Counter

import pytest
from django.http import QueryDict

from engine import GameState, redact, view_for
from engine.cards import CARD_IDS, LEVEL
from games.selectors.memory import Kept, Reserves, reserves_of
from games.web.staging import stage
from games.web.table import build_table, read_draft
from games.web.table.memory import Memory
from tests.builders import position, random_play
from tests.games.web.page import NAMES, known_reserves, legal_json, render

VIEWERS = (1, 2, None)
MARKET = "pyramid=J1-01,J1-02,-,-,-/J2-01,-,-,-/J3-01,-,-"


def memory(state: GameState, viewer: int | None, reserves: Reserves | None = None) -> Memory:
    view, legal = view_for(state, viewer), legal_json(state, viewer)
    shown = build_table(view, viewer, legal, NAMES, reserves=reserves or known_reserves(state))
    assert shown.memory is not None
    return shown.memory


def section(page: str) -> str:
    """The memory's part of a page."""
    return page.partition('<details id="memory">')[2].partition("</details>")[0]


@pytest.mark.parametrize("seed", [2, 5, 6])
def test_the_log_tells_every_viewer_the_same_reserves(seed: int) -> None:
    logs: dict[int | None, list[dict[str, object]]] = {viewer: [] for viewer in VIEWERS}
    told: Counter[bool] = Counter()
    for state, events in random_play(seed):
        for viewer in VIEWERS:
            logs[viewer] += [redact(event, viewer) for event in events]
        if not state.over:
            for viewer in VIEWERS:
                assert reserves_of(logs[viewer]) == known_reserves(state)
            told.update(bool(kept.card) for kept in known_reserves(state)[1])
    assert min(told[True], told[False]) > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_unseen_cards_are_those_of_decks_and_of_reserves_from_them(seed: int) -> None:
    for state, _events in random_play(seed):
        if state.over:
            continue
        blind = [card for seat in (1, 2) for card in state.of(seat).reserved]
        blind = [c for c in blind if c not in state.first.seen + state.second.seen]
        for unseen in memory(state, 1).levels:
            deck = state.decks[unseen.level - 1]
            hidden = {*deck, *(card for card in blind if LEVEL[card] == unseen.level)}
            assert {slip.id for slip in unseen.slips} == {CARD_IDS[card] for card in hidden}
            assert unseen.deck == len(deck)


def test_ones_own_card_from_a_deck_stays_among_the_unseen() -> None:
    state = position(f"{MARKET} reserved1=J3-08:unseen,J2-07 bag=rest")
    mine, theirs = memory(state, 1), memory(state, 2)
    assert mine == theirs
    assert "J3-08" in {slip.id for slip in mine.levels[0].slips}
    assert "J2-07" not in {slip.id for slip in mine.levels[1].slips}
    papers = [(paper.level, paper.slip and paper.slip.id) for paper in mine.reserves[0].papers]
    assert papers == [(3, None), (2, "J2-07")]


def test_totals_tell_how_many_are_reserved_from_the_deck() -> None:
    state = position(f"{MARKET} reserved2=J3-08:unseen bag=rest")
    assert memory(state, 1).levels[0].text == "12 cards: 11 in the deck, 1 reserved from it"
    assert memory(state, 1).levels[1].text == "23 cards: 23 in the deck"


def test_cards_stand_by_colour_then_by_what_they_give() -> None:
    state = position(f"{MARKET} bag=rest")
    level_three = [slip.id for slip in memory(state, None).levels[0].slips]
    assert level_three[:3] == ["J3-02", "J3-03", "J3-04"]
    assert level_three[-3:] == ["J3-11", "J3-12", "J3-13"]


def test_a_purchased_card_leaves_the_reserve() -> None:
    log = [
        {"kind": "card_reserved", "seat": 1, "level": 2, "unseen": True, "card": None},
        {"kind": "card_reserved", "seat": 1, "level": 2, "unseen": False, "card": "J2-07"},
        {"kind": "card_reserved", "seat": 2, "level": 1, "unseen": False, "card": "J1-07"},
        {"kind": "card_purchased", "seat": 1, "card": "J2-08", "from_reserve": True},
        {"kind": "card_purchased", "seat": 2, "card": "J1-08", "from_reserve": False},
    ]
    assert reserves_of(log) == {1: (Kept(2, "J2-07"),), 2: (Kept(1, "J1-07"),)}
    log.append({"kind": "card_purchased", "seat": 1, "card": "J2-07", "from_reserve": True})
    assert reserves_of(log)[1] == ()


def test_without_a_log_only_levels_are_known() -> None:
    state = position(f"{MARKET} reserved1=J3-08,J2-07 bag=rest")
    view = view_for(state, 1)
    shown = build_table(view, 1, legal_json(state, 1), NAMES).memory
    assert shown is not None
    assert [paper.level for paper in shown.reserves[0].papers] == [2, 3]
    assert not any(paper.slip for paper in shown.reserves[0].papers)


def test_page_holds_the_same_memory_for_everybody() -> None:
    state = position(f"{MARKET} reserved1=J3-08:unseen,J2-07 reserved2=J1-07 bag=rest")
    parts = {section(render(state, viewer, "", known_reserves(state))) for viewer in VIEWERS}
    assert len(parts) == 1
    assert "level 3, unseen" in parts.pop()


def test_a_draft_changes_nothing_that_is_remembered() -> None:
    # No level 3 card lies in the deck, so nothing is turned up and the reservation can be drafted.
    owned = "cards1=J3-02,J3-04,J3-06,J3-08 cards2=J3-09 reserved1=J3-10,J3-07"
    market = "pyramid=J1-01,J1-02,-,-,-/J2-01,-,-,-/J3-01,J3-03,J3-05 reserved2=J3-11,J3-12,J3-13"
    state = position(f"{owned} {market} board=A4/RGB2/5/5/5 bag=rest tokens1=W4B3G2R1")
    known, query = known_reserves(state), "turn=reserve:J3-01@a1"
    assert stage(state, 1, read_draft(QueryDict(query))).actions
    drafted = section(render(state, 1, query, known))
    assert drafted.replace(f"{query}&amp;", "") == section(render(state, 1, "", known))


def test_nothing_is_left_to_remember_when_the_game_is_over() -> None:
    state = position("phase=over outcome=1/resignation bag=rest")
    assert 'id="memory"' not in render(state, 1)
