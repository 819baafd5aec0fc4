"""Every game's words: what can be seen has a name, and no name is left over."""

import re
from itertools import chain
from pathlib import Path

import pytest

import microciv
from microciv.core.codec import plain_move
from microciv.core.events import CARD_PARTS
from microciv.core.options import describe
from microciv.games.civ_builder.cards import ATTRIBUTES, CIVILIZATIONS
from microciv.games.civ_builder.cards import NAMES as KINDS
from microciv.games.civ_builder.moves import MADE_OF
from microciv.games.civ_builder.sources import SOURCES
from microciv.games.five_ages.cards import RANKS, SUITS
from microciv.games.five_ages.poker import HANDS
from microciv.texts import (
    Texts,
    aim_words,
    beat_words,
    hand_words,
    points_text,
    texts_for,
)
from microciv.texts.words import PART, SEATS

WORDED = ["5x", "5-ages", "civ-builder"]
ROOT = Path(__file__).resolve().parent.parent
NAMED_PART = re.compile(r"\{(\w+)")
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
        assert set(NAMED_PART.findall(template)) <= set(kind.parts)
        assert "{" not in PART.sub("", template)


@pytest.mark.parametrize("name", WORDED)
def test_every_event_stands_on_one_step_of_the_ladder(name):
    game = microciv.open_game(name)
    texts = texts_for(name)
    listed = list(chain(*[texts.names("steps", step, "events") for step in table(texts, "steps")]))
    assert sorted(listed) == sorted([kind.name for kind in game.events])


@pytest.mark.parametrize("name", WORDED)
def test_every_card_of_a_move_has_a_title(name):
    game = microciv.open_game(name)
    parts = [move.parts() for move in game.moves.all]
    cards = {str(part[of]) for part in parts for of in CARD_PARTS if of in part}
    texts = texts_for(name)
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
    named = texts.named(microciv.open_game("5x").options)
    assert texts.caption(won, NAMES, named) == says
    assert texts.caption(won, NAMES) == "Cy −2: the highest unique bid builds Wonder C"
    scored = {"event": "scored", "seat": 0, "halves": 9, "place": 1}
    assert texts.caption(scored, NAMES) == "You: 4½ VP, place 1"


def test_a_card_that_may_not_be_known_is_a_leader():
    passed = {"event": "passed", "seat": 1, "receiver": 2, "card": None}
    assert texts_for("5x").caption(passed, NAMES) == "Bo to Cy: a leader"


@pytest.mark.parametrize(
    "event, caption",
    [
        ({"event": "round", "round": 2, "token": 1}, "Age 2: Bo breaks ties in trade"),
        ({"event": "round", "round": 2, "token": 0}, "Age 2: you break ties in trade"),
        ({"event": "laid", "seat": 0, "left": "TD", "right": "Jk"}, "You lay 10♦ and Joker"),
        ({"event": "offered", "seat": 4, "given": "7S", "wanted": "4S"}, "Eva offers 7♠ for 4♠"),
        ({"event": "offered_both", "seat": 4, "target": 0}, "Eva offers you both cards for both"),
        ({"event": "gave", "seat": 4, "receiver": 0, "card": "7S"}, "Eva gives you 7♠"),
        ({"event": "stole", "seat": 0, "target": 1, "card": "KD"}, "You steal K♦ from Bo"),
        ({"event": "stole", "seat": 4, "target": 1, "card": None}, "Eva steals a card from Bo"),
        (
            {"event": "void", "seat": 1, "target": 0, "reason": 2},
            "Bo's attack on you fails: each attacks the other",
        ),
        ({"event": "hit", "seat": 0, "target": 1}, "Your attack on Bo succeeds"),
        (
            {"event": "exchanged", "seat": 1, "card": None, "replaced": None},
            "Bo exchanges a card",
        ),
        (
            {"event": "exchanged", "seat": 0, "card": "9H", "replaced": "3C"},
            "You exchange 3♣ for 9♥",
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
        ({"event": "nobody_willing", "seat": 0}, "Your offer to all comes to nothing"),
        (
            {"event": "melded", "seat": 0, "attribute": "Sci", "size": 3},
            "You meld Science: +3, and +3 VP",
        ),
        ({"event": "wild", "seat": 0, "kind": "Lea", "amount": 1}, "Leaders among them: 1"),
        ({"event": "stopped", "seat": 1, "melds": 0}, "Bo stops without a meld"),
        ({"event": "stopped", "seat": 0, "melds": 3}, "You stop after meld 3"),
        (
            {"event": "robbed", "seat": 2, "target": 0, "attribute": "Gov"},
            "Cy takes 1 Government from you",
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
            {"event": "dumped", "seat": 0, "cards": 1, "points": 3},
            "You discard the whole hand of 1 for 3 VP",
        ),
    ],
)
def test_captions_of_civ_builder_say_you_and_others_as_people_do(event, caption):
    assert texts_for("civ-builder").caption(event, NAMES) == caption


def test_every_kind_civilization_source_and_question_of_civ_builder_has_words():
    texts = texts_for("civ-builder")
    attributes = KINDS[:ATTRIBUTES]
    values = {
        *[f"attribute.{name}" for name in attributes],
        *[f"kind.{name}" for name in KINDS],
        *[f"civ.{civ}" for civ, _attribute in CIVILIZATIONS],
        *[f"place.{place}" for place in range(1, 11)],
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


def test_the_lines_that_help_shows_are_lines():
    game = microciv.open_game("civ-builder")
    phases = table(texts_for("civ-builder"), "phases")
    for words in phases.values():
        assert isinstance(words, dict)
        for line in [text for name, text in words.items() if name.startswith("line")]:
            verb, *rest = str(line).split()
            assert rest
            assert any(move.text.startswith(verb) for move in game.moves.all)


@pytest.mark.parametrize(
    "reason, parts, said",
    [
        ("wants", {"kind": "Sci"}, "I am after Science."),
        ("too_dear", {}, "That is too dear for me."),
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
        *[f"hand.{hand}" for hand in HANDS],
        *[f"{part}.{rank}" for part in ("rank", "ranks") for rank in RANKS],
        *[f"suit.{suit}" for suit in SUITS],
        *["side.W", "side.E", "side.both", "rank."],
    }
    assert set(table(texts, "values")) == values
    assert set(table(texts, "made")) == {"nothing", *HANDS}


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
    assert why(2, 2, "nothing") == "both: pair of kings; equal hands share the place"
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


def test_the_page_reads_the_same_parts_as_cards_and_seats():
    source = (ROOT / "web" / "src" / "match" / "captions.ts").read_text(encoding="utf-8")
    for name, parts in (("CARDS", set(CARD_PARTS)), ("SEATS", set(SEATS))):
        listed = source.partition(f"const {name} = new Set(")[2].partition(");")[0]
        assert set(re.findall(r"'(\w+)'", listed)) == parts


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
    assert not set(phrases) & set(texts.table("reasons"))
    for phrase in phrases:
        parts = texts.parts_of_talk(phrase)
        choices = {part: texts.choices_of(part, 3)[-1] for part in parts}
        assert all(part in texts.table("gaps") for part in parts)
        said = texts.said(phrase, choices, NAMES)
        assert not re.search(r"[{}?]", said)
        assert said[0].isupper()
    assert "" == texts.said("shout", {}, NAMES)
