"""A box of one's own: other cards, other names, other numbers of them, from file to last move.

The example is the one of the documentation.
"""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import microciv
from microciv import IllegalMove, Rng
from microciv.bots import make_bot
from microciv.core.codec import plain_record, read_record
from microciv.core.plain import plain
from microciv.files import read_cards
from microciv.games.civ_card_game.about import ABOUT
from microciv.games.civ_card_game.boxes import EVERY_CARD, NO_PATCH, Box
from microciv.games.civ_card_game.cards import PRINTED
from microciv.games.civ_card_game.patches import MOST_COPIES, read_patch
from tests.games.civ_card_game.printed import NAMES
from tests.games.civ_card_game.table import (
    A,
    B,
    Row,
    again,
    at,
    attack,
    do,
    game_of,
    house,
    legal,
    new_match,
    row,
    standing,
    table,
    techs,
)
from tests.games.told import OTHERS, left_in_english

EXAMPLE: Final = Path(__file__).parents[3] / "docs" / "games" / "own-box.toml"
ROWS: Final[list[Row]] = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))["cards"]
STAY: Final = ("Forest", "Drama")  # of the printed cards
OWN: Final = [str(item["name"]) for item in ROWS if item["name"] not in (*STAY, EVERY_CARD)]
LAND: Final = "Barley Field, Clay Pit, Salt Pans, Terraced Hills"


def own(kind: str, name: str, **columns: Any) -> Row:
    """A new row."""
    cost = {"cost": 5} if kind in ("tech", "building", "wonder") else {}
    yields = {"F": 1} if kind in ("plot", "goods") else {}
    return {"name": name, "type": kind, **cost, **yields, **columns}


# --- what is in the box


def test_the_example_is_a_whole_box_in_which_all_says_that_it_is_invented():
    values = read_cards(EXAMPLE, ABOUT)
    box = Box(read_patch(values["cards"]))
    assert {*OWN, *STAY} == set(box.names)
    assert not {*OWN} & {*NAMES}
    assert "EVERY CARD HERE IS INVENTED" in EXAMPLE.read_text(encoding="utf-8")
    kinds = {"plot", "tech", "building", "wonder", "unit", "goods"}
    assert kinds == {row.type for row in box.rows}


def test_the_printed_box_has_the_printed_cards_in_their_order():
    assert [row.name for row in PRINTED] == Box(NO_PATCH).names == Box(read_patch([])).names


def test_new_cards_come_behind_the_printed_ones_of_their_type():
    """Play deck, technologies, plots; each card is its place in the box."""
    box = Box(read_patch([own("tech", "Sundials"), own("building", "Ropewalk")]))
    assert ("City Walls", "Ropewalk", "Stonehenge") == tuple(box.names[9:12])
    assert box.card["Sundials"] == box.first_plot - 1
    assert ("B11", "T25") == (box.rows[10].id, box.rows[box.first_plot - 1].id)
    for card, name in enumerate(box.names):
        assert box.card[name] == card
        found = (box.is_building(card), box.is_wonder(card), box.is_unit(card))
        assert found == tuple(
            [box.rows[card].type == kind for kind in ("building", "wonder", "unit")]
        )


def test_a_card_without_copies_is_not_in_the_box():
    """Nobody can name it, and nothing is left out of lists because of it."""
    game = microciv.open_game("civ-card-game", seats=2, cards=[{"name": "Corn", "copies": 0}])
    assert "Corn" not in [line["name"] for line in game.card_data()["goods"]]
    for verb in ("play", "discard"):
        assert f"{verb} Furs" == game.moves.parse(f"{verb} Furs").text
        with pytest.raises(IllegalMove, match=r"^no such move"):
            game.moves.parse(f"{verb} Corn")


def test_a_printed_name_may_come_back_as_another_card():
    """Temple is a wonder in this box; the printed building is out."""
    patch = read_patch([own("wonder", "Temple", cost=9)])
    box = Box(patch)
    assert 1 == box.names.count("Temple")
    assert box.is_wonder(box.card["Temple"])
    assert patch == read_patch(plain(patch))


def test_moves_of_the_printed_set_keep_their_places_whatever_box_is_opened():
    """Masks and learners count on them."""
    before = [
        (move.text, move.index) for move in microciv.open_game("civ-card-game", seats=2).moves.all
    ]
    other = microciv.open_game("civ-card-game", seats=2, cards=ROWS)
    assert [move.index for move in other.moves.all] == list(range(len(other.moves.all)))
    after = microciv.open_game("civ-card-game", seats=2).moves.all
    assert before == [(move.text, move.index) for move in after]
    assert other.moves.all[:5] == after[:5]  # done, peace, fight, pass, waive


def test_only_the_box_knows_the_printed_set():
    """Rules, words and bots ask the table's box, and name no single card."""
    package = Path(microciv.__file__).parent
    files = [
        *(package / "games" / "civ_card_game").rglob("*.py"),
        *(package / "bots" / "heuristics" / "civ_card_game").glob("*.py"),
        *(package / "cli" / "tables" / "civ_card_game").glob("*.py"),
    ]
    tables = {"PRINTED", "BUILDINGS", "WONDERS", "UNITS", "GOODS", "TECHNOLOGIES", "PLOTS"}
    for path in files:
        if path.name in ("cards.py", "boxes.py", "patches.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("game.cards"):
                assert not tables & {alias.name for alias in node.names}, path
            if isinstance(node, ast.Constant):
                assert node.value not in NAMES, path


# --- how it is written


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        [{"name": EVERY_CARD, "copies": 0}, *ROWS[1:]][::-1],
        [own("tech", "Sundials", copies=3)],
        [{"name": name, "copies": 0} for name in NAMES[:30]],
        [own("unit", "Pikemen", blocks=["Horsemen", "Chariot"]), own("unit", "Horsemen")],
    ],
)
def test_what_is_read_is_written_and_read_again(rows: list[Row]):
    """The set is the same, whichever way it was told; its fingerprint too."""
    patch = read_patch(rows)
    written = json.loads(json.dumps(plain(patch)))
    assert {"fingerprint", "rows"} == set(written)
    assert patch == read_patch(written) == read_patch(patch) == read_patch(written["rows"])


def test_a_set_has_one_fingerprint_and_is_told_in_one_way():
    """All printed cards out by name, or by the star."""
    star = read_patch(ROWS)
    one_by_one: list[Row] = [{"name": name, "copies": 0} for name in NAMES if name not in STAY]
    assert star == read_patch([*one_by_one, *ROWS[1:]])
    assert star.fingerprint != read_patch(ROWS[:-1]).fingerprint


def test_order_of_new_cards_of_a_type_is_that_of_the_file():
    two = [own("goods", "Amber"), own("goods", "Jade")]
    there, back = Box(read_patch(two)), Box(read_patch(two[::-1]))
    assert ["Amber", "Jade"] == there.names[there.first_tech - 2 : there.first_tech]
    assert ["Jade", "Amber"] == back.names[back.first_tech - 2 : back.first_tech]


# --- what is refused


BAD_CARDS: list[tuple[Row, str]] = [
    (own("tech", "", cost=1), "name: expected the name of a card, not ''"),
    ({"type": "plot", "F": 1}, "name: expected the name of a card, not None"),
    (own("tech", "x" * 41), "name: expected up to 6 words and 40 letters"),
    (own("tech", "an on in at of to by"), "name: expected up to 6 words and 40 letters"),
    (own("tech", "Way  Stones"), "name: expected words of two letters or more"),
    (own("tech", "Plan B"), "name: expected words of two letters or more"),
    (own("tech", "Route 66"), "name: expected words of two letters or more"),
    (own("tech", "<b>Bold</b>"), "name: expected words of two letters or more"),
    (own("tech", "Bell\x07s"), "name: expected words of two letters or more"),
    (own("tech", "\x1b[2J"), "name: expected words of two letters or more"),
    (own("tech", "城壁"), "name: expected words of two letters or more"),
    (own("tech", "מגדל"), "name: expected words of two letters or more"),
    (own("tech", "'tis fair"), "name: expected words that begin with a letter"),
    (own("tech", "None"), "name: 'None' means no card in a line"),
    (own("tech", "writing"), "writing: name: it sounds like Writing"),
    (own("unit", "Axeman"), "Axeman: name: it sounds like Axemen"),
    (own("ship", "Galley"), "Galley: type: expected one of plot, goods, tech, building"),
    (own("tech", "Sundials", id="b"), "Sundials: id: expected a letter and digits, not 'b'"),
    (own("tech", "Sundials", id="T03"), "Sundials: id: T03 is Pottery"),
    ({"name": "Sundials", "type": "tech"}, "Sundials: cost: missing"),
    (own("tech", "Sundials", cost=100), "Sundials: cost: expected a whole number from 0 to 99"),
    (own("tech", "Sundials", F=1), "Sundials: no column 'F' of type tech; expected cost"),
    (own("plot", "Moor", F=0), "Moor: a plot yields something"),
    (own("unit", "Pikemen", blocks=["Horse"]), "Pikemen: blocks: expected some of Archers,"),
    ({"name": EVERY_CARD, "copies": 1}, r"\*: expected copies = 0"),
    ({"name": EVERY_CARD, "copies": 0, "cost": 3}, r"\*: expected copies = 0"),
]


@pytest.mark.parametrize("item, complaint", BAD_CARDS)
def test_a_new_card_that_cannot_be_is_refused_with_its_key(item: Row, complaint: str):
    with pytest.raises(ValueError, match=f"^{complaint}"):
        read_patch([item])


BAD_NAMES: list[tuple[list[tuple[str, str]], str]] = [
    # play Iron Corn
    (
        [("goods", "Iron Cornfield")],
        "Iron Cornfield: name: in a line it could be Iron and 'corn",
    ),
    # use Code B
    (
        [("tech", "Mining Camp")],
        "Mining Camp: name: in a line it could be Mining and 'c' behind",
    ),
    # build Temple on 2
    ([("building", "Temple Onyx")], "Temple Onyx: name: in a line it could be Temple and 'on'"),
    ([("unit", "Chariot Archers")], "Chariot Archers: name: in a line it could be Chariot and"),
]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_with_new_cards_is_said_in_the_language(name: str):
    bad = [[item] for item, _ in BAD_CARDS]
    bad += [[own(kind, called) for kind, called in names] for names, _ in BAD_NAMES]
    assert left_in_english(name, read_patch, bad) == []


@pytest.mark.parametrize("names, complaint", BAD_NAMES)
def test_names_that_lines_could_not_tell_apart_are_refused(
    names: list[tuple[str, str]], complaint: str
):
    with pytest.raises(ValueError, match=f"^{complaint}"):
        read_patch([own(kind, name) for kind, name in names])


@pytest.mark.parametrize(
    "name", ["Château d'Eau", "St. Peter's", "Große Mauer", "Bow-makers", "Roman Baths", "Κήπος"]
)
def test_names_in_other_letters_can_be_typed(name: str):
    """Words that end on -man are not only men."""
    game = microciv.open_game("civ-card-game", seats=2, cards=[own("tech", name, cost=3)])
    for typed in (name, name.lower(), name.split(maxsplit=1)[0][:4]):
        match = table(row(stock="9C"), row(), techs=f"{name}, Mining, Pottery",
                      **house(own("tech", name, cost=3)))  # fmt: skip
        match.answer(A, f"buy {typed}")
        assert [name] == techs(match, A)
    assert game.moves.parse(f"buy {name}").text == f"buy {name}"


def test_a_play_deck_has_room_for_64_kinds():
    rows = [own("goods", f"Goods {chr(97 + n // 26)}{chr(97 + n % 26)}") for n in range(31)]
    assert 64 == Box(read_patch(rows[:30])).first_tech
    with pytest.raises(ValueError, match=r"^a play deck has up to 64 kinds of cards, not 65"):
        read_patch(rows)


def test_all_that_is_wrong_with_new_rows_is_told_at_once():
    with pytest.raises(ValueError, match=r"^row 1: ") as caught:
        read_patch([own("ship", "Galley"), own("tech", "Sundials"), own("tech", "No 1")])
    told = str(caught.value).split("; ")
    assert ["row 1: Galley: type", "row 3: name"] == [":".join(part.split(":")[:n]) for part, n in
                                                      zip(told, (3, 2), strict=True)]  # fmt: skip


def test_rows_of_a_file_may_name_each_other(tmp_path: Path):
    """A blocker stands before what it blocks."""
    file = tmp_path / "two.json"
    rows = [own("unit", "Pikemen", blocks=["Horsemen"]), own("unit", "Horsemen", attacks=True)]
    file.write_text(json.dumps({"cards": rows}), encoding="utf-8")
    box = Box(read_patch(read_cards(file, ABOUT)["cards"]))
    assert [box.card["Pikemen"]] == box.stops[box.card["Horsemen"]]


# --- at the table


def test_a_technology_of_which_there_are_two_is_offered_and_owned_twice():
    """CC-39, CC-46: each copy is a technology of its own, and acts."""
    tokens = {"name": "Alphabet", "copies": 2, "cost": 3}
    match = table(row(stock="6C"), row(), techs="Alphabet, Alphabet, Music", **house(tokens))
    assert 1 == legal(match, A).count("buy Alphabet")
    do(match, "buy Alphabet", "buy Alphabet")
    assert ["Alphabet", "Alphabet"] == techs(match, A)
    assert 2 == at(match).table[A].points
    before = at(match).table[A].stock
    while at(match).turn != A or at(match).round == 1:
        match.play(match.to_act()[0], legal(match, match.to_act()[0])[0])
    assert 2 + before[2] <= at(match).table[A].stock[2]


def test_units_of_ones_own_attack_block_and_breach():
    """CC-79, CC-91, CC-96: all that units do is in their rows."""
    match = attack(
        "B Raiders, B Spear Bearers, B Battering Ram",
        row(LAND), row("Barley Field:2+Thorn Hedge, Clay Pit:1+Grain Pit", "Raiders, Slingers"),
        options={"cards": ROWS},
    )  # fmt: skip
    assert "Thorn Hedge" in at(match, B).hand
    match.answer(B, "block Raiders>Raiders")
    assert ("yield", "2 Grain Pit") == (at(match).phase, standing(match, B))


def test_a_whole_defence_with_names_of_several_words():
    """What `line` writes, `steps` reads; so does a person's shorthand."""
    for typed in ("block Spear Bearers>War Cart Slingers>Raiders", "block slingers>2 spear>war",
                  "block Slingers Spear Bearers", "block Slingers, Spear Bearers>1"):  # fmt: skip
        match = attack("B War Cart, B Raiders", row(LAND), row(LAND, "Spear Bearers, Slingers"),
                       options={"cards": ROWS})  # fmt: skip
        seen = match.observe(B)
        steps = game_of(match).steps(seen, typed)
        assert ["block Spear Bearers", "block Slingers"] == steps
        moves = [match.game.moves.parse(step) for step in steps]
        told = game_of(match).line(seen, moves)
        assert told == "block Spear Bearers>War Cart Slingers>Raiders"


def test_printed_cards_that_are_out_cannot_be_named():
    game = microciv.open_game("civ-card-game", seats=2, cards=ROWS)
    with pytest.raises(IllegalMove, match=r"^no such move: 'build Granary'"):
        game.moves.parse("build Granary")
    document = new_match(2, cards=ROWS).position()
    document["market"] = {"techs": ["Mining"]}
    with pytest.raises(microciv.BadPosition, match="Mining"):
        microciv.set_up(document)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_of_the_example_go_to_their_end(seats: int):
    """With positions, records and observations on the way that can be read again."""
    match, rng = new_match(seats, seed=seats, cards=ROWS), Rng(seats)
    number = 0
    while match.to_act():
        seat = match.to_act()[rng.below(len(match.to_act()))]
        seen = match.observe(seat)
        if number % 40 == 0:
            assert match.position() == again(match).position()
            assert seen.legal == match.game.redeal(seen, Rng(number)).observe(seat).legal
            match.game.notes(seen)
        match.play(seat, seen.legal[rng.below(len(seen.legal))].text)
        number += 1
    record = read_record(json.loads(json.dumps(plain_record(match.record()))))
    game = microciv.open_game(record.game, **record.options)
    assert match.scores() == microciv.replay(game, record).scores()
    assert match.game.options == game.options


@pytest.mark.parametrize("level", ["easy"])
def test_bots_play_the_example_to_its_end(level: str):
    """They judge cards by what they do, whatever they are called."""
    match = new_match(2, seed=3, cards=ROWS)
    bots = [make_bot(level, match.game, seat, seat) for seat in range(2)]
    bought: set[str] = set()
    while match.to_act():
        for seat in match.to_act():
            move = bots[seat].choose(match.observe(seat))
            bought.add(str(move.parts().get("card", "")))
            match.play(seat, move.text)
    assert {"Potter's House", "Counting Stones"} & bought


def test_a_set_without_buildings_wonders_units_or_goods_is_a_box_too():
    """Nothing counts on a type being there; only plots and technologies must."""
    for gone in ("building", "wonder", "unit", "goods"):
        rows = [item for item in ROWS if item.get("type") != gone]
        rows += [own("goods" if gone != "goods" else "wonder", "Ballast", copies=MOST_COPIES)]
        match, rng = new_match(2, seed=1, cards=rows), Rng(1)
        for _ply in range(60):
            seen = match.observe(match.to_act()[0])
            match.play(seen.seat, seen.legal[rng.below(len(seen.legal))].text)
        assert match.position() == again(match).position()
