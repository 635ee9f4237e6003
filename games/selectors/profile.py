"""What everybody may know of a person who plays: rating and its history, habits, score."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus
from games.models import Rating, RatingChange, Seat
from games.selectors.access import Person
from games.selectors.finished import DRAWN, LOST, WON, changes_of
from games.selectors.people import Habits, habits_of, is_provisional, pool_of, strength_of

HISTORY_SHOWN: Final = 100  # changes of a rating


@dataclass(frozen=True, slots=True)
class Score:
    """Finished games from one side."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's page. `with_me` is the score of who looks, against this person; None where that means nothing."""

    user: User
    rating: int
    provisional: bool
    rated: int  # games
    habits: Habits
    score: Score
    with_me: Score | None
    history: tuple[RatingChange, ...]  # oldest first, the newest HISTORY_SHOWN


def profile_of(user: User, looking: Person) -> Profile:
    """The profile of `user` as `looking` may see it. Four queries."""
    now = timezone.now()
    rating = Rating.objects.filter(user=user, pool=pool_of(user)).first()
    score, with_me = scores_of(user, looking)
    newest = changes_of(user, pool_of(user)).order_by("-at", "-pk")
    return Profile(
        user=user,
        rating=round(strength_of(rating, now).value),
        provisional=is_provisional(rating, now),
        rated=rating.games if rating else 0,
        habits=habits_of([user.pk])[user.pk],
        score=score,
        with_me=with_me,
        history=tuple(reversed(newest[:HISTORY_SHOWN])),
    )


def scores_of(user: User, looking: Person) -> tuple[Score, Score | None]:
    """The person's own score, and that of who looks against them. One query."""
    mine = Exists(Seat.objects.filter(game=OuterRef("game"), user=looking.pk))
    found = Seat.objects.filter(user=user, game__status=GameStatus.FINISHED).aggregate(
        won=Count("pk", filter=WON),
        drawn=Count("pk", filter=DRAWN),
        lost=Count("pk", filter=LOST),
        i_lost=Count("pk", filter=WON & Q(mine)),
        we_drew=Count("pk", filter=DRAWN & Q(mine)),
        i_won=Count("pk", filter=LOST & Q(mine)),
    )
    score = Score(found["won"], found["drawn"], found["lost"])
    if looking.pk is None or looking.pk == user.pk:
        return score, None
    return score, Score(found["i_won"], found["we_drew"], found["i_lost"])
