"""The built page, its headers, and what is said when there is none."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from microciv.server.http.pages import SCREENS, Pages
from tests.server.site import Site

ROOT = Path(__file__).parents[2]


def request(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": raw})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + " " * 600, encoding="utf-8")
    (tmp_path / "assets" / "a-1.js").write_text("let a;\n" * 200, encoding="utf-8")
    (tmp_path / "assets" / "b.woff2").write_bytes(b"\x00" * 900)
    return tmp_path


def test_the_page_is_asked_for_again_and_assets_are_kept_for_ever(folder: Path):
    pages = Pages(folder)
    assert "no-cache" == pages.page(request()).headers["cache-control"]
    asset = pages.asset("assets/a-1.js", request())
    assert asset is not None
    assert "immutable" in asset.headers["cache-control"]
    assert "text/javascript; charset=utf-8" == asset.headers["content-type"]


def test_texts_are_compressed_and_fonts_are_not(folder: Path):
    pages = Pages(folder)
    asset = pages.asset("assets/a-1.js", request(accept_encoding="gzip, br"))
    font = pages.asset("assets/b.woff2", request(accept_encoding="gzip"))
    assert asset is not None
    assert font is not None
    assert b"let a;\n" * 200 == gzip.decompress(asset.body)
    assert "content-encoding" not in font.headers


def test_what_is_packed_already_is_sent_as_it_lies_beside(folder: Path):
    (folder / "assets" / "c.wasm").write_bytes(b"\0asm" * 300)
    (folder / "assets" / "c.wasm.gz").write_bytes(gzip.compress(b"packed when it was built"))
    pages = Pages(folder)
    asset = pages.asset("assets/c.wasm", request(accept_encoding="gzip"))
    plain = pages.asset("assets/c.wasm", request())
    assert asset is not None
    assert plain is not None
    assert "application/wasm" == asset.headers["content-type"]
    assert b"packed when it was built" == gzip.decompress(asset.body)
    assert b"\0asm" * 300 == plain.body
    (folder / "assets" / "a-1.js.br").write_bytes(b"smaller still")
    for encodings, told in (("gzip, deflate, br", "br"), ("gzip", "gzip")):
        script = pages.asset("assets/a-1.js", request(accept_encoding=encodings))
        assert script is not None
        assert told == script.headers["content-encoding"]
        assert (told == "br") == (b"smaller still" == script.body)


def test_what_the_client_has_is_not_sent_again(folder: Path):
    pages = Pages(folder)
    tag = pages.page(request()).headers["etag"]
    assert 304 == pages.page(request(if_none_match=tag)).status_code
    (folder / "index.html").write_text("new", encoding="utf-8")
    assert b"new" == pages.page(request(if_none_match=tag)).body


@pytest.mark.parametrize(
    "name",
    ["../secret", "assets/../../secret", "/etc/passwd", "assets", "", "no", "a\0b", "a" * 5000],
)
def test_nothing_outside_the_folder_is_served(folder: Path, name: str):
    (folder.parent / "secret").write_text("secret", encoding="utf-8")
    assert None is Pages(folder).asset(name, request())


def test_a_file_is_kept_once_however_it_is_asked_for(folder: Path):
    pages = Pages(folder)
    for name in ("index.html", "./index.html", "assets/../index.html", "assets/./../index.html"):
        answer = pages.asset(name, request())
        assert answer is not None
        assert "no-cache" == answer.headers["cache-control"]
    assert 1 == len(pages._files)


def test_a_page_that_is_not_built_says_how(tmp_path: Path):
    answer = Pages(tmp_path / "page").page(request())
    assert 503 == answer.status_code
    assert b"make page" in answer.body


def test_every_address_of_the_page_gives_the_page_with_safe_headers(site: Site):
    for path in ("/", "/t/abc", "/replay/abc"):
        answer = site.get(path)
        assert answer.status_code in (200, 503)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "nosniff" == answer.headers["x-content-type-options"]
        assert "no-referrer" == answer.headers["referrer-policy"]


def test_only_the_engine_worker_may_compile_webassembly(folder: Path):
    (folder / "assets" / "worker-1.js").write_text("let a;", encoding="utf-8")
    policies = [
        answer.headers.get("content-security-policy", "")
        for name in ("assets/worker-1.js", "assets/a-1.js")
        if (answer := Pages(folder).asset(name, request())) is not None
    ]
    assert [True, False] == ["'wasm-unsafe-eval'" in policy for policy in policies]


def test_what_is_not_there_is_said_in_json(site: Site):
    for path in ("/nothing", "/api/nothing", "/..%2f..%2fsetup.py", "/assets/no.js", "/%00"):
        answer = site.get(path)
        assert (404, "not_found") == (answer.status_code, answer.json()["error"])


def test_the_interface_describes_itself_without_a_script(site: Site):
    document = site.get("/api/openapi.json").json()
    paths = document["paths"]
    assert {"/api/tables", "/api/tables/{table}/sit", "/api/tables/{table}/replay"} <= set(paths)
    body = paths["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert {"$ref": "#/components/schemas/NewTable"} == body
    assert "NewTable" in document["components"]["schemas"]
    page = site.get("/api/docs")
    assert isinstance(page, httpx.Response)
    assert "<script" not in page.text
    assert "/api/tables/{table}/sit" in page.text


def test_answers_are_not_kept(site: Site):
    assert "no-store" == site.get("/api/tables").headers["cache-control"]


def test_an_address_that_somebody_types_leads_to_the_page(site: Site):
    person = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

    def asked(path: str) -> httpx.Response:
        return site.http.get(path, headers=person, follow_redirects=False)

    for path, leads in (("/puzzles", "/#puzzles"), ("/ladder/5x/4", "/#ladder/5x/4")):
        assert (303, leads) == (asked(path).status_code, asked(path).headers["location"])
    for path in ("/foo/bar", "/%2F%2Fexample.org/x", "/t"):
        answer = asked(path)
        assert answer.status_code in (404, 503)
        assert "text/html" in answer.headers["content-type"]
    assert [404, 404] == [asked(path).status_code for path in ("/api/none", "/assets/none.js")]


def test_the_server_knows_the_screens_of_the_page():
    route = (ROOT / "web" / "src" / "pages" / "route.svelte.ts").read_text(encoding="utf-8")
    assert SCREENS == set(re.findall(r"screen === '(\w+)'", route))


def test_what_is_no_address_of_the_page_is_told_by_the_page(folder: Path):
    answer = Pages(folder).page(request(), 404)
    assert (404, "text/html; charset=utf-8") == (answer.status_code, answer.media_type)
    assert Pages(folder).page(request()).body == answer.body
