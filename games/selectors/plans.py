"""Reading the plan of a seat. Only for its holder: nothing here goes to anybody else, nor into any list or feed."""

from games.models import Game, Plan


def plan_of(game: Game, seat: int) -> Plan | None:
    """The plan of a seat, if it ever had one. One query."""
    return Plan.objects.filter(seat__game=game, seat__number=seat).first()
