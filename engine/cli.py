"""The command line: `python -m engine COMMAND` (docs/notation.md). Answers are one line of JSON each."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from engine.chance import SeededChance
from engine.codec import action_to_json, event_to_json, outcome_to_json, state_to_json
from engine.constants import SEATS
from engine.decide import decide, start_game
from engine.errors import IllegalAction, Malformed
from engine.events import Event
from engine.evolve import fold
from engine.legal import legal_actions
from engine.notation import read_action, read_position, read_record, write_action, write_position
from engine.perft import split
from engine.record import GameRecord, final_position, record_from_json
from engine.simulate import ABILITIES, simulate
from engine.state import GameState
from engine.victory import Reason

_ILLEGAL: Final = 1  # exit status: the rules refuse it
_MALFORMED: Final = 2  # exit status: it could not be read
_STDIN: Final = "-"

Answer = dict[str, object]
Command = Callable[[argparse.Namespace], tuple[Answer, int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 for an illegal action, 2 for input that can't be read."""
    options = _parser().parse_args(arguments)
    run: Command = options.run
    try:
        answer, status = run(options)
    except (Malformed, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return _MALFORMED
    sys.stdout.write(json.dumps(answer) + "\n")
    return status


def _simulate(options: argparse.Namespace) -> tuple[Answer, int]:
    began = perf_counter()
    tally = simulate(options.games, options.seed)
    seconds = perf_counter() - began
    wins = {str(seat): tally.wins[seat] for seat in SEATS}
    answer: Answer = {
        "games": tally.games,
        "turns": tally.turns,
        "actions": tally.actions,
        "seconds": round(seconds, 3),
        "games_per_second": round(tally.games / seconds, 1),
        "wins": {**wins, "draw": tally.wins[0]},
        "reasons": {reason.value: tally.reasons[reason.value] for reason in Reason},
        "abilities": {ability: tally.abilities[ability] for ability in ABILITIES},
    }
    return answer, 0


def _position(options: argparse.Namespace) -> tuple[Answer, int]:
    return _described(_fresh(options.seed)), 0


def _replay(options: argparse.Namespace) -> tuple[Answer, int]:
    record = _read_record(_text_of(options.file))
    end = final_position(record)
    outcome = None if end.outcome is None else outcome_to_json(end.outcome)
    return {"events": len(record.events), "outcome": outcome, **_described(end)}, 0


def _perft(options: argparse.Namespace) -> tuple[Answer, int]:
    state = _position_of(options)
    counts = split(state, options.depth, SeededChance(options.seed))
    return {"depth": options.depth, "count": sum(counts.values()), "split": counts}, 0


def _legal(options: argparse.Namespace) -> tuple[Answer, int]:
    state = _position_of(options)
    actions = [
        {"text": write_action(action), "json": action_to_json(action)}
        for action in legal_actions(state)
    ]
    return {
        "seat": None if state.over else state.seat,
        "count": len(actions),
        "actions": actions,
    }, 0


def _apply(options: argparse.Namespace) -> tuple[Answer, int]:
    """All of the actions or none."""
    start = _position_of(options)
    actions = [read_action(word) for word in options.actions]
    state = start
    events: list[Event] = []
    for number, action in enumerate(actions):
        try:
            caused = decide(state, state.seat, action, SeededChance(options.seed))
        except IllegalAction as error:
            refused = {
                "code": error.code.value,
                "rule": error.anchor,
                "action": options.actions[number],
            }
            return {**refused, "events": [], **_described(start)}, _ILLEGAL
        events += caused
        state = fold(caused, state)
    return {"events": [event_to_json(event) for event in events], **_described(state)}, 0


def _fresh(seed: int) -> GameState:
    return fold(start_game(SeededChance(seed)))


def _described(state: GameState) -> Answer:
    return {"position": write_position(state), "state": state_to_json(state)}


def _position_of(options: argparse.Namespace) -> GameState:
    """The position given, from standard input if it is `-`, or a fresh game."""
    text: str | None = options.position
    if text is None:
        return _fresh(options.seed)
    return read_position(_text_of(text) if text == _STDIN else text)


def _text_of(file: str) -> str:
    try:
        return sys.stdin.read() if file == _STDIN else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"{file}: not UTF-8 text") from error


def _read_record(text: str) -> GameRecord:
    """A record as JSON, if it looks like that, or as a line of text."""
    if not text.lstrip().startswith("{"):
        return read_record(text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"record: not JSON ({error})") from error
    return record_from_json(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description="The rules of Splendor Duel on the command line. Positions, actions and records are "
        "described in docs/notation.md; every answer is one line of JSON.",
        epilog="Exit status: 0, 1 if the rules refuse an action, 2 if the input can't be read.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Command, about: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=run)
        return added

    games = command("simulate", _simulate, "play random legal games and count what happened")
    games.add_argument(
        "--games", type=positive_number, default=100, metavar="N", help="how many (100)"
    )
    _add_seed(games, "of the games (1)")
    replay = command("replay", _replay, "fold the record of a game and show its end")
    replay.add_argument(
        "file", metavar="FILE", help="a record as JSON or text; - is standard input"
    )
    counts = command("perft", _perft, "count the sequences of so many actions")
    counts.add_argument("--depth", type=positive_number, required=True, metavar="N", help="actions")
    _add_position(counts, nargs="?")
    _add_seed(counts, "of the draws, and of the game if no position is given (1)")
    _add_position(command("legal", _legal, "list the legal actions"))
    apply = command("apply", _apply, "do actions one after the other, all or none")
    _add_position(apply)
    apply.add_argument("actions", nargs="+", metavar="ACTION", help="such as b2-c3-d4")
    _add_seed(apply, "of the draws (1)")
    _add_seed(command("position", _position, "show the start of a game"), "of the game (1)")
    return parser


def _add_position(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    about = "a position as one line of text; - is standard input"
    parser.add_argument("position", nargs=nargs, metavar="POSITION", help=about)


def _add_seed(parser: argparse.ArgumentParser, about: str) -> None:
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=f"seed {about}")


def positive_number(text: str) -> int:
    """A whole number above nought. Raises ValueError (argparse makes a message of the name of this function)."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
