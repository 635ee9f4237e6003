"""What the game is made of: kept for ever by whoever asked once, so it may never change under its address."""

import pytest

from engine import JEWEL_CARDS, ROYAL_CARDS
from games.selectors.components import PARTS, component
from tests.games.api.calls import Response, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# To be changed only together with `components.VERSION`.
TAGS = {
    "cards": '"1.cards.bb1afc08ff62e0ba0ea1"',
    "royals": '"1.royals.4c837e502e729df7b931"',
    "board": '"1.board.6419a1ee7568dc182d49"',
    "rules": '"1.rules.f78525a9bb63de186cea"',
    "speeds": '"1.speeds.965f53dd45bc566e02e5"',
}


def get(part: str, **headers: str) -> Response:
    """A part, asked for without a token."""
    return client_of().get(f"/api/v1/components/1/{part}", headers=headers)


@pytest.mark.parametrize("part", PARTS)
def test_part_is_kept_for_ever(part: str) -> None:
    first = get(part)
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert set(first["Vary"].split(", ")) <= {"origin", "Accept-Encoding"}
    assert "Content-Language" not in first
    again = get(part, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


@pytest.mark.parametrize("part", PARTS)
def test_contents_belong_to_the_version_in_the_address(part: str) -> None:
    assert component(part)[1] == TAGS[part]


def test_cards_are_those_of_the_rules() -> None:
    cards = get("cards").json()["items"]
    assert [card["id"] for card in cards] == list(JEWEL_CARDS)
    assert cards[0] | {"cost": None} == {
        "id": "J1-01",
        "level": 1,
        "bonus": JEWEL_CARDS["J1-01"].bonus,
        "bonus_count": 1,
        "points": JEWEL_CARDS["J1-01"].points,
        "crowns": JEWEL_CARDS["J1-01"].crowns,
        "ability": JEWEL_CARDS["J1-01"].ability,
        "cost": None,
    }
    assert cards[0]["cost"] == JEWEL_CARDS["J1-01"].cost
    royals = get("royals").json()["items"]
    assert [card["id"] for card in royals] == list(ROYAL_CARDS)


def test_board_begins_in_its_middle() -> None:
    board = get("board").json()
    assert (board["cells"][0], board["cells"][-1], board["spiral"][0]) == ("a1", "e5", "c3")
    assert sorted(board["spiral"]) == sorted(board["cells"])
    assert ["a1", "b2", "c3"] in board["lines"]
    assert ["a1", "c3"] not in board["lines"]


def test_rules_and_speeds() -> None:
    rules = get("rules").json()
    assert sum(token["number"] for token in rules["tokens"]) == 25
    assert (rules["hand_limit"], rules["winning_prestige"], rules["row_sizes"]["1"]) == (10, 20, 5)
    speeds = {one["speed"]: one for one in get("speeds").json()["items"]}
    assert speeds["days_3"] == {
        "speed": "days_3",
        "clock": True,
        "initial": 3 * 86400,
        "increment": 0,
        "per_turn": True,
    }
    assert speeds["no_clock"]["clock"] is False


def test_another_version_is_no_address() -> None:
    assert client_of().get("/api/v1/components/2/cards").status_code == 404
