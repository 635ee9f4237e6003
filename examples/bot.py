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
import uuid
from typing import Any
from urllib.request import Request, urlopen

FIRST_CHOICES = ("claim_stand_off", "choose_royal_card", "purchase_card", "take_matching_token")
BROKEN = (OSError, ValueError, http.client.HTTPException)  # a network, or half an answer


class Refused(Exception):
    """The site said no; why."""


class Site:
    """The API of one site, for one token."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send one request as it is. Raises Refused if nothing would come of another try, such as with an ended token."""
        headers |= {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        url, data = f"{self.address}/api/v1/{path}", body and json.dumps(body).encode()
        try:  # streams say a word every 15 s
            return urlopen(Request(url, data, headers, method=method), timeout=40)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise Refused(json.load(error)["code"]) from error
            time.sleep(int(error.headers.get("Retry-After") or 0))
            raise

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until there is an answer. The key lets the site do it once however often it comes."""
        key, pause = uuid.uuid4().hex, 0.5
        while True:
            try:
                return json.load(self.open(method, path, body, **{"Idempotency-Key": key}))
            except BROKEN:  # no answer, or half of one: the same request again
                time.sleep(pause := min(pause * 2, 60))


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


def react(site: Site, one: Any) -> None:
    """Do what is asked of us, if it still is."""
    try:
        if one["kind"] == "invitation":
            accept(site, one["game_id"])
        elif one["your_turn"]:
            play(site, one["game_id"])
    except Refused as refused:  # it changed meanwhile
        print(one["game_id"], refused, flush=True)


def main(site: Site) -> None:
    """Answer whatever comes, beginning with all that waits, until we may not listen any more."""
    while True:
        try:
            with site.open("GET", "me/stream?format=ndjson") as lines:
                for line in filter(bytes.strip, lines):
                    react(site, json.loads(line))
        except Refused as refused:
            sys.exit(f"refused: {refused}")
        except BROKEN as error:
            print("once more:", error, flush=True)
        time.sleep(2)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(Site(sys.argv[1], os.environ["LOUPE_TOKEN"]))
