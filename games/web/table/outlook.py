"""Whether a seat can win in its turn, in the words that both players and everybody else read."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import outlook
from games.selectors.words import kind_name

from .scene import Scene
from .words import listed


@dataclass(frozen=True, slots=True)
class Chance:
    """The goals that a seat can reach in one turn; `keys` is empty if it cannot win then.

    `text` says so beside the goals, `goal_text` ends the words of each goal in reach.
    """

    keys: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    text: str = ""
    when: str = ""

    def goal_text(self, key: str) -> str:
        """How the words of a goal end: "in reach next turn"; empty if it is not."""
        if key not in self.keys:
            return ""
        if key != "color":
            return _("in reach %(when)s") % {"when": self.when}
        colors = listed(map(kind_name, self.colors))
        return _("%(colors)s in reach %(when)s") % {"colors": colors, "when": self.when}


def chance_of(scene: Scene, seat: int) -> Chance:
    """The answer of the rules for the table as everybody sees it: a draft, which only its owner sees, changes nothing."""
    if scene.over:
        return Chance()
    known = [kept.card for kept in scene.reserves[seat] if kept.card]
    found = outlook(scene.before, seat, known)
    if not found.reasons:
        return Chance()
    text, when = (
        (_("can win this turn"), _("this turn"))
        if found.this_turn
        else (_("can win next turn"), _("next turn"))
    )
    return Chance(found.reasons, found.colors, text, when)
