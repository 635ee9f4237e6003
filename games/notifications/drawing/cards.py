"""Open jewel cards, royal cards and marks of abilities."""

from typing import Final

from engine import JEWEL_CARDS, ROYAL_CARDS, JewelCard

from .pen import COLORS, KINDS, Pen
from .symbols import tone

WIDTH: Final = 48.0
CARD_HEIGHT: Final = 104.0
_GIVES: Final = 41.0  # the upper part: what the card gives
_LINE: Final = 15.0


def draw_card(pen: Pen, card_id: str, x: float, y: float, *, fresh: bool = False) -> None:
    """A jewel card as printed; `fresh` marks one that was turned up last turn."""
    card = JEWEL_CARDS[card_id]
    pen.box(x, y, WIDTH, CARD_HEIGHT, "card")
    tint = tone(f"tint-{card.bonus}")
    pen.raw(
        f'<path d="M{x:g} {y + _GIVES:g}v{5 - _GIVES:g}q0-5 5-5h{WIDTH - 10:g}q5 0 5 5v{_GIVES - 5:g}z" fill="{tint}"/>'
    )
    pen.edge(x, y, WIDTH, CARD_HEIGHT, "line-2", wide=0.8)
    if card.points:
        pen.text(card.points, x + 6, y + 6.5, 13, bold=True)
    _draw_bonus(pen, card, x + WIDTH - 4, y + 3)
    for number in range(card.crowns):
        pen.use("i-crown", x + 4 + number * 12, y + 26, 12)
    draw_ability(pen, card.ability, card.bonus, x + 4, y + 25)
    for line, kind in enumerate(kind for kind in KINDS if kind in card.cost):
        top = y + _GIVES + 3 + line * _LINE
        pen.use(f"s-{kind}", x + 6, top, 12.5)
        pen.text(card.cost[kind], x + 27, top + 1.5, 9.5, bold=True)
    if fresh:
        pen.lozenge(x + WIDTH / 2, y, "bench")


def _draw_bonus(pen: Pen, card: JewelCard, right: float, y: float) -> None:
    if card.bonus not in COLORS:
        pen.use(f"i-{card.bonus}", right - 17, y, 17, color="ink-2")
        return
    size, step = (20, 0) if card.bonus_count == 1 else (17, 11)
    for number in range(card.bonus_count):
        pen.use(f"s-{card.bonus}", right - size - number * step, y, size)


def draw_ability(pen: Pen, ability: str, stone: str, x: float, y: float) -> None:
    """The mark of an ability, 14 high; nothing for none."""
    if ability == "extra_turn":
        pen.use("i-turn", x, y, 14)
    elif ability == "steal":
        pen.use("i-steal", x, y, 14)
    elif ability in ("privilege", "take_matching"):
        pen.use("i-plus", x, y + 2, 10)
        pen.use("i-seal" if ability == "privilege" else f"s-{stone}", x + 10, y, 14)


def draw_royal(pen: Pen, card_id: str, x: float, y: float, width: float, height: float) -> None:
    """A royal card: its points, and its ability where the card is large enough."""
    card = ROYAL_CARDS[card_id]
    pen.box(x, y, width, height, "card")
    pen.edge(x, y, width, height, "line-2", wide=0.8)
    high = height >= 40 and card.ability != "none"
    middle = y + height / 2 - (8 if high else 0)
    pen.use("i-crown", x + width / 2 - 16, middle - 7, 14)
    pen.text(card.points, x + width / 2 + 2, middle - 5.5, 11, bold=True)
    if high:
        left = 12 if card.ability in ("privilege", "take_matching") else 7
        draw_ability(pen, card.ability, "", x + width / 2 - left, middle + 10)
