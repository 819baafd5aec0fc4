"""The clients of one file: bots made with them play at a real server, and by lines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from microciv.server.settings import Settings
from microciv.server.store.store import open_store
from tests.cli.test_address import leading_on
from tests.server.site import AS_FAST_AS_IT_GOES, sealed, serving
from tools.page import NoNode, find_node

PATIENCE = 60.0
FILES = Path(__file__).parents[2] / "src" / "microciv" / "clients"
SLOW = Settings(
    pause=(600.0, 600.0),
    habit=(600.0, 600.0),
    moment=600.0,
    workers=0,
    messages=AS_FAST_AS_IT_GOES,
)
"""A site where who lets people follow is not done in a day."""


@pytest.fixture(scope="module")
def node():
    try:
        return str(find_node()[0])
    except NoNode as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(open_store(str(tmp_path_factory.mktemp("site") / "x.sqlite3")), SLOW) as site:
        yield site


@pytest.fixture
def bots(cli, tmp_path, node):
    """The commands of the two examples, as they are printed."""
    commands = {}
    for language, ending, runs in (("python", "py", sys.executable), ("javascript", "mjs", node)):
        (tmp_path / f"microciv_client.{ending}").write_text(cli("client", language).stdout)
        example = tmp_path / f"example_bot.{ending}"
        example.write_text(cli("client", language, "--example").stdout)
        commands[language] = [runs, str(example)]
    return commands


def ends(process: subprocess.Popen[str]) -> str:
    """What it says, when it has ended well."""
    try:
        said = process.communicate(timeout=PATIENCE)[1]
    finally:
        process.kill()
    assert process.returncode == 0, said
    return said


@pytest.mark.parametrize(
    "game, others, options",
    [
        ("5x", 1, {}),
        ("5-ages", 2, {}),
        ("civ-card-game", 0, {"max_rounds": 4}),
        ("civ-builder", 0, {}),
    ],
)
def test_both_play_a_match_at_a_table_that_does_not_pause(site, bots, game, others, options):
    """They sit down by its link, among bots of the site, and nothing waits for an eye."""
    made = site.create("open", "open", *["bot:random"] * others, game=game, **options)
    link = f"http://127.0.0.1:{site.port}/t/{made['table']}"
    started = [
        subprocess.Popen([*command, link], stderr=subprocess.PIPE, text=True)
        for command in bots.values()
    ]
    host = site.join(made["table"], made["token"])
    while [seat["kind"] for seat in host.table["seats"]][:2] != ["person", "person"]:
        host.receive()
    assert [seat["program"] for seat in host.table["seats"]] == [True] * 2 + [False] * others
    assert host.table["pauses"] == "off"
    site.start(made["table"], made["token"])
    host.until(lambda message: message["type"] == "update" and message["places"])
    said = [ends(process) for process in started]
    places = {f"match 1 of {game}: place {place}\n" for place in host.update["places"]}
    assert set(said) <= places
    record = site.get(f"/api/tables/{made['table']}/record", made["token"]).json()
    assert {0, 1} <= {seat for seat, _ in record["moves"]}


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_an_example_answers_lines(rows, bots, language):
    command = " ".join(bots[language])
    for game in ("5x", "civ-card-game"):
        words = ("bot-host", command, game, "--seed", "3", "--against", "random", "--json")
        (row,) = rows(*words)
        assert (row["refused"], row["absent"]) == (0, 0)
        assert row["answers"] > 5
        assert row["seats"][0] == "example"
        again = rows(*words)[0]
        assert again["scores"] == row["scores"], "the same seed, the same match"


ILLEGAL = {
    "python": 'from microciv_client import play\nplay(lambda *_: "fly", "bad")\n',
    "javascript": "import { play } from './microciv_client.mjs';\n"
    "await play(() => 'fly', { name: 'bad' });\n",
}


@pytest.mark.parametrize("language", ILLEGAL)
def test_a_move_that_is_not_legal_is_named(cli, bots, language):
    runs, example = bots[language]
    Path(example).write_text(ILLEGAL[language])
    result = cli("bot-host", f"{runs} {example}", "5x")
    assert result.exit_code == 1
    assert "'fly' is not legal now; legal are" in result.stderr.replace('"', "'")


@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.parametrize(
    "link, complaint",
    [
        ("http://127.0.0.1:9/t/abc", "cannot reach http://127.0.0.1:9: "),
        ("{site}/t/nowhere", "the table says: there is no such table"),
        ("nonsense", "expected a link like http://127.0.0.1:8000/t/TABLE, not "),
    ],
)
def test_a_table_that_is_not_there(site, bots, language, link, complaint):
    words = [*bots[language], link.replace("{site}", f"http://127.0.0.1:{site.port}")]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 1
    assert complaint in ran.stderr


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_site_that_leads_elsewhere_is_not_followed(bots, language):
    with leading_on("http://127.0.0.1:9") as (there, asked):
        words = [*bots[language], f"{there}/t/abc"]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 1
    assert f"{there} leads on to http://127.0.0.1:9/api/tables/abc/sit: use that link" in ran.stderr
    assert ["POST"] == asked


def test_who_sits_with_people_lets_them_follow(site):
    made = site.create("you", "open", "bot:random")
    link = f"/api/tables/{made['table']}"
    site.post(f"{link}/sit", {"name": "Robo", "program": True})
    view: Any = site.get(link, made["token"]).json()
    assert view["pauses"] == "on"
    assert [seat["program"] for seat in view["seats"]] == [False, True, False]


def test_a_table_may_agree_on_no_pauses(site):
    """The moves that bots choose alone are made at once, on a site where a pause has no end."""
    made = site.create("you", *["bot:random"] * 2, pauses="off", game="5-ages")
    ann = site.join(made["table"], made["token"])
    while not ann.update["places"]:
        update = ann.update
        if update["legal"] and not update["complete"] and update["obvious"] is None:
            ann.play(*sealed(update), update["legal"][0]["text"], id=f"{len(ann.frames)}")
        ann.next("update")
    assert ann.table["pauses"] == "off"
