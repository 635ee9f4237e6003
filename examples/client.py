"""A complete small client: sign in, see what waits, look at a game, play it.

    python client.py https://loupe.example sign-in Anna
    python client.py https://loupe.example list
    python client.py https://loupe.example show k7m2p9x4tq
    python client.py https://loupe.example play k7m2p9x4tq [--auto]

`play` asks what to do and waits for the opponent, until the game is over; with --auto it decides by itself. The other
words are `computer LEVEL`, `challenge NAME`, `accept GAME` and `sign-out`. Python 3.12 and nothing else is needed.
"""

import argparse
import getpass
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any, Final

TOKEN_FILE: Final = Path(os.environ.get("LOUPE_TOKEN_FILE", "~/.loupe-token")).expanduser()
PATIENCE: Final = 40  # seconds for an answer; streams say a word every 15
KINDS: Final = ("white", "blue", "green", "red", "black", "pearl", "gold")
TERMS: Final = {"speed": "days_3", "rated": False}
ENDED: Final = ("authentication_failed", "not_authenticated")  # there is no session any more
BROKEN: Final = (OSError, ValueError, http.client.HTTPException)  # a network, or half an answer


class Refused(Exception):
    """The site said no. `code` is for programs, the text for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.code, self.extra = problem["code"], problem["extra"]


def pause_after(error: urllib.error.HTTPError, usual: int) -> int:
    """For how many seconds to wait. Raises Refused where waiting is of no use."""
    if error.code >= 500 or error.code == 429:
        return int(error.headers.get("Retry-After") or usual)
    try:
        problem = json.load(error)
    except BROKEN:  # something between us and the site has answered
        problem = {"detail": str(error), "code": f"status_{error.code}", "extra": {}}
    raise Refused(problem) from error


class Site:
    """The API of one site."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address, self.token = address.rstrip("/"), token

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send one request as it is."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        where = f"{self.address}/api/v1/{path}"
        request = urllib.request.Request(where, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until there is an answer. The key lets the site do it once however often it comes."""
        key, pause = uuid.uuid4().hex, 1
        while True:
            try:
                with self.open(method, path, body, **{"Idempotency-Key": key}) as answer:
                    return json.loads(answer.read() or "null")
            except urllib.error.HTTPError as error:
                pause = pause_after(error, pause)
            except BROKEN:
                pass  # no answer, or half of one: the same request again
            print(f"… again in {pause} s", file=sys.stderr)
            time.sleep(pause)
            pause = min(pause * 2, 60)

    def wait(self, game: str, version: int) -> None:
        """Return when the game has come further than `version`, or when it is time to ask. Raises Refused."""
        pause = 1
        try:
            with self.open("GET", f"games/{game}/stream?format=ndjson&version={version}") as lines:
                for line in lines:
                    if line.strip():
                        return
        except urllib.error.HTTPError as error:
            pause = pause_after(error, pause)
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(pause)


def sign_in(site: Site, name: str) -> None:
    """Ask for the password and keep the token that it gets."""
    password = os.environ.get("LOUPE_PASSWORD") or getpass.getpass()
    wanted = {"login": name, "password": password, "device": "the example client"}
    answer = site.ask("POST", "sessions", wanted)
    TOKEN_FILE.touch(mode=0o600)
    TOKEN_FILE.write_text(answer["token"], encoding="utf-8")
    print(f"Signed in as {answer['account']['name']} until {answer['expires_at']}.")


def sign_out(site: Site, _nothing: str) -> None:
    """End this session, here and there."""
    try:
        site.ask("DELETE", "sessions/current")
    except Refused as refused:
        if refused.code not in ENDED:
            raise
    TOKEN_FILE.unlink(missing_ok=True)
    print("Signed out.")


def list_waiting(site: Site, _nothing: str) -> None:
    """Print what waits for us."""
    waiting = site.ask("GET", "me/turns")
    for turn in waiting["turns"]:
        print(f"{turn['game_id']}  your turn against {called(turn['opponent'])}, {until(turn)}")
    for one in waiting["requests"]:
        print(f"{one['game_id']}  {called(one['opponent'])} asks for a {one['kind']}")
    for one in waiting["invitations"]:
        print(f"{one['game_id']}  {called(one['inviter'])} asks you to play ({one['speed']})")
    for one in waiting["messages"]:
        print(f"{one['game_id']}  {one['unread']} new messages from {called(one['opponent'])}")
    if not any(waiting["counts"].values()):
        print("Nothing waits for you.")


def called(person: dict[str, Any] | None) -> str:
    """A name, and whether a program plays."""
    if person is None:
        return "somebody"
    name: str = person["name"] or "nobody yet"
    return f"{name} (bot)" if person["bot"] else name


def until(turn: dict[str, Any]) -> str:
    """Until when there is time."""
    return f"until {turn['deadline_at']}" if turn["deadline_at"] else "without a clock"


def show(site: Site, game: str) -> None:
    """Print a game as we see it, and what may be done now."""
    found = site.ask("GET", f"games/{game}")
    names = " and ".join(seat["name"] or "nobody yet" for seat in found["seats"])
    print(f"{found['id']}: {names}, {found['status']}, turn {found['turn']}")
    if found["view"]:
        print_view(found["view"], found["seat"])


def print_view(view: dict[str, Any], mine: int | None) -> None:
    """The table in lines of text."""
    letters = dict(zip(KINDS, "WBGRKPA", strict=True))
    print("   a b c d e")
    for row in range(5):
        cells = view["board"][row * 5 : row * 5 + 5]
        print(f" {row + 1} " + " ".join(letters.get(cell, "·") for cell in cells))
    for level in ("3", "2", "1"):
        cards = " ".join(card or "-" for card in view["pyramid"][level])
        print(f" level {level}: {cards} and {view['decks'][level]} more")
    for seat, held in view["seats"].items():
        who = "you" if seat == str(mine) else f"seat {seat}"
        tokens = " ".join(f"{letters[kind]}{count}" for kind, count in held["tokens"].items())
        print(f" {who}: {held['prestige']} prestige, {held['crowns']} crowns, tokens {tokens}")


def play(site: Site, game: str, auto: bool = False) -> None:
    """Play until the game is over."""
    while True:
        found = site.ask("GET", f"games/{game}")
        if found["status"] not in ("active", "preparing"):
            break
        if found["seat"] is None or found["seat_to_move"] != found["seat"]:
            site.wait(game, found["version"])
            continue
        if not auto:
            print_view(found["view"], found["seat"])
        try:
            take_turn(site, game, auto)
        except Refused as refused:  # such as: the game has moved on meanwhile
            print(refused, file=sys.stderr)
            if refused.code in ("not_seated", "not_found"):
                return
    winner = found["winner"]
    said = "Nobody has won." if winner is None else f"Seat {winner} has won."
    ours = winner is not None and winner == found["seat"]
    print(said, "That is you." if ours else "", ", ".join(found["reasons"]))


def take_turn(site: Site, game: str, auto: bool) -> None:
    """One action of ours."""
    legal = site.ask("GET", f"games/{game}/legal-actions")
    action = choose(legal) if auto else ask_player(legal["notation"])
    turn = {"expected_version": legal["version"], "actions": [action]}
    site.ask("POST", f"games/{game}/actions", turn)


def choose(legal: dict[str, Any]) -> Any:
    """A purchase if there is one, else anything."""
    good = ("claim_stand_off", "choose_royal_card", "purchase_card", "take_matching_token")
    first = [action for action in legal["actions"] if action["type"] in good]
    return random.choice(first or legal["actions"])


def ask_player(words: list[str]) -> str:
    """What the player wants, by its number or in notation."""
    for number, word in enumerate(words, 1):
        print(f"{number:4} {word}", end="\n" if number % 4 == 0 else "\t")
    print()
    while True:
        said = input("Your action: ").strip()
        if said.isdecimal() and 1 <= int(said) <= len(words):
            return words[int(said) - 1]
        if said in words:
            return said
        print("Give a number of the list, or an action as it stands there.")


def computer(site: Site, level: str) -> None:
    """Begin a game against the site's computer."""
    game = site.ask("POST", "computer-games", {**TERMS, "level": level})["id"]
    site.ask("POST", f"games/{game}/deal", {"entropy": uuid.uuid4().hex})
    print(game)


def challenge(site: Site, name: str) -> None:
    """Ask somebody to play."""
    print(site.ask("POST", "challenges", {**TERMS, "name": name})["id"])


def accept(site: Site, game: str) -> None:
    """Take the seat that we were asked to take."""
    token = site.ask("GET", f"games/{game}/preparation")["invitation"]["token"]
    site.ask("POST", f"invitations/{token}/accept", {"entropy": uuid.uuid4().hex})
    print("The game has begun.")


WORDS: Final[dict[str, Any]] = {
    "sign-in": sign_in,
    "sign-out": sign_out,
    "list": list_waiting,
    "show": show,
    "play": play,
    "computer": computer,
    "challenge": challenge,
    "accept": accept,
}


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", help="address, such as https://loupe.example")
    parser.add_argument("word", choices=WORDS)
    parser.add_argument("about", nargs="?", default="", help="a game, a name or a level")
    parser.add_argument("--auto", action="store_true", help="play without asking")
    given = parser.parse_args()
    token = TOKEN_FILE.read_text(encoding="utf-8") if TOKEN_FILE.exists() else ""
    site = Site(given.site, token if given.word != "sign-in" else "")
    more = {"auto": True} if given.auto and given.word == "play" else {}
    try:
        WORDS[given.word](site, given.about, **more)
    except Refused as refused:
        sys.exit(f"{refused} ({refused.code})")
    except (KeyboardInterrupt, EOFError):
        sys.exit("stopped")


if __name__ == "__main__":
    main()
