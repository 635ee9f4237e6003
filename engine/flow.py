"""What follows a main action: ability, royal card, its ability, discard, victory, next turn (RULES section 5).

Every function changes the state through `effects` and, if a log is given, records the event. A follow-up with a single
possible outcome is carried out without asking (RULES section 8).
"""

from typing import TypeAlias

from engine import effects
from engine.board import cells_of
from engine.cards import ABILITY, BONUS, ROYAL_ABILITY
from engine.constants import (
    DISCARD,
    EXTRA_TURN,
    GOLD,
    HAND_LIMIT,
    IDLE_LIMIT,
    MATCHING,
    NOTHING,
    PRIVILEGE,
    PRIVILEGES,
    ROYAL,
    ROYAL_THRESHOLDS,
    STAND_OFF_LIMIT,
    STEAL,
    STEAL_ABILITY,
    TAKE_MATCHING,
    other_seat,
)
from engine.counts import NOT_GOLD, count, total
from engine.events import (
    AbilitySkipped,
    ChoiceOpened,
    Event,
    ExtraTurnEarned,
    GameEnded,
    MatchingTokenTaken,
    PrivilegeGained,
    PrivilegeWithheld,
    RoyalCardChosen,
    StandOffWarned,
    TokenStolen,
    TurnEnded,
)
from engine.state import GameState, Holdings, Outcome
from engine.victory import Reason, has_won, reasons_met, winning_colors

Log: TypeAlias = list[Event] | None


def gain_privilege(state: GameState, seat: int, log: Log) -> None:
    """From the pool, else from the opponent, else nothing (RULES section 4)."""
    if state.of(seat).privileges == PRIVILEGES:
        if log is not None:
            log.append(PrivilegeWithheld(seat))
        return
    from_opponent = state.pool == 0
    effects.gain_privilege(state, seat, from_opponent)
    if log is not None:
        log.append(PrivilegeGained(seat, from_opponent))


def matching_cells(state: GameState, color: int) -> list[int]:
    """Where a token of this colour lies."""
    return [cell for cell in cells_of(state.usable) if state.board[cell] == color]


def stealable_kinds(holdings: Holdings) -> list[int]:
    """What can be stolen from these holdings: any kind but gold."""
    return [kind for kind in range(GOLD) if count(holdings.tokens, kind)]


def royals_due(holdings: Holdings) -> int:
    """Royal cards earned and not yet taken. A purchase crosses one threshold at most (cases.md 086)."""
    due = sum(holdings.crowns >= threshold for threshold in ROYAL_THRESHOLDS) - len(holdings.royals)
    assert due <= 1, "two royal cards at once"
    return due


def after_purchase(state: GameState, card: int, log: Log) -> None:
    """The jewel card's ability, then the rest of the turn."""
    ability = ABILITY[card]
    if ability == TAKE_MATCHING:
        _offer_matching(state, BONUS[card], log)
    else:
        _use_ability(state, ability, log)


def _use_ability(state: GameState, ability: int, log: Log) -> None:
    if ability == STEAL_ABILITY:
        _offer_steal(state, log)
        return
    if ability == EXTRA_TURN:
        effects.earn_extra_turn(state)
        if log is not None:
            log.append(ExtraTurnEarned(state.seat))
    elif ability == PRIVILEGE:
        gain_privilege(state, state.seat, log)
    after_ability(state, log)


def _skip(state: GameState, ability: int, log: Log) -> None:
    if log is not None:
        log.append(AbilitySkipped(state.seat, ability))
    after_ability(state, log)


def _open(state: GameState, phase: int, log: Log, color: int = NOTHING) -> None:
    effects.open_choice(state, phase, color)
    if log is not None:
        log.append(ChoiceOpened(state.seat, phase, color))


def _offer_matching(state: GameState, color: int, log: Log) -> None:
    cells = matching_cells(state, color)
    if not cells:
        _skip(state, TAKE_MATCHING, log)
    elif len(cells) == 1:
        take_matching(state, cells[0], log, automatic=True)
    else:
        _open(state, MATCHING, log, color)


def _offer_steal(state: GameState, log: Log) -> None:
    kinds = stealable_kinds(state.theirs)
    if not kinds:
        _skip(state, STEAL_ABILITY, log)
    elif len(kinds) == 1:
        steal(state, kinds[0], log, automatic=True)
    else:
        _open(state, STEAL, log)


def take_matching(state: GameState, cell: int, log: Log, *, automatic: bool = False) -> None:
    """Carry out take_matching and go on."""
    if log is not None:
        log.append(MatchingTokenTaken(state.seat, cell, state.board[cell], automatic))
    effects.take_matching(state, cell)
    after_ability(state, log)


def steal(state: GameState, kind: int, log: Log, *, automatic: bool = False) -> None:
    """Carry out steal and go on."""
    if log is not None:
        log.append(TokenStolen(state.seat, kind, automatic))
    effects.steal(state, kind)
    after_ability(state, log)


def after_ability(state: GameState, log: Log) -> None:
    """A royal card if one is due, else the end of the turn."""
    if not royals_due(state.mine):
        _offer_discard(state, log)
    elif len(state.royals) == 1:
        choose_royal(state, state.royals[0], log, automatic=True)
    else:
        _open(state, ROYAL, log)


def choose_royal(state: GameState, card: int, log: Log, *, automatic: bool = False) -> None:
    """Take a royal card, use its ability and go on."""
    if log is not None:
        log.append(RoyalCardChosen(state.seat, card, automatic))
    effects.choose_royal(state, card)
    _use_ability(state, ROYAL_ABILITY[card], log)


def _offer_discard(state: GameState, log: Log) -> None:
    # At most four of a kind: with more than ten tokens there is always a choice.
    if total(state.mine.tokens) > HAND_LIMIT:
        _open(state, DISCARD, log)
    else:
        end_turn(state, log)


def victory_of(holdings: Holdings, seat: int) -> Outcome:
    """The outcome for a seat that has won."""
    return Outcome(seat, reasons_met(holdings), winning_colors(holdings))


def end_turn(state: GameState, log: Log) -> None:
    """Victory check, then the next player, or the same one again (RULES section 6)."""
    mine = state.mine
    if has_won(mine):
        end_game(state, victory_of(mine, state.seat), log)
    elif state.turn - state.last_purchase >= IDLE_LIMIT:
        end_game(state, Outcome(0, (Reason.NO_PROGRESS.value,)), log)
    else:
        _begin_next_turn(state, log)


def _begin_next_turn(state: GameState, log: Log) -> None:
    seat = state.seat
    next_seat = seat if state.again else other_seat(seat)
    effects.end_turn(state, next_seat)
    assert state.usable or state.bag & NOT_GOLD, (
        "nobody can be stuck at the start of a turn (cases.md 121)"
    )
    if log is not None:
        log.append(TurnEnded(seat, next_seat))
        if state.mine.stand_off == STAND_OFF_LIMIT:
            log.append(StandOffWarned(next_seat))


def end_game(state: GameState, outcome: Outcome, log: Log) -> None:
    """The game is over."""
    effects.end_game(state, outcome)
    if log is not None:
        log.append(GameEnded(outcome))
