"""Records from anywhere are shown, and played on from; positions set up by hand are played."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.games import brought, catalogue
from microciv.server.rooms.dealing import begun
from microciv.server.settings import Settings
from microciv.server.table import new_tables, seating
from microciv.server.wire.messages import NewTable, Refused, SeatChange, SeatPlan
from tests.server.site import Site, play_through, serving_file

GAMES = [name for name in catalogue() if not brought(name)]
NAMES = ["Ann", "Bob", "Cleo"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving_file(tmp_path_factory.mktemp("records") / "site") as running:
        yield running


@pytest.fixture(scope="module")
def over(site: Site) -> str:
    """A table with a finished match."""
    made = site.create("you", "bot", "bot", game="5x", leaders=False)
    play_through([site.join(made["table"], made["token"])])
    table: str = made["table"]
    return table


def record_of(site: Site, table: str) -> Any:
    return site.get(f"/api/tables/{table}/record").json()


def test_a_record_shows_every_seat_what_it_saw(site: Site, over: str):
    record = record_of(site, over)
    for seat in (None, 0, 2):
        asked = {"record": record, "names": NAMES, "seat": seat}
        told = site.post("/api/records", asked).json()
        where = f"/api/tables/{over}/replay?seat={15 if seat is None else seat}"
        assert {**site.get(where).json(), "seats": NAMES} == told["replay"]
        assert ("5x", {"leaders": False}) == (told["table"]["game"], told["table"]["changed"])


def test_seats_that_a_link_does_not_name_are_counted(site: Site, over: str):
    told = site.post("/api/records", {"record": record_of(site, over), "names": ["Ann"]}).json()
    assert ["Ann", "Seat 2", "Seat 3"] == told["replay"]["seats"]


@pytest.mark.parametrize(
    "change, code, words",
    [
        ({"rules": 99}, "stranded", "version 99 of the rules of 5x"),
        ({"game": "chess"}, "malformed", "record: no game 'chess'; there are"),
        ({"seed": "?"}, "malformed", "record: seed: expected up to 32 hexadecimal digits"),
        ({"moves": [[0, "fly"]]}, "malformed", "record: moves[0]: no such move: 'fly'"),
        ({"options": {"seats": 99}}, "malformed", "record: seats: 5X is for 3, 4, 5, 6"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(
    site: Site, over: str, change: dict[str, Any], code: str, words: str
):
    wrong = {**record_of(site, over), **change}
    if "seed" in change:
        wrong["generator"] = "sfc32"
    for path, more in [
        ("/api/records", {}),
        ("/api/records/review", {"seat": 0}),
        ("/api/records/again", {"seat": 0, "decision": 3}),
        ("/api/positions", {"decision": 3}),
    ]:
        told = site.post(path, {"record": wrong, **more}).json()
        assert code == told["error"]
        assert words in told["message"]


def test_a_moment_of_a_record_is_a_position_to_play_on_from(site: Site, over: str):
    record = record_of(site, over)
    position = site.post("/api/positions", {"record": record, "decision": 3}).json()["position"]
    seats = [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]
    wish = {"game": "5x", "seats": seats, "position": position}
    made = site.post("/api/tables", wish).json()
    client = site.join(made["table"], made["token"])
    assert {"table": "", "match": 0, "decision": None} == client.table["again"]
    assert {"leaders": False} == client.table["changed"]
    then = site.get(f"/api/tables/{over}/replay?seat=0").json()["steps"]
    [step] = [step for step in then if step["decision"] == 3]
    assert step["legal"] == client.update["legal"]
    play_through([client])
    assert position == record_of(site, made["table"])["position"]


def test_a_record_is_played_on_from_as_one_seat_knew_it(site: Site, over: str):
    record = record_of(site, over)
    wish = {"record": record, "seat": 2, "decision": 3, "level": "random", "name": "Ann"}
    made = site.post("/api/records/again", wish).json()
    client = site.join(made["table"], made["token"])
    assert {"table": "", "match": 0, "decision": 3} == client.table["again"]
    assert (2, ["bot", "bot", "person"]) == (
        client.table["you"],
        [seat["kind"] for seat in client.table["seats"]],
    )
    then = site.get(f"/api/tables/{over}/replay?seat=2").json()["steps"]
    [step] = [step for step in then if step["decision"] == 3]
    assert step["legal"] == client.update["legal"]
    for wrong in ({"seat": 9}, {"decision": 99}):
        assert 404 == site.post("/api/records/again", {**wish, **wrong}).status_code


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_a_deal_to_be_edited_that_can_be_played(site: Site, game: str):
    seats = catalogue()[game].seats[0]
    position = site.get(f"/api/games/{game}/position?seats={seats}").json()["position"]
    wish = NewTable(game=game, seats=[SeatPlan(kind="bot")] * seats, position=position)
    table, _, _ = new_tables.new_table(wish, "id")
    _, row = begun(seating.start(table, None), Settings(), set())
    assert position == row.position


def test_what_is_wrong_with_a_position_is_said_at_its_field(site: Site):
    position = site.get("/api/games/5x/position?seats=3").json()["position"]
    bots = [SeatPlan(kind="bot")] * 3

    def refusal(**how: Any) -> str:
        wish = {"game": "5x", "seats": bots, "position": position, **how}
        with pytest.raises(Refused) as refused:
            new_tables.new_table(NewTable(**wish), "id")
        return str(refused.value.message)

    assert refusal(position={**position, "round": "one"}).startswith("position.round: expected")
    assert refusal(position={**position, "colour": 1}).startswith("position.colour: ")
    assert "position.game: expected '5-ages'" == refusal(game="5-ages")
    assert "seats: the position has 3, not 4" == refusal(seats=[*bots, bots[0]])
    assert refusal(rated=True).startswith("rated: ")
    assert refusal(options={"leaders": False}).startswith("options: a position has its own")


def test_a_chair_that_was_closed_since_leaves_the_position_unplayed(site: Site):
    position = site.get("/api/games/5x/position?seats=4").json()["position"]
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="open")] * 3]
    table, _, _ = new_tables.new_table(NewTable(game="5x", seats=seats, position=position), "id")
    closed = seating.change_seat(table, 3, SeatChange(kind="closed"), set())
    with pytest.raises(Refused, match=r"position\.options"):
        begun(seating.start(closed, "easy"), Settings(), set())
