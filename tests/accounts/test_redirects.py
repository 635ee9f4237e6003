"""Addresses to which apps may have people sent back."""

import pytest
from django.core.exceptions import ValidationError

from accounts.redirects import is_registered, origin_for_csp, shown_place, validate_redirect


@pytest.mark.parametrize(
    "uri",
    [
        "https://app.example/signed-in",
        "https://app.example:8443/a?b=c",
        "http://127.0.0.1/cb",
        "http://[::1]:5000/cb",
        "com.example.app:/signed-in",
        "com.example.app://signed-in/",
    ],
)
def test_addresses_of_apps(uri: str) -> None:
    validate_redirect(uri)
    assert is_registered(uri, [uri])


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "https://",
        "http://app.example/",
        "http://localhost/cb",
        "https://a@app.example/",
        "https://app.example/#part",
        "https://*.example/",
        "https://app.example\\@evil.example/",
        "https://app.example/a b",
        "https://app.example:none/",
        "https://[::1/",
        "https://a.example;sandbox/cb",
        "https://a.example,b.example/cb",
        "https://a.example%20b.example/cb",
        "https://'self'/cb",
        "https://a_b.example/cb",
        "https://a.example:/cb",
        "com.example.app://in;sandbox/cb",
        "javascript:alert(1)",
        "data:text/html,x",
        "app:/signed-in",
        "com.example.app:signed-in",
        "/signed-in",
        "https://app.example/\0",
        "https://app.example/\u0435",
        "https://app.example/" + "x" * 300,
    ],
)
def test_what_is_none(uri: str) -> None:
    with pytest.raises(ValidationError):
        validate_redirect(uri)


@pytest.mark.parametrize("place", ["a.example;sandbox", "a.example%20b.example", "a@b.example"])
def test_nobody_is_sent_to_a_place_that_was_registered_when_more_was_allowed(place: str) -> None:
    uri = f"https://{place}/cb"
    assert not is_registered(uri, [uri])


def test_places_as_policies_and_people_read_them() -> None:
    assert origin_for_csp("https://app.example:8443/a") == "https://app.example:8443"
    assert origin_for_csp("http://[::1]:5000/cb") == "http:"
    assert origin_for_csp("https://[2001:db8::1]:5000/cb") == "https:"
    assert origin_for_csp("com.example.app:/cb") == "com.example.app:"
    assert shown_place("https://app.example:8443/a") == "app.example:8443"
    assert shown_place("com.example.app:/cb") == "com.example.app:"
