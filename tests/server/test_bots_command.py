"""`microciv bots`: accounts for programs of one's own, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from tests.server.browsers import FIREFOX, browsers
from tests.server.site import Site


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MICROCIV_DATA", str(tmp_path))
    return tmp_path


def bots(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["bots", *words])
    return result.exit_code, result.stdout.strip(), result.stderr.strip()


def test_an_account_is_made_renewed_and_deleted(site: Site, data: Path):
    address = f"http://127.0.0.1:{site.port}"
    code, token, words = bots("new", address, "Terminal")
    assert (0, True, True) == (code, token.startswith("mcb_"), "shown only once" in words)
    assert "Terminal: made" in bots("list", address)[1]
    assert "never used" in bots("list", address)[1]
    _, renewed, _ = bots("renew", address, "Terminal")
    assert {401} == {site.get("/api/tables/x/events", token).status_code}
    assert renewed != token
    kept = [*(data / "keys").glob("*.json")]
    assert [0o600] == [path.stat().st_mode & 0o777 for path in kept]
    assert token not in kept[0].read_text()
    assert (0, "Terminal is deleted.") == bots("delete", address, "Terminal")[:2]
    assert "You have no bot accounts there." == bots("list", address)[1]


def test_six_words_make_this_computer_mine(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        ann.post("/api/me", {"name": "Ann"})
        words = ann.post("/api/me/code")["words"]
        address = f"http://127.0.0.1:{site.port}"
        assert 0 == bots("new", address, "By code", "--code", words)[0]
        assert ["By code"] == [one["name"] for one in ann.get("/api/me/bots")]


def test_what_cannot_be_is_said_in_a_line(site: Site):
    address = f"http://127.0.0.1:{site.port}"
    code, _, words = bots("list", "ftp://x")
    assert (1, "error: 'ftp://x' is not the address of a site; expected https://SITE") == (
        code,
        words,
    )
    code, _, words = bots("delete", address, "Nobody")
    assert (1, True) == (code, "no bot account 'Nobody' of yours" in words)
    code, _, words = bots("new", address, "By words", "--code", "owl owl owl owl owl owl")
    assert (1, True) == (code, "no such code" in words)
    code, _, words = bots("list", "http://127.0.0.1:9")
    assert (1, True) == (code, "does not answer" in words)
