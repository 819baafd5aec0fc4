"""What a device loads is enough to play with, and no more than it needs."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from tools.device import modules
from tools.page import PAGE

PLAY = """
import asyncio, json, sys
folder, msgspec = sys.argv[1:]
sys.path[:0] = [folder]
import importlib.util
spec = importlib.util.spec_from_file_location(
    "msgspec", msgspec + "/__init__.py", submodule_search_locations=[msgspec])
sys.modules["msgspec"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
from microciv.device.measuring import seconds_of
from microciv.device.site import Site
from microciv.device.store import DeviceStore
from microciv.games import catalogue

async def keep(data):
    return True

async def play():
    told = asyncio.Queue()
    site = Site(DeviceStore(b"", keep), lambda text: told.put_nowait(json.loads(text)))
    await site.open()
    async def ask(method, path, body=None):
        text = "" if body is None else json.dumps(body)
        await site.take(json.dumps(
            {"type": "ask", "id": 1, "method": method, "path": path, "body": text}))
        return await told.get()
    bots = [{"kind": "bot", "level": "medium"}] * 3
    for game in catalogue():
        made = await ask("POST", "/api/tables", {"game": game, "seats": [{"kind": "you"}, *bots]})
        texts = await ask("GET", f"/api/games/{game}/texts")
        lesson = await ask("POST", "/api/lessons", {"game": game, "name": "Ann"})
        print(game, made["status"], texts["status"], lesson["status"])
    study = {"game": "5x", "seats": [3], "players": ["easy"], "options": {"wonder_a": 5}}
    made = await ask("POST", "/api/studies", {**study, "matches": 20})
    await site.take(json.dumps({"type": "ask", "id": 1, "method": "GET",
        "path": "/api/studies/" + json.loads(made["text"])["study"]}))
    found = None
    while (line := json.loads((await told.get())["text"]))["type"] != "ended":
        found = line if "answers" in line else found
    print(found["type"], found["answers"][0]["sentences"][0], line["why"])
    print((await ask("GET", "/api/levels/5x"))["text"])
    await site.close()

asyncio.run(play())
print([name for name in ("fastapi", "starlette", "uvicorn", "h11") if name in sys.modules])
"""


def test_the_archive_plays_all_games_by_itself(tmp_path: Path):
    with zipfile.ZipFile(io.BytesIO(modules())) as archive:
        archive.extractall(tmp_path)
    assert msgspec.__file__ is not None
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PLAY, str(tmp_path), str(Path(msgspec.__file__).parent)],
        capture_output=True,
        text=True,
        check=False,
    )
    *games, study, seconds, web = done.stdout.splitlines() or [done.stderr] * 3
    names = ("5x", "5-ages", "civ-card-game", "civ-builder")
    assert [f"{game} 201 200 201" for game in names] == games, done.stderr
    fair = "a fair share of wins is 33.3 %"
    assert f"findings 20 matches of each, on the same deals; {fair}. done" == study, done.stderr
    assert {"random", "easy", "medium", "hard", "expert"} == {*json.loads(seconds)}
    assert "[]" == web


def test_the_same_sources_make_the_same_archive():
    assert modules() == modules()


def test_the_archive_has_no_console_and_no_laboratory():
    with zipfile.ZipFile(io.BytesIO(modules())) as archive:
        names = archive.namelist()
    folders = {name.split("/")[1] for name in names if name.count("/") > 1}
    assert not folders & {"adapters", "cli", "laws"}
    assert not {"microciv/study/findings.py", "microciv/study/live.py"} & {*names}
    assert {"bots", "core", "device", "games", "hidden", "server", "texts"} <= folders


def test_a_device_has_nothing_to_compile_at_its_start():
    """What it would compile itself took longer than all else."""
    if not (PAGE / "engine.json").is_file():
        pytest.skip("the engine is not built: `make page`")
    engine = PAGE / json.loads((PAGE / "engine.json").read_text(encoding="utf-8"))["folder"]
    with (
        zipfile.ZipFile(engine / "microciv.zip") as ours,
        zipfile.ZipFile(io.BytesIO(modules())) as sources,
    ):
        wanted = {f"{name}c" if name.endswith(".py") else name for name in sources.namelist()}
        assert wanted == {*ours.namelist()}
    with zipfile.ZipFile(engine / "python_stdlib.zip") as library:
        names = {*library.namelist()}
    for module in ("asyncio/base_events", "dataclasses", "random", "sqlite3/dbapi2", "typing"):
        assert f"{module}.pyc" in names
        assert f"{module}.py" not in names
