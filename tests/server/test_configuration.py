"""Settings by file, environment and flag: one of them counts, and none is misunderstood."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from microciv.core.errors import MicrocivError
from microciv.server.configuration import Given, known, read_settings
from microciv.server.settings import Settings
from tools import make_serving_docs


def file(folder: Path, text: str) -> Path:
    path = folder / "microciv.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_given_is_the_default():
    assert Settings() == read_settings(None, {"HOME": "/", "MICROCIV_DATA": "x"}, [])


def test_a_flag_counts_more_than_the_environment_and_that_more_than_the_file(tmp_path: Path):
    path = file(tmp_path, "rooms = 1\nworkers = 1\naudience = 1\n")
    environment = {"MICROCIV_SERVE_ROOMS": "2", "MICROCIV_SERVE_WORKERS": "2"}
    found = read_settings(path, environment, [Given("--set rooms", "rooms", "3")])
    assert (3, 2, 1) == (found.rooms, found.workers, found.audience)


def test_text_and_toml_give_the_same_values(tmp_path: Path):
    path = file(
        tmp_path,
        """
        port = 0
        design = true
        greeting = 5
        requests = [2.5, 7]
        proxies = ["127.0.0.1", "10.0.0.0/8"]
        address = "http://10.0.0.5:8000"
        site = "https://play.example"
        smtp = "localhost"
        sender = "civ@play.example"
        """,
    )
    environment = {
        "MICROCIV_SERVE_PORT": "0",
        "MICROCIV_SERVE_DESIGN": "true",
        "MICROCIV_SERVE_GREETING": "5",
        "MICROCIV_SERVE_REQUESTS": "2.5, 7",
        "MICROCIV_SERVE_PROXIES": "127.0.0.1,10.0.0.0/8",
        "MICROCIV_SERVE_ADDRESS": "http://10.0.0.5:8000",
        "MICROCIV_SERVE_SITE": "https://play.example",
        "MICROCIV_SERVE_SMTP": "localhost",
        "MICROCIV_SERVE_SENDER": "civ@play.example",
    }
    expected = Settings(
        port=0,
        design=True,
        greeting=5.0,
        requests=(2.5, 7),
        proxies=("127.0.0.1", "10.0.0.0/8"),
        address="http://10.0.0.5:8000",
        site="https://play.example",
        smtp="localhost",
        sender="civ@play.example",
    )
    assert expected == read_settings(path, {}, [])
    assert expected == read_settings(None, environment, [])


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("room = 3", "room: there is no such setting; did you mean rooms?"),
        ("seed = 3", "seed: there is no such setting"),
        ("rooms = 0", "rooms: expected an integer of at least 1, not 0"),
        ("rooms = [3]", "rooms: expected an integer of at least 1, not [3]"),
        ("rooms = 'many'", "rooms: expected an integer of at least 1, not 'many'"),
        ("whole = nan", "whole: expected a number above 0, not nan"),
        ("design = 1", "design: expected true or false, not 1"),
        (
            "requests = [10]",
            "requests: expected a number above 0 and an integer of at least 1, not [10]",
        ),
        ("pause = [2, 1]", "pause: expected two numbers of at least 0, the least and the most"),
        ("proxies = ['here']", "proxies: expected a list of addresses such as 127.0.0.1"),
        ("[limits]\nrooms = 3", "limits: there is no such setting"),
        ("rooms = ", "not TOML"),
    ],
)
def test_a_file_is_refused_with_its_key(tmp_path: Path, text: str, complaint: str):
    path = file(tmp_path, text)
    with pytest.raises(MicrocivError) as caught:
        read_settings(path, {"MICROCIV_SERVE_ROOMS": "5"}, [])
    assert str(caught.value).startswith(f"{path}: {complaint}")


def test_the_environment_is_refused_with_the_variable():
    with pytest.raises(MicrocivError, match=r"^MICROCIV_SERVE_ROOMS: expected an integer"):
        read_settings(None, {"MICROCIV_SERVE_ROOMS": "x"}, [])
    with pytest.raises(MicrocivError, match=r"^MICROCIV_SERVE_BOT_SEED: there is no such setting"):
        read_settings(None, {"MICROCIV_SERVE_BOT_SEED": "1"}, [])


@pytest.mark.parametrize(
    "flags, status, complaint",
    [
        (["--config", "none.toml"], 1, "error: none.toml: cannot be read"),
        (["--set", "rooms=0"], 1, "error: --set rooms: expected an integer of at least 1, not '0'"),
        (["--set", "rooms"], 2, "expected NAME=VALUE"),
        (["--proxy", "here"], 1, "error: --proxy: expected a list of addresses"),
    ],
)
def test_the_command_line_is_refused_with_its_flag(
    tmp_path: Path, flags: list[str], status: int, complaint: str
):
    command = [sys.executable, "-m", "microciv", "serve", *flags]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (status, "") == (ended.returncode, ended.stdout)
    assert complaint in ended.stderr


def test_the_page_says_what_may_be_set():
    page = make_serving_docs.PAGE.read_text(encoding="utf-8")
    assert page == make_serving_docs.page(page), "run `make docs`"
    assert {*known()} <= {*make_serving_docs.explained()}
