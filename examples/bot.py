"""A bot: accepts every challenge and plays a legal action, a purchase where it can, until it is stopped.

    LOUPE_TOKEN=loupe_pat_… python bot.py https://loupe.example

The token is that of a bot's account, with the scope bot:play. Needs Python 3.12 and nothing else.
"""

import contextlib
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any

FIRST_CHOICES = ("claim_stand_off", "choose_royal_card", "purchase_card", "take_matching_token")
BROKEN = (OSError, ValueError, http.client.HTTPException)  # a network, or half an answer


class Refused(Exception):
    """The site said no; why."""


class Site:
    """The API of one site, for one token."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send one request as it is."""
        headers |= {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        url, data = f"{self.address}/api/v1/{path}", body and json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=40)  # streams say a word every 15 s

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until there is an answer. The key lets the site do it once however often it comes."""
        key, pause = uuid.uuid4().hex, 1
        while True:
            try:
                with self.open(method, path, body, **{"Idempotency-Key": key}) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise Refused(json.load(error)["code"]) from error
                pause = int(error.headers.get("Retry-After") or pause)
            except BROKEN:
                pass  # no answer, or half of one: the same request again
            time.sleep(pause)
            pause = min(pause * 2, 60)

    def news(self) -> Iterator[Any]:
        """What happens, as it happens, beginning with all that waits."""
        with self.open("GET", "me/stream?format=ndjson") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def accept(site: Site, game: str) -> None:
    """Take the seat that we were asked to take."""
    invitation = site.ask("GET", f"games/{game}/preparation")["invitation"]
    site.ask("POST", f"invitations/{invitation['token']}/accept", {"entropy": uuid.uuid4().hex})


def play(site: Site, game: str) -> None:
    """Play until it is no longer our turn."""
    legal = site.ask("GET", f"games/{game}/legal-actions")
    while actions := legal["actions"]:
        good = [action for action in actions if action["type"] in FIRST_CHOICES]
        turn = {"expected_version": legal["version"], "actions": [random.choice(good or actions)]}
        answer = site.ask("POST", f"games/{game}/actions", turn)
        legal = {"version": answer["version"], "actions": answer["legal_actions"]}


def main(site: Site) -> None:
    """Answer whatever comes, for ever."""
    while True:
        try:
            for one in site.news():
                try:
                    if one["kind"] == "invitation":
                        accept(site, one["game_id"])
                    elif one["your_turn"]:
                        play(site, one["game_id"])
                except Refused as refused:  # it changed meanwhile
                    print(one["game_id"], refused, flush=True)
        except BROKEN as error:
            print("once more:", error, flush=True)
        time.sleep(2)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(Site(sys.argv[1], os.environ["LOUPE_TOKEN"]))
