"""Civilization: The Card Game at the terminal: what has happened, in few words."""

from microciv import Match, open_game
from microciv.cli.looks import look_for
from microciv.cli.scene import captions
from microciv.texts import Reader, texts_for
from tests.cli.test_civ_card_game import NAME, random_lines

NAMES = (Reader("You"), "Bo", "Cy")


def digest(*events, names=NAMES):
    texts = texts_for(NAME)
    told = [(event, texts.caption(event, list(names))) for event in events]
    return [
        (str(event.get("rung", "")), sentence)
        for event, sentence in look_for(NAME).digest(told, list(names))
    ]


def test_a_turn_is_told_in_a_few_words():
    told = digest(
        {"event": "turn", "seat": 1},
        {"event": "collected", "seat": 1, "amount": 7, "kind": "F"},
        {"event": "collected", "seat": 1, "amount": 4, "kind": "H"},
        {"event": "banked", "seat": 1, "amount": 3, "kind": "F"},
        {"event": "exchanged", "seat": 1, "kind": "H"},
        {"event": "banked", "seat": 1, "amount": 3, "kind": "F"},
        {"event": "exchanged", "seat": 1, "kind": "H"},
        {"event": "populated", "seat": 1, "plot": 2, "price": 8},
        {"event": "populated", "seat": 1, "plot": 3, "price": 6},
        {"event": "built", "seat": 1, "card": "Granary", "plot": 2},
        {"event": "paid", "seat": 1, "price": 7},
        {"event": "bought", "seat": 1, "card": "Mining", "price": 9},
        {"event": "gained", "seat": 1, "amount": 4, "kind": "H"},
        {"event": "market_tech", "card": "Drama"},
        {"event": "peace", "seat": 1},
        {"event": "drew", "seat": 1, "card": None},
        {"event": "drew", "seat": 1, "card": None},
        {"event": "discarded", "seat": 1, "card": "Corn"},
        {"event": "discarded", "seat": 1, "card": "Corn"},
    )
    assert told == [
        ("Bo", "collected F7 H4"), ("Bo", "bank 2× 3F>H"),
        ("Bo", "population on plot 2 and plot 3 (14F)"), ("Bo", "built Granary on plot 2 (7H)"),
        ("Bo", "bought Mining (9C)"), ("Bo", "gained H4"), ("Bo", "new: Drama"),
        ("Bo", "drew 2 cards"), ("Bo", "discarded 2 Corn"),
    ]  # fmt: skip


def test_an_attack_is_told_by_who_attacks_whom():
    told = digest(
        {"event": "attacked", "seat": 1, "target": 0, "card": "Chariot"},
        {"event": "attacked", "seat": 1, "target": 0, "card": "Axemen"},
        {"event": "attacked", "seat": 1, "target": 2, "card": "Catapult"},
        {"event": "breached", "seat": 2, "card": "City Walls", "plot": 3},
        {"event": "repelled", "seat": 0, "target": 1, "card": "Axemen"},
        {"event": "unblocked", "seat": 0, "attacker": "Chariot"},
        {"event": "struck", "seat": 1, "target": 0, "card": "Chariot"},
        {"event": "robbed", "seat": 1, "target": 0, "plot": 2},
        {"event": "resettled", "seat": 1, "plot": 4},
        {"event": "razed", "seat": 0, "card": "Forge", "plot": 1},
    )
    assert told == [
        ("Bo", "attacked you with Chariot, Axemen"), ("Bo", "attacked Cy with Catapult"),
        ("Bo", "the attack breached Cy's City Walls on plot 3"),
        ("Bo", "your walls sent back Axemen"), ("Bo", "you let Chariot through"),
        ("Bo", "you lost a population of plot 2 (to Bo's plot 4)"),
        ("Bo", "you lost Forge on plot 1"),
    ]  # fmt: skip


def test_thefts_and_the_start_are_told():
    told = digest(
        {"event": "dealt_plot", "seat": 0, "card": "Forest"},
        {"event": "dealt_plot", "seat": 1, "card": "Oasis"},
        {"event": "dealt_plot", "seat": 0, "card": "Coast"},
        {"event": "took_plot", "seat": 1, "card": "Plains"},
        {"event": "dealt", "seat": 0, "card": "Corn"},
        {"event": "dealt", "seat": 1, "card": None},
        {"event": "dealt", "seat": 1, "card": None},
        {"event": "discarded", "seat": 1, "card": "Corn"},
        {"event": "stole_card", "seat": 1, "target": 0, "card": "Corn"},
        {"event": "stole", "seat": 1, "target": 2, "kind": "F"},
        {"event": "stole", "seat": 1, "target": 2, "kind": "F"},
        {"event": "stole", "seat": 1, "target": 2, "kind": "C"},
    )
    assert told == [
        ("", "You: Forest, Coast"), ("", "Bo: Oasis"), ("", "Bo took Plains"), ("", "You: Corn"),
        ("", "Bo: 2 cards"), ("", "Bo discarded Corn"),
        ("Bo", "took Corn from the hand of you"), ("Bo", "took F2 C1 from Cy"),
    ]  # fmt: skip


def test_every_event_can_be_told():
    match = Match(
        open_game(NAME, seats=4, demolish=True, overfull="return", steal_timing="each_turn"), 3
    )
    for _seat, _line in random_lines(match, 3, 9):
        pass
    names = [Reader("You"), "Bo", "Cy", "Di"]
    heard = captions(match.game, match.heard(0), names, texts_for(NAME))
    told = look_for(NAME).digest(heard, names)
    assert len(told) < len(heard)
    assert all([sentence and "{" not in sentence for _event, sentence in told])
