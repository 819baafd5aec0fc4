"""Every game's words: what can be seen has a name, and no name is left over."""

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

import microciv
from microciv.core.codec import plain_event, plain_move
from microciv.core.moves import SPECTATOR
from microciv.core.options import describe
from microciv.core.plain import plain
from microciv.core.rng import Rng
from microciv.games import catalogue
from microciv.games.civ_builder.cards import ATTRIBUTES, CIVILIZATIONS
from microciv.games.civ_builder.cards import NAMES as KINDS
from microciv.games.civ_builder.moves import MADE_OF
from microciv.games.civ_builder.rules.sources import SOURCES
from microciv.games.civ_builder.rules.trade import (
    ALL_PASSES,
    ALL_WAIT,
    NO_OFFERS,
    NO_TICKS,
    NO_TRADERS,
)
from microciv.games.civ_card_game.cards import LETTERS, PRINTED, Row
from microciv.games.civ_card_game.effects import FORMS, column_of
from microciv.games.civ_card_game.rules.phases import STAGES
from microciv.games.five_ages.cards import RANKS, SUITS
from microciv.games.five_ages.rules.poker import HANDS
from microciv.speech import LANGUAGES, speaking
from microciv.texts import (
    Reader,
    Texts,
    aim_words,
    beat_words,
    effect_at,
    effect_words,
    hand_words,
    points_text,
    short_words,
    study_words,
    texts_for,
)
from microciv.texts.checking import numbered_seats, problems_of_words
from microciv.texts.words import PART, SEATS, BadWords

WORDED = ["5x", "5-ages", "civ-card-game", "civ-builder"]
ROOT = Path(__file__).resolve().parent.parent
NAMED_PART = re.compile(r"\{(\w+)")
CLEAN_UP = 6  # after the five actions
NAMES = [Reader("You"), "Bo", "Cy", "Di", "Eva", "Fay"]


def table(texts: Texts, name: str) -> dict[str, object]:
    found = texts.data[name]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", WORDED)
def test_every_event_has_a_caption_and_every_caption_an_event(name):
    game = microciv.open_game(name)
    kinds = {kind.name: kind for kind in game.events}
    assert set(table(texts_for(name), "events")) == set(kinds)
    for kind in game.events:
        template = texts_for(name).look("events", kind.name)
        assert set(NAMED_PART.findall(template)) <= set(kind.parts)
        assert "{" not in PART.sub("", template)


@pytest.mark.parametrize("name", WORDED)
def test_what_happens_to_a_seat_has_words_of_its_own_for_studies(name):
    kinds = [kind.name for kind in microciv.open_game(name).events if "seat" in kind.parts[:1]]
    after = table(study_words(name), "after")
    assert sorted(after) == sorted(kinds)
    assert len(set(after.values())) == len(after)


@pytest.mark.parametrize("name", WORDED)
def test_every_event_stands_on_one_step_of_the_ladder(name):
    game = microciv.open_game(name)
    texts = texts_for(name)
    listed = list(chain(*[texts.names("steps", step, "events") for step in table(texts, "steps")]))
    assert len(listed) == len(set(listed))
    whole = [name for name in listed if " " not in name]
    of_a_card = {name.split()[0] for name in listed if " " in name}
    assert sorted([*whole, *of_a_card]) == sorted([kind.name for kind in game.events])


def test_a_round_of_5x_is_told_in_the_order_of_its_steps():
    """What comes back stands where it does: Excavate was told of in a clean-up before its step."""
    texts, returned = texts_for("5x"), set()
    for seed in range(4):
        round_: list[int] = []
        for event in told_of(seed):
            rung = texts.rung_of(str(event["event"]), event.get("card"))
            if event["event"] == "returned":
                returned.add(event["card"])
            if rung == "A new round":
                round_ = []
            elif rung[0].isdecimal() or rung == "Clean-up":
                round_.append(int(rung[0]) if rung[0].isdecimal() else CLEAN_UP)
                assert round_ == sorted(round_), event
    assert {"expand", "excavate"} == returned


def told_of(seed: int) -> list[dict[str, object]]:
    """What a spectator hears of a random match of 5X."""
    match, rng = microciv.Match(microciv.open_game("5x"), seed), Rng(seed)
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.observe(seat).legal
        match.play(seat, legal[rng.below(len(legal))].text)
    return [plain_event(match.game, heard) for heard in match.heard(SPECTATOR)]


@pytest.mark.parametrize("name", WORDED)
def test_every_loss_is_an_event_that_says_whose_it_is(name):
    parts = {kind.name: kind.parts for kind in microciv.open_game(name).events}
    losses = texts_for(name).names("ladder", "losses")
    assert losses
    for loss in losses:
        assert {"seat", "target"} & {*parts[loss]}


@pytest.mark.parametrize("name", WORDED)
def test_every_card_of_a_move_has_a_title(name):
    game = microciv.open_game(name)
    parts = [move.parts() for move in game.moves.all]
    texts = texts_for(name)
    cards = {
        str(part[of])
        for part in parts
        for of in part
        if texts.is_card(of) and part["verb"] != "bank"  # resources
    }
    assert set(texts.cards()) == cards
    for card in cards:
        assert texts.look("cards", card, "title")
        assert len(texts.effect(card)) <= 110


def test_every_card_of_5x_has_effect_and_clause():
    texts = texts_for("5x")
    for card in texts.cards():
        assert texts.look("cards", card, "action") in texts.cards()
        assert texts.effect(card).endswith(".")
        assert 0 < len(texts.look("cards", card, "short")) <= 51
        assert re.fullmatch(r"5X-\d+", texts.look("cards", card, "clause"))


@pytest.mark.parametrize("name", WORDED)
def test_every_phase_has_a_title_and_a_question(name):
    for phase in microciv.open_game(name).phases:
        assert texts_for(name).look("phases", phase, "title")
        assert texts_for(name).look("phases", phase, "ask")


@pytest.mark.parametrize("name", WORDED)
def test_every_move_has_a_label_without_holes(name):
    game = microciv.open_game(name)
    for move in game.moves.all:
        parts = plain_move(move)
        assert texts_for(name).look("moves", str(parts["verb"]))
        label = texts_for(name).move(parts, texts_for(name).named(game.options))
        assert "{" not in label
        assert "?" not in label


@pytest.mark.parametrize("name", WORDED)
def test_every_option_choice_and_variant_has_a_title(name):
    about = microciv.about(name)
    texts = texts_for(name)
    for option in [option for option in describe(about.options) if option.kind != "number"]:
        assert texts.look("options", option.name, "title")
        for choice in option.choices:
            if isinstance(choice, str):
                assert texts.look("options", option.name, "choices", choice)
    for variant in about.variants:
        assert texts.look("variants", variant.name, "title")


@pytest.mark.parametrize("name", WORDED)
def test_rules_for_people_have_short_sections(name):
    sections = texts_for(name).sections
    assert len({section.name for section in sections}) == len(sections)
    assert sections
    for section in sections:
        assert section.title
        assert len(section.text) < 2200
        assert "<" not in section.text


@pytest.mark.parametrize("name", WORDED)
def test_the_rules_open_at_every_phase(name):
    texts = texts_for(name)
    sections = {section.name for section in texts.sections}
    for phase in microciv.open_game(name).phases:
        assert texts.look("phases", phase, "section") in sections


@pytest.mark.parametrize("name", WORDED)
def test_what_lies_on_the_table_has_few_words_and_perhaps_a_section_of_the_rules(name):
    texts = texts_for(name)
    sections = {section.name for section in texts.sections}
    for thing in table(texts, "about"):
        told = texts.look("about", thing, "text")
        section = texts.look("about", thing, "section")
        assert texts.look("about", thing, "title")
        assert section in {"", *sections}
        assert len(told) <= 220
        assert told.endswith(".")


MARKS = re.compile(
    r"""data-about="([^"]*)"|data-about=\{((?:[^{}]|\{[^}]*\})*)\}"""
    r"""|\bconst about\b(.*?);\n|\bfunction about\((.*?)\n  \}""",
    re.DOTALL,
)
QUOTED = re.compile(r"""['`]([a-z][\w-]*)(?::[^'`]*)?['`]""")
STATUS = {"waiting", "thinking", "away", "locked"}


def kinds_on_the_board(name: str) -> set[str]:
    """Every `data-about` of a game's components, written out or begun, as in `card:{card}`."""
    folder = ROOT / "web/src/games" / microciv.about(name).game.split(".")[2]
    kinds = set()
    for file in sorted([*folder.rglob("*.svelte"), *ROOT.glob("web/src/table/*.svelte")]):
        for words, *code in MARKS.findall(file.read_text(encoding="utf-8")):
            kinds |= {words.partition(":")[0]} if words else set(QUOTED.findall("".join(code)))
    return kinds


def kinds_of_cards(name: str) -> set[str]:
    """What a card is besides a card, by its type or by the game's `about.ts`; what is paid with."""
    folder = ROOT / "web/src/games" / microciv.about(name).game.split(".")[2]
    rows = list(chain.from_iterable(microciv.open_game(name).card_data().values()))
    columns = {str(row[column]) for row in rows for column in ("type", "source") if column in row}
    values = table(texts_for(name), "values")
    columns |= {str(word) for key, word in values.items() if key.startswith("kind.")}
    columns.add("patched")  # of what a table has changed
    return columns | set(QUOTED.findall((folder / "about.ts").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", WORDED)
def test_whatever_the_board_shows_has_words(name):
    assert kinds_on_the_board(name) <= {"card", *STATUS, *table(texts_for(name), "about")}


@pytest.mark.parametrize("name", WORDED)
def test_whatever_has_words_is_shown_on_the_board(name):
    reached = kinds_on_the_board(name) | kinds_of_cards(name) | STATUS
    assert not set(table(texts_for(name), "about")) - reached


def test_captions_read_well_for_the_reader_and_for_others():
    texts = texts_for("5x")
    hit = {"event": "hit", "seat": 1, "target": 0, "supply": 0}
    assert texts.caption(hit, NAMES) == "Bo +1 from you"
    hit = {"event": "hit", "seat": 0, "target": 1, "supply": 1}
    assert texts.caption(hit, NAMES) == "You +1 from Bo, paid by the supply"
    won = {"event": "won", "seat": 2, "wonder": "C", "amount": 2}
    says = "Cy −2: the highest bid made only once builds the Colosseum (C)"
    named = texts.named(microciv.open_game("5x").options)
    assert texts.caption(won, NAMES, named) == says
    assert texts.caption(won, NAMES) == "Cy −2: the highest bid made only once builds Wonder C"
    scored = {"event": "scored", "seat": 0, "halves": 9, "place": 1}
    assert texts.caption(scored, NAMES) == "You: 4½ VP, place 1"


def test_captions_say_the_numbers_of_the_table():
    """Whatever `qin_takes`, `exploit_pays` and `science_privilege` are."""
    texts = texts_for("5x", microciv.open_game("5x", qin_takes=5, exploit_pays=4).options)
    qin = {"event": "exploited", "seat": 0, "amount": 5, "crowd": 0}
    other = {"event": "exploited", "seat": 1, "amount": 2, "crowd": 2}
    assert texts.caption(qin, NAMES) == "You +5 from Exploit"
    assert texts.caption(other, NAMES) == "Bo +2: 4 − 2 for the crowd"
    pointed = {"event": "pointed", "seat": 1, "attribute": "Sci"}
    for number, told in ((1, "Bo adds 1 point in Science"), (2, "Bo adds 2 points in Science")):
        builder = microciv.open_game("civ-builder", science_privilege=number)
        assert texts_for("civ-builder", builder.options).caption(pointed, NAMES) == told


def test_a_card_that_may_not_be_known_is_a_leader():
    passed = {"event": "passed", "seat": 1, "receiver": 2, "card": None}
    assert texts_for("5x").caption(passed, NAMES) == "Bo passes Cy a leader"


@pytest.mark.parametrize(
    "event, caption",
    [
        ({"event": "round", "round": 2, "token": 1}, "Age 2: Bo breaks ties in trade"),
        ({"event": "round", "round": 2, "token": 0}, "Age 2: you break ties in trade"),
        ({"event": "laid", "seat": 0, "left": "TD", "right": "Jk"}, "You offer 10♦ and Joker"),
        ({"event": "offered", "seat": 4, "given": "7S", "wanted": "4S"}, "Eva offers 7♠ for 4♠"),
        ({"event": "offered_both", "seat": 4, "target": 0}, "Eva offers you both cards for both"),
        ({"event": "gave", "seat": 4, "receiver": 0, "card": "7S"}, "Eva gives you 7♠"),
        ({"event": "stole", "seat": 0, "target": 1, "card": "KD"}, "You steal K♦ from Bo"),
        ({"event": "stole", "seat": 4, "target": 1, "card": None}, "Eva steals a card from Bo"),
        (
            {"event": "void", "seat": 1, "target": 0, "reason": 2},
            "Bo's attack on you fails: the two attack each other",
        ),
        ({"event": "hit", "seat": 0, "target": 1}, "Your attack on Bo succeeds"),
        (
            {"event": "missed", "seat": 0, "given": "7S", "wanted": "4S"},
            "Your swap fails because another swap took one of its cards first: 7♠ for 4♠",
        ),
        (
            {"event": "unanswered", "seat": 1, "target": 0},
            "Bo's offers to you lapse: you have finished trading",
        ),
        (
            {"event": "trade_over", "cause": 1},
            "Trading ends early: nothing was swapped, and nobody changed an offer",
        ),
        (
            {"event": "exchanged", "seat": 1, "card": None, "replaced": None},
            "Bo swaps a built card",
        ),
        (
            {"event": "exchanged", "seat": 0, "card": "9H", "replaced": "3C"},
            "You swap the built 3♣ for 9♥",
        ),
        (
            {"event": "ranked", "seat": 0, "hand": "full_house", "place": 1},
            "You: full house, place 1",
        ),
    ],
)
def test_captions_of_5_ages_say_you_and_others_as_people_do(event, caption):
    assert texts_for("5-ages").caption(event, NAMES) == caption


@pytest.mark.parametrize(
    "event, caption",
    [
        ({"event": "drew", "seat": 1, "card": None}, "Bo draws a card"),
        ({"event": "drew", "seat": 0, "card": "Cul"}, "You draw Culture"),
        ({"event": "round", "round": 5, "stakes": 2}, "Round 5: each lead is worth 2 VP"),
        ({"event": "ordered", "seat": 0, "place": 2}, "You act second"),
        ({"event": "gave", "seat": 1, "receiver": 0, "card": "Lea"}, "Bo gives you Leader"),
        ({"event": "gave", "seat": 1, "receiver": 2, "card": None}, "Bo gives Cy a card"),
        ({"event": "declined", "seat": 1, "target": 0}, "Bo declines your offer"),
        ({"event": "nobody_willing", "seat": 0}, "Nobody accepts your offer"),
        ({"event": "chose_nobody", "seat": 1}, "Bo chooses none of those who accept"),
        (
            {"event": "melded", "seat": 0, "attribute": "Sci", "size": 3},
            "You meld Science: 3 cards",
        ),
        ({"event": "wild", "seat": 0, "kind": "Lea", "amount": 1}, "Leaders among them: 1"),
        ({"event": "stopped", "seat": 1, "melds": 0}, "Bo ends the turn without a meld"),
        ({"event": "stopped", "seat": 0, "melds": 3}, "You end your turn after meld 3"),
        (
            {"event": "robbed", "seat": 2, "target": 0, "attribute": "Gov"},
            "Cy takes a point in Government from you",
        ),
        (
            {"event": "lost", "seat": 0, "target": 1, "card": "Equ"},
            "Bo loses Equestrian to your raid",
        ),
        (
            {"event": "lost", "seat": 1, "target": 0, "card": "Equ"},
            "You lose Equestrian to Bo's raid",
        ),
        (
            {"event": "stole", "seat": 1, "target": 2, "card": None},
            "Bo takes a card from Cy at random",
        ),
        ({"event": "picked", "seat": 1, "civ": "middle-east"}, "Bo plays the Middle East"),
        (
            {"event": "ran_out", "seat": 0, "cards": 2},
            "No card is left to draw: you draw 2 cards fewer",
        ),
        ({"event": "ended", "why": 1}, "Trading is over: nobody makes an offer in this pass"),
        (
            {"event": "found_nothing", "seat": 0, "target": 1, "attribute": "Rel"},
            "Religion: Bo has nothing to take",
        ),
        (
            {"event": "plundered", "seat": 0, "target": 1, "points": 0},
            "You take no VP from Bo",
        ),
        ({"event": "left_all", "seat": 1, "target": 0}, "Bo takes none of your cards"),
        (
            {"event": "waived", "seat": 0, "attribute": "Equ"},
            "You skip the privilege of Equestrian",
        ),
        (
            {"event": "dumped", "seat": 0, "cards": 1, "points": 3},
            "You discard your hand of 1 card for 3 VP",
        ),
    ],
)
def test_captions_of_civ_builder_say_you_and_others_as_people_do(event, caption):
    assert texts_for("civ-builder").caption(event, NAMES) == caption


@pytest.mark.parametrize(
    "event, caption",
    [
        ({"event": "dealt", "seat": 1, "card": None}, "Bo is dealt a card"),
        ({"event": "founded", "seat": 0, "plot": 2}, "You settle plot 2"),
        ({"event": "turn", "seat": 0}, "Your turn"),
        ({"event": "turn", "seat": 1}, "Bo's turn"),
        ({"event": "collected", "seat": 0, "amount": 7, "kind": "F"}, "You collect: food +7"),
        ({"event": "collected", "seat": 1, "amount": 1, "kind": "H"}, "Bo collects: hammers +1"),
        ({"event": "banked", "seat": 0, "amount": 3, "kind": "C"}, "You to the bank: coins −3"),
        ({"event": "exchanged", "seat": 0, "kind": "F"}, "You from the bank: food +1"),
        (
            {"event": "populated", "seat": 1, "plot": 3, "price": 8},
            "Bo adds population on plot 3 for 8 food",
        ),
        ({"event": "claimed", "seat": 0, "card": "Forest", "price": 15}, "You claim Forest for 15"),
        (
            {"event": "bought", "seat": 1, "card": "Mining", "price": 9},
            "Bo buys Mining for 9 coins",
        ),
        (
            {"event": "built", "seat": 0, "card": "City Walls", "plot": 1},
            "You build City Walls on plot 1",
        ),
        ({"event": "paid", "seat": 0, "price": 5}, "You pay for it: hammers −5"),
        (
            {"event": "stole_card", "seat": 1, "target": 0, "card": "Forge"},
            "Bo takes Forge from your hand",
        ),
        (
            {"event": "stole_card", "seat": 0, "target": 1, "card": "Forge"},
            "You take Forge from Bo's hand",
        ),
        (
            {"event": "stole_card", "seat": 1, "target": 2, "card": None},
            "Bo takes a card from Cy's hand",
        ),
        ({"event": "stole", "seat": 0, "target": 1, "kind": "H"}, "You take 1 of Bo's hammers"),
        ({"event": "stole", "seat": 1, "target": 0, "kind": "F"}, "Bo takes 1 of your food"),
        ({"event": "highest_culture", "seat": 0}, "You have Highest Culture"),
        ({"event": "happiness_lost", "seat": 1}, "Bo no longer has Highest Happiness"),
        (
            {"event": "attacked", "seat": 1, "target": 0, "card": "Chariot"},
            "Bo attacks you with Chariot",
        ),
        (
            {"event": "repelled", "seat": 0, "target": 1, "card": "Axemen"},
            "Your walls send Axemen back to Bo",
        ),
        (
            {"event": "repelled", "seat": 1, "target": 0, "card": "Axemen"},
            "Bo's walls send Axemen back to you",
        ),
        (
            {"event": "blocked", "seat": 0, "card": "Spearmen", "attacker": "Chariot"},
            "You block Chariot with Spearmen",
        ),
        ({"event": "unblocked", "seat": 1, "attacker": "Chariot"}, "Bo lets Chariot through"),
        (
            {"event": "robbed", "seat": 1, "target": 0, "plot": 2},
            "Bo takes a population from your plot 2",
        ),
        (
            {"event": "razed", "seat": 0, "card": "Forge", "plot": 4},
            "You lose Forge on plot 4: back to hand",
        ),
        ({"event": "last_tech", "seat": 2}, "Cy buys the last technology"),
    ],
)
def test_captions_of_the_card_game_say_you_and_others_as_people_do(event, caption):
    assert texts_for("civ-card-game").caption(event, NAMES) == caption


@pytest.mark.parametrize(
    "move, label",
    [
        ("bank F H", "Trade food for a hammer at the bank"),
        ("bank FFC H", "Trade FFC for a hammer at the bank"),
        ("use B Code of Laws", "Use Code of Laws against seat 2"),
        ("raze 2 City Walls", "Lose City Walls on plot 2"),
        ("rob C", "Take coins"),
        ("food 5", "5 food"),
    ],
)
def test_moves_of_the_card_game_say_what_they_do(move, label):
    game = microciv.open_game("civ-card-game")
    assert texts_for("civ-card-game").move(plain_move(game.moves.parse(move))) == label


def test_every_source_stage_and_resource_of_the_card_game_has_words():
    texts = texts_for("civ-card-game")
    game = microciv.open_game("civ-card-game")
    seen = microciv.Match(game, 1).observe(0)
    assert set(table(texts, "sources")) == set(game.sources(seen)[0])
    for kind in LETTERS:
        for part in ("kind", "one", "given", "wanted"):
            assert texts.value(part, kind)
    for stage in STAGES:
        assert texts.value("stage", stage)
        assert texts.look("phases", "turn", stage).endswith("?")


@pytest.mark.parametrize("row", PRINTED, ids=[row.name for row in PRINTED])
def test_every_card_of_the_card_game_says_what_its_data_say(row):
    """So no number in the words can differ from the number in the table."""
    for name in LANGUAGES:
        with speaking(name):
            told = texts_for("civ-card-game")
        assert told.effect(row.name) == effect_words(told, plain_row(row))
        assert told.look("cards", row.name, "short") == short_words(told, plain_row(row))
    texts = texts_for("civ-card-game")
    assert texts.look("cards", row.name, "source") == row.source
    clause = "CC-16" if row.type == "plot" else f"CC-{row.id}"
    assert texts.look("cards", row.name, "clause") == clause
    assert texts.card(row.name) == row.name


def plain_row(row: Row) -> dict[str, object]:
    data = plain(row)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("style", ["full", "short"])
def test_every_effect_of_the_vocabulary_has_words(style):
    """And what a patched card does reads right too."""
    texts = texts_for("civ-card-game")
    say = effect_words if style == "full" else short_words
    for form in FORMS:
        for word in form.words or [""]:
            for number in {form.low, form.high}:
                effect = [form.name, *([word] if word else []), *([number] if form.high else [])]
                row = {"type": form.on[0], column_of(form): [effect], "attacks": True}
                said = say(texts, row)
                assert len(said) > len("–.")
                assert not re.search(r"[{}_]", said)
                numbers = set(re.findall(r"\d+", said))
                doubled = {"2"} if form.name == "double_base" else set()
                assert numbers <= {str(number), "1"} | doubled


@pytest.mark.parametrize(
    "row, full, short",
    [
        (
            {"type": "building", "effects": [["draw", 1], ["income", "H", 1]]},
            "Draw a card at once. 1 more hammer in each Collect.",
            "once draw 1; +1 hammer a turn",
        ),
        ({"type": "wonder", "effects": []}, "No effect of its own.", "–"),
        (
            {"type": "unit", "attacks": True, "damage": [], "blocks": ["Archers"]},
            "Attacks, but does no damage. Blocks Archers.",
            "attacks; blocks Archers",
        ),
        (
            {"type": "unit", "attacks": True, "damage": [["destroy_building", 2]], "breach": 2},
            "Attacks: breaches 2 walls and destroys 2 buildings. Blocks nothing.",
            "attacks: breaches 2 walls, destroys 2 buildings",
        ),
        (
            {"type": "plot", "F": 1, "H": 2, "C": 1},
            "Yields 1 food, 2 hammers and 1 coin.",
            "1 food, 2 hammers, 1 coin",
        ),
        ({"type": "goods", "F": 0, "H": 0, "C": 1}, "Gives 1 coin when played.", "1 coin"),
        (
            {"type": "tech", "effects": [["steal_resources", 1], ["steal_card", 2]]},
            (
                "Once, in one of your turns, take a resource from an opponent."
                " Once, in one of your turns, take 2 random cards from one opponent."
            ),
            "steal a resource; steal 2 cards",
        ),
    ],
)
def test_a_card_that_a_table_has_changed_reads_right(row, full, short):
    texts = texts_for("civ-card-game")
    assert effect_words(texts, row) == full
    assert short_words(texts, row) == short


def test_a_changed_card_is_explained_by_its_data_others_by_their_words():
    patched = microciv.open_game(
        "civ-card-game", cards=[{"name": "Forge", "effects": []}]
    ).card_data()
    texts = texts_for("civ-card-game")
    assert effect_at(texts, patched, "Forge") == "No effect of its own."
    assert effect_at(texts, patched, "Granary") == texts.effect("Granary")
    assert effect_at(texts_for("5x"), microciv.open_game("5x").card_data(), "gandhi")


def test_every_kind_civilization_source_and_question_of_civ_builder_has_words():
    texts = texts_for("civ-builder")
    attributes = KINDS[:ATTRIBUTES]
    values = {
        *[f"attribute.{name}" for name in attributes],
        *[f"kind.{name}" for name in KINDS],
        *[f"civ.{civ}" for civ, _attribute in CIVILIZATIONS],
        *[f"place.{place}" for place in range(1, 11)],
        *[f"why.{reason}" for reason in (NO_OFFERS, ALL_PASSES, ALL_WAIT, NO_TICKS, NO_TRADERS)],
        "when.swap",
    }
    assert set(table(texts, "values")) == values
    assert set(table(texts, "sources")) == set(SOURCES)
    for civ, attribute in CIVILIZATIONS:
        assert texts.look("civs", civ, "attribute") == KINDS[attribute]
        assert texts.look("civs", civ, "title")
        assert texts.look("civs", civ, "blurb").endswith(".")
    for name in KINDS:
        assert 0 < len(texts.look("cards", name, "short")) <= 33
        assert len(texts.look("cards", name, "privilege")) <= 16
    for name in attributes:
        assert texts.look("phases", "act", name)
        assert texts.meant(texts.card(name)) == name.lower()
    for part in MADE_OF:
        assert texts.look("phases", "meld", part)


@pytest.mark.parametrize("name", ["civ-builder", "civ-card-game"])
def test_the_lines_that_help_shows_are_lines(name):
    game = microciv.open_game(name)
    phases = table(texts_for(name), "phases")
    of_notation = ("collect", "end")  # no moves themselves
    for words in phases.values():
        assert isinstance(words, dict)
        for line in [text for name, text in words.items() if name.startswith("line")]:
            verb, *rest = str(line).split()
            assert rest
            assert verb in of_notation or any(move.text.startswith(verb) for move in game.moves.all)


@pytest.mark.parametrize(
    "reason, parts, said",
    [
        ("wants", {"kind": "Sci"}, "I am after Science."),
        ("too_dear", {}, "That is too expensive for me."),
        ("needs_it", {"kind": "Lea"}, "I need my Leaders myself."),
        ("no_use", {"kind": "Dis"}, "I have no use for Disasters."),
        ("fair", {}, "A fair exchange."),
        ("attacks_leader", {"target": 0}, "You are too far ahead."),
        ("attacks_leader", {"target": 1}, "Bo is too far ahead."),
        ("keeps_lead", {"attribute": "Cul"}, "I want to stay top in Culture."),
        ("specialist", {"attribute": "Agr"}, "Agriculture is what I am good at."),
        ("thief", {"target": 2}, "Cy has something that I like."),
        ("trader", {}, "I trade with everybody."),
    ],
)
def test_bots_of_civ_builder_say_why(reason, parts, said):
    assert texts_for("civ-builder").said(reason, parts, NAMES) == said


def test_every_reason_hand_rank_suit_and_side_has_words():
    texts = texts_for("5-ages")
    values = {
        *[f"reason.{reason}" for reason in range(1, 8)],
        *[f"{part}.{hand}" for part in ("hand", "least") for hand in HANDS],
        *[f"{part}.{rank}" for part in ("rank", "ranks") for rank in RANKS],
        *[f"suit.{suit}" for suit in SUITS],
        *["side.W", "side.E", "side.both", "rank.", "cause.1", "cause.2", "when.asked"],
    }
    assert set(table(texts, "values")) == values
    assert set(table(texts, "made")) == {"nothing", *HANDS}


@pytest.mark.parametrize("name", microciv.catalogue())
def test_every_condition_of_an_order_has_words(name: str):
    terms = microciv.open_game(name).order_terms()
    texts = texts_for(name)
    values = table(texts, "values") if "values" in texts.data else {}
    told = {word for word in values if word.startswith("when.")}
    assert {f"when.{when}" for known in terms.values() for when in known} == told


@pytest.mark.parametrize(
    "hand, ranks, words",
    [
        ("pair", "KQ2", "pair of kings"),
        ("flush", "AKT92", "ace-high flush"),
        ("full_house", "K4", "full house, kings over fours"),
        ("three_of_a_kind", "7A2", "three of a kind, sevens"),
        ("straight", "9", "straight to the nine"),
        ("high_card", "A", "high card ace"),
        ("two_pair", "A6", "two pair, aces and sixes"),
        ("high_card", "", "nothing but blanks"),
    ],
)
def test_hands_are_called_as_people_call_them(hand, ranks, words):
    assert hand_words(texts_for("5-ages"), hand, list(ranks)) == words


def test_why_a_hand_beats_another_is_said_by_what_differs():
    texts = texts_for("5-ages")
    hands = [
        {"hand": "flush", "ranks": list("AKT92")},
        {"hand": "flush", "ranks": list("KT932")},
        {"hand": "pair", "ranks": list("KQ2")},
        {"hand": "pair", "ranks": list("K9")},
    ]

    def why(seat, other, by, ranks=""):
        beat = {"seat": seat, "other": other, "by": by, "ranks": list(ranks) or [""]}
        return beat_words(texts, beat, hands)

    assert why(0, 1, "rank", "AK") == "ace-high flush beats king-high flush"
    assert why(1, 2, "hand") == "king-high flush beats pair of kings"
    assert why(2, 3, "rank", "Q9") == "both: pair of kings; the queen beats the nine"
    assert why(2, 2, "nothing") == "both: pair of kings; equal hands tie"
    assert why(2, 2, "left_over").endswith("; the better cards left in hand decide")


def test_an_aim_says_how_far_it_is():
    aim = {"hand": "flush", "of": "S", "in_hand": ["AS"], "have": 2, "wanted": 5}
    assert aim_words(texts_for("5-ages"), aim) == "flush in spades: 2 of 5 with A♠"
    aim |= {"hand": "three_of_a_kind", "of": "K", "in_hand": [], "wanted": 3}
    assert aim_words(texts_for("5-ages"), aim) == "three kings: 2 of 3"


def test_what_people_type_is_understood_as_they_mean_it():
    meant = texts_for("5-ages").meant
    assert meant(" Offer 10S for LEFT:4s ") == "offer ts for w:4s"
    assert texts_for("5x").meant("Bid  10") == "bid 10"


def test_the_page_reads_the_same_parts_as_seats():
    source = (ROOT / "web" / "src" / "match" / "captions.ts").read_text(encoding="utf-8")
    listed = source.partition("const SEATS = new Set(")[2].partition(");")[0]
    assert set(re.findall(r"'(\w+)'", listed)) == set(SEATS)


@pytest.mark.parametrize("name", WORDED)
def test_what_parts_are_cards_is_each_games_own(name):
    """No game says of a part that it is a card which none of its events and moves has."""
    game = microciv.open_game(name)
    known = {part for kind in game.events for part in kind.parts}
    known |= {part for move in game.moves.all for part in move.parts()}
    assert set(texts_for(name).names("parts", "cards")) <= known
    assert texts_for(name).is_card("attacker") == (name == "civ-card-game")


def test_a_game_without_words_is_called_by_its_bare_names():
    texts = texts_for("no-such-game")
    event = {"event": "turned_up", "seat": 1, "prize": 4}
    assert texts.caption(event, NAMES) == "Bo: turned up prize 4"
    assert texts.caption({"event": "prize", "value": 4}, NAMES) == "Prize value 4"
    assert texts.phase("sealed_bid") == "Sealed bid"
    assert texts.card("big_one") == "big one"
    assert texts.move({"text": "keep 2", "verb": "keep"}) == "keep 2"
    assert texts.sections == ()


def test_sections_are_found_by_the_beginning_of_their_name():
    texts = texts_for("5x")
    found = texts.section("lead")
    assert found is not None
    assert found.name == "leaders"
    assert texts.section("nowhere") is None


def test_all_words_are_plain_data():
    plain = texts_for("5x").plain()
    assert plain["name"] == "5x"
    assert plain["rules"]
    assert table(texts_for("5x"), "labels")["you"] == "You"


@pytest.mark.parametrize(
    "score, unit, text",
    [
        (9, 2, "4½"),
        (1, 2, "½"),
        (0, 2, "0"),
        (8, 2, "4"),
        (7, 1, "7"),
        (-3, 2, "−1½"),
        (7, 5, "1.4"),
    ],
)
def test_points_are_written_as_people_write_them(score, unit, text):
    assert points_text(score, unit) == text


@pytest.mark.parametrize("name", WORDED)
def test_all_that_is_said_at_a_table_has_words_and_choices(name):
    texts = texts_for(name)
    phrases = list(table(texts, "talk"))
    assert {"hello", "good_game"} <= set(phrases)
    assert not set(phrases) & set(texts.entries("reasons"))
    for phrase in phrases:
        parts = texts.parts_of_talk(phrase)
        choices = {part: texts.choices_of(part, 3)[-1] for part in parts}
        assert all(part in texts.entries("gaps") for part in parts)
        said = texts.said(phrase, choices, NAMES)
        assert not re.search(r"[{}?]", said)
        assert said[0].isupper()
    assert "" == texts.said("shout", {}, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WORDED)
def test_somebody_who_is_called_like_the_reader_is_not_the_reader(name, language):
    """Every caption about a seat: what is said of "You" there is said as of anybody else."""
    with speaking(language):
        texts = texts_for(name)
        you = texts.label("you")
        for kind in microciv.open_game(name).events:
            if "seat" in kind.parts:
                event = {"event": kind.name, **dict.fromkeys(kind.parts, 1), "seat": 0}
                told = texts.caption(event, [you, "Bo"])
                assert told == texts.caption(event, ["Ann", "Bo"]).replace("Ann", you)


@pytest.mark.parametrize("module", ["whole", "split.rules"])
def test_the_words_of_a_package_lie_beside_the_module_of_its_game(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Beside its `__init__.py`, too, if that is the module."""
    name = module.partition(".")[0]
    folder = tmp_path / name
    folder.mkdir()
    for file in ("__init__.py", "rules.py"):
        (folder / file).write_text("", encoding="utf-8")
    words, rules = folder / f"{name}.en.toml", folder / f"{name}.rules.en.toml"
    words.write_text('[moves]\nbid = "I bid"', encoding="utf-8")
    rules.write_text("sections = [", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    about = replace(microciv.about("goofspiel"), name=name, game=f"{module}:Game")
    monkeypatch.setitem(catalogue(), name, about)
    with pytest.raises(BadWords, match=rf"{name}\.rules\.en\.toml: Invalid value"):
        texts_for(name)
    text = '[[sections]]\nname = "aim"\ntitle = "Aim"\ntext = "Win {#prizes}."'
    rules.write_text(text, encoding="utf-8")
    with pytest.raises(BadWords, match="no such number of the rule sheet; there are none"):
        texts_for(name)
    rules.write_text("", encoding="utf-8")
    assert "I bid" == texts_for(name).look("moves", "bid")


@pytest.mark.parametrize("name", catalogue())
def test_words_name_nothing_that_a_game_does_not_have(name: str):
    game = microciv.open_game(name)
    assert not problems_of_words(game)
    assert not list(numbered_seats(game))
