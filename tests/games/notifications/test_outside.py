"""Posting to addresses that people give: only out into the world, only to what was looked at, never for long."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from games.notifications.channels import outside
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import NotNow, check, is_public, post, read_url
from tests.games.notifications.receiver import Receiver, receiving

ELSEWHERE = "93.184.215.14"


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A server on this machine, which may be posted to in this test."""
    settings.OUTGOING_TO_THIS_MACHINE = True
    with receiving() as server:
        yield server


class Names:
    """A name service of our own: gives one answer after another and counts the questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.asked = 0
        self._answers = answers
        self._real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._answer)

    def _answer(self, host: str, port: int, *more: Any, **named: Any) -> list[Any]:
        if host[0].isdigit():  # an address already
            return self._real(host, port, *more, **named)
        answer = self._answers[min(self.asked, len(self._answers) - 1)]
        self.asked += 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in answer]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.215.14",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:1::1",
        "fc00::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
    ],
)
def test_address_that_is_not_out_in_the_world_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public(address)
    Names(monkeypatch, [address])
    with pytest.raises(Refused, match="does not lead out into the internet"):
        post("https://hook.example/x", b"{}", {})


@pytest.mark.parametrize("address", [ELSEWHERE, "8.8.8.8", "2606:4700:4700::1111"])
def test_public_address_is_let_through(address: str) -> None:
    assert is_public(address)


def test_one_private_address_among_public_ones_is_enough_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Names(monkeypatch, [ELSEWHERE, "10.0.0.1"])
    with pytest.raises(Refused):
        post("https://hook.example/x", b"{}", {})


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/x",
        "ftp://hook.example/x",
        "file:///etc/passwd",
        "//hook.example/x",
        "hook.example",
        "https://",
        "https://user:password@hook.example/",
        "https://user@hook.example/",
        "https://hook.example:0/",
        "https://hook.example:99999/",
        "https://hook.example/a b",
        "https://hook.example/a\r\nX: y",
        "https://[::1/",
        "https://häkchen.example/",
        "https://hook..example/",
        f"https://{'x' * 64}.example/",
        "",
    ],
)
def test_text_that_is_no_secure_web_address_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        read_url(url)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "localhost", "127.0.0.1"])
def test_other_ways_to_write_this_machine_are_refused(host: str) -> None:
    with pytest.raises(Refused):
        post(f"https://{host}/x", b"{}", {})


def test_a_name_that_changes_its_mind_changes_nothing(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = receiver.url.rpartition(":")[2]
    names = Names(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    assert post(f"http://hook.example:{port}/x?a=1", b"{}", {}).status == 201
    assert names.asked == 1
    assert [(one.path, one.headers["Host"]) for one in receiver.posted] == [
        ("/x?a=1", f"hook.example:{port}")
    ]


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 302, {"Location": f"{receiver.url}/inside"}
    answer = post(f"{receiver.url}/x", b"{}", {})
    with pytest.raises(Refused, match="302"):
        check(answer)
    assert [one.path for one in receiver.posted] == ["/x"]


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503])
def test_answer_that_may_change_is_asked_for_later(receiver: Receiver, status: int) -> None:
    receiver.status = status
    with pytest.raises(NotNow):
        check(post(receiver.url, b"{}", {}))


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 410, 413])
def test_answer_that_stays_is_a_refusal(receiver: Receiver, status: int) -> None:
    receiver.status = status
    with pytest.raises(Refused, match=str(status)):
        check(post(receiver.url, b"{}", {}))


def test_nobody_there_is_asked_later(settings: Any) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = True
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(OSError):
            post(f"http://127.0.0.1:{unused.getsockname()[1]}/", b"{}", {})


HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("scheme", "trickle"),
    [
        ("http", b""),
        ("http", HEAD + b"X: "),
        ("http", HEAD + b"Content-Length: 9\r\n\r\nx"),
        ("http", HEAD + b"Connection: close\r\n\r\nx"),
        ("https", b""),  # no handshake
    ],
)
def test_a_server_that_keeps_us_waiting_is_left(
    settings: Any, monkeypatch: pytest.MonkeyPatch, scheme: str, trickle: bytes
) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = True
    monkeypatch.setattr(outside, "_WHOLE", 0.3)
    began = time.monotonic()
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            link, _address = server.accept()
            with link:
                link.sendall(trickle)
                done.wait(5)

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(OSError):
            post(f"{scheme}://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        assert time.monotonic() - began < 2
        done.set()
        thread.join()


def test_a_name_that_nobody_tells_us_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def silent(*_about: Any, **_named: Any) -> list[Any]:
        told.wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    monkeypatch.setattr(outside, "_TIMEOUT", 0.2)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        post("https://hook.example/x", b"{}", {})
    assert time.monotonic() - began < 2
    told.set()


def test_a_name_that_there_is_none_of_is_asked_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_about: Any, **_named: Any) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(socket.gaierror):
        post("https://hook.example/x", b"{}", {})


def test_time_that_is_up_while_connecting_ends_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    monkeypatch.setattr(outside, "_WHOLE", 0.1)
    real = socket.create_connection

    def slow(*about: Any, **named: Any) -> socket.socket:
        time.sleep(0.3)
        return real(*about, **named)

    monkeypatch.setattr(socket, "create_connection", slow)
    with pytest.raises(TimeoutError):
        post(receiver.url, b"{}", {})
    assert receiver.posted == []


def certificate_for(name: str, folder: Path) -> Path:
    """A certificate that signs itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / f"{name}.pem"
    file.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    return file


@pytest.mark.parametrize(("name", "trusted"), [("hook.example", True), ("other.example", False)])
def test_the_certificate_must_be_that_of_the_name(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, trusted: bool
) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = True
    file = certificate_for(name, tmp_path)
    trusting = ssl.create_default_context(cafile=file)
    monkeypatch.setattr(outside, "_tls", lambda: trusting)
    Names(monkeypatch, ["127.0.0.1"])
    with receiving(certificate=file) as receiver:
        url = f"https://hook.example:{receiver.url.rpartition(':')[2]}/x"
        if trusted:
            assert post(url, b"{}", {}).status == 201
        else:
            with pytest.raises(OSError, match="certificate"):
                post(url, b"{}", {})
        assert len(receiver.posted) == int(trusted)
