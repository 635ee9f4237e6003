import io
import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.codec import action_from_json, event_from_json, state_from_json
from engine.notation import (
    read_action,
    read_position,
    write_action,
    write_position,
    write_record,
)
from engine.record import GameRecord, final_position, record_to_json
from engine.simulate import simulate
from engine.victory import Reason
from tests.builders import position, random_record

LINE = "board=R4/5/2B2/5/4A tokens1=W2 tokens2=P1"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command; returns its exit status and the JSON it printed."""

    def run_command(*arguments: str) -> tuple[int, dict[str, Any]]:
        status = main(arguments)
        out, err = capsys.readouterr()
        assert err == ""
        assert out.count("\n") == 1
        return status, json.loads(out)

    return run_command


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command that can't read its input; returns its exit status and what it said."""

    def run_command(*arguments: str) -> tuple[int, str]:
        status = main(arguments)
        out, err = capsys.readouterr()
        assert out == ""
        return status, err

    return run_command


def test_simulate_prints_what_happened(run: Any) -> None:
    status, answer = run("simulate", "--games", "20", "--seed", "5")
    assert status == 0
    assert list(answer) == [
        "games",
        "turns",
        "actions",
        "seconds",
        "games_per_second",
        "wins",
        "reasons",
        "abilities",
    ]
    assert answer["games"] == 20
    assert 40 * 20 < answer["turns"] < answer["actions"]
    assert answer["games_per_second"] > 0
    assert sum(answer["wins"].values()) == 20
    assert list(answer["reasons"]) == [reason.value for reason in Reason]
    assert sum(answer["reasons"].values()) >= 20
    assert set(answer["abilities"]) == {
        "extra_turn",
        "take_matching",
        "privilege",
        "steal",
        "copy",
    }
    assert all(answer["abilities"].values())


def test_simulate_gives_the_same_games_for_a_seed() -> None:
    assert simulate(5, 7) == simulate(5, 7)
    assert simulate(5, 7) != simulate(5, 8)


def test_position_is_a_fresh_game(run: Any) -> None:
    status, answer = run("position", "--seed", "3")
    state = read_position(answer["position"])
    assert (status, state.turn, state.bag) == (0, 1, 0)
    assert state == state_from_json(answer["state"])
    assert answer != run("position", "--seed", "4")[1]


def test_legal_lists_actions_as_text_and_json(run: Any) -> None:
    status, answer = run("legal", LINE)
    assert (status, answer["seat"], answer["count"]) == (0, 1, len(answer["actions"]))
    assert [item["text"] for item in answer["actions"]][:4] == [
        "replenish",
        "a1",
        "c3",
        "reserve:J1-01@e5",
    ]
    for item in answer["actions"]:
        assert write_action(action_from_json(item["json"])) == item["text"]


def test_legal_of_an_ended_game_is_nobodys(run: Any) -> None:
    assert run("legal", "phase=over outcome=1/timeout") == (
        0,
        {"seat": None, "count": 0, "actions": []},
    )


def test_position_may_come_from_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LINE + "\n"))
    assert run("legal", "-") == run("legal", LINE)


def test_apply_does_actions_in_turn(run: Any) -> None:
    status, answer = run("apply", LINE, "c3", "a1")
    assert status == 0
    assert [event["kind"] for event in answer["events"]] == [
        "tokens_taken",
        "turn_ended",
        "tokens_taken",
        "turn_ended",
    ]
    assert all(event_from_json(event) for event in answer["events"])
    after = read_position(answer["position"])
    assert after == state_from_json(answer["state"])
    assert (after.turn, after.usable) == (3, 0)


def test_apply_draws_by_seed(run: Any) -> None:
    _, one = run("apply", LINE, "replenish", "--seed", "1")
    _, two = run("apply", LINE, "replenish", "--seed", "2")
    assert one["position"] != two["position"]
    assert one == run("apply", LINE, "replenish")[1]


def test_apply_refuses_with_the_code_and_leaves_the_position(run: Any) -> None:
    status, answer = run("apply", LINE, "c3", "c3")
    assert status == 1
    assert (answer["code"], answer["rule"], answer["action"]) == ("empty_cell", "take", "c3")
    assert answer["events"] == []
    assert answer["position"] == write_position(position(LINE))
    assert state_from_json(answer["state"]) == position(LINE)


def test_malformed_input_is_said_in_one_line(refuse: Any) -> None:
    assert refuse("apply", LINE, "c9") == (2, "error: action: 'c9' is not an action\n")
    assert refuse("legal", "turn=x") == (2, "error: turn: 'x' is not a number\n")
    assert refuse("perft", "--depth", "1", "turn=x") == (2, "error: turn: 'x' is not a number\n")


def test_perft_counts_and_splits(run: Any) -> None:
    status, answer = run("perft", "--depth", "2", LINE)
    assert (status, answer["depth"]) == (0, 2)
    assert answer["count"] == sum(answer["split"].values())
    assert set(answer["split"]) == {item["text"] for item in run("legal", LINE)[1]["actions"]}
    assert run("perft", "--depth", "1")[1]["count"] == 155


def test_replay_shows_the_end_of_a_record(run: Any, tmp_path: Path) -> None:
    record = random_record(4)
    end = final_position(record)
    for name, content in {
        "game.json": json.dumps(record_to_json(record), indent=1),
        "game.txt": write_record(record) + "\n",
    }.items():
        file = tmp_path / name
        file.write_text(content)
        status, answer = run("replay", str(file))
        assert (status, answer["events"]) == (0, len(record.events))
        assert read_position(answer["position"]) == state_from_json(answer["state"]) == end
        assert answer["outcome"]["winner"] == end.seat


def test_replay_of_a_game_that_goes_on(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LINE + " : c3"))
    status, answer = run("replay", "-")
    assert (status, answer["outcome"]) == (0, None)
    assert read_position(answer["position"]).turn == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "record: not JSON"),
        (b"{}", "record: field 'schema' is missing"),
        (b'{"schema": ' + b"9" * 5000 + b"}", "record: not JSON"),
        (b'{"a":' + b"[" * 200_000, "record: not JSON"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"turn=1 : c3", "word 1: 'c3' is not legal there (empty_cell)"),
    ],
)
def test_replay_of_something_else(
    refuse: Any, tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "game"
    file.write_bytes(content)
    status, said = refuse("replay", str(file))
    assert status == 2
    assert message in said
    assert said.startswith("error: ") and said.count("\n") == 1


def test_replay_of_no_file(refuse: Any, tmp_path: Path) -> None:
    status, said = refuse("replay", str(tmp_path / "none"))
    assert status == 2
    assert "No such file" in said


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "many"],
        ["simulate", "--seed", "x"],
        ["perft"],
        ["legal"],
        ["apply", LINE],
        ["replay"],
    ],
)
def test_wrong_usage_is_exit_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_module_runs_as_a_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["engine", "apply", LINE, "c3-c4"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("engine", run_name="__main__")
    assert caught.value.code == 1
    assert json.loads(capsys.readouterr().out)["code"] == "empty_cell"


def test_start_of_a_record_in_json_is_shown(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "start.json"
    file.write_text(json.dumps(record_to_json(GameRecord((), position(LINE)))))
    assert run("replay", str(file))[1]["position"] == write_position(position(LINE))


def test_actions_print_as_they_are_read(run: Any) -> None:
    words = [item["text"] for item in run("legal", LINE)[1]["actions"]]
    assert [write_action(read_action(word)) for word in words] == words
