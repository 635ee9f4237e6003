"""Numbers and names of the rule book. Kinds, colours and phases are small integers so that the hot paths stay fast."""

from typing import Final

RULES_VERSION: Final = 1  # frozen with each game (docs/notation.md)

# Token kinds, in the one order used everywhere (RULES section 1).
WHITE: Final = 0
BLUE: Final = 1
GREEN: Final = 2
RED: Final = 3
BLACK: Final = 4
PEARL: Final = 5
GOLD: Final = 6
KINDS: Final = 7
COLORS: Final = 5  # the gems are the first five kinds
KIND_NAMES: Final = ("white", "blue", "green", "red", "black", "pearl", "gold")
KIND_LETTERS: Final = "WBGRKPA"
KIND_BY_NAME: Final = {name: kind for kind, name in enumerate(KIND_NAMES)}
KIND_BY_LETTER: Final = {letter: kind for kind, letter in enumerate(KIND_LETTERS)}

NOTHING: Final = -1  # an empty cell or pyramid place, no card, no colour
COPY: Final = 5  # bonus of a card that takes another card's colour

TOKENS_OF_KIND: Final = (4, 4, 4, 4, 4, 2, 3)  # 25 tokens in all
PRIVILEGES: Final = 3
HAND_LIMIT: Final = 10  # tokens a seat may keep at the end of its turn
RESERVE_LIMIT: Final = 3
LINE_LIMIT: Final = 3  # tokens taken by one action
ROW_SIZES: Final = (5, 4, 3)  # face-up cards of levels 1, 2, 3
LEVELS: Final = (1, 2, 3)

ROYAL_THRESHOLDS: Final = (3, 6)  # crowns at which a royal card is due
WINNING_PRESTIGE: Final = 20
WINNING_CROWNS: Final = 10
WINNING_COLOR_POINTS: Final = 10

STAND_OFF_LIMIT: Final = 3  # own turns begun with all gold and both pearls (RULES section 8)
IDLE_LIMIT: Final = (
    300  # turns in a row without a purchase that end the game as a draw (RULES section 8)
)

# What the state waits for.
MAIN: Final = 0
MATCHING: Final = 1
STEAL: Final = 2
ROYAL: Final = 3
DISCARD: Final = 4
OVER: Final = 5
PHASE_NAMES: Final = (
    "main",
    "take_matching_token",
    "steal_token",
    "choose_royal_card",
    "discard_tokens",
    "over",
)

# Abilities of jewel and royal cards.
NO_ABILITY: Final = 0
EXTRA_TURN: Final = 1
TAKE_MATCHING: Final = 2
PRIVILEGE: Final = 3
STEAL_ABILITY: Final = 4
ABILITY_NAMES: Final = ("none", "extra_turn", "take_matching", "privilege", "steal")

SEATS: Final = (1, 2)


def other_seat(seat: int) -> int:
    """The seat across the table."""
    return 3 - seat
