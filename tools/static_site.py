"""The whole product as plain files: `make site` writes build/static, for any folder of any web
server.

python tools/static_site.py   from the built page and build/site, the documentation

The page is the one that a server has; `data-server="none"` tells it that there is none. All that it
would ask a server it asks the engine in the browser; what the lobby shows before that is loaded is
written down here, by the same code that answers for a server.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from microciv import __version__
from microciv.games import about, brought, catalogue
from microciv.server.api.puzzles import cards
from microciv.server.http.pages import POLICY
from microciv.server.table.views import game_about, game_title, numbered
from microciv.server.wire.about import ServerAbout
from microciv.server.wire.messages import encode
from microciv.speech import LANGUAGES, speaking
from microciv.texts import texts_for
from tools import device, page

ROOT: Final = page.ROOT
SITE: Final = ROOT / "build" / "static"
DOCS: Final = ROOT / "build" / "site"
OUR_OWN: Final = re.compile(r'(href|src)="/(?=[a-z])')
FOR_HEADERS: Final = re.compile(r"; frame-ancestors [^;]*")
"""Of a policy, what a page cannot say of itself."""


def page_of(text: str) -> str:
    """The page, for wherever it lies and without a server."""
    policy = (
        f'<meta http-equiv="content-security-policy" content="{FOR_HEADERS.sub("", POLICY)}" />'
    )
    for old, new in [
        ("<html ", '<html data-server="none" '),
        ('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {policy}'),
    ]:
        if text.count(old) != 1:
            raise SystemExit(f"error: index.html: expected {old!r} once")
        text = text.replace(old, new)
    return OUR_OWN.sub(r'\1="./', text)


def answers() -> dict[str, bytes]:
    """What the lobby asks for before the engine is there, by the path of its file."""
    games = [name for name in catalogue() if not brought(name)]
    server = ServerAbout(version=__version__, engine="interpreted", design=True)
    files = {
        "api/server.json": encode(server),
        "api/puzzles.json": encode(cards()),
    }
    for spoken in LANGUAGES:
        end = ".json" if spoken == "en" else f"/{spoken}.json"
        with speaking(spoken):
            files[f"api/games{end}"] = encode([game_about(name, None) for name in games])
            files[f"api/titles{end}"] = encode([game_title(name, None) for name in games])
            for name in games:
                texts = texts_for(name, numbered(about(name), {})).plain()
                files[f"api/games/{name}/texts{end}"] = encode(texts)
    return files


def lay(built: Path, docs: Path, folder: Path) -> None:
    """Lay the site into a folder, in place of a former one."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(built, folder, ignore=shutil.ignore_patterns("*.gz", "*.br"))
    index = folder / "index.html"
    index.write_text(page_of(index.read_text(encoding="utf-8")), encoding="utf-8")
    for name, content in answers().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    engine = folder / "engine.json"
    told = json.loads(engine.read_text(encoding="utf-8"))
    engine.write_text(
        json.dumps({**told, **device.weighed(folder, packed=False)}), encoding="utf-8"
    )
    (folder / ".nojekyll").touch()  # GitHub would leave out what begins with an underscore
    shutil.copytree(docs, folder / "docs")


def main(arguments: list[str]) -> int:
    """Do it; 1 if something is missing, 2 if the arguments mean nothing."""
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for needed, target in [(page.PAGE / "engine.json", "page"), (DOCS / "index.html", "docs")]:
        if not needed.is_file():
            print(
                f"error: there is no {needed.relative_to(ROOT)}: `make {target}`", file=sys.stderr
            )
            return 1
    lay(page.PAGE, DOCS, SITE)
    size = sum([path.stat().st_size for path in SITE.rglob("*") if path.is_file()])
    print(f"build/static: {size / 1e6:.0f} MB, for any web server (docs/deploying.md)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
