"""What does a device need to play without a server, and how long does it think?

PYTHONPATH=src python -m bench.device [--write] [GAME ...]

In Chromium's WebAssembly, from the page that `make page` has built, on this processor and on one
four times slower by Chromium's own throttling. That slows the thread of the page, so here, as
nowhere else, the engine runs in it. `--write` puts the section into bench/results.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from bench.run import ON_A_DEVICE, RESULTS, section_in
from microciv.games import about, brought, catalogue
from tools import page as built
from tools.static_site import lay

RATES: Final = (1, 4)
PATIENCE: Final = 4.0
"""Seconds that each level of a game may think in all."""
PROMISED: Final = {"easy": 2.0, "medium": 2.0}
"""Seconds of a decision, on the slower device."""

LOAD: Final = """async () => {
    const began = performance.now();
    const { folder } = await (await fetch('engine.json')).json();
    const at = new URL(`${folder}/`, location.href).href;
    const { loadPyodide } = await import(`${at}pyodide.mjs`);
    const python = await loadPyodide({ indexURL: at });
    const woken = performance.now();
    for (const name of ['msgspec.whl', 'microciv.zip']) {
        const archive = await (await fetch(at + name)).arrayBuffer();
        const extractDir = '/lib/python3.14/site-packages';
        python.unpackArchive(archive, 'zip', { extractDir });
    }
    const { begin } = python.pyimport('microciv.device.browser');
    await begin(new Uint8Array(), async () => true, () => undefined);
    window.python = python;
    return [(woken - began) / 1000, (performance.now() - woken) / 1000];
}"""
THINK: Final = """async ([game, patience]) => {
    const tried = await python.runPythonAsync(
        'import json\\nfrom microciv.device.measuring import seconds_of\\n' +
        `json.dumps(await seconds_of('${game}', ${patience}))`);
    return JSON.parse(tried);
}"""
MEMORY: Final = "() => python._module.HEAPU8.length / 1e6"


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("games", nargs="*")
    arguments.add_argument("--write", action="store_true", help=f"write into {RESULTS.name}")
    wishes = arguments.parse_args()
    games = wishes.games or [name for name in catalogue() if not brought(name)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, docs = Path(folder) / "site", Path(folder) / "docs"
        docs.mkdir()
        lay(built.PAGE, docs, site)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        address = f"http://127.0.0.1:{server.server_port}/"
        found = [measured(browser, address, rate, games) for rate in RATES]
        # As a server of ours sends them: a site of plain files leaves packing to its host.
        files = json.loads((built.PAGE / "engine.json").read_text(encoding="utf-8"))["files"]
        sizes = [sum(column) for column in zip(*files.values(), strict=True)]
        lines = section(browser.version, sizes, found, games)
        browser.close()
        server.shutdown()
    print("\n".join(lines))
    if wishes.write:
        text = RESULTS.read_text(encoding="utf-8")
        kept = text.replace(section_in(text, ON_A_DEVICE), "").rstrip()
        RESULTS.write_text("\n".join([kept, "", *lines, ""]), encoding="utf-8")


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        """Say nothing."""


def measured(browser: Browser, address: str, rate: int, games: list[str]) -> dict[str, Any]:
    """Seconds and megabytes on a processor `rate` times slower."""
    page = browser.new_page(bypass_csp=True)  # only a worker may do what is tried here
    page.goto(address)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    woken, opened = page.evaluate(LOAD)
    fresh = page.evaluate(MEMORY)
    decisions = {game: page.evaluate(THINK, [game, PATIENCE]) for game in games}
    used = page.evaluate(MEMORY)
    page.close()
    return {"start": [woken, opened], "memory": [fresh, used], "decisions": decisions}


def section(
    version: str, sizes: list[int], found: list[dict[str, Any]], games: list[str]
) -> list[str]:
    """What was found, for people."""
    sent, kept = [f"{size / 1e6:.1f} MB" for size in sizes]
    rows = {
        "WebAssembly and Python, until they run": [f"{one['start'][0]:.1f} s" for one in found],
        "our modules, until a table can be made": [f"{one['start'][1]:.1f} s" for one in found],
        "memory of the engine at its start": [f"{one['memory'][0]:.0f} MB" for one in found],
        "memory after bots of all games": [f"{one['memory'][1]:.0f} MB" for one in found],
    }
    levels = [*found[0]["decisions"][games[0]]]
    lines = [
        ON_A_DEVICE,
        "",
        f"Chromium {version}, as `python -m bench.device` runs it, on this processor · on one 4",
        f"times slower. To load once: {sent}; unpacked, as a device keeps it, {kept}.",
        "",
        "| | |",
        "|---|---|",
        *[f"| {name} | {' · '.join(values)} |" for name, values in rows.items()],
        "",
        f"The longest decision of those that are tried, in seconds; {list_of(PROMISED)} are to",
        f"take at most {max(PROMISED.values()):.0f} on the slower one.",
        "",
        f"| | {' | '.join(levels)} | |",
        f"|---{'|---' * len(levels)}|---|",
    ]
    for game in games:
        times = [[one["decisions"][game][level] for one in found] for level in levels]
        cells = [" · ".join([f"{value:.2f}" for value in both]) for both in times]
        late = [
            level
            for level, most in PROMISED.items()
            if found[-1]["decisions"][game].get(level, 0) > most
        ]
        verdict = f"does not hold: {list_of(late)}" if late else "holds"
        lines.append(f"| {about(game).title} | {' | '.join(cells)} | {verdict} |")
    return lines


def list_of(words: Any) -> str:  # noqa: ANN401  # whatever has words in it
    """`easy` and `medium`."""
    return " and ".join([f"`{word}`" for word in words])


if __name__ == "__main__":
    main()
