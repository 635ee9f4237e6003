"""Finding people."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from accounts.selectors import find_user_by_name, is_unconfirmed, name_was_used, people_named

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Anna", "anna", " ANNA\n"])
def test_person_is_found_by_name_in_any_case(anna: User, name: str) -> None:
    assert find_user_by_name(name) == anna


@pytest.mark.parametrize(
    "name", ["", "ann", "Anna2", "A%", "An_a", "anna@example.org", "a\x00b", "x" * 9999]
)
def test_other_names_find_nobody(anna: User, name: str) -> None:
    assert find_user_by_name(name) is None


def test_underscore_in_a_name_is_no_pattern(make_person: Callable[..., User]) -> None:
    make_person("a_b")
    assert find_user_by_name("axb") is None


def test_account_that_is_switched_off_is_not_found(make_person: Callable[..., User]) -> None:
    make_person("Bert", is_active=False)
    assert find_user_by_name("Bert") is None


def test_unfinished_sign_up_is_not_found(make_person: Callable[..., User]) -> None:
    make_person("Bert", confirmed=False)
    assert find_user_by_name("Bert") is None


def test_account_that_an_administrator_made_is_found() -> None:
    user = User.objects.create_user("Carl")
    assert find_user_by_name("carl") == user


def test_person_who_changes_address_is_found(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="new@example.org")
    assert find_user_by_name("Anna") == anna


def test_finding_costs_one_query(
    anna: User, django_assert_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(1):
        find_user_by_name("Anna")


def test_people_are_found_by_the_beginning_of_their_name(
    make_person: Callable[..., User],
) -> None:
    for name in ("Bert_x", "berta", "bertx", "Albert"):
        make_person(name)
    make_person("bertoff", is_active=False)
    make_person("bertnew", confirmed=False)
    make_person("bertgone").delete()
    found = [user.username for user in people_named(" BERT", 9)]
    assert sorted(found) == ["Bert_x", "berta", "bertx"]
    assert [user.username for user in people_named("bert_", 9)] == ["Bert_x"]
    assert len(people_named("b", 2)) == 2
    assert people_named("", 9) == people_named("b%", 9) == people_named("b" * 21, 9) == []


def test_a_past_name_finds_nobody(anna: User) -> None:
    anna.username = "Zoe"
    anna.save()
    assert people_named("ann", 9) == []
    assert people_named("zo", 9) == [anna]


def test_used_names(make_person: Callable[..., User]) -> None:
    make_person("Bert").delete()
    assert name_was_used("BERT")
    assert not name_was_used("Bertha")


def test_unconfirmed(make_person: Callable[..., User]) -> None:
    assert is_unconfirmed(make_person("Bert", confirmed=False))
    assert not is_unconfirmed(make_person("Carl"))
    assert not is_unconfirmed(make_person("Dora", confirmed=False, last_login=timezone.now()))
