"""The examples of programs in three languages play a match, wherever their interpreter is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.browsers import FIREFOX, browsers
from tests.server.programs import invite, new_bot
from tests.server.site import Site, soon

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "programs"
WAYS = {"program.py": sys.executable, "program.mjs": "node", "program.pl": "perl"}


@pytest.mark.parametrize("name", WAYS)
def test_an_example_plays_and_is_short(name: str, site: Site):
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 60
    interpreter = shutil.which(WAYS[name])
    if interpreter is None:
        pytest.skip(f"{WAYS[name]} is not here")
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, f"Example {name[-2:]}")
    command = [interpreter, str(EXAMPLES / name), f"http://127.0.0.1:{site.port}"]
    environment = {**os.environ, "MICROCIV_TOKEN": token}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        try:
            table = invite(site, f"@Example {name[-2:]}", "bot:easy", "bot:easy")["table"]
            soon(lambda: site.get(f"/api/tables/{table}").json()["state"] == "finished")
            assert program.stdout is not None
            assert program.stdout.readline().startswith(f"{table}: places")
        finally:
            program.terminate()
            said, errors = program.communicate()
    assert ("", False) == (errors, token in said)


def test_an_example_says_when_its_token_is_not_known(site: Site):
    command = [sys.executable, str(EXAMPLES / "program.py"), f"http://127.0.0.1:{site.port}"]
    environment = {**os.environ, "MICROCIV_TOKEN": "mcb_wrong"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (1, True) == (run.returncode, "bad_token" in run.stderr)
