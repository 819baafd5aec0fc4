"""Why nothing happened is told to all: nothing found, shut out, blocked, not to be paid."""

from __future__ import annotations

import pytest

from microciv import Match
from microciv.texts import Reader, texts_for
from tests.games.five_x.table import (
    ALL15,
    ANYBODY,
    Vector,
    answer,
    asked_after,
    at,
    choose,
    events,
    five_x,
    random_match,
)

NAMES = [Reader("You"), "Bo", "Cy"]
WHY_NOT = {"missed", "no_bids", "shut_out", "tied", "blocked", "cannot_build", "no_leader",
           "dug_nothing", "immune"}  # fmt: skip


def told(match: Match) -> list[str]:
    """The captions of what all heard of nothing, up to the next question."""
    words = texts_for("5x")
    named = words.named(match.game.options)
    heard = events(match, ANYBODY)
    return [words.caption(event, NAMES, named) for event in heard if event["event"] in WHY_NOT]


def after(cards: str, held: Vector | None = None, **table: object) -> list[str]:
    """What is told of a round up to its first question after the reveal, or the next round."""
    match = five_x(held or [5] * 3, cards, options=ALL15, **table)  # type: ignore[arg-type]
    choose(match, cards)
    return told(match)


C = "the Colosseum (C)"


@pytest.mark.parametrize("cards, held, captions", [
    # step 2: nobody to take from (5X-32), but for the immune (5X-38), who are named
    ("exterminate explore explore", None, ["You: nobody to take from", f"Nobody bids for {C}"]),
    ("exterminate exterminate elizabeth", None,
     ["Cy: Elizabeth I is immune and loses nothing", "You: nobody to take from",
      "Bo: nobody to take from", f"Nobody bids for {C}"]),
    ("exterminate exploit explore", None, [f"Nobody bids for {C}"]),
    ("genghis explore excavate", None,
     [f"Nobody bids for {C}", "Cy: Excavate finds nothing to take back"]),
    # step 3: shut out (5X-42), and then nobody bids (5X-55)
    ("expand explore explore", [0, 5, 5],
     ["You: cannot bid, the minimum is 1", f"Nobody bids for {C}"]),
    ("tokugawa expand exploit", [2, 5, 5], ["You: cannot bid, the minimum is 3"]),
    # step 4: Dido is blocked, even by who cannot bid, or cannot pay (5X-82)
    ("dido expand exploit", [5, 0, 5],
     ["Bo: cannot bid, the minimum is 1", f"Nobody bids for {C}",
      "Dido cannot build: Bo played Expand"]),
    ("dido exploit exploit", [1, 5, 5],
     [f"Nobody bids for {C}", "You: Dido cannot build, too few resources"]),
    ("dido exploit exploit", [2, 5, 5], [f"Nobody bids for {C}"]),
    # step 5: nothing to bring back (5X-61), no leader (5X-85), no Wonder, no means (5X-87)
    ("excavate exploit exploit", None,
     [f"Nobody bids for {C}", "You: Excavate finds nothing to take back"]),
    ("caesar exploit exploit", None,
     [f"Nobody bids for {C}", "You: no pile has a leader for Caesar",
      "You: Caesar finds nothing to take back"]),
    ("suleiman exploit exploit", [2, 5, 5],
     [f"Nobody bids for {C}", "You: Suleiman cannot build, too few resources",
      "You: Suleiman finds nothing to take back"]),
])  # fmt: skip
def test_all_hear_why_nothing_happens(cards: str, held: Vector | None, captions: list[str]):
    """5X-32, 5X-42, 5X-55, 5X-61, 5X-82, 5X-85, 5X-87: in the order of the steps."""
    assert captions == after(cards, held)


def test_suleiman_without_a_removed_wonder_is_told():
    """5X-87(d): all are built, or it is round 1."""
    said = after("suleiman exploit exploit", wonders={1: "A B"})
    assert "You: Suleiman cannot build, no removed Wonder is left" in said


def test_all_hear_that_no_bid_stands_alone():
    """5X-49."""
    match = asked_after("expand expand exploit")
    answer(match, {0: "bid 2", 1: "bid 2"})
    assert [f"No bid was made only once: nobody wins {C}"] == told(match)


def test_who_is_asked_is_told_nothing_of_what_could_not_be():
    """5X-82, 5X-87: Dido and Suleiman may build, so nothing stops them."""
    match = asked_after("dido suleiman exploit", pile={1: "explore"})
    assert ("dido", [f"Nobody bids for {C}"]) == (at(match).phase, told(match))
    match.play(0, "decline")
    assert ("dig", [f"Nobody bids for {C}"]) == (at(match).phase, told(match))


STEPS = {
    "exterminate": {"hit", "immune", "missed"},
    "expand": {"shut_out", "no_bids", "bid"},
    "dido": {"built", "blocked", "cannot_build", "declined"},
    "excavate": {"took", "fetched", "built", "declined", "dug_nothing"},
    "exploit": {"exploited"},
    "explore": {"explored"},
}
ACTIONS = {card: card for card in STEPS} | {
    "boudicca": "exterminate", "genghis": "exterminate", "montezuma": "exterminate",
    "caesar": "excavate", "catharine": "excavate", "suleiman": "excavate",
    "elizabeth": "exploit", "gandhi": "exploit", "qin": "exploit",
    "cleopatra": "expand", "napoleon": "expand", "tokugawa": "expand",
    "dido": "explore", "erik": "explore", "isabella": "explore",
}  # fmt: skip


@pytest.mark.parametrize("seats, seed", [(3, 1), (4, 2), (5, 3), (6, 4), (3, 5), (4, 6)])
def test_no_card_is_played_in_silence(seats: int, seed: int):
    """5X-15, 5X-16: of every card of a round all hear what came of it, or why nothing did."""
    *_, match = random_match(seed, seats, **ALL15)
    rounds: list[list[dict[str, object]]] = []
    for event in events(match, ANYBODY):
        if event["event"] == "round":
            rounds.append([])
        elif rounds:
            rounds[-1].append(event)
    for happened in rounds:
        cards = {event["seat"]: str(event["card"]) for event in happened
                 if event["event"] == "revealed"}  # fmt: skip
        for seat, card in cards.items():
            own = {str(event["event"]) for event in happened if event.get("seat") == seat}
            assert own & STEPS[ACTIONS[card]], (card, own)
            assert card != "dido" or own & STEPS["dido"]
    assert len(rounds) == 7
