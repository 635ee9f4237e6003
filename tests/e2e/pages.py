"""Every page of the site by its route, and how to get there. A new route without a page here fails a test."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from django.utils import timezone

from accounts.mailbox import kept_mails
from accounts.models import User
from accounts.scopes import GRANTABLE, Scope
from accounts.services import block_user
from accounts.tokens import make_personal_token, sign_in_app
from games.api.docs.read import parts
from games.enums import ExportState, NoticeCategory, Speed
from games.models import DataExport, Game, GameEvent, Invitation, Plan, Rating
from games.notifications.unsubscribing import leave_address_url, unsubscribe_url
from games.selectors.offers import NO_GATES, Gates
from games.selectors.take_back import last_turn
from games.services.calendar import renew_feed
from games.services.export import ask_export, build
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
from tests.e2e.positions import CASES, game_at
from tests.factories.games import (
    OPTIONS,
    make_computer_game,
    make_game,
    play_random,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.oauth import let_in, make_app, question
from tests.factories.users import PASSWORD, make_user

LONG_NAME = "w" * 20
NOT_PAGES = {
    "admin/": "Django's own pages, for the people who run the site",
    "api/v1/": "an API",
    "events/": "streams",
}
NO_PAGE = {
    "healthz": "for machines",
    "metrics": "for machines",
    "notifications/test/": "takes forms only",
    "calendar/<slug:token>.ics": "for calendars",
    "games/<slug:game_id>/version/": "for the page's script",
    "push-worker.js": "a script",
    "push/subscribe/": "for the page's script",
    "push/unsubscribe/": "for the page's script",
    "push/remove/": "takes forms only",
    "push/test/": "takes forms only",
    "webhook/": "takes forms only",
    "webhook/remove/": "takes forms only",
    "webhook/test/": "takes forms only",
    "accounts/mail/resume/": "takes forms only",
    "accounts/data/download/": "a file",
    "identity/o/api/token": "for apps",
    "identity/o/api/revoke": "for apps",
    ".well-known/oauth-authorization-server": "for apps",
    "mailbox/<slug:key>/html/": "the mail itself, made for mail programs",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": "our own page stands in front of it",
    "accounts/password/set/": "leads to the page that changes a password",
    "accounts/login/code/confirm/": "signing in by code is switched off",
    "accounts/reauthenticate/code/confirm/": "signing in by code is switched off",
    "join/<slug:token>/accept/": "takes forms only",
    "join/<slug:token>/decline/": "takes forms only",
    "hours/vacation/": "takes forms only",
    "blocked/add/": "takes forms only",
    "lobby/standing/<int:standing_id>/": "takes forms only",
    "blocked/remove/": "takes forms only",
    **{
        f"games/<slug:game_id>/{name}/": "takes forms only"
        for name in (
            *("actions", "deal", "entropy", "cancel", "rematch", "take-back"),
            "time",
            *("plan/choose", "plan/change"),
            *("talk/write", "talk/read", "talk/mute", "note"),
        )
    },
    "games/<slug:game_id>/at/": "leads to the page of one position",
}
CHOICES = {"purchase": "?card=J1-16", "reserve": "?card=J1-05&gold=b1", "claim": "?do=claim"}


class Visit(NamedTuple):
    """A page: its address and the session with which it is opened, empty for a stranger."""

    address: str
    session: str = ""


@dataclass
class World:
    """The people who look, and the folder of mails; games are made as pages need them."""

    mails: Path
    ada: User = field(default_factory=lambda: make_user("ada"))
    other: User = field(default_factory=lambda: make_user(LONG_NAME))

    def session(self) -> str:
        """A browser in which ada has signed in by the form."""
        client = Client()
        client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def link(self) -> str:
        """The address in the newest mail."""
        (text,) = [word for word in kept_mails(self.mails)[0].text.split() if "://" in word][:1]
        return urlsplit(text).path

    def game(self, name: str) -> Game:
        """A game in one of the positions, ada to move."""
        return game_at(CASES[name].stands, self.ada, self.other)

    def over(self) -> Game:
        """A long game that is over."""
        game = make_game(self.ada, self.other)
        if not play_random(game, 120).over:
            resign_game(game_id=game.pk, user=self.other)
        return game


def routes() -> set[str]:
    """Every route of the site, but for those below NOT_PAGES."""
    return {route for route in _walk(get_resolver()) if not route.startswith(tuple(NOT_PAGES))}


def _walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        else:
            yield from _walk(entry, route)


def _stranger(address: str) -> Callable[[World], list[Visit]]:
    return lambda world: [Visit(address)]


def _reader(address: str) -> Callable[[World], list[Visit]]:
    return lambda world: [Visit(address, world.session())]


def _signing_up(world: World) -> list[Visit]:
    client = Client()
    fields = {"username": "Anna", "email": "anna@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", fields)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [Visit("/accounts/confirm-email/", session)]


def _confirming(world: World) -> list[Visit]:
    (waiting,) = _signing_up(world)
    return [Visit(world.link(), waiting.session), Visit("/accounts/confirm-email/wrong/")]


def _resetting(world: World) -> list[Visit]:
    Client().post("/accounts/password/reset/", {"email": world.ada.email})
    return [Visit(world.link()), Visit("/accounts/password/reset/key/1-wrong/")]


def _leaving(world: World) -> list[Visit]:
    path = urlsplit(unsubscribe_url(world.ada, NoticeCategory.TURNS)).path
    return [Visit(path), Visit("/unsubscribe/wrong/")]


def _leaving_without_account(world: World) -> list[Visit]:
    return [Visit(urlsplit(leave_address_url("friend@example.org")).path)]


def _blocking(world: World) -> list[Visit]:
    empty = _reader("/blocked/")(world)
    block_user(user=world.ada, blocked=world.other)
    return [*empty, Visit("/blocked/", world.session())]


def _data(world: World) -> list[Visit]:
    """A copy that is ready, one that is made, one that failed, and none yet."""
    ask_export(user=world.ada)
    build(user_id=world.ada.pk)
    visits = [Visit("/accounts/data/", world.session())]
    for state in (ExportState.BUILDING, ExportState.FAILED, None):
        person, client = make_user(), Client()
        if state is not None:
            DataExport.objects.create(user=person, state=state, asked_at=timezone.now())
        client.force_login(person)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        visits.append(Visit("/accounts/data/", session))
    return visits


def _tokens(world: World) -> list[Visit]:
    """None yet, and some; what is shown of a new one is tested in tests/e2e/test_tokens.py."""
    empty = _reader("/accounts/tokens/")(world)
    for name in ("bot", "x" * 60):
        make_personal_token(user=world.ada, name=name, scopes=frozenset(GRANTABLE), expires_at=None)
    return [*empty, Visit("/accounts/tokens/", world.session())]


def _apps(world: World) -> list[Visit]:
    """None yet, and of each kind."""
    empty = _reader("/accounts/apps/")(world)
    sign_in_app(user=world.ada, name="Loupe for a phone with a very long name" + "x" * 20)
    app = make_app(world.ada)
    let_in(app, world.ada, {Scope.GAME_READ, Scope.GAME_PLAY})
    return [*empty, Visit("/accounts/apps/", world.session())]


def _consenting(world: World) -> list[Visit]:
    """An app that asks as it must, and one that doesn't."""
    app = make_app(world.other)
    asking = "/identity/o/authorize?" + urlencode(question(app))
    return [Visit(asking, world.session()), Visit("/identity/o/authorize", world.session())]


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


def _docs(world: World) -> list[Visit]:
    return [Visit("/api/docs/")]


def _docs_part(world: World) -> list[Visit]:
    return [Visit(f"/api/docs/{tag}/") for tag in parts()]


def _docs_shapes(world: World) -> list[Visit]:
    return [Visit("/api/docs/shapes/")]


def _docs_problems(world: World) -> list[Visit]:
    return [Visit("/api/docs/problems/")]


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


def _mails(world: World) -> list[Visit]:
    empty = Visit("/mailbox/")
    _signing_up(world)
    return [empty, Visit(f"/mailbox/{kept_mails(world.mails)[0].key}/")]


PAGES: dict[str, Callable[[World], list[Visit]]] = {
    "": _stranger("/"),
    "preferences/": _reader("/preferences/"),
    "notifications/": _reader("/notifications/"),
    "unsubscribe/<str:token>/": _leaving,
    "unsubscribe/address/<str:token>/": _leaving_without_account,
    "hours/": _hours,
    "blocked/": _blocking,
    "accounts/leave/": _reader("/accounts/leave/"),
    "accounts/data/": _data,
    "accounts/tokens/": _tokens,
    "accounts/apps/": _apps,
    "identity/o/authorize": _consenting,
    "accounts/confirm-email/": _signing_up,
    "^accounts/confirm-email/(?P<key>[-:\\w]+)/$": _confirming,
    "accounts/login/": _stranger("/accounts/login/?next=/games/new/"),
    "accounts/logout/": _reader("/accounts/logout/"),
    "accounts/inactive/": _stranger("/accounts/inactive/"),
    "accounts/signup/": _stranger("/accounts/signup/"),
    "accounts/reauthenticate/": _reader("/accounts/reauthenticate/"),
    "accounts/reauthenticate/code/": _reader("/accounts/reauthenticate/code/"),
    "accounts/email/": _reader("/accounts/email/"),
    "accounts/password/change/": _reader("/accounts/password/change/"),
    "accounts/password/reset/": _stranger("/accounts/password/reset/"),
    "accounts/password/reset/done/": _stranger("/accounts/password/reset/done/"),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": _resetting,
    "accounts/password/reset/key/done/": _stranger("/accounts/password/reset/key/done/"),
    "games/": _full_list,
    "games/new/": _new_games,
    "lobby/": _lobby,
    "lobby/standing/": _standing,
    "calendar/": _calendar,
    "api/docs/": _docs,
    "api/docs/shapes/": _docs_shapes,
    "api/docs/problems/": _docs_problems,
    "api/docs/<slug:tag>/": _docs_part,
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
    "mailbox/": _stranger("/mailbox/"),
    "mailbox/<slug:key>/": _mails,
}
# Pages without a route of their own.
MORE: dict[str, Callable[[World], list[Visit]]] = {
    "no such page": _stranger("/nowhere/"),
    "no game yet": _reader("/games/"),
    "a turn asked back": _asked_back,
}
