"""Golden games (see tests/golden.py). Every file in tests/replays is a test; this page has no game of its own."""

from pathlib import Path
from typing import Any

import pytest

from engine.constants import ABILITY_NAMES
from engine.decide import decide
from engine.errors import IllegalAction
from engine.evolve import fold
from engine.legal import legal_actions
from engine.notation import ScriptedChance, read_action, read_record, write_position, write_record
from engine.notation.outcome import write_outcome
from engine.record import final_position, positions, record_from_json, record_to_json
from engine.sound import check_sound
from engine.victory import Reason
from tests import golden

FILES = [pytest.param(golden.load(file), id=file.stem) for file in golden.files()]

# At least one game shows each of these.
REQUIRED = {
    *(f"reason: {reason.value}" for reason in Reason),
    *(f"ability: {ability}" for ability in (*ABILITY_NAMES[1:], "copy")),
    *(f"royal card: {ability}" for ability in ("none", "extra_turn", "privilege", "steal")),
    "automatic: MatchingTokenTaken",
    "automatic: RoyalCardChosen",
    "automatic: TokenStolen",
    "automatic: TokensDiscarded",
    "copy and extra turn",
    "copy on copy",
    "copy on double bonus",
    "dead end barred",
    "discard",
    "discard of gold",
    "extra turn dropped",
    "first royal card",
    "forced replenish",
    "forced replenish after privileges",
    "free purchase",
    "gold for a kind that is held",
    "option: no stand-off",
    "option: open memory",
    "place left empty",
    "privilege from opponent",
    "privilege used",
    "privilege withheld",
    "purchase",
    "purchase from reserve",
    "purchase with more than ten tokens",
    "replenish",
    "reserve face up",
    "reserve unseen",
    "resignation in turn",
    "resignation out of turn",
    "second royal card",
    "several reasons",
    "skipped: steal",
    "skipped: take_matching",
    "stand-off warned",
    "take 1",
    "take 2",
    "take 3",
    "three alike",
    "three extra turns in a row",
    "time-out in phase choose_royal_card",
    "time-out in phase discard_tokens",
    "time-out of a winner",
    "two pearls",
}


@pytest.mark.parametrize("game", FILES)
def test_rules_make_the_same_events_of_the_same_words(game: dict[str, Any]) -> None:
    record = read_record(game["game"])
    assert record_to_json(record) == game["record"]


@pytest.mark.parametrize("game", FILES)
def test_stored_events_fold_to_the_stored_end(game: dict[str, Any]) -> None:
    record = record_from_json(game["record"])
    end = final_position(record)
    assert write_position(end) == game["end"]
    outcome = None if end.outcome is None else write_outcome(end.outcome)
    assert outcome == game["outcome"]


@pytest.mark.parametrize("game", FILES)
def test_nothing_is_lost_or_made_at_any_word(game: dict[str, Any]) -> None:
    record = record_from_json(game["record"])
    for step in golden.steps(record):
        check_sound(step.before)
        assert bool(legal_actions(step.before)) != step.before.over
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("game", FILES)
def test_refused_actions_are_refused_with_their_code(game: dict[str, Any]) -> None:
    record = record_from_json(game["record"])
    said = golden.steps(record)
    states = [step.before for step in said] + [final_position(record)]
    for refused in game.get("refused", []):
        state = states[refused["after"]]
        action = read_action(refused["action"])
        assert action not in legal_actions(state)
        with pytest.raises(IllegalAction) as caught:
            decide(state, state.seat, action, ScriptedChance())
        assert caught.value.code == refused["code"]


@pytest.mark.parametrize("file", golden.files(), ids=lambda file: file.stem)
def test_generated_part_is_up_to_date(file: Path, tmp_path: Path) -> None:
    contents = golden.load(file)
    assert golden.generated(contents) == contents
    golden.save(tmp_path / file.name, contents)
    assert (tmp_path / file.name).read_text() == file.read_text()


def test_games_show_every_ability_ruling_and_ending() -> None:
    shown = {name for file in golden.files() for name in golden.load(file)["shows"]}
    assert shown - REQUIRED == set()
    assert REQUIRED - shown == set()


def test_word_by_word_and_event_by_event_are_the_same() -> None:
    for file in golden.files():
        record = record_from_json(golden.load(file)["record"])
        state = next(positions(record))
        for step in golden.steps(record):
            assert step.before == state
            state = fold(step.events, state)
        assert state == final_position(record)
