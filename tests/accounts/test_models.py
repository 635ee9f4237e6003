"""What the database itself holds to, whoever writes."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.enums import Language
from accounts.models import UsedName, User

pytestmark = pytest.mark.django_db


def test_new_user_follows_the_browser_and_gets_mail_after_a_quarter_of_an_hour() -> None:
    user = User.objects.create_user("Anna", "Anna@Example.ORG", "x")
    user.refresh_from_db()
    assert (user.email, user.language, user.time_zone, user.notification_delay) == (
        "anna@example.org",
        "",
        "",
        15,
    )
    assert str(user) == user.get_full_name() == user.get_short_name() == "Anna"
    assert user.zone.key == "UTC"


@pytest.mark.parametrize("rival", ["Anna", "anna", "ANNA"])
def test_name_is_unique_in_any_case(make_person: Callable[..., User], rival: str) -> None:
    make_person("Anna")
    with pytest.raises(IntegrityError):
        make_person(rival, email="other@example.org")
    assert User.objects.count() == UsedName.objects.count() == 1


def test_name_is_unique_in_any_case_without_our_own_code(make_person: Callable[..., User]) -> None:
    make_person("Anna")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="ANNA", email="other@example.org")])


@pytest.mark.parametrize("address", ["anna@example.org", "ANNA@example.ORG"])
def test_address_is_unique_in_any_case(make_person: Callable[..., User], address: str) -> None:
    make_person("Anna")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="Bert", email=address)])


def test_accounts_without_address_do_not_disturb_one_another() -> None:
    User.objects.create_user("one")
    User.objects.create_user("two")
    assert User.objects.filter(email="").count() == 2


def test_name_of_a_deleted_account_is_never_given_again(make_person: Callable[..., User]) -> None:
    make_person("Anna").delete()
    assert UsedName.objects.get().user is None
    assert str(UsedName.objects.get()) == "anna"
    with pytest.raises(IntegrityError, match="the name was used before"):
        make_person("ANNA")
    assert not User.objects.exists()


def test_former_name_stays_with_its_owner(make_person: Callable[..., User]) -> None:
    anna = make_person("Anna")
    anna.username = "Hanna"
    anna.save()
    with pytest.raises(IntegrityError):
        make_person("anna", email="other@example.org")
    anna.username = "Anna"
    anna.save(update_fields=["username"])
    assert set(UsedName.objects.values_list("name", "user")) == {
        ("anna", anna.pk),
        ("hanna", anna.pk),
    }


def test_saving_other_fields_does_not_ask_for_the_name(
    anna: User, django_assert_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(3):  # savepoint, update, release
        anna.save(update_fields=["language"])


@pytest.mark.parametrize(
    ("field", "value"), [("language", "fr"), ("notification_delay", 5), ("notification_delay", -1)]
)
def test_database_refuses_an_unknown_choice(anna: User, field: str, value: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=anna.pk).update(**{field: value})


def test_full_clean_names_what_is_wrong(make_person: Callable[..., User]) -> None:
    make_person("Anna")
    user = User(username="anna", email="ANNA@example.org", time_zone="Mars/Base", password="x")
    with pytest.raises(ValidationError) as refusal:
        user.full_clean()
    assert refusal.value.message_dict["time_zone"] == ["There is no time zone of this name."]
    user.time_zone = "UTC"
    with pytest.raises(ValidationError) as refusal:
        user.full_clean()
    assert set(refusal.value.messages) == {"This name is taken.", "This address is taken."}


def test_user_is_found_by_name_in_any_case(anna: User) -> None:
    assert User.objects.get_by_natural_key("aNNa") == anna


def test_languages_are_those_of_the_site(settings: object) -> None:
    offered = {code for code, _name in settings.LANGUAGES}  # type: ignore[attr-defined]
    assert offered == set(Language.values) - {""}
