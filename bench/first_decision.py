"""How long does it take until the first decision, on a slow line and a slow device?

PYTHONPATH=src python -m bench.first_decision ADDRESS [GAME ...]

From the front page, by its "Play" button, until the table asks; with nothing kept from before. The
line is Lighthouse's slow 4G, the processor four times slower than this one.
"""

from __future__ import annotations

import shutil
import sys
from statistics import median
from time import monotonic
from typing import Final

from playwright.sync_api import Browser, Response, sync_playwright

from microciv.games import about, brought, catalogue

LINE: Final = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1_638_400 / 8,  # bytes a second
    "uploadThroughput": 750_000 / 8,
}
SLOWER: Final = 4
TIMES: Final = 3
ASKED: Final = "[data-wanted='true'] [data-move]"


def main(arguments: list[str]) -> int:
    """Measure, and print a table."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    address, *wanted = arguments
    games = wanted or [name for name in catalogue() if not brought(name)]
    print("| game | bytes | front page | first decision |\n|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for game in games:
            found = [measured(browser, address, about(game).title) for _ in range(TIMES)]
            size, front, first = (median(column) for column in zip(*found, strict=True))
            print(f"| {game} | {size:,.0f} | {front:.1f} s | {first:.1f} s |", flush=True)
        browser.close()
    return 0


def measured(browser: Browser, address: str, title: str) -> tuple[int, float, float]:
    """The bytes of all bodies, and the seconds until a match can be begun, and until it asks."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # wants a function of its own
    began = monotonic()
    page.goto(address, wait_until="commit")
    play = page.get_by_role("button", name=f"Play {title} with").first
    play.wait_for()
    front = monotonic()
    play.click()
    page.locator(ASKED).first.wait_for()
    asked = monotonic()
    size = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    context.close()
    return size, front - began, asked - began


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
