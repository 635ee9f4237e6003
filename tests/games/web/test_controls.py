"""Every legal action has a control, and what the control sends is exactly that action. Without script."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine import GameState, action_to_json, read_action, view_for
from tests.builders import position, random_play
from tests.games.web.page import Browser, Page, legal_json, render

Json = dict[str, Any]


def reserve_page(browser: Browser, action: Json) -> Page:
    subject = f"card={action['card']}" if "card" in action else f"deck={action['deck']}"
    page = browser.follow(browser.open(), subject)
    if not page.has("do", "reserve"):
        page = browser.follow(page, subject, "do=reserve")
    if not page.has("gold", action["gold"]):
        page = browser.follow(page, f"gold={action['gold']}")
    return page


def privilege(browser: Browser, action: Json) -> list[Json]:
    """A privilege is settled in the draft by two links and then goes with whatever is sent."""
    page = browser.follow(browser.open(), "do=privilege")
    page = browser.follow(page, f"turn=privilege@{action['cell']}")
    (settled,) = [control.value for control in page.controls if control.name == "turn"]
    return [action_to_json(read_action(word)) for word in settled.split()]


def replenish(browser: Browser, action: Json) -> list[Json]:
    page = browser.open()
    if not page.has("do", "replenish"):
        page = browser.follow(page, "do=replenish")
    return page.press("replenish")


def claim(browser: Browser, action: Json) -> list[Json]:
    return browser.follow(browser.open(), "do=claim").press("claim")


def choose_cells(do: str) -> Callable[[Browser, Json], list[Json]]:
    def act(browser: Browser, action: Json) -> list[Json]:
        page = browser.open()
        page.choose("cell", *action.get("cells", [action.get("cell")]))
        return page.press(do)

    return act


def purchase(browser: Browser, action: Json) -> list[Json]:
    page = browser.follow(browser.open(), f"card={action['card']}")
    payment = " ".join(f"{kind}={number}" for kind, number in action["payment"].items() if number)
    if payment:
        page.choose("payment", payment)
    if action.get("onto"):
        page.choose("onto", action["onto"])
    return page.press("purchase")


def choose_one(name: str, key: str, do: str) -> Callable[[Browser, Json], list[Json]]:
    def act(browser: Browser, action: Json) -> list[Json]:
        page = browser.open()
        page.choose(name, action[key])
        return page.press(do)

    return act


def discard(browser: Browser, action: Json) -> list[Json]:
    page = browser.open()
    for kind, number in action["tokens"].items():
        if number:
            page.enter(f"discard-{kind}", str(number))
    return page.press("discard")


ACT: dict[str, Callable[[Browser, Json], list[Json]]] = {
    "claim_stand_off": claim,
    "use_privilege": privilege,
    "replenish": replenish,
    "take_tokens": choose_cells("take"),
    "reserve_card": lambda browser, action: reserve_page(browser, action).press("reserve"),
    "purchase_card": purchase,
    "take_matching_token": choose_cells("matching"),
    "steal_token": choose_one("token", "token", "steal"),
    "choose_royal_card": choose_one("royal", "card", "royal"),
    "discard_tokens": discard,
}


def plain(action: Json) -> Json:
    """An action without the counts of zero that the engine may write."""
    kept = {key: value for key, value in action.items() if value is not None}
    for key in ("payment", "tokens"):
        if key in kept:
            kept[key] = {kind: number for kind, number in kept[key].items() if number}
    return kept


def offered(state: GameState) -> list[Json]:
    """The legal actions, of each copy purchase only one card of each colour: only its colour matters."""
    cards = view_for(state, state.seat)["seats"][str(state.seat)]["cards"]
    color = {owned["card"]: owned["color"] for owned in cards}
    seen: set[str] = set()
    kept = []
    for action in map(plain, legal_json(state, state.seat)):
        alike = str({**action, "onto": color.get(action.get("onto", ""))})
        if alike not in seen:
            seen.add(alike)
            kept.append(action)
    return kept


def positions(seed: int) -> list[GameState]:
    """Some positions of a random game: a few turns from start to end, and each follow-up twice."""
    seen: Counter[int] = Counter()
    found = []
    for index, (state, _events) in enumerate(random_play(seed)):
        if state.over or (not state.phase and index % 45) or seen[state.phase] > 3:
            continue
        if state.phase and seen[state.phase] > 1:
            continue
        seen[state.phase] += 1
        found.append(state)
    return found


def onto_first_of_its_color(state: GameState, action: Json) -> Json:
    if "onto" not in action:
        return action
    cards = view_for(state, state.seat)["seats"][str(state.seat)]["cards"]
    color = next(owned["color"] for owned in cards if owned["card"] == action["onto"])
    return {**action, "onto": next(o["card"] for o in cards if o["color"] == color)}


SEEDS = (0, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_action_is_sent_as_it_is(seed: int) -> None:
    for state in positions(seed):
        browser = Browser(state, state.seat)
        for action in offered(state):
            wanted = onto_first_of_its_color(state, action)
            assert [plain(sent) for sent in ACT[action["type"]](browser, wanted)] == [wanted]


def test_these_games_show_every_action_but_the_claim() -> None:
    kinds = Counter(
        action["type"]
        for seed in SEEDS
        for state in positions(seed)
        for action in legal_json(state, state.seat)
    )
    assert set(kinds) == set(ACT) - {"claim_stand_off"}


def test_claim_is_offered_with_words_before_it_is_sent() -> None:
    state = position("stand_off2=3 tokens2=P2A3 bag=rest", seat=1)
    browser = Browser(state, 1)
    assert {"type": "claim_stand_off"} in legal_json(state, 1)
    assert claim(browser, {}) == [{"type": "claim_stand_off"}]


def test_forced_replenish_needs_no_further_page() -> None:
    state = position("board=5/5/5/5/4A bag=rest reserved1=J3-01,J3-02,J3-03")
    assert [action["type"] for action in legal_json(state, 1)] == ["replenish"]
    assert Browser(state, 1).open().press("replenish") == [{"type": "replenish"}]


def test_gold_then_card_keeps_the_gold() -> None:
    state = next(iter(random_play(0)))[0]
    action = next(a for a in legal_json(state, state.seat) if "gold" in a and "card" in a)
    browser = Browser(state, state.seat)
    page = browser.follow(browser.open(), f"gold={action['gold']}")
    assert not page.has("do", "reserve")
    page = browser.follow(page, f"card={action['card']}", f"gold={action['gold']}")
    assert page.press("reserve") == [plain(action)]


def test_who_waits_or_watches_has_no_control() -> None:
    for state in positions(0):
        for viewer in (3 - state.seat, None):
            page = Page(render(state, viewer))
            assert page.controls == []
            assert all(link.startswith("card=") for link in page.links)  # to look at it
