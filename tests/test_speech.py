"""Languages: what the code says has its words in every catalogue, and nothing else has."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from microciv import Match, open_game
from microciv.core.codec import read_record
from microciv.core.errors import BadPosition, BadRecord, MicrocivError
from microciv.core.lists import all_of, in_turn, one_of
from microciv.core.options import describe
from microciv.files import read_position
from microciv.games import brought, catalogue, restrictions
from microciv.games.five_x.cards import WONDERS
from microciv.games.five_x.options import read_wonders
from microciv.speech import LANGUAGES, known, language, number, speaking, t, tn
from microciv.speech import catalogue as said_in
from microciv.texts import lesson_words, study_words, texts_for

ROOT = Path(__file__).parent.parent
OTHERS = [name for name in LANGUAGES if name != "en"]
GAMES = [name for name in catalogue() if not brought(name)]
HOLE = re.compile(r"\{#?(\w+)")
SAID = re.compile(r"[^\W\d_]{2}")
CODES = {"ladder", "level", "letters", "named", "parts", "typed", "units"}
"""Tables of a file that are not for people; of others, what is not."""
LEFT = {
    "about": {"section"},
    "cards": {"action", "clause", "source"},
    "notes": {"at", "clause", "id", "move"},
    "phases": {"section"},
    "sections": {"name"},
}


@cache
def sentences() -> Mapping[str, tuple[str, Path]]:
    """What the code says by `t` and `tn`, by its key: its other form, if any, and where."""
    found: dict[str, tuple[str, Path]] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in {"t", "tn"} or path.parent.name == "speech":
                continue
            told = node.args[1:3] if node.func.id == "tn" else node.args[:1]
            words = [one.value for one in told if isinstance(one, ast.Constant)]
            assert len(words) == len(told), f"{path}:{node.lineno}: expected plain strings"
            found[str(words[-1])] = (str(words[0]) if len(words) > 1 else "", path)
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_all_that_the_program_says_has_its_words_in_every_language(name: str):
    words = said_in(name)
    wrong = [f"unused: {key}" for key in words if key not in sentences()]
    for key, (one, path) in sentences().items():
        told = words.get(key)
        if told is None:
            wrong.append(f"missing: {key} ({path.relative_to(ROOT)})")
        elif bool(one) != isinstance(told, dict):
            wrong.append(f"one form or two: {key}")
        else:
            forms = told.values() if isinstance(told, dict) else [told]
            if isinstance(told, dict) and {*told} != {"one", "other"}:
                wrong.append(f"expected one and other: {key}")
            holes = {*HOLE.findall(key)}
            wrong += [
                f"other holes: {key}"
                for form in forms
                if {*HOLE.findall(form)} - {"n"} != holes - {"n"}
            ]
    assert not wrong, "\n".join(wrong)


def leaves(words: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(words, dict):
        for key, value in words.items():
            yield from leaves(value, (*path, str(key)))
    elif isinstance(words, list):
        for at, row in enumerate(words):
            known_by = str(row.get("id") or row.get("name")) if isinstance(row, dict) else str(at)
            yield from leaves(row, (*path, known_by))
    elif isinstance(words, str):
        yield path, words


def for_people(path: tuple[str, ...], words: str) -> bool:
    """Is this text of a file one that people read?"""
    top, last = path[0], path[-1]
    if top in CODES or last in LEFT.get(top, ()) or "when" in path or "events" in path[2:]:
        return False
    return bool(SAID.search(re.sub(r"\{#?\w+\}", "", words)))


def texts(file: str, name: str) -> dict[tuple[str, ...], str]:
    path = ROOT / "src" / "microciv" / "texts" / f"{file}.{name}.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    if file.endswith(".lesson"):
        words = {"notes": words["notes"]}
    return dict(leaves(words))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "file",
    [
        *["core", "core.study"],
        *[f"{game}{part}" for game in GAMES for part in ("", ".lesson", ".rules", ".study")],
    ],
)
def test_all_that_a_game_says_has_its_words_in_every_language(file: str, name: str):
    english = texts(file, "en")
    other = texts(file, name)
    wrong = []
    for path, words in english.items():
        if not for_people(path, words):
            continue
        told = other.get(path)
        if told is None:
            wrong.append(f"missing: {'.'.join(path)}")
        elif {*HOLE.findall(words)} != {*HOLE.findall(told)}:
            wrong.append(f"other holes: {'.'.join(path)}")
        elif "'s}" in told:
            wrong.append(f"whose it is, in English: {'.'.join(path)}")
    for path, words in other.items():
        # What English has in the code: names of Wonders, what options are for, what a game is.
        known = path in english or path[0] == "names" or path[-1] in {"help", "summary"}
        # An effect may be said in another way of one kind: "{n} de comida", and "{n} monedas".
        if not known and (*path[:-1], path[-1].partition(".")[0]) not in english:
            wrong.append(f"unknown: {'.'.join(path)}")
        elif path in english and not for_people(path, english[path]) and words != english[path]:
            wrong.append(f"not for people: {'.'.join(path)}")
    assert not wrong, "\n".join(wrong)


def test_the_first_language_that_we_speak_is_spoken():
    assert known(["fr-FR", "de-AT", "es"]) == "de"
    assert known(["es_MX.UTF-8"]) == "es"
    assert known(["DE"]) == "de"
    assert known(["C.UTF-8"]) == known([""]) == known([]) == "en"


def test_a_language_is_spoken_within_and_no_longer():
    assert language() == "en"
    with speaking("de"):
        assert language() == "de"
        assert texts_for("5x").label("you") == "Du"
        with speaking("es"):
            assert texts_for("5x").label("you") == "Tú"
        assert lesson_words("5x")["seats"] == 3
    assert texts_for("5x").label("you") == "You"


def test_the_page_says_of_the_reader_and_of_points_what_the_texts_say():
    """What the page calls them is compared with what the words of games do."""
    for name in OTHERS:
        path = ROOT / "web" / "src" / "language" / f"{name}.json"
        page = json.loads(path.read_text(encoding="utf-8"))
        core = texts("core", name)
        assert page["You"] == core["labels", "you"]
        assert page["points"] == core["labels", "points"]


def test_what_a_catalogue_lacks_is_said_in_english():
    with speaking("de"):
        assert t("no {such} sentence", such="odd") == "no odd sentence"
        assert tn(1, "{n} oddity", "{n} oddities") == "1 oddity"
        assert tn(0, "{n} oddity", "{n} oddities") == "0 oddities"


def test_rules_and_lessons_are_the_same_in_every_language_but_for_their_words():
    for game in GAMES:
        english, lesson = texts_for(game), lesson_words(game)
        for name in OTHERS:
            with speaking(name):
                told = texts_for(game)
                notes = lesson_words(game)["notes"]
            assert [one.name for one in told.sections] == [one.name for one in english.sections]
            assert told.entries("steps").keys() == english.entries("steps").keys()
            told_of = [(one["id"], one.get("move"), one["when"]) for one in notes]
            assert told_of == [(one["id"], one.get("move"), one["when"]) for one in lesson["notes"]]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_options_and_variants_are_for_is_said_in_every_language(game: str, name: str):
    about = catalogue()[game]
    english = texts_for(game)
    with speaking(name):
        told = texts_for(game)
    rows = [("options", row.name, row.help) for row in describe(about.options)]
    rows += [("variants", row.name, row.help) for row in about.variants]
    for table, row, words in rows:
        assert english.help(table, row, words) == words
        assert told.help(table, row, "") not in ("", words), f"{table}.{row}"


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_players_are_kept_from_is_said_in_every_language(game: str, name: str):
    english = study_words(game)
    with speaking(name):
        told = study_words(game)
    assert set(english.entries("restrictions")) == set(restrictions(game))
    for one in restrictions(game).values():
        assert english.look("restrictions", one.name, "title") == one.name.replace("-", " ")
        for word in ("title", "help"):
            assert told.look("restrictions", one.name, word) not in ("", one.about)


@pytest.mark.parametrize("game", GAMES)
def test_what_seats_do_to_each_other_has_words(game: str):
    assert set(study_words(game).entries("deeds")) == set(open_game(game).deeds())


@pytest.mark.parametrize(
    "name, value, digits, written",
    [
        ("en", 12345, 0, "12,345"),
        ("en", 1234.5, 2, "1234.50"),
        ("en", -0.5, 1, "−0.5"),
        ("en", 0.25, None, "0.25"),
        ("en", 7, None, "7"),
        ("de", 1234, 0, "1.234"),
        ("de", 1234.5, 2, "1234,50"),
        ("es", 1234, 0, "1234"),
        ("es", 1234567, 0, "1.234.567"),
        ("es", -2.5, None, "−2,5"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    name: str, value: float, digits: int | None, written: str
):
    with speaking(name):
        assert number(value, digits) == written


@pytest.mark.parametrize("name", OTHERS)
def test_wonders_are_called_so_in_every_language(name: str):
    with speaking(name):
        told = texts_for("5x")
    assert {row.name for row in WONDERS} == set(told.entries("names"))
    options = open_game("5x").options
    letters = told.named(options)["wonder"]
    assert letters["A"] == f"{told.look('names', 'the Pyramids')} (A)"
    assert texts_for("5x").named(options)["wonder"]["A"] == "the Pyramids (A)"


@pytest.mark.parametrize("name, told", [
    ("en", ["A, B and C", "A, B or C", "A, then B, then C", "A"]),
    ("de", ["A, B und C", "A, B oder C", "A, dann B, dann C", "A"]),
    ("es", ["A, B y C", "A, B o C", "A, luego B, luego C", "A"]),
])  # fmt: skip
def test_lists_are_said_in_the_language(name: str, told: list[str]):
    with speaking(name):
        found = [words(["A", "B", "C"]) for words in (all_of, one_of, in_turn)]
        assert [*found, in_turn(["A"])] == told


SPANISH_OR_GERMAN = re.compile(r"erwartet|möglich|se espera|puede ser")


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("record", [
    [], {}, {"game": "5x"}, {"game": "5x", "rules": 1, "seed": "xyz"},
    {"game": "5x", "rules": 1, "moves": [[0]]}, {"game": "5x", "rules": 1, "generator": "dice"},
    {"game": "5x", "rules": 1, "moves": [], "agreed": -1},
    {"game": "5x", "rules": 1, "moves": [], "deal": 1},
    {"game": "5x", "rules": 1, "moves": [], "deal": {"table": "t", "match": 1, "seal": "x"}},
    {"game": "5x", "rules": 1, "moves": [], "witness": {"seat": -1}},
])  # fmt: skip
def test_what_is_wrong_with_a_record_is_said_in_the_language(name: str, record: object):
    with speaking(name), pytest.raises(BadRecord, match=SPANISH_OR_GERMAN) as refused:
        read_record(record)
    with pytest.raises(BadRecord, match="expected") as english:
        read_record(record)
    assert str(refused.value) != str(english.value)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_position_is_said_in_the_language(game: str, name: str):
    """A field that there is not, and what is no number."""
    for document in ({"unheard_of": 1}, {"round": "many"}, {"table": 7}):
        told = []
        for spoken in ("en", name):
            with speaking(spoken), pytest.raises(BadPosition) as refused:
                Match(open_game(game), position={"game": game, **document})
            told.append(str(refused.value))
        assert told[0] != told[1], told[0]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("text", ["{", "NaN", '{"a": 1, "a": 2}', "[" * 100_000, "[]"])
def test_what_is_wrong_with_a_file_is_said_in_the_language(tmp_path: Path, name: str, text: str):
    path = tmp_path / "it.json"
    path.write_text(text, encoding="utf-8")
    told = []
    for spoken in ("en", name):
        with speaking(spoken), pytest.raises(MicrocivError) as refused:
            read_position(path)
        told.append(str(refused.value))
    assert told[0] != told[1], told[0]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("rows", [
    1, [1], [{"letter": "Z"}], [{"letter": "A", "colour": 1}], [{"letter": "A", "name": ""}],
    [{"letter": "A", "points": 0}], [{"letter": "A", "bonus": -1}], [{"letter": "A"}] * 2,
])  # fmt: skip
def test_what_is_wrong_with_the_rows_of_a_patch_is_said_in_the_language(name: str, rows: object):
    told = []
    for spoken in ("en", name):
        with speaking(spoken), pytest.raises(ValueError, match=r".") as refused:
            read_wonders(rows)
        told.append(str(refused.value))
    assert told[0] != told[1], told[0]
