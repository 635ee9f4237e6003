"""Invitations from before the lobby learn whom they were for and who made them."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Invitation
from games.services.lobby import create_invitation
from games.services.play import resign_game
from games.services.rematch import rematch
from tests.factories.games import OPTIONS, make_game, seated
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


def test_old_invitations_are_told_apart_and_know_their_maker() -> None:
    ada, bert = make_user("ada"), make_user("bert")
    named = make_game(ada, bert)
    link = create_invitation(user=bert, invitee=None, options=OPTIONS)
    resign_game(game_id=named.pk, user=ada)
    again = rematch(game_id=named.pk, user=seated(named, 1))  # who asks has seat 2
    gone = create_invitation(user=make_user("cleo"), invitee=None, options=OPTIONS)
    seated(gone, 1).delete()
    Invitation.objects.update(audience="link", inviter=None)
    import_module("games.migrations.0005_inviters").fill_in(apps, None)
    made = {row.game_id: (row.audience, row.inviter) for row in Invitation.objects.all()}
    assert made == {
        named.pk: ("name", ada),
        link.pk: ("link", bert),
        again.pk: ("name", ada),
        gone.pk: ("link", None),
    }
