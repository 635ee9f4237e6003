"""The sentence of each kind of event, for both seats and for a spectator, from what each of them may see."""

from typing import Any

import pytest
from django.utils.functional import Promise

from engine import JEWEL_CARDS, ROYAL_CARDS, event_from_json, redact
from games.selectors import words
from games.selectors.sentences import ended, sentence_of

NAMES = {1: "Ines", 2: "Lin"}
VIEWERS = (1, 2, None)


def told(event: dict[str, Any], viewer: int | None, *, over: bool = False) -> str | None:
    """What the log says about an event, which goes through the redaction first."""
    names = NAMES | ({} if viewer is None else {viewer: "You"})
    sentence = sentence_of(redact(event_from_json(event), viewer, over=over), names)
    return None if sentence is None else str(sentence)


def event(kind: str, seat: int = 1, **fields: Any) -> dict[str, Any]:
    """An event of a seat as the log has it."""
    return {"kind": kind, "seat": seat, **fields}


def reserved(card: str, *, unseen: bool) -> dict[str, Any]:
    """Seat 1 keeps a card."""
    level = int(card[1])
    return event("card_reserved", gold="c3", level=level, card=card, unseen=unseen)


def purchased(card: str, payment: dict[str, int], color: str | None, **more: Any) -> dict[str, Any]:
    """Seat 1 buys a card."""
    fields = {"payment": payment, "color": color, "onto": None, "from_reserve": False, **more}
    return event("card_purchased", card=card, **fields)


PLACED = [{"cell": "c3", "token": "white"}, {"cell": "c4", "token": "gold"}]

# Each is what seat 1 did; {who} is "You" to seat 1 and "Ines" to everybody else.
SAME_FOR_ALL = [
    (
        event("privilege_used", cell="b2", token="green"),
        "{who} used a privilege to take green from b2.",
    ),
    (event("board_replenished", placed=PLACED), "{who} replenished the board with 2 tokens."),
    (event("board_replenished", placed=PLACED[:1]), "{who} replenished the board with 1 token."),
    (event("tokens_taken", cells=["a1"], tokens=["red"]), "{who} took red from a1."),
    (
        event("tokens_taken", cells=["a1", "b2"], tokens=["red", "red"]),
        "{who} took red and red from a1-b2.",
    ),
    (
        event("tokens_taken", cells=["a1", "b2", "c3"], tokens=["red", "blue", "pearl"]),
        "{who} took red, blue and pearl from a1-b2-c3.",
    ),
    (
        reserved("J2-16", unseen=False),
        "{who} took gold from c3 and reserved the level 2 red card with 2 points and 1 crown (J2-16).",
    ),
    (
        purchased("J1-12", {"white": 2, "gold": 1}, "green"),
        "{who} purchased the level 1 green card (J1-12) for 2 white and 1 gold.",
    ),
    (
        purchased("J1-05", {}, "white", from_reserve=True),
        "{who} purchased the level 1 white card with 1 point (J1-05) from the reserve for nothing.",
    ),
    (
        purchased("J1-26", {"white": 4, "pearl": 1}, "blue", onto="J1-06"),
        "{who} purchased the level 1 copy card with 1 crown (J1-26) for 4 white and 1 pearl. It copies blue.",
    ),
    (
        purchased("J3-13", {"white": 4, "gold": 3}, None),
        "{who} purchased the level 3 card without a colour with 6 points (J3-13) for 4 white and 3 gold.",
    ),
    (event("privilege_gained", from_opponent=False), "{who} gained a privilege."),
    (event("privilege_withheld"), "{who} gained no privilege, holding all three."),
    (event("extra_turn_earned"), "{who} earned an extra turn."),
    (
        event("ability_skipped", ability="steal"),
        "There was nothing to take with the ability of the card.",
    ),
    (
        event("matching_token_taken", cell="e5", token="blue", automatic=False),
        "{who} took blue from e5 with the card's ability.",
    ),
    (
        event("royal_card_chosen", card="R-4", automatic=True),
        "{who} received the royal card with 3 points (R-4).",
    ),
    (
        event("tokens_discarded", tokens={"red": 2, "pearl": 1, "gold": 1}, automatic=False),
        "{who} returned 2 red, 1 pearl and 1 gold to the bag.",
    ),
    (
        event("stand_off_warned"),
        "{who} began a third turn in a row with all gold and both pearls: unless one of them is given up, the "
        "opponent may claim the win.",
    ),
    (event("stand_off_claimed"), "{who} claimed the win against the stand-off."),
    (event("seat_resigned"), "{who} resigned."),
    (event("time_expired"), "{who} ran out of time."),
]


@pytest.mark.parametrize(("happened", "sentence"), SAME_FOR_ALL)
def test_what_a_seat_did(happened: dict[str, Any], sentence: str) -> None:
    assert told(happened, 1) == sentence.format(who="You")
    assert told(happened, 2) == sentence.format(who="Ines")
    assert told(happened, None) == sentence.format(who="Ines")


@pytest.mark.parametrize(
    ("happened", "sentences"),
    [
        (
            event("privilege_gained", from_opponent=True),
            (
                "You took a privilege from Lin.",
                "Ines took a privilege from you.",
                "Ines took a privilege from Lin.",
            ),
        ),
        (
            event("token_stolen", token="red", automatic=True),
            ("You took red from Lin.", "Ines took red from you.", "Ines took red from Lin."),
        ),
    ],
)
def test_what_was_taken_from_whom(
    happened: dict[str, Any], sentences: tuple[str, str, str]
) -> None:
    assert tuple(told(happened, viewer) for viewer in VIEWERS) == sentences


@pytest.mark.parametrize(
    ("starter", "sentences"),
    [
        (1, ("you began.", "Ines began.", "Ines began.")),
        (2, ("Lin began.", "you began.", "Lin began.")),
    ],
)
def test_who_began(starter: int, sentences: tuple[str, str, str]) -> None:
    shown = {"kind": "game_started", "starter": starter}
    for viewer, sentence in zip(VIEWERS, sentences, strict=True):
        names = NAMES | ({} if viewer is None else {viewer: "You"})
        assert str(sentence_of(shown, names)) == f"The game was dealt; {sentence}"


def test_card_reserved_unseen_is_told_to_its_owner_only() -> None:
    happened = reserved("J3-13", unseen=True)
    what = "the level 3 card without a colour with 6 points (J3-13)"
    assert told(happened, 1) == f"You took gold from c3 and reserved unseen {what}."
    for viewer in (2, None):
        assert (
            told(happened, viewer) == "Ines took gold from c3 and reserved a level 3 card unseen."
        )
        # Over, everybody may know what it was.
        assert told(happened, viewer, over=True) == (
            f"Ines took gold from c3 and reserved unseen {what}."
        )


@pytest.mark.parametrize(
    "happened",
    [
        {"kind": "pyramid_refilled", "level": 1, "place": 0, "card": "J1-05"},
        event("choice_opened", phase="take_matching_token", color="green"),
        event("turn_ended", next_seat=2),
    ],
)
def test_kinds_that_others_tell(happened: dict[str, Any]) -> None:
    assert [told(happened, viewer) for viewer in VIEWERS] == [None, None, None]


@pytest.mark.parametrize(
    "kind", ["game_created", "seat_taken", "entropy_added", "game_cancelled", "secret_revealed"]
)
def test_platform_s_own_kinds_tell_nothing_of_play(kind: str) -> None:
    assert sentence_of({"kind": kind, "seat": 1}, NAMES) is None


@pytest.mark.parametrize(
    ("reasons", "colors", "why"),
    [
        (["prestige"], [], "20 points"),
        (["crowns"], [], "10 crowns"),
        (["color"], ["red"], "10 points in red"),
        (["color"], ["red", "black"], "10 points in red and 10 points in black"),
        (
            ["prestige", "crowns", "color"],
            ["blue"],
            "20 points, 10 crowns and 10 points in blue",
        ),
        (["resignation"], [], "the other seat resigned"),
        (["timeout"], [], "the other seat ran out of time"),
        (["stand_off"], [], "a stand-off"),
    ],
)
def test_how_a_game_was_won(reasons: list[str], colors: list[str], why: str) -> None:
    outcome = {"winner": 2, "reasons": reasons, "colors": colors}
    happened = {"kind": "game_ended", "outcome": outcome}
    assert told(happened, 2) == f"You won: {why}."
    assert told(happened, 1) == told(happened, None) == f"Lin won: {why}."


def test_draw() -> None:
    outcome = {"winner": None, "reasons": ["no_progress"], "colors": []}
    assert str(ended(outcome, NAMES)) == "The game ended in a draw: no purchase in 300 turns."


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("R-1", "the royal card with 2 points and an extra turn (R-1)"),
        ("R-2", "the royal card with 2 points and a privilege (R-2)"),
        ("R-3", "the royal card with 2 points and a token of the opponent's (R-3)"),
        ("R-4", "the royal card with 3 points (R-4)"),
    ],
)
def test_royal_cards_in_words(card: str, text: str) -> None:
    assert words.royal(card) == text


def test_every_card_is_told_from_every_other() -> None:
    texts = [words.jewel(card) for card in JEWEL_CARDS] + [
        words.royal(card) for card in ROYAL_CARDS
    ]
    assert len(set(texts)) == len(JEWEL_CARDS) + len(ROYAL_CARDS)
    assert all(card in text for card, text in zip([*JEWEL_CARDS, *ROYAL_CARDS], texts, strict=True))


def test_every_token_has_a_word_that_can_be_translated() -> None:
    assert list(words.TOKENS) == ["white", "blue", "green", "red", "black", "pearl", "gold"]
    assert all(isinstance(word, Promise) for word in words.TOKENS.values())
