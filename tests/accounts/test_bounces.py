"""What a mail provider tells of an address, as it really posts it, and what the person sees and can do about it."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path, reverse

from accounts.bounces import hook_routes, reason_to_stop, stop_mail
from accounts.enums import MailStop
from accounts.errors import MailRefused
from accounts.mail import send_mail_to
from accounts.models import User
from splendor import urls as site_urls
from splendor.env import MAIL_PROVIDERS, mail_signing_key
from tests.accounts.helpers import PASSWORD, last_letter, letters

pytestmark = pytest.mark.django_db

SECRET = "provider:a long secret"
KEY = "mailgun's key"
urlpatterns = [
    *site_urls.urlpatterns,
    path("mail/", include([*hook_routes("postmark"), *hook_routes("mailgun")])),
]


@pytest.fixture(autouse=True)
def _hooks(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}


@pytest.fixture
def bela(make_person: Callable[..., User]) -> User:
    """Somebody else."""
    return make_person("Bela")


def postmark(told: dict[str, Any], secret: str = SECRET) -> HttpResponse:
    """Post as Postmark does."""
    credentials = base64.b64encode(secret.encode()).decode()
    return Client().post(  # type: ignore[return-value]
        "/mail/postmark/tracking/",
        json.dumps(told),
        content_type="application/json",
        headers={"Authorization": f"Basic {credentials}"},
    )


def bounce(kind: str, address: str = "anna@example.org") -> dict[str, Any]:
    """A bounce as Postmark describes it."""
    return {
        "RecordType": "Bounce",
        "MessageStream": "outbound",
        "ID": 4323372036854775807,
        "Type": kind,
        "TypeCode": 1,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        "Email": address,
        "From": "noreply@loupe.example",
        "BouncedAt": "2026-06-15T11:58:00Z",
        "Inactive": True,
        "Subject": "Your turn against Béla",
    }


def complaint(address: str = "anna@example.org") -> dict[str, Any]:
    """A complaint as Postmark describes it."""
    return {**bounce("SpamComplaint", address), "RecordType": "SpamComplaint"}


def stop_of(user: User) -> str:
    """Why no mail goes to this person; empty if mail goes."""
    user.refresh_from_db()
    assert (user.mail_stopped_at is None) == (user.mail_stopped_why == "")
    return user.mail_stopped_why


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (bounce("HardBounce"), MailStop.BOUNCED),
        (bounce("BadEmailAddress"), MailStop.BOUNCED),
        (complaint(), MailStop.COMPLAINED),
        (bounce("SpamNotification"), MailStop.COMPLAINED),
        (bounce("SoftBounce"), ""),
        (bounce("Transient"), ""),
        (bounce("DnsError"), ""),
        (bounce("AutoResponder"), ""),
        (bounce("Blocked"), ""),
        ({**bounce("HardBounce"), "RecordType": "Delivery"}, ""),
        ({**bounce("HardBounce"), "RecordType": "Open"}, ""),
    ],
)
def test_what_postmark_tells_stops_mail_only_where_it_is_final(
    anna: User, told: dict[str, Any], why: str
) -> None:
    assert postmark(told).status_code == 200
    assert stop_of(anna) == why


def mailgun(event: dict[str, Any], key: str = KEY) -> HttpResponse:
    """Post as Mailgun does: signed."""
    stamp, token = "1529006854", "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0"
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    signed = {"timestamp": stamp, "token": token, "signature": signature}
    credentials = base64.b64encode(SECRET.encode()).decode()
    return Client().post(  # type: ignore[return-value]
        "/mail/mailgun/tracking/",
        json.dumps({"signature": signed, "event-data": event}),
        content_type="application/json",
        headers={"Authorization": f"Basic {credentials}"},
    )


def failed(severity: str) -> dict[str, Any]:
    """A failure as Mailgun describes it."""
    return {
        "event": "failed",
        "severity": severity,
        "reason": "bounce",
        "timestamp": 1529006854.329574,
        "id": "DACSsAdVSeGpLid7TN03WA",
        "recipient": "Anna@Example.org",
        "delivery-status": {"code": 550, "message": "No such mailbox", "description": ""},
        "message": {"headers": {"message-id": "20260615@loupe.example"}},
    }


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (failed("permanent"), MailStop.BOUNCED),
        (failed("temporary"), ""),
        ({**failed("permanent"), "event": "complained"}, MailStop.COMPLAINED),
        ({**failed("permanent"), "event": "delivered"}, ""),
    ],
)
def test_what_mailgun_signs_is_heard(anna: User, event: dict[str, Any], why: str) -> None:
    assert mailgun(event).status_code == 200
    assert stop_of(anna) == why


def test_who_can_not_prove_to_be_the_provider_is_not_heard(anna: User) -> None:
    assert postmark(complaint(), secret="provider:guess").status_code == 400
    assert Client().post("/mail/postmark/tracking/", {}).status_code == 400
    assert mailgun(failed("permanent"), key="guess").status_code == 400
    assert Client().get("/mail/postmark/tracking/").status_code == 405
    assert stop_of(anna) == ""


def test_only_the_address_concerned_is_stopped_and_an_unknown_one_is_no_error(
    anna: User, bela: User
) -> None:
    for address in ("", "nobody@example.org", "béla@example.org"):
        assert postmark(bounce("HardBounce", address)).status_code == 200
    assert postmark(bounce("HardBounce", "ANNA@example.org")).status_code == 200
    assert (stop_of(anna), stop_of(bela)) == (MailStop.BOUNCED, "")


def test_first_reason_and_day_stay(anna: User) -> None:
    assert stop_mail(address=anna.email, why=MailStop.BOUNCED)
    anna.refresh_from_db()
    since = anna.mail_stopped_at
    assert not stop_mail(address=anna.email, why=MailStop.COMPLAINED)
    assert stop_of(anna) == MailStop.BOUNCED
    assert anna.mail_stopped_at == since


def test_no_news_go_to_a_stopped_address_but_a_new_password_can_be_asked_for(
    anna: User, client: Client
) -> None:
    stop_mail(address=anna.email, why=MailStop.COMPLAINED)
    anna.refresh_from_db()
    with pytest.raises(MailRefused):
        send_mail_to(anna, "account/password_reset_key", {})
    assert letters() == []
    client.post("/accounts/password/reset/", {"email": anna.email})
    assert last_letter().message["To"] == anna.email


PAGES = ("/games/new/", "/preferences/", "/games/", "/accounts/email/", "/nothing-here/")


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (MailStop.BOUNCED, "The last one came back"),
        (MailStop.COMPLAINED, "reported as unwanted"),
    ],
)
def test_every_page_says_so_until_the_person_resumes(
    anna: User, bela: User, as_anna: Client, why: MailStop, said: str
) -> None:
    stop_mail(address=anna.email, why=why)
    for address in PAGES:
        page = as_anna.get(address).content.decode()
        assert f"No mail goes to {anna.email} since" in page
        assert said in page
    other = Client()
    other.force_login(bela)
    for client in (other, Client()):
        assert "No mail goes to" not in client.get("/nothing-here/").content.decode()

    answer = as_anna.post(reverse("accounts:resume_mail"), {"next": "/games/?a=1"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/games/?a=1")
    assert stop_of(anna) == ""
    page = as_anna.get("/games/").content.decode()
    assert "No mail goes to" not in page
    assert f"Mail goes to {anna.email} again." in page


def test_resuming_takes_a_form_of_ones_own_and_leads_nowhere_else(
    anna: User, as_anna: Client
) -> None:
    stop_mail(address=anna.email, why=MailStop.BOUNCED)
    address = reverse("accounts:resume_mail")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert as_anna.get(address).status_code == 405
    assert strict.post(address).status_code == 403
    assert Client().post(address).headers["Location"].startswith("/accounts/login/")
    assert stop_of(anna) == MailStop.BOUNCED
    for _press in range(2):
        answer = as_anna.post(address, {"next": "https://elsewhere.example/"})
        assert answer.headers["Location"] == "/preferences/"
    assert stop_of(anna) == ""


def test_confirming_another_address_resumes_mail(anna: User, as_anna: Client) -> None:
    stop_mail(address=anna.email, why=MailStop.BOUNCED)
    form = {"email": "new@example.org", "action_add": ""}
    answer = as_anna.post("/accounts/email/", form)
    as_anna.post(answer.headers["Location"], {"password": PASSWORD})
    assert last_letter().message["To"] == "new@example.org"
    assert stop_of(anna) == MailStop.BOUNCED

    # Mail to the new address, before it is confirmed, says nothing of the old one.
    postmark(bounce("HardBounce", "new@example.org"))
    as_anna.post(last_letter().link)
    assert stop_of(anna) == ""
    assert anna.email == "new@example.org"


def test_every_provider_has_one_route_and_none_has_none() -> None:
    for provider in MAIL_PROVIDERS:
        assert len(hook_routes(provider)) == 1
    assert hook_routes("") == []


def test_provider_and_key_must_fit() -> None:
    assert mail_signing_key("", "") == {}
    assert mail_signing_key("postmark", "") == {}
    assert mail_signing_key("mailgun", "k") == {"MAILGUN_WEBHOOK_SIGNING_KEY": "k"}
    for provider, key in (("pigeon", ""), ("mailgun", ""), ("postmark", "k"), ("", "k")):
        with pytest.raises(ImproperlyConfigured, match="MAIL_PROVIDER"):
            mail_signing_key(provider, key)


def heard(kind: str, reason: str | None = None, **more: Any) -> AnymailTrackingEvent:
    """An event as anymail hands it on; `more` are what the provider itself wrote, or a description."""
    description = more.pop("description", None)
    return AnymailTrackingEvent(
        event_type=kind, reject_reason=reason, description=description, esp_event=more
    )


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (heard("bounced", "bounced", event="hard_bounce"), MailStop.BOUNCED),
        (heard("bounced", "bounced", event="soft_bounce"), None),  # Brevo
        (heard("bounced", type="activity.soft_bounced"), None),  # MailerSend
        (heard("bounced", "bounced", description="Permanent: General"), MailStop.BOUNCED),
        (heard("bounced", "bounced", description="Transient: MailboxFull"), None),  # Amazon SES
        (heard("bounced", "bounced", hard_bounce=True), MailStop.BOUNCED),
        (heard("bounced", "bounced", hard_bounce=False), None),  # Mailjet
        (heard("bounced", "bounced", bounce_class="10"), MailStop.BOUNCED),
        (heard("bounced", "other", bounce_class="22"), None),  # SparkPost
        (heard("rejected", "bounced"), MailStop.BOUNCED),
        (heard("rejected", "spam"), MailStop.COMPLAINED),
        (heard("rejected", "blocked"), None),
        (heard("rejected"), None),
        (heard("deferred"), None),
        (heard("opened"), None),
    ],
)
def test_only_what_is_final_stops_mail_whoever_the_provider_is(
    event: AnymailTrackingEvent, why: MailStop | None
) -> None:
    assert reason_to_stop(event) == why
