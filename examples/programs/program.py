"""A program that plays wherever a host asks it: any legal move, each as likely (docs/programs.md).

MICROCIV_TOKEN=mcb_... python program.py https://SITE
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPResponse
from typing import Any

SITE = sys.argv[-1].rstrip("/")
TOKEN = os.environ.get("MICROCIV_TOKEN", "")


def ask(path: str, body: dict[str, Any] | None = None) -> HTTPResponse:
    """Ask the site something; with a body it is a POST."""
    request = urllib.request.Request(  # noqa: S310  # of the site that was named
        SITE + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    return urllib.request.urlopen(request, timeout=60)  # type: ignore[no-any-return]  # noqa: S310


def hear(line: dict[str, Any]) -> None:
    """Do what a line of the stream asks for."""
    table = f"/api/tables/{line['table']}"
    if line["type"] == "invited":
        ask(f"{table}/accept", {})
    elif line["type"] == "choose":
        move = random.choice(line["legal"])["text"]
        at = {"match": line["match"], "decision": line["decision"]}
        ask(f"{table}/answer", {**at, "moves": [*line["answer"], move]})
    elif line["type"] == "over":
        print(f"{line['table']}: places {line['places']}", flush=True)


if __name__ == "__main__":
    after = ""
    while True:  # a stream that ends is gone on with
        try:
            for text in ask(f"/api/bot/events?after={after}"):
                if text.strip():
                    line = json.loads(text)
                    hear(line)
                    after = line["id"]
        except urllib.error.HTTPError as refused:
            print(refused.read().decode(), file=sys.stderr)
            if refused.code == 401:
                sys.exit(1)
        except OSError as fault:
            print(fault, file=sys.stderr)
        time.sleep(1)
