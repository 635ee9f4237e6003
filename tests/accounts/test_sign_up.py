"""From the sign-up form to the first page as somebody signed in."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.test import Client

from accounts.forms import SignUpForm
from accounts.models import UsedName, User
from tests.accounts.helpers import PASSWORD, last_letter, letters, signed_in_as

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/signup/"
CONFIRM = "/accounts/confirm-email/"
INVITATION = "/preferences/?from=invitation"  # any page that only signed-in people see
ANNA = {"username": "Anna", "email": "Anna@Example.org", "password1": PASSWORD}


def sign_up(client: Client, **fields: str) -> Any:
    """Send the form; the answer is the page that says to look at one's mail."""
    response = client.post(SIGN_UP, {**ANNA, **fields})
    assert (response.status_code, response.headers["Location"]) == (302, CONFIRM)
    return response


def test_sign_up_makes_an_account_that_must_be_confirmed(client: Client) -> None:
    sign_up(client)
    user = User.objects.get()
    assert (user.username, user.email, user.last_login) == ("Anna", "anna@example.org", None)
    assert user.check_password(PASSWORD)
    assert not EmailAddress.objects.get().verified
    assert signed_in_as(client) is None
    assert [letter.message["To"] for letter in letters()] == ["anna@example.org"]


def test_sign_up_keeps_language_and_zone_of_the_browser(client: Client) -> None:
    client.cookies["timezone"] = "Asia/Shanghai"
    client.post(SIGN_UP, ANNA, headers={"accept-language": "zh-TW,zh;q=0.9"})
    user = User.objects.get()
    assert (user.language, user.time_zone) == ("zh-hant", "Asia/Shanghai")


def test_sign_up_ignores_a_zone_that_is_none(client: Client) -> None:
    client.cookies["timezone"] = "../../etc/passwd"
    sign_up(client)
    assert User.objects.get().time_zone == ""


def test_opening_the_link_confirms_nothing(client: Client) -> None:
    sign_up(client)
    response = client.get(last_letter().link)
    assert response.status_code == 200
    assert "Is <b>anna@example.org</b> the address of <b>Anna</b>?" in response.content.decode()
    assert not EmailAddress.objects.get().verified


def test_confirming_in_the_same_browser_signs_in(client: Client) -> None:
    sign_up(client)
    response = client.post(last_letter().link)
    assert (response.status_code, response.headers["Location"]) == (302, "/games/")
    assert EmailAddress.objects.get().verified
    assert signed_in_as(client) == "Anna"


def test_way_back_is_kept_through_sign_up_and_confirmation(client: Client) -> None:
    visit = client.get(INVITATION)
    assert visit.status_code == 302
    sign_in = client.get(visit.headers["Location"])
    way = "/accounts/signup/?next=%2Fpreferences%2F%3Ffrom%3Dinvitation"
    assert f'href="{way}"' in sign_in.content.decode()
    form = client.get(way)
    assert f'<input type="hidden" name="next" value="{INVITATION}">' in form.content.decode()
    sign_up(client, next=INVITATION)
    response = client.post(last_letter().link)
    assert response.headers["Location"] == INVITATION
    assert client.get(INVITATION).status_code == 200


def test_way_back_is_kept_on_another_device(client: Client) -> None:
    sign_up(client, next=INVITATION)
    phone = Client()
    confirmed = phone.post(last_letter().link)
    assert confirmed.headers["Location"] == INVITATION
    assert signed_in_as(phone) is None
    sign_in = phone.get(INVITATION).headers["Location"]
    response = phone.post(sign_in, {"login": "Anna", "password": PASSWORD})
    assert response.headers["Location"] == INVITATION
    assert signed_in_as(phone) == "Anna"


def test_first_browser_goes_on_after_confirming_on_another_device(client: Client) -> None:
    sign_up(client, next=INVITATION)
    assert client.post(CONFIRM, {"action": "go_on"}).headers["Location"] == CONFIRM
    assert "The address is not confirmed yet." in client.get(CONFIRM).content.decode()
    Client().post(last_letter().link)
    response = client.post(CONFIRM, {"action": "go_on"})
    assert response.headers["Location"] == INVITATION
    assert signed_in_as(client) == "Anna"


def test_way_back_never_leads_to_another_site(client: Client) -> None:
    sign_up(client, next="https://evil.example/")
    assert "evil" not in last_letter().text
    assert client.post(last_letter().link).headers["Location"] == "/games/"


def test_link_can_be_pressed_twice(client: Client) -> None:
    sign_up(client, next=INVITATION)
    link = last_letter().link
    client.post(link)
    assert client.post(link).headers["Location"] == INVITATION
    elsewhere = Client()
    assert elsewhere.post(link).headers["Location"] == INVITATION
    assert signed_in_as(elsewhere) is None
    assert "This address is confirmed already." in elsewhere.get(link).content.decode()


def test_second_press_that_was_under_way_signs_in_too(client: Client) -> None:
    sign_up(client, next=INVITATION)
    Client().post(last_letter().link)
    response = client.post(last_letter().link)
    assert response.headers["Location"] == INVITATION
    assert signed_in_as(client) == "Anna"


def test_false_or_old_link_is_refused(client: Client, frozen_time: Any) -> None:
    sign_up(client)
    link = last_letter().link
    false = link[:-2] + "x/"
    frozen_time.shift(4 * 24 * 3600)
    for path in (false, link):
        for response in (client.get(path), client.post(path)):
            assert "This link is not valid, or no longer." in response.content.decode()
    assert not EmailAddress.objects.get().verified


def test_link_does_not_sign_somebody_else_out_by_being_opened(
    as_anna: Client, make_person: Callable[..., User]
) -> None:
    sign_up(Client(), username="Bert", email="bert@example.org")
    link = last_letter().link
    as_anna.get(link)
    assert signed_in_as(as_anna) == "Anna"
    as_anna.post(link)
    assert signed_in_as(as_anna) is None


def test_mail_is_sent_again_at_most_once_a_minute(client: Client) -> None:
    sign_up(client, next=INVITATION)
    client.post(CONFIRM, {"action": "send_again"})
    assert "Please wait a little." in client.get(CONFIRM).content.decode()
    assert len(letters()) == 1
    cache.clear()
    client.post(CONFIRM, {"action": "send_again"})
    assert "The mail is on its way again." in client.get(CONFIRM).content.decode()
    assert len(letters()) == 2
    assert client.post(last_letter().link).headers["Location"] == INVITATION


def test_wrong_address_is_corrected_by_starting_again(client: Client) -> None:
    sign_up(client, email="wrong@example.org", next=INVITATION)
    wrong = last_letter().link
    response = client.post(CONFIRM, {"action": "start_again"})
    assert response.headers["Location"] == (
        "/accounts/signup/?next=%2Fpreferences%2F%3Ffrom%3Dinvitation"
    )
    assert (User.objects.count(), UsedName.objects.count()) == (0, 0)
    sign_up(client)
    Client().post(wrong)
    assert not EmailAddress.objects.get().verified


def test_starting_again_never_deletes_a_confirmed_account(client: Client) -> None:
    sign_up(client)
    Client().post(last_letter().link)
    client.post(CONFIRM, {"action": "start_again"})
    assert User.objects.get().username == "Anna"


def test_page_to_confirm_needs_a_sign_up(client: Client) -> None:
    assert client.get(CONFIRM).headers["Location"] == "/accounts/login/"
    for action in ("go_on", "send_again"):
        assert client.post(CONFIRM, {"action": action}).headers["Location"] == "/accounts/login/"
    assert client.post(CONFIRM, {"action": "start_again"}).headers["Location"] == SIGN_UP
    assert letters() == []


@pytest.mark.parametrize("action", ["", "delete", "go_on\x00"])
def test_page_to_confirm_refuses_an_unknown_wish(client: Client, action: str) -> None:
    sign_up(client)
    assert client.post(CONFIRM, {"action": action}).status_code == 400
    assert client.put(CONFIRM).status_code == 405


def test_second_press_of_sign_up_leads_where_the_first_does(client: Client) -> None:
    sign_up(client)
    second = Client()
    sign_up(second, next=INVITATION)
    assert (User.objects.count(), len(letters())) == (1, 1)
    assert second.post(last_letter().link).headers["Location"] == INVITATION


def test_name_that_is_taken_after_the_check(client: Client) -> None:
    request = client.get(SIGN_UP).wsgi_request
    forms = [SignUpForm(data) for data in (ANNA, ANNA, {**ANNA, "password1": "another secret"})]
    assert [form.is_valid() for form in forms] == [True, True, True]
    made, _answer = forms[0].try_save(request)
    assert forms[1].try_save(request) == (made, None)
    with pytest.raises(ImmediateHttpResponse) as refusal:
        forms[2].try_save(request)
    assert refusal.value.response.headers["Location"] == SIGN_UP
    assert [str(message) for message in get_messages(request)] == [
        "Somebody was quicker by a moment. Please try again."
    ]
    assert User.objects.get() == made


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_make_one_account_and_one_mail(
    postgresql: None,
    together: Callable[..., list[Any]],
) -> None:
    presses = [lambda: Client().post(SIGN_UP, ANNA) for _press in range(4)]
    answers = together(*presses)
    assert [getattr(answer, "headers", {}).get("Location") for answer in answers] == [CONFIRM] * 4
    assert (User.objects.count(), EmailAddress.objects.count(), len(letters())) == (1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_people_who_want_one_name_at_once(
    postgresql: None, together: Callable[..., list[Any]]
) -> None:
    addresses = [f"anna{number}@example.org" for number in range(4)]
    answers = together(
        *[lambda mail=mail: Client().post(SIGN_UP, {**ANNA, "email": mail}) for mail in addresses]
    )
    assert sorted(answer.status_code for answer in answers)[0] == 302
    lucky = [answer for answer in answers if answer.headers.get("Location") == CONFIRM]
    assert (len(lucky), User.objects.count(), len(letters())) == (1, 1, 1)


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("username", "", "This field is required."),
        ("username", "ab", "at least 3 characters"),
        ("username", "a" * 21, "at most 20 characters"),
        ("username", "a" * 5000, "at most 20 characters"),
        ("username", "<script>", "Use 3 to 20 characters"),
        ("username", "abc\x00def", "Null characters are not allowed."),
        ("username", "ad_min", "This name is kept for the site."),
        ("email", "", "This field is required."),
        ("email", "nobody", "Enter a valid email address."),
        ("email", "änne@example.org", "Enter a valid email address."),
        ("email", "a@example.org\x00", "Null characters are not allowed."),
        ("email", "a@example.org\nBcc: b@example.org", "Enter a valid email address."),
        ("email", f"{'a' * 60}@{'b.' * 100}org", "at most 254 characters"),
        ("password1", "", "This field is required."),
        ("password1", "short", "at least 8 characters"),
        ("password1", "password", "too common"),
        ("password1", "anna-anna", None),
        ("password1", "x" * 129, "at most 128 characters"),
        ("password1", "12345678901", "entirely numeric"),
    ],
)
def test_wrong_input_is_told_beside_the_field(
    client: Client, field: str, value: str, error: str | None
) -> None:
    response = client.post(SIGN_UP, {**ANNA, field: value})
    if error is None:
        assert response.status_code == 302
        return
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert error in str(response.context["form"].errors[field])
    assert f'id="id_{field}_error"' in response.content.decode()
    assert not User.objects.exists()
    assert letters() == []


def test_form_with_nothing_or_nonsense_in_it(client: Client) -> None:
    response = client.post(SIGN_UP, {"nonsense": ["1", "2"]})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"username", "email", "password1"}
    response = client.post(SIGN_UP, b"[1, 2]", content_type="application/json")
    assert response.status_code == 400
    assert not User.objects.exists()


def test_taken_and_former_names_are_refused(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert")
    make_person("Carl").delete()
    for name in ("bert", "CARL"):
        response = client.post(SIGN_UP, {**ANNA, "username": name})
        assert response.context["form"].errors["username"] == [
            "This name is taken. Please choose another."
        ]


def test_own_name_with_another_password_is_refused(client: Client) -> None:
    sign_up(client)
    response = Client().post(SIGN_UP, {**ANNA, "password1": "another long secret"})
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["username"])


def test_confirmed_account_is_not_entered_through_sign_up(anna: User) -> None:
    browser = Client()
    response = browser.post(SIGN_UP, {**ANNA, "email": anna.email})
    assert list(response.context["form"].errors) == ["username"]
    assert signed_in_as(browser) is None


def test_address_with_an_account_looks_like_any_other(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert", email="bert@example.org")
    stranger = Client()
    answers = {}
    for browser, address in ((client, "bert@example.org"), (stranger, "new@example.org")):
        made = sign_up(browser, username=f"Anna{address[0]}", email=address)
        page = browser.get(CONFIRM).content.decode().replace(address, "ADDRESS")
        again = browser.post(CONFIRM, {"action": "send_again"})
        on = browser.post(CONFIRM, {"action": "go_on"})
        start = browser.post(CONFIRM, {"action": "start_again"})
        csrf = browser.cookies["csrftoken"].value
        answers[address] = (
            [
                (answer.status_code, answer.headers.get("Location"))
                for answer in (made, again, on, start)
            ],
            len(page),
            bool(csrf),
        )
    assert answers["bert@example.org"] == answers["new@example.org"]
    assert [letter.message["Subject"] for letter in letters()] == [
        "You have an account on Loupe",
        "Confirm your address for Loupe",
    ]
    assert not User.objects.filter(username="Annab").exists()


def test_sign_up_takes_as_long_for_an_address_with_an_account(
    make_person: Callable[..., User], hashed_passwords: list[str]
) -> None:
    make_person("Bert", email="bert@example.org")
    for name, address in (("Anna", "new@example.org"), ("Anne", "bert@example.org")):
        hashed_passwords.clear()
        sign_up(Client(), username=name, email=address)
        assert hashed_passwords == [PASSWORD], address


def test_mail_server_that_is_away_is_told_and_the_account_stays(
    client: Client, settings: Any, tmp_path: Any
) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 9, "timeout": 1},
        }
    }
    sign_up(client)
    assert "The mail could not be sent." in client.get(CONFIRM).content.decode()
    assert User.objects.get().username == "Anna"


def test_form_without_its_token_is_refused() -> None:
    browser = Client(enforce_csrf_checks=True)
    for path in (SIGN_UP, CONFIRM, "/accounts/login/", "/accounts/logout/", "/preferences/"):
        assert browser.post(path, ANNA).status_code == 403
    assert not User.objects.exists()


def test_too_many_sign_ups_are_told_when_to_try_again(client: Client) -> None:
    for _attempt in range(20):
        assert client.post(SIGN_UP, {}).status_code == 422
    response = client.post(SIGN_UP, ANNA)
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert "Wait a minute, then load the page again." in response.content.decode()
    assert client.get(SIGN_UP).status_code == 200
    assert not User.objects.exists()


def test_too_large_a_form_is_refused(client: Client) -> None:
    assert client.post(SIGN_UP, {**ANNA, "username": "x" * 70_000}).status_code == 413
    assert not User.objects.exists()
