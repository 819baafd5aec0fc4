"""Try an installed microciv as a stranger would: `python -I tools/smoke.py [compiled|interpreted]`.

Every wheel must pass this in an environment that has nothing but the wheel: every game is played
by its bots to the end and its record verified, help is there, and the site answers with its page.
Isolated (-I), so that it is never the checkout that is tried.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

MICROCIV: Final = (sys.executable, "-I", "-m", "microciv")
PATIENCE: Final = 120  # seconds


def microciv(*arguments: str) -> str:
    """What a command prints.

    :raises SystemExit: if it refuses.
    """
    done = subprocess.run(
        [*MICROCIV, *arguments], check=False, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        sys.exit(f"microciv {' '.join(arguments)}: {done.stdout}{done.stderr}")
    return done.stdout


def try_commands(wanted: str | None) -> None:
    """The version says how it was built; matches can be played and verified; what authors of bots
    begin with is there.
    """
    version = microciv("--version")
    if wanted is not None and wanted not in version:
        sys.exit(f"expected a {wanted} engine; this is {version}")
    games = json.loads(microciv("games", "--json"))
    with tempfile.TemporaryDirectory() as folder:
        for game, seats in [(row["name"], row["seats"][0]) for row in games]:
            bots = ",".join(["bot:easy"] * seats)
            played = microciv("match", game, "--seats", bots, "--seed", "7", "--json", "--records")
            record = Path(folder, f"{game}.json")
            record.write_text(json.dumps(json.loads(played)["record"]), encoding="utf-8")
            microciv("verify", str(record))
            if json.loads(microciv("schema", game))["type"] != "object":
                sys.exit(f"microciv schema {game} prints no schema")
        for language in ("python", "javascript"):
            microciv("client", language)


def try_library() -> None:
    """What README shows works, and help is there, compiled or not."""
    import microciv as library

    game = library.open_game("5x", seats=3)
    match = library.Match(game, seed=7)
    while match.to_act():
        for seat in match.to_act():
            match.answer(seat, match.observe(seat).legal[0].text)
    told = io.StringIO()
    with redirect_stdout(told):
        help(library.Match)
    if "to_act" not in told.getvalue() or not match.ranking():
        sys.exit("the library does not do what README says")


def try_site() -> None:
    """The site starts at a free port, says that it is ready and has its page."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*MICROCIV, "serve", "--port", "0", "--database", str(Path(folder, "site.db"))]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        try:
            assert server.stdout is not None
            heard = []
            for line in server.stdout:
                heard.append(line)
                if "http://" in line:
                    break
            else:
                sys.exit("the site does not start:\n" + "".join(heard))
            address = "http://" + heard[-1].split("http://")[1].split()[0].rstrip("/")
            for path, expected in (("/readyz", ""), ("/", "<!doctype html>")):
                with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:  # noqa: S310  # ours
                    if expected not in answer.read().decode().lower():
                        sys.exit(f"{path} is not what it should be")
        finally:
            server.terminate()
            server.wait(PATIENCE)


if __name__ == "__main__":
    try_commands(sys.argv[1] if len(sys.argv) > 1 else None)
    try_library()
    try_site()
    print(f"{microciv('--version').strip()}: all games, the library and the site work")
