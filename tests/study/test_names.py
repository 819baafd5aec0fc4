"""A study's answer has the names that players use, and a program's the raw ones."""

from __future__ import annotations

import pytest

from microciv.games import brought, catalogue, open_game
from microciv.measures import MEASURES, Measure, heading_of, measure_of
from microciv.names import Names
from microciv.speech import LANGUAGES, speaking
from microciv.texts import study_words

GAMES = [name for name in catalogue() if not brought(name)]
WONDER = {"letter": "F", "points": 5}


@pytest.mark.parametrize(
    "game, subject, title",
    [
        ("5x", ("wins", "3"), "Seat 3 wins"),
        ("5x", ("wins", "easy:never-attacks"), "Easy (never attacks) wins"),
        ("5x", ("with", "won", "F"), "Wins after winning the bid for the Eiffel Tower (F)"),
        ("5x", ("above", "revealed", "qin"), "Points above the others after playing Qin Shi Huang"),
        ("5x", ("times", "hit", ""), "Times a match, exterminating"),
        ("5x", ("length", "rounds"), "Rounds"),
        ("5-ages", ("with", "ranked", "full_house"), "Wins after making full house"),
        ("5-ages", ("with", "exchanged", "TH"), "Wins after swapping in 10♥"),
        ("5-ages", ("gains", "cards swapped", "done"), "Part of cards swapped done by winners"),
        ("civ-builder", ("with", "led", "Agr"), "Wins after leading in Agriculture"),
        ("civ-builder", ("with", "wild", "Lea"), "Wins after using as wild cards Leaders"),
        ("civ-builder", ("sources", "dumps"), "Points from Hands"),
        ("civ-card-game", ("with", "collected", "F"), "Wins after collecting food"),
        ("civ-card-game", ("sources", "techs"), "Points from Technologies"),
        ("goofspiel", ("with", "won_prize", "9"), "Wins after “won prize” 9"),
    ],
)
def test_a_number_is_called_what_players_call_it(game: str, subject: tuple[str, ...], title: str):
    assert title == Names(open_game(game, {})).title(subject)
    assert subject[0] == measure_of(subject).kind


@pytest.mark.parametrize(
    "name, game, subject, title",
    [
        ("de", "5x", ("wins", "3"), "Platz 3 gewinnt"),
        ("de", "5x", ("wins", "easy:never-attacks"), "Leicht (greift nie an) gewinnt"),
        ("de", "5x", ("with", "won", "F"), "Siege nach dem Zuschlag für Eiffelturm (F)"),
        (
            "de",
            "5-ages",
            ("gains", "cards swapped", "done"),
            "Getauschte Karten, Anteil von Siegern",
        ),
        ("es", "5x", ("with", "revealed", "qin"), "Victorias tras jugar Qin Shi Huang"),
        ("es", "civ-card-game", ("sources", "techs"), "Puntos por Tecnologías"),
        ("es", "goofspiel", ("with", "won_prize", "9"), "Victorias tras «won prize» 9"),
    ],
)
def test_so_it_is_in_other_languages(name: str, game: str, subject: tuple[str, ...], title: str):
    with speaking(name):
        assert title == Names(open_game(game, {})).title(subject)


@pytest.mark.parametrize(
    "name, subject, mark",
    [
        ("en", ("with", "won", "F"), "After winning the bid for the Eiffel Tower (F)"),
        ("de", ("above", "won", "F"), "Nach dem Zuschlag für Eiffelturm (F)"),
        ("de", ("times", "hit", ""), "Wie oft es zu dem Plündern kommt"),
        ("es", ("with", "won", "F"), "Tras ganar la puja por la Torre Eiffel (F)"),
        ("en", ("wins", "3"), "Seat 3"),
        ("de", ("length", "rounds"), "Runden"),
    ],
)
def test_below_the_kind_a_number_needs_fewer_words(name: str, subject: tuple[str, ...], mark: str):
    with speaking(name):
        assert mark == Names(open_game("5x", {})).mark(subject)


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_several_numbers_may_follow_what_has_happened(game: str, name: str):
    """As in "Wins after building: …"."""
    with speaking(name):
        words = study_words(game).entries("after")
    assert words
    assert not [told for told in words.values() if str(told).endswith(":")]


@pytest.mark.parametrize("name", ["en", "de", "es"])
@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_has_its_words(measure: Measure, name: str):
    what = {"": ("attacks", "done")}.get(measure.what, (measure.what,))
    with speaking(name):
        title = Names(open_game("5x", {})).title((measure.kind, *what))
        assert measure.definition.endswith(".")
        assert heading_of(measure.kind)
    assert len(title) > 2
    assert "{" not in title


@pytest.mark.parametrize(
    "game, options, told",
    [
        ("5x", {}, "as the rules have it"),
        ("5x", {"wonder_f": 5}, "Points of the Eiffel Tower (F): 5 instead of 4"),
        ("5x", {"wonder_table": [WONDER]}, "The Eiffel Tower (F): points 5"),
        ("5x", {"leaders": False, "rounds": 7}, "Great Leaders: off instead of on"),
        (
            "civ-card-game",
            {"card_set": {"rows": [{"name": "Granary", "cost": 6}] * 8}},
            "Granary: cost 6, " * 6 + "2 more cards",
        ),
    ],
)
def test_a_change_is_told_in_words(game: str, options: dict[str, object], told: str):
    assert told in Names(open_game(game, {})).change(options)


def test_a_change_is_told_in_other_languages():
    with speaking("de"):
        names = Names(open_game("5x", {}))
        assert "Punkte des Eiffelturms (F): 5 statt 4" == names.change({"wonder_f": 5})
        assert "Eiffelturm (F): Punkte 5" == names.change({"wonder_table": [WONDER]})
        assert names.change({}) == "wie in den Regeln"
        assert "4 Plätze, leicht, Zufall" == names.table(4, ("easy", "random", "easy", "random"))
