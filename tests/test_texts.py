"""Every game's words: what can be seen has a name, and no name is left over."""

import re
from itertools import chain

import pytest

import microciv
from microciv.core.codec import plain_move
from microciv.core.options import describe
from microciv.texts import Texts, points_text, texts_for, wonder_names
from microciv.texts.words import PART

WORDED = ["5x"]
NAMES = ["You", "Bo", "Cy", "Di", "Eva", "Fay"]


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
        assert {match.group(1) for match in PART.finditer(template)} <= set(kind.parts)
        assert "{" not in PART.sub("", template)


@pytest.mark.parametrize("name", WORDED)
def test_every_event_stands_on_one_step_of_the_ladder(name):
    game = microciv.open_game(name)
    texts = texts_for(name)
    listed = list(chain(*[texts.names("steps", step, "events") for step in table(texts, "steps")]))
    assert sorted(listed) == sorted([kind.name for kind in game.events])


@pytest.mark.parametrize("name", WORDED)
def test_every_card_of_a_move_has_title_effect_and_clause(name):
    game = microciv.open_game(name)
    cards = {str(move.parts()["card"]) for move in game.moves.all if "card" in move.parts()}
    texts = texts_for(name)
    assert set(texts.cards()) == cards
    for card in cards:
        assert texts.look("cards", card, "title")
        assert texts.look("cards", card, "action") in cards
        assert texts.effect(card).endswith(".")
        assert len(texts.effect(card)) <= 110
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
        label = texts_for(name).move(parts, wonder_names(game.options))
        assert "{" not in label
        assert "?" not in label


@pytest.mark.parametrize("name", WORDED)
def test_every_option_choice_and_variant_has_a_title(name):
    about = microciv.about(name)
    texts = texts_for(name)
    for option in describe(about.options):
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


def test_captions_read_well_for_the_reader_and_for_others():
    texts = texts_for("5x")
    hit = {"event": "hit", "seat": 1, "target": 0, "supply": 0}
    assert texts.caption(hit, NAMES) == "Bo +1 from you"
    hit = {"event": "hit", "seat": 0, "target": 1, "supply": 1}
    assert texts.caption(hit, NAMES) == "You +1 from Bo, paid by the supply"
    won = {"event": "won", "seat": 2, "wonder": "C", "amount": 2}
    says = "Cy −2: the highest unique bid builds the Colosseum (C)"
    assert texts.caption(won, NAMES, {"C": "the Colosseum"}) == says
    scored = {"event": "scored", "seat": 0, "halves": 9, "place": 1}
    assert texts.caption(scored, NAMES) == "You: 4½ VP, place 1"


def test_a_card_that_may_not_be_known_is_a_leader():
    passed = {"event": "passed", "seat": 1, "receiver": 2, "card": None}
    assert texts_for("5x").caption(passed, NAMES) == "Bo to Cy: a leader"


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
