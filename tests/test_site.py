"""The documentation builds as a site, without a warning; what is public stands in its reference."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import microciv
from tools import docs_site

ROOT = Path(__file__).parents[1]


@pytest.mark.filterwarnings("default")
def test_the_site_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path), strict=False)
    with caplog.at_level(logging.WARNING):
        build(config)
    assert [record.getMessage() for record in caplog.records] == []
    assert (tmp_path / "search" / "search_index.json").is_file()
    reference = (tmp_path / "reference" / "microciv.html").read_text(encoding="utf-8")
    core = (tmp_path / "reference" / "core.html").read_text(encoding="utf-8")
    lost = [name for name in microciv.__all__ if f">{name}<" not in reference + core]
    assert lost == []


def test_links_out_of_the_docs_lead_to_copies_of_files():
    text = "[a](../deploy/nginx.conf) [b](../deploy) [c](engine.md#x) [d](https://example.org)"
    assert docs_site.led("docs/deploying.md", text) == (
        "[a](repository/deploy/nginx.conf.txt) b [c](engine.md#x) [d](https://example.org)"
    )
    assert docs_site.led("docs/play/5x.md", "[a](../../Makefile)") == (
        "[a](../repository/Makefile.txt)"
    )
