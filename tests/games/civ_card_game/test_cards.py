"""The card set: it is what the ledger prints, and a table may lay rows of its own over it.

What each card does at the table is tested elsewhere, clause by clause; here are its numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest

import microciv
from microciv.core.codec import plain_record, read_record
from microciv.core.errors import BadOption
from microciv.core.options import changed, make_options
from microciv.core.plain import plain
from microciv.games.civ_card_game.about import ABOUT
from microciv.games.civ_card_game.boxes import NO_PATCH, Box
from microciv.games.civ_card_game.cards import (
    BUILDINGS,
    GOODS,
    LETTERS,
    PLOTS,
    PRINTED,
    TECHNOLOGIES,
    UNITS,
    WONDERS,
    Row,
)
from microciv.games.civ_card_game.effects import TARGETS
from microciv.games.civ_card_game.patches import COLUMNS, check_seats, read_patch
from microciv.games.civ_card_game.people.catalogue import GROUPS, card_data
from tests.games.civ_card_game.printed import CARD, NAMES
from tests.games.told import OTHERS, left_in_english
from tools import clauses

LEDGER: Final = clauses.ledger("civ-card-game").read_text(encoding="utf-8")
Cells = dict[str, str]


# --- the set and the ledger


def table_of(section: str) -> list[Cells]:
    """The rows of a table of the ledger, by the titles of its columns."""
    text = LEDGER.partition(f"### {section} ")[2].partition("\n#")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def column(title: str) -> str:
    """The column of the data."""
    return "id" if title == "No." else title if title in LETTERS else title.lower()


def number(cell: str) -> int:
    return 0 if cell == "–" else int(cell)


def effects(cell: str) -> list[list[object]]:
    """`culture 1`, `discount tech 1` as data."""
    return [
        [int(word) if word.isdecimal() else word for word in effect.split()]
        for effect in re.findall(r"`([^`]+)`", cell)
    ]


READ: Final[dict[str, Callable[[str], object]]] = {
    "No.": str,
    "Name": str,
    "Source": str,
    "Cost": number,
    "Copies": number,
    "Effects": effects,
    "F": number,
    "H": number,
    "C": number,
    "Attacks": {"yes": True, "no": False}.__getitem__,
    "Blocks": lambda cell: [] if cell == "–" else cell.split(", "),
    "Damage": effects,
    "Breach": number,
}


@pytest.mark.parametrize(
    "section, cards",
    [
        ("A.2", PLOTS),
        ("A.3", TECHNOLOGIES),
        ("A.4", BUILDINGS),
        ("A.5", WONDERS),
        ("A.6", UNITS),
        ("A.7", GOODS),
    ],
)
def test_the_set_is_what_the_ledger_prints(section: str, cards: list[Row]):
    """Every number of every table, and what the ledger does not print has its default."""
    printed = table_of(section)
    assert [row["No."] for row in printed] == [card.id for card in cards]
    for row, card in zip(printed, cards, strict=True):
        data = plain(card)
        assert isinstance(data, dict)
        for title, cell in row.items():
            assert READ[title](cell) == data[column(title)]
        told = {column(title) for title in row} | {"type"}
        rest = {name: value for name, value in data.items() if name not in told}
        assert rest.pop("copies", 1) == 1
        assert rest.pop("source", "reconstructed") == "reconstructed"
        assert not any(rest.values())


def test_the_totals_are_those_of_the_rules():
    """a.2 to a.7: how many cards, and what they sum to."""
    count = {name: sum(int(str(row["copies"])) for row in rows) for name, rows in whole().items()}
    assert count == {
        "plots": 36,
        "technologies": 24,
        "buildings": 34,
        "wonders": 12,
        "units": 31,
        "goods": 27,
    }
    assert len(PRINTED) == 73 == len(set(NAMES)) == len({row.id for row in PRINTED})
    for kind in LETTERS:
        printed = [plot for plot in PLOTS if getattr(plot, kind)]
        assert sum(plot.copies for plot in printed) == 18
        assert sum(plot.copies * getattr(plot, kind) for plot in printed) == 28
    assert sum(tech.cost for tech in TECHNOLOGIES) == 281
    assert [summed(rows, "culture") for rows in (TECHNOLOGIES, BUILDINGS, WONDERS)] == [8, 18, 14]
    assert [summed(rows, "happiness") for rows in (TECHNOLOGIES, BUILDINGS, WONDERS)] == [3, 12, 6]


def whole() -> dict[str, list[dict[str, object]]]:
    return card_data(Box(NO_PATCH))


def summed(rows: list[Row], name: str) -> int:
    """Over all copies."""
    return sum(
        row.copies * effect[1] for row in rows for effect in row.effects if effect[0] == name
    )


def test_who_stops_whom_follows_from_the_lists():
    """CC-93, a.6: Chariot by Spearmen; foot soldiers by Archers or Axemen; Catapult by Archers."""
    stops = Box(NO_PATCH).stops
    found = {unit.name: [NAMES[card] for card in stops[CARD[unit.name]]] for unit in UNITS}
    foot = ["Archers", "Axemen"]
    assert found == {
        "Archers": [],
        "Spearmen": foot,
        "Axemen": foot,
        "Chariot": ["Spearmen"],
        "Swordsmen": foot,
        "Catapult": ["Archers"],
    }


@pytest.mark.parametrize("row", PRINTED, ids=NAMES)
def test_every_row_can_be_written_and_read_again(row: Row):
    """A record has whole rows: reading one as it is printed changes nothing."""
    assert read_patch([plain(row)]) == NO_PATCH
    assert read_patch([row]) == NO_PATCH


# --- patches

GRANARY: Final = {"name": "Granary", "cost": 5}
WRITING: Final = {"id": "T05", "effects": [["steal_card", 2], ["culture", 1]]}


def test_a_patch_changes_what_it_names_and_nothing_else():
    patch = read_patch([WRITING, GRANARY])
    assert [row.name for row in patch.rows] == ["Granary", "Writing"]  # in the order of the set
    assert [row.source for row in patch.rows] == ["patched", "patched"]
    assert patch.rows[0].copies == 4
    assert patch.rows[0].effects == (("double_base", "F"),)
    box = Box(patch)
    assert box.cost[CARD["Granary"]] == 5
    assert box.card_thefts[CARD["Writing"]] == 2
    assert [row for row in box.rows if row.source != "patched"] == [
        row for row in PRINTED if row.name not in ("Granary", "Writing")
    ]


def test_every_column_can_be_changed():
    """And the box has what the rules ask it for."""
    patch = read_patch(
        [
            {"name": "Plains", "copies": 2, "F": 0, "H": 0, "C": 4},
            {"name": "Corn", "copies": 9, "F": 1, "H": 1},
            {"name": "Music", "cost": 20, "copies": 0, "effects": []},
            {"name": "Stonehenge", "cost": 0, "copies": 2, "effects": [["vp", 2]]},
            {"name": "Forge", "effects": [["discount", "plot", 3], ["bank_rate", 2]]},
            {
                "name": "Chariot",
                "blocks": ["Catapult", "Archers"],
                "damage": [["destroy_building", 2], ["steal_population", 1]],
                "breach": 1,
            },
        ]
    )
    box = Box(patch)
    assert box.yields[box.card["Plains"]] == [0, 0, 4]
    assert box.kinds[box.card["Plains"]] == [2]
    assert box.yields[box.card["Corn"]] == [1, 1, 0]
    assert "Music" not in box.card
    assert box.cost[box.card["Stonehenge"]] == 0
    assert box.bank_rate[box.card["Forge"]] == 2
    assert box.doubles[box.card["Forge"]] == []
    chariot = box.card["Chariot"]
    assert box.breach[chariot] == 1
    assert len(box.damage[chariot]) == 3
    assert box.rows[chariot].blocks == ("Archers", "Catapult")
    assert chariot in box.stops[box.card["Catapult"]]


ENDLESS: Final[list[Any]] = []
for _ in range(100_000):
    ENDLESS[:] = [list(ENDLESS)]

ONE_BAD_ROW: Final[list[tuple[object, str]]] = [
    ("Granary", r"expected a card with its columns, not 'Granary'"),
    (7, r"expected a card with its columns, not 7"),
    (ENDLESS, r"expected a card with its columns, not (\[+|something)"),
    ({}, r"no card None; expected a name or an id of the set"),
    ({"name": 3}, r"no card 3; expected a name"),
    ({"name": ENDLESS}, r"no card .*; expected a name"),
    ({"name": "Granry"}, r"no card 'Granry'; expected Granary$"),
    ({"name": "x" * 100_000}, r"no card 'x{59}; expected a name"),
    ({"id": "T99"}, r"no card 'T99'; expected "),
    ({"name": "Granary", "id": "B02"}, r"Granary is B01, not 'B02'"),
    ({"name": "Granary", "type": "tech"}, r"Granary: cost: missing"),
    (
        {"name": "Granary", "F": 2},
        r"Granary: no column 'F' of type building; expected cost, copies",
    ),
    ({"name": "Granary", "price": 2}, r"Granary: no column 'price' of type building"),
    (
        {"name": "Grassland", "cost": 2},
        r"Grassland: no column 'cost' of type plot; expected copies, F",
    ),
    (
        {"name": "Granary", "cost": -1},
        r"Granary: cost: expected a whole number from 0 to 99, not -1",
    ),
    ({"name": "Granary", "cost": 100}, r"Granary: cost: expected a whole number from 0 to 99"),
    ({"name": "Granary", "cost": 7.5}, r"Granary: cost: expected a whole number .* not 7.5"),
    ({"name": "Granary", "cost": True}, r"Granary: cost: expected a whole number .* not True"),
    ({"name": "Granary", "cost": "7"}, r"Granary: cost: expected a whole number .* not '7'"),
    ({"name": "Granary", "cost": 10**9999}, r"Granary: cost: expected .* not something endless"),
    ({"name": "Granary", "copies": 10}, r"Granary: copies: expected a whole number from 0 to 9"),
    ({"name": "Music", "copies": 10}, r"Music: copies: expected a whole number from 0 to 9, not"),
    ({"name": "Corn", "H": 21}, r"Corn: H: expected a whole number from 0 to 20, not 21"),
    (
        {"name": "Temple", "effects": "culture"},
        r"Temple: effects: expected a list of effects, not '",
    ),
    (
        {"name": "Temple", "effects": ["culture", 1]},
        r"Temple: effects: expected an effect such as \[",
    ),
    ({"name": "Temple", "effects": [[]]}, r"Temple: effects: expected an effect such as \["),
    (
        {"name": "Temple", "effects": [["war", 1]]},
        r"Temple: effects: no effect 'war'; expected one",
    ),
    (
        {"name": "Temple", "effects": [["culture"]]},
        r"culture: expected \[\"culture\", 1-20\], not \['culture'\]",
    ),
    (
        {"name": "Temple", "effects": [["culture", 0]]},
        r"culture: expected a whole number from 1 to 20, not 0",
    ),
    ({"name": "Temple", "effects": [["culture", 1.5]]}, r"expected an effect such as \["),
    (
        {"name": "Temple", "effects": [["culture", True]]},
        r"culture: expected a whole number from 1 to 20, not True",
    ),
    (
        {"name": "Temple", "effects": [["income", "G", 1]]},
        r"income: expected one of F, H, C, not 'G'",
    ),
    (
        {"name": "Temple", "effects": [["discount", 1]]},
        r"discount: expected \[\"discount\", \"tech\"\|\"building\"\|",
    ),
    ({"name": "Temple", "effects": [["places", 1]]}, r"places: expected 2, not 1"),
    ({"name": "Temple", "effects": [["bank_rate", 3]]}, r"bank_rate: expected 2, not 3"),
    ({"name": "Temple", "effects": [["places"]]}, r"places: expected \[\"places\", 2\], not"),
    ({"name": "Temple", "effects": [["culture", ENDLESS]]}, r"expected an effect such as \["),
    ({"name": "Temple", "effects": [["culture", 1], ["culture", 2]]}, r"culture is there twice"),
    ({"name": "Temple", "effects": [["wall"], ["wall"]]}, r"wall is there twice"),
    ({"name": "Temple", "effects": [["vp", 1]] * 7}, r"expected at most 6 effects, not 7"),
    ({"name": "Chariot", "attacks": 1}, r"Chariot: attacks: expected true or false, not 1"),
    ({"name": "Chariot", "blocks": "Archers"}, r"Chariot: blocks: expected a list of units, not '"),
    ({"name": "Chariot", "blocks": ["Granary"]}, r"Chariot: blocks: expected some of Archers, "),
    (
        {"name": "Chariot", "damage": [["war", 1]]},
        r"damage: no effect 'war'; expected one of steal_",
    ),
    ({"name": "Chariot", "breach": 10}, r"Chariot: breach: expected a whole number from 0 to 9"),
]


BAD_PATCHES: Final[list[tuple[object, str]]] = [
    ("Granary", "expected a list of rows, not 'Granary'"),
    (3, "expected a list of rows, not 3"),
    ({"name": "Granary"}, "no field 'name'; expected fingerprint, rows"),
    ({"rows": 3}, "expected a list of rows, not 3"),
    ({"fingerprint": 3}, "fingerprint: expected digits, not 3"),
    ([GRANARY] * 251, "expected at most 250 rows, not 251"),
    ([GRANARY, GRANARY], "row 2: Granary has two rows"),
    ([GRANARY, {"id": "B01"}], "row 2: Granary has two rows"),
    ([{"name": "Forest", "H": 0}], "Forest: a plot yields something"),
    (
        [{"name": tech.name, "copies": 0} for tech in TECHNOLOGIES],
        "a box needs at least one technology: the last one ends the match",
    ),
]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_with_rows_is_said_in_the_language(name: str):
    rows = [row for row, _ in ONE_BAD_ROW]
    bad = [*[[row] for row in rows], rows, *[value for value, _ in BAD_PATCHES]]
    assert left_in_english(name, read_patch, bad) == []


@pytest.mark.parametrize("row, complaint", ONE_BAD_ROW, ids=range(len(ONE_BAD_ROW)))
def test_a_wrong_row_is_refused_with_its_column(row: object, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        read_patch([row])


@pytest.mark.parametrize("value, complaint", BAD_PATCHES)
def test_a_wrong_patch_is_refused(value: object, complaint: str):
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}"):
        read_patch(value)


def test_all_wrong_rows_are_told_at_once():
    with pytest.raises(ValueError, match="row 1") as caught:
        read_patch([{"name": "X"}, GRANARY, {"name": "Temple", "cost": -1, "copies": -1}])
    assert str(caught.value) == (
        "row 1: no card 'X'; expected a name or an id of the set, or a new card with its type;"
        " row 3: Temple: cost: expected a whole number from 0 to 99, not -1,"
        " copies: expected a whole number from 0 to 9, not -1"
    )


def test_more_than_ten_complaints_are_counted():
    with pytest.raises(ValueError, match=r"; row 10: expected [^;]*; and 20 more$"):
        read_patch([0] * 30)


@pytest.mark.parametrize("value", [[GRANARY], [WRITING, GRANARY], {"rows": [WRITING]}])
def test_what_is_read_is_written_and_read_again(value: object):
    patch = read_patch(value)
    written = json.loads(json.dumps(plain(patch)))
    assert set(written) == {"fingerprint", "rows"}
    assert read_patch(written) == patch == read_patch(patch)
    assert read_patch(written["rows"]) == patch


# --- the fingerprint


def test_the_fingerprint_is_that_of_the_set_not_of_the_file():
    """However it is written: other order, other columns, rows that change nothing."""
    patch = read_patch([WRITING, GRANARY])
    assert re.fullmatch(r"[0-9a-f]{12}", patch.fingerprint)
    same = [{"id": "B01", "cost": 5, "copies": 4}, {"name": "Temple", "cost": 5}, WRITING]
    assert read_patch(same).fingerprint == patch.fingerprint
    assert read_patch([GRANARY]).fingerprint != patch.fingerprint
    assert read_patch([{"name": "Granary", "cost": 7}]).fingerprint == ""


def test_the_fingerprint_stays_what_it_is():
    """Records have it: a change here makes them unreadable."""
    assert read_patch([GRANARY]).fingerprint == "b21ee867d2b2"


def test_a_fingerprint_that_is_given_is_held_against_the_rows():
    right = read_patch([GRANARY]).fingerprint
    assert read_patch({"fingerprint": right, "rows": [GRANARY]}).fingerprint == right
    with pytest.raises(ValueError, match=f"^fingerprint: these rows make {right}, not 'abc'"):
        read_patch({"fingerprint": "abc", "rows": [GRANARY]})
    with pytest.raises(ValueError, match=r"^fingerprint: the printed set has none, not 'abc'"):
        read_patch({"fingerprint": "abc", "rows": []})


def test_an_option_a_record_and_a_position_carry_rows_and_fingerprint():
    game = microciv.open_game("civ-card-game", seats=2, cards=[GRANARY])
    written = changed(game.options)["cards"]
    assert isinstance(written, dict)
    assert written["fingerprint"] == read_patch([GRANARY]).fingerprint
    assert [row["name"] for row in written["rows"]] == ["Granary"]
    assert make_options(ABOUT, {"seats": 2, "cards": written}) == game.options
    match = microciv.Match(game, seed=1)
    record = json.loads(json.dumps(plain_record(match.record())))
    assert record["options"]["cards"] == written
    read = read_record(record)
    again = microciv.open_game(read.game, **read.options)
    assert microciv.replay(again, read).game.options == game.options
    assert microciv.set_up(match.position()).game.options == game.options
    record["options"]["cards"]["rows"][0]["cost"] = 6
    with pytest.raises(BadOption, match=r"^cards: fingerprint: these rows make"):
        microciv.open_game(read.game, **read_record(record).options)


def test_a_match_with_printed_cards_says_nothing_of_them():
    assert changed(microciv.open_game("civ-card-game", seats=3).options) == {"seats": 3}


# --- boxes that cannot be dealt


def test_a_box_too_small_for_the_players_is_refused():
    """CC-06, CC-09: eight plots for two, thirteen cards of the play deck."""
    few = [{"name": plot.name, "copies": 0} for plot in PLOTS[:-1]]
    few.append({"name": PLOTS[-1].name, "copies": 7})
    with pytest.raises(ValueError, match="2 players draft 8 plots, not 7"):
        check_seats(Box(read_patch(few)), 2, 4, [6, 7])
    with pytest.raises(BadOption, match=r"^cards: 2 players draft 8 plots, not 7"):
        microciv.open_game("civ-card-game", seats=2, cards=few)
    deck = [*BUILDINGS, *WONDERS, *UNITS, *GOODS]
    none = [{"name": card.name, "copies": 0} for card in deck]
    with pytest.raises(ValueError, match="4 players are dealt 30 cards of the play deck, not 0"):
        check_seats(Box(read_patch(none)), 4, 4, [6, 7, 8, 9])


def test_every_type_has_columns_and_a_table():
    assert set(COLUMNS) == {row.type for row in PRINTED} == set(GROUPS.values())


def test_the_tables_have_every_row_once_and_patched_ones_as_they_are():
    """What `microciv cards` and the documentation print."""
    rows = [row for table in card_data(Box(read_patch([GRANARY]))).values() for row in table]
    assert sorted(str(row["name"]) for row in rows) == sorted(NAMES)
    granary = next(row for row in rows if row["name"] == "Granary")
    assert (granary["cost"], granary["source"]) == (5, "patched")
    assert microciv.open_game("civ-card-game", seats=2, cards=[GRANARY]).card_data() == card_data(
        Box(read_patch([GRANARY]))
    )


def test_targets_of_discounts_are_types_of_purchases():
    """a.1: what can be bought can be made cheaper."""
    assert TARGETS == ["tech", "building", "wonder", "population", "plot"]
