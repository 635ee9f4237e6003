"""Every page of the site by its route, and how to get there. A new route without a page here fails a test."""

from collections.abc import Callable
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.enums import Speed
from games.models import Game, GameEvent, Invitation, Plan, Rating
from games.selectors.offers import NO_GATES, Gates
from games.selectors.take_back import last_turn
from games.services.calendar import renew_feed
from games.services.invitations import cancel_game, decline_invitation
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer, invite_by_email
from games.services.plans import add_entry
from games.services.play import resign_game
from games.services.standing_offers import create_standing_offer
from games.services.take_back import answer_take_back, ask_turn_back
from games.services.talk import mute_talk, save_note, write_message
from games.services.time import ask_pause, expire_turn
from games.services.vacation import set_hours, start_vacation
from tests.e2e import account_pages
from tests.e2e.positions import CASES, game_at
from tests.e2e.world import LONG_NAME, Visit, World, for_readers, for_strangers
from tests.factories.games import (
    OPTIONS,
    make_computer_game,
    make_game,
    play_random,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user

CHOICES = {"purchase": "?card=J1-16", "reserve": "?card=J1-05&gold=b1", "claim": "?do=claim"}


def _full_list(world: World) -> list[Visit]:
    create_invitation(user=world.ada, invitee=None, options=OPTIONS)
    create_invitation(user=world.other, invitee=world.ada, options=OPTIONS)
    for number in range(4):
        play_random(make_game(world.ada, world.other), 30 + number, seed=number)
    resign_game(game_id=make_game(world.ada, world.other).pk, user=world.other)
    return [Visit("/games/", world.session())]


def _new_games(world: World) -> list[Visit]:
    session, kinds = world.session(), ("computer", "lobby", "user", "link", "email")
    return [Visit(f"/games/new/?opponent={kind}", session) for kind in kinds]


def _lobby(world: World) -> list[Visit]:
    session = world.session()
    empty = Visit("/lobby/", session)
    strict = Gates(min_rating=1900, min_reliability=90)
    fast = Options(Speed.BANK_BRISK, open_memory=True, rated=True, vacations=False)
    for user, options, gates in (
        (world.other, OPTIONS, NO_GATES),
        (world.other, fast, strict),
        (world.ada, OPTIONS, NO_GATES),
    ):
        create_offer(user=user, options=options, gates=gates)
    (token, *_others) = (
        row.token for row in Invitation.objects.filter(inviter=world.other).order_by("-pk")
    )
    filtered = Visit("/lobby/?speed=slow&rated=with", session)
    return [empty, Visit("/lobby/", session), filtered, Visit(f"/join/{token}/", session)]


def _standing(world: World) -> list[Visit]:
    session = world.session()
    gates = Gates(min_rating=1200, max_rating=1800, min_reliability=80)
    create_standing_offer(user=world.ada, count=3, options=OPTIONS, gates=gates)
    return [Visit("/lobby/standing/", session)]


def _rooms(world: World) -> list[Visit]:
    computer = make_computer_game(world.ada)
    link = create_invitation(user=world.ada, invitee=None, options=OPTIONS)
    named = create_invitation(user=world.ada, invitee=world.other, options=OPTIONS)
    off = create_invitation(user=world.ada, invitee=None, options=OPTIONS)
    cancel_game(game_id=off.pk, user=world.ada)
    refused = create_invitation(user=world.ada, invitee=world.other, options=OPTIONS)
    token = refused.invitation.token
    decline_invitation(token=token, user=world.other, reason="speed", note="five days?")
    offer = create_offer(user=world.ada, options=OPTIONS)
    mailed = invite_by_email(user=world.ada, address="cy@example.org", options=OPTIONS)
    games = (computer, link, named, off, refused, offer, mailed)
    return [Visit(f"/games/{game.pk}/", world.session()) for game in games]


def _invitations(world: World) -> list[Visit]:
    asked = create_invitation(user=world.other, invitee=world.ada, options=OPTIONS)
    link = create_invitation(user=world.other, invitee=None, options=OPTIONS)
    closed = create_invitation(user=world.other, invitee=world.ada, options=OPTIONS)
    decline_invitation(token=closed.invitation.token, user=world.ada)
    session = world.session()
    pages = [f"/join/{game.invitation.token}/" for game in (asked, link, closed)]
    return [Visit(pages[0], session), Visit(pages[1]), Visit(pages[2], session)]


def _stopped(world: World) -> dict[str, Visit]:
    """A game that both agreed to pause, and one that was called off because its first turn never came."""
    eve, options = make_user(), replace(OPTIONS, speed=Speed.BANK_STANDARD)
    paused, late = make_game(eve, make_user(), options), make_game(eve, world.other)
    for seat in (1, 2):
        ask_pause(game_id=paused.pk, user=seated(paused, seat))
    Game.objects.filter(pk=late.pk).update(deadline_at=timezone.now() - timedelta(days=1))
    expire_turn(game_id=late.pk)
    client = Client()
    client.force_login(eve)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {
        "paused": Visit(f"/games/{paused.pk}/", session),
        "called off": Visit(f"/games/{late.pk}/", session),
    }


def states_of_a_game(world: World) -> dict[str, Visit]:
    """The game page in every state, by a name for it."""
    session = world.session()
    found = {
        name: Visit(f"/games/{world.game(name).pk}/{CHOICES.get(name, '')}", session)
        for name in CASES
    }
    waiting = game_at(CASES["take"].stands, world.other, world.ada)
    over = world.over()
    return (
        found
        | _stopped(world)
        | {
            "waiting": Visit(f"/games/{waiting.pk}/", session),
            "watching": Visit(f"/games/{waiting.pk}/"),
            "over": Visit(f"/games/{over.pk}/", session),
        }
    )


def _games(world: World) -> list[Visit]:
    return [*states_of_a_game(world).values(), *_rooms(world)]


def _of_a_game(name: str) -> Callable[[World], list[Visit]]:
    """A page below a game's address: of one that has just begun and of one that is over."""

    def visits(world: World) -> list[Visit]:
        over, session = world.over(), world.session()
        return [Visit(f"/games/{game.pk}/{name}/", session) for game in (world.game("take"), over)]

    return visits


def _positions(world: World) -> list[Visit]:
    game, session = make_game(world.ada, world.other), world.session()
    play_random(game, 40)
    return [Visit(f"/games/{game.pk}/at/{number}/", session) for number in (1, game.version // 2)]


def rated_games(world: World) -> None:
    """Finished games that moved the ratings of both, and made others known well enough to be listed."""
    rated = replace(OPTIONS, rated=True)
    for number in range(5):
        game = make_game(world.ada, world.other, rated)
        resign_game(game_id=game.pk, user=(world.ada, world.other)[number % 3 == 0])
    for rating in Rating.objects.all():
        rating.certain_until = rating.played_at + timedelta(days=99)
        rating.save()


def _players(world: World) -> list[Visit]:
    empty, session = Visit("/players/"), world.session()
    rated_games(world)
    lists = ("/players/", "/players/?q=w", "/players/?q=nobody", "/players/?page=3")
    return [empty, *(Visit(address, session) for address in lists)]


def _player(world: World) -> list[Visit]:
    rated_games(world)
    session = world.session()
    pages = ("/players/ada/", f"/players/{LONG_NAME}/", "/players/ada/?result=won&before=no")
    return [Visit("/players/ada/"), *(Visit(address, session) for address in pages)]


def _hours(world: World) -> list[Visit]:
    """Without night hours, and on vacation while a game runs on."""
    make_game(world.ada, world.other, replace(OPTIONS, vacations=False))
    world.other.time_zone = "America/New_York"
    world.other.save()
    set_hours(user=world.other, start=time(23), hours=8)
    start_vacation(user=world.other)
    client = Client()
    client.force_login(world.other)
    other = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [Visit("/hours/", world.session()), Visit("/hours/", other)]


def _calendar(world: World) -> list[Visit]:
    renew_feed(user=world.ada, shown="")
    client = Client()
    client.force_login(world.other)
    other = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [Visit("/calendar/", world.session()), Visit("/calendar/", other)]


def _talks(world: World) -> list[Visit]:
    """Of two people who have written, of one who mutes the other, and against the computer."""
    talk, muted = world.game("take"), world.game("take")
    texts = ("Good luck!", "Thank you,\nand the same to you.", "x" * 200, "How long do you need?")
    for number, text in enumerate(texts):
        user = seated(talk, 1 + number % 2)
        write_message(game_id=talk.pk, user=user, text=text, key=f"key {number}")
    save_note(game_id=talk.pk, user=world.ada, text="Watch the pearls.", seen="")
    mute_talk(game_id=muted.pk, user=world.ada, muted=True)
    games, session = (talk, muted, make_computer_game(world.ada)), world.session()
    return [
        Visit(f"/games/{talk.pk}/", session),
        *(Visit(f"/games/{game.pk}/talk/", session) for game in games),
    ]


def _asked_back(world: World) -> list[Visit]:
    """The last turn: it can be asked back, was asked back, is asked back by the opponent, and was taken back."""
    games = [make_game(world.ada, world.other) for _place in range(5)]
    for game, mine in zip(games, (True, True, False, True, True), strict=True):
        take_tokens(game)
        if waiter_of(game) != (world.ada if mine else world.other):
            take_tokens(game)
    for place, game in enumerate(games[1:]):
        rows = list(GameEvent.objects.filter(game=game))
        asker = waiter_of(game)
        turn = last_turn(rows, game.seats.get(user=asker).number)
        assert turn is not None
        ask_turn_back(game_id=game.pk, user=asker, last=turn.last)
        if place >= 2:
            answer_take_back(game_id=game.pk, user=world.other, last=turn.last, accept=place == 3)
    session = world.session()
    pages = [f"/games/{game.pk}/" for game in games]
    return [Visit(address, session) for address in (*pages, f"{pages[-1]}log/")]


def _resigning(world: World) -> list[Visit]:
    return [Visit(f"/games/{world.game('take').pk}/resign/", world.session())]


def _planning(world: World) -> list[Visit]:
    """Nothing planned yet; two entries; a turn that is about to be put into the plan; the game that tells of it."""
    game = game_at(CASES["purchase"].stands + " seat=2", world.ada, world.other)
    empty = game_at(CASES["take"].stands + " seat=2", world.ada, world.other)
    for words in (["b2-c3-d4"], ["replenish", "b2"]):
        plan = Plan.objects.filter(seat__game=game).first()
        revision = plan.revision if plan else 0
        whose: dict[str, Any] = {"game_id": game.pk, "user": world.ada, "revision": revision}
        add_entry(actions=words, past=True, sure=True, **whose)
    session, page = world.session(), f"/games/{game.pk}/plan/"
    return [
        Visit(f"/games/{empty.pk}/plan/", session),
        Visit(page, session),
        Visit(f"{page}?card=J1-16", session),
        Visit(f"{page}?entry=replenish+b2", session),
        Visit(f"/games/{game.pk}/", session),
    ]


PAGES: dict[str, Callable[[World], list[Visit]]] = {
    "": for_strangers("/"),
    "preferences/": for_readers("/preferences/"),
    "notifications/": for_readers("/notifications/"),
    "unsubscribe/<str:token>/": account_pages.leaving,
    "unsubscribe/address/<str:token>/": account_pages.leaving_without_account,
    "hours/": _hours,
    "blocked/": account_pages.blocking,
    "accounts/leave/": for_readers("/accounts/leave/"),
    "accounts/data/": account_pages.data,
    "accounts/tokens/": account_pages.tokens,
    "accounts/apps/": account_pages.apps,
    "identity/o/authorize": account_pages.consenting,
    "accounts/confirm-email/": account_pages.signing_up,
    "^accounts/confirm-email/(?P<key>[-:\\w]+)/$": account_pages.confirming,
    "accounts/login/": for_strangers("/accounts/login/?next=/games/new/"),
    "accounts/logout/": for_readers("/accounts/logout/"),
    "accounts/inactive/": for_strangers("/accounts/inactive/"),
    "accounts/signup/": for_strangers("/accounts/signup/"),
    "accounts/reauthenticate/": for_readers("/accounts/reauthenticate/"),
    "accounts/reauthenticate/code/": for_readers("/accounts/reauthenticate/code/"),
    "accounts/email/": for_readers("/accounts/email/"),
    "accounts/password/change/": for_readers("/accounts/password/change/"),
    "accounts/password/reset/": for_strangers("/accounts/password/reset/"),
    "accounts/password/reset/done/": for_strangers("/accounts/password/reset/done/"),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": account_pages.resetting,
    "accounts/password/reset/key/done/": for_strangers("/accounts/password/reset/key/done/"),
    "games/": _full_list,
    "games/new/": _new_games,
    "lobby/": _lobby,
    "lobby/standing/": _standing,
    "calendar/": _calendar,
    "api/docs/": account_pages.docs,
    "api/docs/shapes/": account_pages.docs_shapes,
    "api/docs/problems/": account_pages.docs_problems,
    "api/docs/<slug:tag>/": account_pages.docs_part,
    "players/": _players,
    "players/<str:name>/": _player,
    "join/<slug:token>/": _invitations,
    "games/<slug:game_id>/": _games,
    "games/<slug:game_id>/log/": _of_a_game("log"),
    "games/<slug:game_id>/at/<int:number>/": _positions,
    "games/<slug:game_id>/resign/": _resigning,
    "games/<slug:game_id>/shuffle/": _of_a_game("shuffle"),
    "games/<slug:game_id>/plan/": _planning,
    "games/<slug:game_id>/talk/": _talks,
    "mailbox/": for_strangers("/mailbox/"),
    "mailbox/<slug:key>/": account_pages.mails,
}
# Pages without a route of their own.
MORE: dict[str, Callable[[World], list[Visit]]] = {
    "no such page": for_strangers("/nowhere/"),
    "no game yet": for_readers("/games/"),
    "a turn asked back": _asked_back,
}
