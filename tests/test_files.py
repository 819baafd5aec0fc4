"""Data files: read whole or refused with file and field, written at once or not at all."""

import errno
import json
import os

import pytest

from microciv import BadOption, BadRecord, Match, MicrocivError, about, open_game
from microciv.files import (
    MOST_BYTES,
    read_cards,
    read_json,
    read_position,
    read_record,
    reason,
    write_json,
    write_record,
)
from tests.games.told import OTHERS, marking, unsaid

ABOUT = about("5x")


def wonders(game):
    return game.options.wonder_table


def file(folder, text, name="my.toml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_record_is_read_as_it_was_written(tmp_path):
    match = Match(open_game("5x", seats=3, leaders=False), 3)
    match.play(0, "expand")
    write_record(tmp_path / "deep" / "match.json", match.record())
    assert read_record(tmp_path / "deep" / "match.json") == match.record()


def test_a_record_is_found_inside_a_row_or_a_save(tmp_path):
    record = Match(open_game("5x", seats=3), 3).record()
    write_record(tmp_path / "one.json", record)
    inside = {"seed": 3, "record": read_json(tmp_path / "one.json")}
    write_json(tmp_path / "row.json", inside)
    assert read_record(tmp_path / "row.json") == record


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, NaN]", "not JSON: NaN is not a number"),
        ('{"a": 1, "a": 2}', "not JSON: 'a' stands twice in one object"),
        (b"\xff\xfe{}", "not UTF-8 text"),
        ("[" * 200_000, "nested too deeply"),
        (b" " * (MOST_BYTES + 1), "larger than 5 MB"),
    ],
)
def test_what_is_no_document_is_refused_with_its_file(tmp_path, text, complaint):
    path = file(tmp_path, text, "bad.json")
    for read in (read_json, read_record, read_position):
        with pytest.raises(MicrocivError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: ")
        assert complaint in str(caught.value)


def test_a_folder_or_nothing_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none.json", "a\0b"):
        with pytest.raises(MicrocivError, match=r"cannot be read|no such file"):
            read_json(path)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC])
def test_why_the_system_refuses_is_said_in_the_language(name, number):
    error = OSError(number, os.strerror(number), "a.json")
    assert reason(error) == os.strerror(number).lower()
    with marking(name):
        assert not unsaid(reason(error))


def test_what_the_system_seldom_says_is_said_as_it_does():
    assert reason(OSError(errno.EDOM, "Odd Thing")) == "odd thing"
    assert reason(OSError()) == "oserror"


def test_a_record_of_another_shape_is_refused_with_its_field(tmp_path):
    with pytest.raises(BadRecord, match=r"bad.json: moves: expected a list"):
        read_record(file(tmp_path, '{"game": "5x", "rules": 1}', "bad.json"))


def test_writing_leaves_the_old_file_whole_when_it_fails(tmp_path):
    path = tmp_path / "a.json"
    write_json(path, {"old": True})
    with pytest.raises(TypeError):
        write_json(path, {"new": object()})
    assert json.loads(path.read_text()) == {"old": True}
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(MicrocivError, match="cannot be written"):
        write_json(path / "inside", {})


# --- cards


def test_cards_change_what_they_name_and_nothing_else(tmp_path):
    text = """
        game = "5x"
        starred_leaders = ["gandhi", "montezuma", "napoleon", "erik", "caesar"]
        [[wonders]]
        letter = "C"
        name = "the Hanging Gardens"
        points = 2.5
        bonus = 1
    """
    options = read_cards(file(tmp_path, text), ABOUT)
    game = open_game("5x", seats=4, **options)
    table = {row.letter: row for row in wonders(game)}
    assert (table["C"].name, table["C"].halves, table["C"].bonus) == ("the Hanging Gardens", 5, 1)
    assert table["D"] == wonders(open_game("5x"))[3]
    assert options["starred_leaders"] == ["gandhi", "montezuma", "napoleon", "erik", "caesar"]


def test_cards_may_be_json_or_leave_the_game_out(tmp_path):
    path = file(tmp_path, '{"wonders": [{"letter": "A", "bonus": 3}]}', "my.json")
    assert read_cards(path, ABOUT) == {"wonder_table": [{"letter": "A", "bonus": 3}]}


@pytest.mark.parametrize(
    "text, complaint",
    [
        ('game = "chess"', "game: these cards are for 'chess', not '5x'"),
        ("colour = 3", "colour: no such table; 5X has leader_pool, starred_leaders, wonders"),
        ("wonders = 3", "wonders: expected a list of rows, not 3"),
        ("[[wonders]]\nname = 'x'", "wonders, row 1: letter: expected one of A"),
        (
            "[[wonders]]\nletter = 'A'\n[[wonders]]\nletter = 'B'\npoints = 'x'",
            "wonders, row 2: Wonder B: points: expected halves",
        ),
        (
            "[[wonders]]\nletter='H'\n[[wonders]]\nletter='B'\n[[wonders]]\nletter='A'\nbonus=-1",
            (
                "wonders, row 1: letter: expected one of A, B, C, D, E, F, G, not 'H';"
                " wonders, row 3: Wonder A: bonus: expected"
            ),
        ),
        ("[[wonders]]\nletter = 'A'\nbonus = -1", "wonders, row 1: Wonder A: bonus: expected"),
        ("[[wonders]]\nletter = 'A'\ncolour = 1", "wonders, row 1: Wonder A: no column 'colour'"),
        ("[[wonders]]\nletter='A'\n[[wonders]]\nletter='A'", "wonders: Wonder A has two rows"),
        ("starred_leaders = ['gandhi']", "starred_leaders: expected exactly 5 leaders"),
        ("starred_leaders = 'x'", "starred_leaders: no leader 'x'"),
        ("game = ", "not TOML"),
    ],
)
def test_broken_cards_are_refused_with_file_row_and_field(tmp_path, text, complaint):
    path = file(tmp_path, text)
    with pytest.raises(MicrocivError) as caught:
        read_cards(path, ABOUT)
    assert str(caught.value).startswith(f"{path}: {complaint}")


def test_no_more_than_ten_wrong_rows_are_told(tmp_path):
    path = file(tmp_path, "[[wonders]]\nletter = 'H'\n" * 15)
    with pytest.raises(BadOption, match=r"row 10: letter: [^;]*; and 5 more$"):
        read_cards(path, ABOUT)


def test_cards_that_are_no_table_are_refused(tmp_path):
    with pytest.raises(BadOption, match="expected an object"):
        read_cards(file(tmp_path, "[]", "my.json"), ABOUT)
