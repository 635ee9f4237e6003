"""Keeping two people apart."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from accounts.selectors import blocks_of, has_blocked, is_blocked_between
from accounts.services import block_user, unblock_user

type MakePerson = Callable[..., User]


def test_block_holds_both_ways(anna: User, make_person: MakePerson) -> None:
    bert, cleo = make_person("Bert"), make_person("Cleo")
    assert not is_blocked_between(anna, bert)
    block_user(user=anna, blocked=bert)
    assert is_blocked_between(anna, bert) and is_blocked_between(bert, anna)
    assert not is_blocked_between(anna, cleo)
    assert not is_blocked_between(anna, cleo)


def test_blocked_person_is_not_told(anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    block_user(user=anna, blocked=bert)
    assert has_blocked(anna, bert) and not has_blocked(bert, anna)
    assert list(blocks_of(bert)) == []


def test_block_twice_is_one_block(anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    first = block_user(user=anna, blocked=bert)
    assert block_user(user=anna, blocked=bert) == first
    assert Block.objects.count() == 1


def test_unblock_leaves_the_others_block(anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    block_user(user=anna, blocked=bert)
    block_user(user=bert, blocked=anna)
    unblock_user(user=anna, blocked=bert)
    assert is_blocked_between(anna, bert)
    unblock_user(user=bert, blocked=anna)
    assert not is_blocked_between(anna, bert)


def test_nobody_blocks_themselves(anna: User) -> None:
    with pytest.raises(ValidationError):
        block_user(user=anna, blocked=anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(user=anna, blocked=anna, created_at=timezone.now())


def test_block_goes_with_an_account(anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    block_user(user=anna, blocked=bert)
    bert.delete()
    assert list(blocks_of(anna)) == []


def test_list_names_whom_one_blocked(as_anna: Client, anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    assert "You have blocked nobody" in as_anna.get("/blocked/").content.decode()
    block_user(user=anna, blocked=bert)
    assert "Bert" in as_anna.get("/blocked/").content.decode()


def test_page_blocks_and_unblocks(as_anna: Client, anna: User, make_person: MakePerson) -> None:
    bert = make_person("Bert")
    answer = as_anna.post("/blocked/add/", {"name": "bert", "next": "/games/"})
    assert answer.url == "/games/" and has_blocked(anna, bert)  # type: ignore[attr-defined]
    as_anna.post("/blocked/remove/", {"name": "Bert"})
    assert not has_blocked(anna, bert)


@pytest.mark.parametrize("name", ["Nobody", "Anna", "", "\0"])
def test_bad_name_is_refused_with_a_sentence(as_anna: Client, name: str) -> None:
    answer = as_anna.post("/blocked/add/", {"name": name})
    assert answer.status_code == 422 and 'class="errorlist"' in answer.content.decode()
    assert Block.objects.count() == 0


def test_block_never_by_a_link(as_anna: Client, make_person: MakePerson) -> None:
    make_person("Bert")
    as_anna.get("/blocked/add/", {"name": "Bert"})
    assert Block.objects.count() == 0


def test_block_leads_to_no_other_site(as_anna: Client, make_person: MakePerson) -> None:
    make_person("Bert")
    answer = as_anna.post("/blocked/add/", {"name": "Bert", "next": "https://evil.example/"})
    assert answer.url == "/blocked/"  # type: ignore[attr-defined]


def test_list_has_a_fixed_number_of_queries(
    as_anna: Client,
    anna: User,
    make_person: MakePerson,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for name in ("Bert", "Cleo", "Dora"):
        block_user(user=anna, blocked=make_person(name))
    with django_assert_num_queries(3):  # type: ignore[attr-defined]
        as_anna.get("/blocked/")
