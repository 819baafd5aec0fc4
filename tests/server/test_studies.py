"""Studies on the page: the numbers of the command line, within limits, and gone at the end."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from microciv.core.errors import MicrocivError
from microciv.games import about
from microciv.server import refusals
from microciv.server.bots import studies
from microciv.server.settings import Settings
from microciv.server.wire.studies import NewStudy, StudyFindings, StudyProgress
from microciv.speech import LANGUAGES, speaking
from microciv.study import findings, live, words
from microciv.study.plan import Arm, Plan, read_plan, tables_of
from microciv.study.running import Folder, Study, here
from tests.server.site import PATIENCE, Site, serving_file
from tests.study.studies import english

TOWER: dict[str, object] = {"wonder_table": [{"letter": "F", "points": 5}]}
WISH: dict[str, object] = {
    "game": "5x",
    "seats": [3],
    "players": ["easy"],
    "options": TOWER,
    "matches": 60,
}
SLOWLY = 2 * PATIENCE  # what plays comes after everything else on this machine


@pytest.fixture(scope="module")
def design_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folders = tmp_path_factory.mktemp("studies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folders))
        with serving_file(folders / "site.sqlite3", design=True, study_grace=0.2) as site:
            yield site
    assert [] == [*folders.glob("microciv-study-*")]


@contextmanager
def listening(site: Site, study: str, spoken: str = "en") -> Iterator[Iterator[Any]]:
    """The lines of a study in a language, while the block lasts."""
    path, headers = f"/api/studies/{study}", {"accept-language": spoken}
    with site.http.stream("GET", path, timeout=SLOWLY, headers=headers) as answer:
        assert 200 == answer.status_code
        yield (msgspec.json.decode(line) for line in answer.iter_lines() if line)


@pytest.mark.anyio
async def test_more_may_be_told_while_somebody_listens():
    wish = msgspec.convert(WISH, NewStudy)
    study = studies.Study(Settings(), "", wish, lambda _: None)
    study._tell(StudyProgress(done=0.5))
    lines = study.lines("de")
    assert b"progress" in await anext(lines)
    for name in LANGUAGES:
        study._tell(StudyFindings(language=name, answers=[]))
    assert b'"de"' in await anext(lines)
    study.running = False
    study.forget()


class Gone:
    """A process that has died."""

    def __init__(self, *said: bytes) -> None:
        self.stdin = self.stdout = self
        self.returncode = 0
        self._said = iter(said)

    def write(self, _asked: bytes) -> None: ...

    async def drain(self) -> None: ...

    async def wait(self) -> None: ...

    def __aiter__(self) -> Gone:
        return self

    async def __anext__(self) -> bytes:
        for line in self._said:
            return line
        raise StopAsyncIteration


async def broken(spoken: str, *said: bytes) -> str:
    """What who speaks this is told of a study of somebody who speaks English."""
    study = studies.Study(Settings(), "", msgspec.convert(WISH, NewStudy), lambda _: None)
    await study.play(cast("Any", Gone(*said)), 60)
    line = msgspec.json.decode(await anext(study.lines(spoken)))
    study.forget()
    assert ("broken", spoken) == (line["type"], line["language"])
    return str(line["message"])


@pytest.mark.anyio
async def test_that_a_study_broke_is_said_to_each_in_their_language(
    capsys: pytest.CaptureFixture[str],
):
    assert "the study broke off; run it again" == await broken("en")
    said = {await broken(spoken) for spoken in LANGUAGES}
    assert len(LANGUAGES) == len(said)
    asked = {
        **WISH,
        "options": {"leader_pool": "no such"},
        "minutes": 1,
        "seed": 1,
        "folder": "/nowhere",
    }
    with pytest.raises(MicrocivError) as wrong:
        live.plan_of(asked)
    live.tell_broken(asked, wrong.value)
    lines = capsys.readouterr().out.encode().splitlines()
    told = {spoken: await broken(spoken, *lines) for spoken in LANGUAGES}
    assert str(wrong.value) == told["en"]
    assert len(LANGUAGES) == len({*told.values()})


def start(site: Site, **changes: Any) -> str:
    answer = site.post("/api/studies", {**WISH, **changes})
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["study"])


def to_the_end(lines: Iterator[Any]) -> dict[str, Any]:
    """The last line of each kind."""
    last = {}
    for line in lines:
        last[line["type"]] = line
        if line["type"] in ("ended", "broken"):
            break
    return last


def forget(site: Site, study: str) -> None:
    assert 200 == site.post(f"/api/studies/{study}/stop", {"forget": True}).status_code


def test_a_study_finds_what_the_command_line_finds(design_site: Site, tmp_path: Path):
    study = start(design_site)
    with listening(design_site, study) as lines:
        last = to_the_end(lines)
        report = design_site.http.get(f"/api/studies/{study}/report?language=es", timeout=SLOWLY)
    arms = (Arm("default", {}), Arm("changed", TOWER))
    plan = Plan("5x", arms, tables_of((3,), (("easy",),)), 60)
    same = Study(plan, Folder(tmp_path / "same", plan))
    same.run(here, lambda _: None)
    found = findings.answers(plan, same.chunks, same.folder.rows)
    names = plan.names()
    [answer] = last["findings"]["answers"]
    assert words.sentences(found[1], found, names) == answer["sentences"]
    assert [one.stands_out for one in found[1].findings] == [
        one["stands_out"] for one in answer["findings"]
    ]
    assert {"type": "ended", "why": "done"} == last["ended"]
    assert 200 == report.status_code, report.text
    assert "attachment" in report.headers["content-disposition"]
    with speaking("es"):  # as it was asked for, whatever the browser speaks
        heading = words.heading(plan, found[1], about("5x"), plan.names())
    assert heading in unescape(report.text)
    (tmp_path / "plan.toml").write_text(last["plan"]["toml"], encoding="utf-8")
    assert plan.key() == read_plan(tmp_path / "plan.toml").key() == last["plan"]["key"]


def test_who_listens_reads_it_in_their_own_language(design_site: Site):
    study = start(design_site)
    with listening(design_site, study, "es-MX") as lines:
        spanish = to_the_end(lines)["findings"]
    with listening(design_site, study, "de") as lines:
        german = to_the_end(lines)["findings"]
    for told, spoken, seats in ((german, "de", "3 Plätze"), (spanish, "es", "3 asientos")):
        [answer] = told["answers"]
        assert spoken == told["language"]
        assert answer["table"].startswith(seats)
        said = [*answer["sentences"], *[one["title"] for one in answer["findings"]]]
        assert [] == english("\n".join([*said, *[one["heading"] for one in answer["findings"]]]))
    numbers = [
        [one["found"] for one in told["answers"][0]["findings"]] for told in (german, spanish)
    ]
    assert numbers[0] == numbers[1]
    forget(design_site, study)


@pytest.mark.parametrize("spoken", ["de", "es"])
def test_what_a_study_may_be_asked_for_is_said_in_the_language(design_site: Site, spoken: str):
    answer = design_site.http.get("/api/design", headers={"accept-language": spoken})
    said = [one["about"] for some in answer.json()["restrictions"].values() for one in some]
    assert [] == english("\n".join(said))
    games = {one["name"]: one for one in design_site.get(f"/api/games/{spoken}").json()}
    five_x = games["5x"]
    assert [] == english(
        "\n".join([five_x["measured"], *[o["measured"] for o in five_x["options"]]])
    )
    assert 404 == design_site.get("/api/games/xx").status_code


def test_a_study_is_stopped_gone_on_with_and_forgotten(design_site: Site):
    study = start(design_site, matches=20_000)
    with listening(design_site, study) as lines:
        first = next(line for line in lines if line["type"] == "findings")
        second = design_site.post("/api/studies", WISH)
        assert (409, "started") == (second.status_code, second.json()["error"])
        early = design_site.post(f"/api/studies/{study}/more", {"matches": 20_000})
        assert 409 == early.status_code
        assert 200 == design_site.post(f"/api/studies/{study}/stop", {}).status_code
        last = to_the_end(lines)
        assert "stopped" == last["ended"]["why"]
        played = last.get("findings", first)["answers"][0]["matches"]
        assert 2 <= played < 20_000
        more = {"matches": played + 10}
        assert 200 == design_site.post(f"/api/studies/{study}/more", more).status_code
        last = to_the_end(lines)
        assert played + 10 == last["findings"]["answers"][0]["matches"]
        forget(design_site, study)
        assert [] == [*lines]
    gone = design_site.get(f"/api/studies/{study}")
    told = gone.status_code, gone.json()["message"]
    assert (404, "this study is gone; run it again") == told


def test_a_study_that_nobody_listens_to_is_removed(design_site: Site):
    study = start(design_site, matches=20_000)
    deadline = time.monotonic() + PATIENCE
    while design_site.get("/api/design").status_code == 200:
        answer = design_site.post(f"/api/studies/{study}/stop", {})
        if answer.status_code == 404:
            break
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize(
    "changes, blamed",
    [
        ({"game": "chess"}, "game: "),
        ({"seats": [3, 9]}, "seats: "),
        ({"players": ["hard"]}, "players: "),
        ({"players": ["easy,easy:never-sleeps"]}, "players: "),
        ({"players": ["easy", "random,,easy"]}, "players: "),
        ({"matches": 20_001}, "matches: "),
        ({"options": {"wonder_table": [{"letter": "Z"}]}}, "wonder_table: "),
        ({"options": {"nothing": 1}}, "nothing: "),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(
    design_site: Site, changes: dict[str, Any], blamed: str
):
    refusal = design_site.post("/api/studies", {**WISH, **changes})
    assert 422 == refusal.status_code
    assert refusal.json()["message"].startswith(blamed)


@pytest.mark.parametrize("changes", [{"seats": []}, {"matches": 0}, {"players": "easy"}, {"x": 1}])
def test_what_is_no_study_is_malformed(design_site: Site, changes: dict[str, Any]):
    assert 400 == design_site.post("/api/studies", {**WISH, **changes}).status_code


def test_the_server_says_what_may_be_asked_for(design_site: Site):
    assert design_site.get("/api/server").json()["design"] is True
    offered = design_site.get("/api/design").json()
    assert 20_000 == offered["matches"]
    assert ["random", "easy"] == offered["players"]["5x"]
    kept_from = {"name": "never-attacks", "about": "Never plays Exterminate."}
    assert kept_from in offered["restrictions"]["5x"]


def test_a_player_may_be_kept_from_something(design_site: Site):
    study = start(design_site, players=["easy:never-expands,easy,easy"], options={}, matches=90)
    with listening(design_site, study) as lines:
        last = to_the_end(lines)
    [answer] = last["findings"]["answers"]
    assert "3 seats, easy (never expands), easy" == answer["table"]
    wins = {one["title"]: one["found"][0] for one in answer["findings"] if "wins" in one["title"]}
    assert wins["Easy (never expands) wins"] < 0.2 < wins["Easy wins"]


def test_no_server_runs_studies_by_itself(site: Site):
    assert site.get("/api/server").json()["design"] is False
    for refusal in (site.get("/api/design"), site.post("/api/studies", WISH)):
        assert (404, refusals.design_off()) == (refusal.status_code, refusal.json()["message"])


def test_a_server_without_the_packages_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(studies, "NEEDED", ("polars", "no_such_package"))
    with serving_file(tmp_path / "site.sqlite3", design=True) as site:
        assert site.get("/api/server").json()["design"] is False
        assert refusals.design_missing() == site.get("/api/design").json()["message"]
