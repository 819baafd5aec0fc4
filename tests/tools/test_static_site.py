"""The site of plain files asks no server for anything, wherever it lies."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from microciv.games import brought, catalogue
from tools import page
from tools.static_site import answers, lay, page_of

INDEX = (page.WEB / "index.html").read_text(encoding="utf-8")


def built(folder: Path) -> Path:
    """A page like one that was built, and its engine."""
    engine = folder / "assets" / "engine-1"
    engine.mkdir(parents=True)
    (folder / "index.html").write_text(INDEX.replace("/src/main.ts", "/assets/index-1.js"))
    (folder / "assets" / "index-1.js").write_text("run()")
    (engine / "microciv.zip").write_bytes(b"zip")
    (engine / "microciv.zip.gz").write_bytes(b"z")
    told = {"folder": "assets/engine-1", "version": "1", "files": {}}
    (folder / "engine.json").write_text(json.dumps(told))
    return folder


def documents(folder: Path) -> Path:
    folder.mkdir()
    (folder / "index.html").write_text("documentation")
    return folder


def test_the_page_knows_that_there_is_no_server_and_finds_everything_beside_itself():
    text = page_of(INDEX)
    assert '<html data-server="none" lang="en">' in text
    assert [] == re.findall(r'(?:href|src)="/[^"]*"', text)
    assert "default-src 'none'" in text
    assert "frame-ancestors" not in text


def test_a_page_that_looks_otherwise_is_not_made_into_a_site():
    with pytest.raises(SystemExit, match="expected '<html ' once"):
        page_of("<!doctype html><title>microciv</title>")


def test_the_lobby_has_the_words_of_every_game_of_ours_and_no_studies_of_a_server():
    files = answers()
    games = [name for name in catalogue() if not brought(name)]
    assert games == [game["name"] for game in json.loads(files["api/games.json"])]
    assert all(json.loads(files[f"api/games/{name}/texts.json"])["phases"] for name in games)
    assert {*games} >= {one["game"] for one in json.loads(files["api/puzzles.json"])} != set()


def test_a_device_that_keeps_the_site_keeps_all_of_it_but_the_documentation(tmp_path: Path):
    site = tmp_path / "static"
    site.mkdir()
    (site / "former.js").touch()
    lay(built(tmp_path / "page"), documents(tmp_path / "docs"), site)
    engine = json.loads((site / "engine.json").read_text())
    assert "assets/engine-1" == engine["folder"]
    assert {"", "assets/index-1.js", "assets/engine-1/microciv.zip", *answers()} == {
        *engine["files"]
    }
    assert [3, 3] == engine["files"]["assets/engine-1/microciv.zip"]
    assert "documentation" == (site / "docs" / "index.html").read_text()
    assert not (site / "former.js").exists()


def test_another_page_is_another_version(tmp_path: Path):
    page, docs = built(tmp_path / "page"), documents(tmp_path / "docs")
    lay(page, docs, tmp_path / "one")
    (page / "assets" / "index-1.js").write_text("walk()")
    lay(page, docs, tmp_path / "two")
    one, two = [
        json.loads((tmp_path / name / "engine.json").read_text())["version"]
        for name in ("one", "two")
    ]
    assert one != two
