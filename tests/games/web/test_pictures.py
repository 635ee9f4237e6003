"""Sentences with pictures: seen as stones and small cards, heard as the plain sentence, nothing of it markup."""

import html
import re
from typing import Any

import pytest

from engine import JEWEL_CARDS, ROYAL_CARDS
from games.selectors.facts import Back, Jewel, Line, Name, Phrase, Royal, Token, phrase
from games.selectors.sentences import sentence_of
from games.web.pictures import pictured
from tests.games.selectors.test_sentences import NAMES, SAME_FOR_ALL, event, reserved

GEMS = "/static/svg/gems.svg"
IMAGE = re.compile(
    r'<svg role="img" aria-label="([^"]*)"><use href="[^"]*"/></svg>'
    r'|<span class="cm [\w-]+" role="img" aria-label="([^"]*)">.*?</small></span>'
)


def heard(drawn: str) -> str:
    """What a screen reader says: images by their names, without the other tags."""
    named = IMAGE.sub(lambda found: found[1] or found[2], drawn)
    return html.unescape(re.sub(r"<[^>]*>", "", named))


@pytest.mark.parametrize(
    "happened",
    [
        *(happened for happened, _sentence in SAME_FOR_ALL),
        event("privilege_gained", from_opponent=True),
        event("token_stolen", token="red", automatic=True),
        {"kind": "game_started", "starter": 2},
        {**reserved("J3-13", unseen=True), "card": None},
        {
            "kind": "game_ended",
            "outcome": {"winner": None, "reasons": ["no_progress"], "colors": []},
        },
        {"kind": "game_ended", "outcome": {"winner": 1, "reasons": [], "colors": ["red", "blue"]}},
    ],
    ids=lambda happened: happened["kind"],
)
def test_every_sentence_is_heard_as_it_is_written(happened: dict[str, Any]) -> None:
    sentence = sentence_of(happened, NAMES)
    assert sentence is not None
    assert heard(pictured(sentence, GEMS)) == str(sentence)


@pytest.mark.parametrize("card", [*JEWEL_CARDS, *ROYAL_CARDS])
def test_every_card_is_heard_as_its_words(card: str) -> None:
    fact = Jewel(card) if card in JEWEL_CARDS else Royal(card)
    assert heard(pictured(fact, GEMS)) == str(fact)


def test_a_stone_is_an_image_by_its_name() -> None:
    assert pictured(Token("red"), GEMS) == (
        '<svg role="img" aria-label="red"><use href="/static/svg/gems.svg#s-red"/></svg>'
    )


def test_a_card_shows_what_it_gives() -> None:
    drawn = pictured(Jewel("J2-19"), GEMS)
    assert re.findall(r"#([\w-]+)", drawn) == ["s-black", "i-plus", "i-seal"]
    assert "<b>2</b>" in drawn and "<small>J2-19</small>" in drawn
    assert pictured(Back(3), GEMS).count("#back-3") == 1


def test_a_number_and_its_stone_and_the_cells_of_a_line_are_never_parted() -> None:
    taken = event("tokens_taken", cells=["a1", "b2"], tokens=["red", "blue"])
    assert '<span class="nb">a1-b2</span>' in pictured(sentence_of(taken, NAMES), GEMS)  # type: ignore[arg-type]
    returned = event("tokens_discarded", tokens={"red": 2}, automatic=False)
    stone = pictured(Token("red"), GEMS)
    assert f'<span class="nb">2 {stone}</span>' in pictured(sentence_of(returned, NAMES), GEMS)  # type: ignore[arg-type]


def test_names_and_templates_are_no_markup() -> None:
    sentence = phrase("%(who)s <i>%(what)s</i> 100 %", who=Name('<b>&"'), what="<script>")
    assert pictured(sentence, GEMS) == (
        "<b>&lt;b&gt;&amp;&quot;</b> &lt;i&gt;&lt;script&gt;&lt;/i&gt; 100 %"
    )


def test_order_is_that_of_the_template() -> None:
    parts = {"who": Name("Lin"), "cells": Line(("a1", "b2")), "number": 2}
    assert str(phrase("%(cells)s: %(number)d, %(who)s", **parts)) == "a1-b2: 2, Lin"  # type: ignore[arg-type]
    assert phrase("%(who)s", who=Name("Lin")) == Phrase((Name("Lin"),))
