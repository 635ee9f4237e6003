"""`create_demo_games` never takes over somebody's account."""

import pytest
from django.core.management import CommandError, call_command

from tests.factories.users import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def test_name_of_a_real_person_is_left_alone() -> None:
    person = make_user("demo-ines", email="ines@real.example")
    with pytest.raises(CommandError, match="demo-ines is the name of somebody else"):
        call_command("create_demo_games", "--password", "another-password")
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    assert person.email == "ines@real.example"
