"""What the site of the documentation needs beside its pages (`mkdocs.yml` names this file).

Pages link to files of the repository outside `docs`. The site has copies of those that are files,
and the names alone of those that are folders. In the list of pages `{game}` stands for each of our
games, `*` for anything.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from microciv.games import brought, catalogue

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = "docs"
COPIES: Final = "repository"
"""The folder of the site where copies of other files lie."""
LINK: Final = re.compile(r"\[([^\]]*)\]\((\.\.?/[^)\s#]+)(#[^)\s]*)?\)")


def outside(page: str, link: str) -> str | None:
    """The path in the repository of what a page (`docs/x.md`) links to; None: it is in `docs`."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return None if path.startswith(f"{DOCS}/") else path


def led(page: str, text: str) -> str:
    """The text of a page whose links outside lead to the copies."""
    up = "../" * (page.count("/") - 1)

    def lead(link: re.Match[str]) -> str:
        path = outside(page, link[2])
        if path is None:
            return link[0]
        return f"[{link[1]}]({up}{COPIES}/{path}.txt)" if (ROOT / path).is_file() else link[1]

    return LINK.sub(lead, text)


def spelled_out(nav: Any) -> list[Any]:  # noqa: ANN401  # what YAML has
    """A list of pages, or of what they are in, with a page for each game and decision."""
    pages: list[Any] = []
    for entry in nav:
        if isinstance(entry, dict):
            pages += [
                {title: spelled_out(of) if isinstance(of, list) else of}
                for title, of in entry.items()
            ]
        else:
            ours = [name for name in catalogue() if not brought(name)]
            for name in ours if "{game}" in entry else [""]:
                pattern = entry.replace("{game}", name)
                found = (ROOT / DOCS).glob(pattern) if "*" in pattern else [ROOT / DOCS / pattern]
                inside = [path.relative_to(ROOT / DOCS).with_suffix("") for path in found]
                pages += [f"{path.as_posix()}.md" for path in sorted(inside)]
    return pages


def on_config(config: MkDocsConfig) -> None:
    """Spell out the list of pages."""
    config.nav = spelled_out(config.nav)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the copies that are linked to."""
    from mkdocs.structure.files import File

    wanted = {
        path
        for file in files.documentation_pages()
        for _, link, _ in LINK.findall(file.content_string)
        if (path := outside(f"{DOCS}/{file.src_uri}", link)) is not None and (ROOT / path).is_file()
    }
    for path in sorted(wanted):
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, f"{COPIES}/{path}.txt", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links outside lead to the copies."""
    del config, files
    return led(f"{DOCS}/{page.file.src_uri}", markdown)
