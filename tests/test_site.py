"""The documentation builds as a site, without a warning; what is public stands in its reference."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import griffe
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


REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
LISTED = [
    name
    for page in REFERENCE
    for name in re.findall(r"^::: (\S+)", page.read_text(encoding="utf-8"), re.MULTILINE)
]


def test_everything_in_the_reference_says_what_it_is():
    """Functions, classes and methods without a docstring would not be shown at all."""
    loader = griffe.GriffeLoader(search_paths=[str(ROOT / "src")])
    loader.load("microciv")
    loader.resolve_aliases(implicit=True)
    assert [] == sorted(
        {path for name in LISTED for path in silent(loader.modules_collection[name])}
    )


def silent(found: griffe.Object | griffe.Alias) -> list[str]:
    """What is public in it and has no docstring."""
    if isinstance(found, griffe.Alias):
        found = found.final_target
    paths = [] if found.docstring else [found.path]
    if found.is_module or found.is_class:
        for name, member in found.members.items():
            shown = not name.startswith("_") and not member.is_alias
            if shown and (member.is_function or member.is_class):
                paths += silent(member)
    return paths


def test_links_out_of_the_docs_lead_to_copies_of_files():
    text = "[a](../deploy/nginx.conf) [b](../deploy) [c](engine.md#x) [d](https://example.org)"
    assert docs_site.led("docs/deploying.md", text) == (
        "[a](repository/deploy/nginx.conf.txt) b [c](engine.md#x) [d](https://example.org)"
    )
    assert docs_site.led("docs/play/5x.md", "[a](../../Makefile)") == (
        "[a](../repository/Makefile.txt)"
    )
