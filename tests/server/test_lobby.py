"""Tables before, between and after matches, by HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.server.names import check_name
from microciv.server.store import sql
from tests.server.site import Site, play_through


def view(site: Site, table: str, token: str | None = None) -> Any:
    return site.get(f"/api/tables/{table}", token).json()


def kinds(table: Any) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


def waiting_at(site: Site, table: str) -> list[Any]:
    return [row for row in site.get("/api/tables").json() if row["table"] == table]


def test_titles_are_in_the_language_of_their_path_and_no_other(site: Site):
    """So a device can keep each of them by its path."""
    german = {"accept-language": "de"}
    for headers in ({}, german):
        told = {game["name"]: game for game in site.http.get("/api/titles", headers=headers).json()}
        assert told["5x"]["summary"].startswith("Choose one of five actions")
        assert "options" not in told["5x"]
        assert (
            site.http.get("/api/games/5x/texts", headers=headers).json()["labels"]["you"] == "You"
        )
    told = {game["name"]: game for game in site.get("/api/titles/de").json()}
    assert told["5x"]["summary"].startswith("Wähle verdeckt")
    assert told["5-ages"]["labels"]["round"] == "Epoche"
    assert site.get("/api/games/5x/texts/es").json()["labels"]["you"] == "Tú"
    for path in ("/api/titles/xx", "/api/games/5x/texts/xx"):
        refused = site.http.get(path, headers=german)
        assert refused.status_code == 404
        assert refused.json()["message"] == "Erwartet wird eine Sprache: en, de, es."


def test_the_catalogue_is_told_with_options_levels_and_words(site: Site):
    games = {game["name"]: game for game in site.get("/api/games").json()}
    five_x = games["5x"]
    assert {"round": "age", "points": "strength"} == games["5-ages"]["labels"]
    assert [False, True] == [games[name]["brought"] for name in ("5x", "goofspiel")]
    assert [3, 4, 5, 6] == five_x["seats"]
    assert "random" in five_x["levels"]
    assert "leaders" in [option["name"] for option in five_x["options"]]
    measured = {option["name"]: option["measured"] for option in five_x["options"]}
    assert measured["leaders"].startswith("All matches differ, ")
    assert "" == measured["wonder_table"]
    assert "Bots are not people." in five_x["measured"]
    texts = site.get("/api/games/5x/texts").json()
    assert {"cards", "events", "rules"} <= set(texts)
    assert 404 == site.get("/api/games/ludo/texts").status_code
    told = site.get("/api/games/5x/texts?napoleon_adds=1&show_known_hands=0").json()
    assert "his bid counts 1 more" in told["cards"]["napoleon"]["effect"]
    for wrong in ("9", "half", "nan"):
        refused = site.get(f"/api/games/5x/texts?napoleon_adds={wrong}")
        assert (422, "bad_option") == (refused.status_code, refused.json()["error"])


def test_a_table_without_an_open_seat_starts_at_once(site: Site):
    made = site.create("you", "bot:random", "bot:random")
    table = view(site, made["table"], made["token"])
    assert ("playing", 1, 0, True) == (table["state"], table["match"], table["you"], table["host"])
    assert 64 == len(table["seed_hash"])
    assert table["seed"] is None


def test_strangers_find_a_listed_table_sit_down_and_start(site: Site):
    made = site.create("you", "open", "open", listed=True)
    [waiting] = waiting_at(site, made["table"])
    assert ("Ann", 2, 3) == (waiting["host"], waiting["open"], waiting["seats"])
    ben = site.sit(made["table"], "Ben", seat=2)
    assert 2 == ben["seat"]
    refused = site.post(f"/api/tables/{made['table']}/start", {}, made["token"])
    assert (409, "seats") == (refused.status_code, refused.json()["error"])
    site.start(made["table"], made["token"], fill="random")
    table = view(site, made["table"], ben["token"])
    assert ["person", "bot", "person"] == kinds(table)
    assert ("playing", 2) == (table["state"], table["you"])
    assert [] == waiting_at(site, made["table"])


def test_a_table_by_link_is_listed_nowhere(site: Site):
    made = site.create("you", "open", "open")
    assert [] == waiting_at(site, made["table"])
    assert view(site, made["table"])["listed"] is False
    assert 1 == site.sit(made["table"], "Ben")["seat"]


def test_closed_seats_stay_out_of_the_match(site: Site):
    made = site.create("open", "closed", "you", "open", "open")
    table = view(site, made["table"], made["token"])
    assert [0, -1, 1, 2, 3] == [seat["seat"] for seat in table["seats"]]
    changed = site.post(f"/api/tables/{made['table']}/seats/0", {"kind": "closed"}, made["token"])
    assert [-1, -1, 0, 1, 2] == [seat["seat"] for seat in changed.json()["seats"]]
    site.start(made["table"], made["token"], fill="random")
    assert 0 == view(site, made["table"], made["token"])["you"]


def test_too_few_seats_are_told_at_the_start(site: Site):
    made = site.create("you", "open", "open")
    for number in (1, 2):
        site.post(f"/api/tables/{made['table']}/seats/{number}", {"kind": "closed"}, made["token"])
    refused = site.post(f"/api/tables/{made['table']}/start", {}, made["token"])
    assert (422, "bad_option") == (refused.status_code, refused.json()["error"])
    assert "3, 4, 5, 6" in refused.json()["message"]


def test_only_the_host_decides(site: Site):
    made = site.create("you", "open", "open")
    ben = site.sit(made["table"], "Ben")
    for path, body in (("start", {"fill": "random"}), ("seats/2", {"kind": "closed"})):
        for token, code in (
            (ben["token"], "not_host"),
            ("guess", "bad_token"),
            (None, "bad_token"),
        ):
            refused = site.post(f"/api/tables/{made['table']}/{path}", body, token)
            assert code == refused.json()["error"]
    assert ["person", "person", "open"] == kinds(view(site, made["table"]))


def test_the_host_can_take_a_seat_from_somebody_before_the_match(site: Site):
    made = site.create("you", "open", "open")
    ben = site.sit(made["table"], "Ben")
    site.post(f"/api/tables/{made['table']}/seats/1", {"kind": "bot"}, made["token"])
    assert view(site, made["table"], ben["token"])["you"] is None
    own = site.post(f"/api/tables/{made['table']}/seats/0", {"kind": "bot"}, made["token"])
    assert "taken" == own.json()["error"]


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a\u200bb", "a\x00", "x" * 25, "\u202eabc", "\u3164", "\u2800 \ufe0f", "\u200d"],
    ids=ascii,
)
def test_names_must_be_visible(site: Site, name: str):
    made = site.create("you", "open", "open")
    refused = site.post(f"/api/tables/{made['table']}/sit", {"name": name})
    assert (400, "malformed") == (refused.status_code, refused.json()["error"])


@pytest.mark.parametrize(
    "name, shown",
    [
        ("  Ann ", "Ann 2"),
        ("ANN", "ANN 2"),
        ("\uff21nn", "\uff21nn 2"),
        ("A\u200dnn", "A\u200dnn 2"),
        ("\u0410nn", "\u0410nn 2"),  # a Cyrillic letter
        ("A\u0578\u0578", "A\u0578\u0578 2"),  # Armenian ones
        ("\U0001d538\U0001d55f\U0001d55f", "\U0001d538\U0001d55f\U0001d55f 2"),
        ("\u0421\u0430\u0440\u0430", "\u0421\u0430\u0440\u0430"),  # nobody is called Capa
        ("Uruk", "Uruk 2"),  # as the bot there would be called
        ("Zoe\u0301", "Zo\u00e9"),
        ("\u05d0\u05d1 \u05d2", "\u05d0\u05d1 \u05d2"),
        ("<b>Ben</b>", "<b>Ben</b>"),
        ("\U0001f469\u200d\U0001f680 Sally", "\U0001f469\u200d\U0001f680 Sally"),
    ],
    ids=ascii,
)
def test_names_are_shown_as_they_are_and_told_apart(site: Site, name: str, shown: str):
    made = site.create("you", "open", "open")
    site.sit(made["table"], name)
    assert ["Ann", shown, None] == [seat["name"] for seat in view(site, made["table"])["seats"]]


@pytest.mark.parametrize(
    "one, other, alike",
    [
        ("Ian", "lan", True),
        ("IAN", "1an", True),
        ("Ian", "ian", True),
        ("ian", "lan", False),
        ("Bob", "B0B", True),
        ("Tim", "Tirn", True),
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l", True),
        ("\u05d4\u05d5\u05d0", "\u05d4l\u05d0", True),
        ("Zo\u0451", "Zo\u00eb", True),
        ("Ann", "Ana", False),
        ("\u738b", "\u7389", False),
    ],
    ids=ascii,
)
def test_who_looks_like_another_gets_a_number(one: str, other: str, *, alike: bool):
    assert (f"{other} 2" if alike else other) == check_name(other, [one])


def test_look_alikes_of_namesakes_are_numbered_on():
    names: list[str] = []
    for name in ("lan", "Ian", "1an", "Ian 2", "lan"):
        names.append(check_name(name, names))
    assert ["lan", "Ian 2", "1an 3", "Ian 2 2", "lan 4"] == names


def test_marks_do_not_pile_up(site: Site):
    made = site.create("you", "open", "open", "open")
    for name in (
        "Ti\u1ebfng",
        "\u05e9\u05b8\u05bc\u05c1\u05dc",
        "\u1000\u103b\u103d\u1031\u102c\u1004\u103a\u1038",
    ):
        assert name == check_name(name, [])
    for marks in ("\u0300" * 5, "\u0300\u0316\u200d\u0301\u0317\u20dd", "\u0300" * 20):
        refused = site.post(f"/api/tables/{made['table']}/sit", {"name": f"Zoe{marks}"})
        assert (400, "malformed") == (refused.status_code, refused.json()["error"])
        assert "4 marks" in refused.json()["message"]


def test_namesakes_of_long_names_stay_within_bounds(site: Site):
    made = site.create("you", "open", "open", name="x" * 24)
    site.sit(made["table"], "x" * 24)
    site.sit(made["table"], "x" * 24)
    names = [seat["name"] for seat in view(site, made["table"])["seats"]]
    assert ["x" * 24, "x" * 22 + " 2", "x" * 22 + " 3"] == names


def test_who_leaves_the_lobby_frees_the_seat_and_the_next_person_is_host(site: Site):
    made = site.create("you", "open", "open")
    ben = site.sit(made["table"], "Ben")
    assert 200 == site.post(f"/api/tables/{made['table']}/leave", {}, made["token"]).status_code
    table = view(site, made["table"], ben["token"])
    assert (["open", "person", "open"], True) == (kinds(table), table["host"])
    site.post(f"/api/tables/{made['table']}/leave", {}, ben["token"])
    assert 404 == site.get(f"/api/tables/{made['table']}").status_code


def held(site: Site, *tokens: str, table: str, known: int = 0) -> list[Any]:
    seats = [{"table": table, "token": token, "known": known} for token in tokens]
    answered = site.post("/api/held", {"seats": seats})
    assert 200 == answered.status_code, answered.text
    found: list[Any] = answered.json()
    return found


def test_my_tables_are_told_in_one_answer_from_lobby_to_result(site: Site):
    made = site.create("you", "open", "bot:random", leaders=False)
    id_ = made["table"]
    [lobby] = held(site, made["token"], table=id_)
    assert ("lobby", "5x", 1, False) == tuple(
        lobby[key] for key in ("state", "game", "open", "turn")
    )
    assert [{"name": "Knossos", "level": "random"}] == lobby["others"]
    tokens = [made["token"], site.sit(id_, "Ben")["token"]]
    site.start(id_, tokens[0])
    clients = [site.join(id_, token) for token in tokens]
    theirs = held(site, *tokens, table=id_)
    assert [("playing", True, 1, 6, None)] * 2 == [
        (one["state"], one["turn"], one["round"], one["rounds"], one["result"]) for one in theirs
    ]
    assert ["Ann", "Knossos"] == [other["name"] for other in theirs[1]["others"]]
    clients[0].play("explore")
    assert [False, True] == [one["turn"] for one in held(site, *tokens, table=id_)]
    play_through(clients)
    ends = held(site, *tokens, table=id_)
    places, scores = (clients[0].update[key] for key in ("places", "scores"))
    assert [{"place": places[seat], "score": scores[seat], "unit": 2} for seat in (0, 1)] == [
        one["result"] for one in ends
    ]
    [known] = held(site, tokens[0], table=id_, known=1)
    assert ("finished", False, None) == (known["state"], known["turn"], known["result"])


def test_a_table_is_as_good_as_gone_for_who_has_no_token_of_it(site: Site):
    made = site.create("you", "open", "open")
    nothing = held(site, "guess", table="nowhere")
    assert nothing == [
        {**one, "table": "nowhere"} for one in held(site, "guess", table=made["table"])
    ]
    assert ["gone"] == [one["state"] for one in nothing]
    refused = site.post("/api/held", {"seats": [{"table": "t", "token": "x", "seat": 1}]})
    assert "malformed" == refused.json()["error"]


def test_when_a_table_moved_says_nothing_of_sealed_answers(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    clock = [1_000]
    monkeypatch.setattr(sql, "now", lambda: clock[0])
    table, tokens, clients = site.three(leaders=False)

    def moved(at: int) -> int:
        clock[0] = at
        [one] = held(site, tokens[0], table=table)
        seconds: int = one["moved"]
        return seconds

    assert 60 == moved(1_060)
    clients[1].play("explore", id="1")
    clients[1].play("exploit", id="2")
    assert 70 == moved(1_070)
    clients[0].play("explore", id="1")
    clients[2].play("explore", id="1")
    clients[0].until_decision(2)
    assert 30 == moved(1_100)
    clients[0].sync()
    assert 0 == moved(900)  # clocks are set back


@pytest.mark.parametrize(
    "wish, code",
    [
        ({"game": "ludo", "seats": [{"kind": "you"}]}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "you"}]}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "you"}] * 3}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "open"}] * 7}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "open"}] * 3, "options": {"x": 1}}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "open"}] * 3, "options": {"seats": 4}}, "bad_option"),
        ({"game": "5x", "seats": [{"kind": "bot", "level": "god"}] * 3}, "bad_option"),
        ({"game": "5x", "seats": []}, "malformed"),
        ({"game": "5x", "seats": [{"kind": "king"}] * 3}, "malformed"),
        ({"game": "5x", "seats": [{"kind": "open"}] * 3, "seed": 1}, "malformed"),
        ([], "malformed"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(site: Site, wish: Any, code: str):
    refused = site.post("/api/tables", wish)
    assert code == refused.json()["error"]
    assert refused.json()["message"]
    assert refused.status_code in (400, 422)


def test_options_are_told_and_the_changed_ones_apart(site: Site):
    made = site.create("you", "bot:random", "bot:random", leaders=False)
    table = view(site, made["table"])
    assert {"leaders": False} == table["changed"]
    assert table["options"]["recommit_until_group_complete"] is True


def test_record_replay_and_seed_stay_closed_until_the_end(site: Site):
    table, tokens, clients = site.three(leaders=False)
    for path in ("record", "replay?seat=0"):
        refused = site.get(f"/api/tables/{table}/{path}", tokens[0])
        assert (409, "not_finished") == (refused.status_code, refused.json()["error"])
    play_through(clients)
    finished = view(site, table)
    record = site.get(f"/api/tables/{table}/record").json()
    assert ("finished", record["seed"]) == (finished["state"], finished["seed"])


def test_a_rematch_begins_once_at_the_same_link(site: Site):
    table, tokens, clients = site.three(leaders=False)
    early = site.post(f"/api/tables/{table}/rematch", {}, tokens[1])
    assert "not_finished" == early.json()["error"]
    play_through(clients)
    old = site.get(f"/api/tables/{table}/record").json()
    stranger = site.post(f"/api/tables/{table}/rematch", {}, "guess")
    assert (401, "bad_token") == (stranger.status_code, stranger.json()["error"])
    for token in tokens:
        again = site.post(f"/api/tables/{table}/rematch", {"match": 1}, token)
        assert (table, token) == (again.json()["table"], again.json()["token"])
    now = view(site, table)
    assert ("playing", 2, None) == (now["state"], now["match"], now["seed"])
    for running in (
        "record?match=2",
        "replay?match=2&seat=0",
        "record?match=9",
    ):
        assert "not_finished" == site.get(f"/api/tables/{table}/{running}").json()["error"]
    assert old == site.get(f"/api/tables/{table}/record?match=1").json()
    assert old["seed"] != now["seed_hash"]
    fresh = clients[0].until(lambda message: message["type"] == "update" and message["match"] == 2)
    assert 0 == fresh["from"]


def test_a_table_that_is_not_there_is_not_there(site: Site):
    for path in ("", "/record", "/replay"):
        assert "unknown_table" == site.get(f"/api/tables/nowhere{path}").json()["error"]
    assert "unknown_table" == site.post("/api/tables/nowhere/sit", {"name": "A"}).json()["error"]
