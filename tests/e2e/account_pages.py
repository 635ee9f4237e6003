"""How to get to the pages about accounts, and to those for programs and mails."""

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.mailbox import kept_mails
from accounts.scopes import GRANTABLE, Scope
from accounts.services import block_user
from accounts.tokens import make_personal_token, sign_in_app
from games.enums import ExportState, NoticeCategory
from games.models import DataExport
from games.notifications.unsubscribing import leave_address_url, unsubscribe_url
from games.services.export import ask_export, build
from tests.e2e.world import Visit, World, for_readers
from tests.factories.oauth import let_in, make_app, question
from tests.factories.users import PASSWORD, make_user


def signing_up(world: World) -> list[Visit]:
    client = Client()
    fields = {"username": "Anna", "email": "anna@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", fields)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [Visit("/accounts/confirm-email/", session)]


def confirming(world: World) -> list[Visit]:
    (waiting,) = signing_up(world)
    return [Visit(world.link(), waiting.session), Visit("/accounts/confirm-email/wrong/")]


def resetting(world: World) -> list[Visit]:
    Client().post("/accounts/password/reset/", {"email": world.ada.email})
    return [Visit(world.link()), Visit("/accounts/password/reset/key/1-wrong/")]


def leaving(world: World) -> list[Visit]:
    path = urlsplit(unsubscribe_url(world.ada, NoticeCategory.TURNS)).path
    return [Visit(path), Visit("/unsubscribe/wrong/")]


def leaving_without_account(world: World) -> list[Visit]:
    return [Visit(urlsplit(leave_address_url("friend@example.org")).path)]


def blocking(world: World) -> list[Visit]:
    empty = for_readers("/blocked/")(world)
    block_user(user=world.ada, blocked=world.other)
    return [*empty, Visit("/blocked/", world.session())]


def data(world: World) -> list[Visit]:
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


def tokens(world: World) -> list[Visit]:
    """None yet, and some; what is shown of a new one is tested in tests/e2e/test_tokens.py."""
    empty = for_readers("/accounts/tokens/")(world)
    for name in ("bot", "x" * 60):
        make_personal_token(user=world.ada, name=name, scopes=frozenset(GRANTABLE), expires_at=None)
    return [*empty, Visit("/accounts/tokens/", world.session())]


def apps(world: World) -> list[Visit]:
    """None yet, and of each kind."""
    empty = for_readers("/accounts/apps/")(world)
    sign_in_app(user=world.ada, name="Loupe for a phone with a very long name" + "x" * 20)
    app = make_app(world.ada)
    let_in(app, world.ada, {Scope.GAME_READ, Scope.GAME_PLAY})
    return [*empty, Visit("/accounts/apps/", world.session())]


def consenting(world: World) -> list[Visit]:
    """An app that asks as it must, and one that doesn't."""
    app = make_app(world.other)
    asking = "/identity/o/authorize?" + urlencode(question(app))
    return [Visit(asking, world.session()), Visit("/identity/o/authorize", world.session())]


def docs(world: World) -> list[Visit]:
    return [Visit("/api/docs/")]


def docs_part(world: World) -> list[Visit]:
    return [Visit(f"/api/docs/{tag}/") for tag in ("me", "turns")]


def docs_shapes(world: World) -> list[Visit]:
    return [Visit("/api/docs/shapes/")]


def docs_problems(world: World) -> list[Visit]:
    return [Visit("/api/docs/problems/")]


def mails(world: World) -> list[Visit]:
    empty = Visit("/mailbox/")
    signing_up(world)
    return [empty, Visit(f"/mailbox/{kept_mails(world.mails)[0].key}/")]
