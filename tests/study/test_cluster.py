"""On a Ray cluster, of this machine alone: what one process finds, to the byte."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import microciv
from microciv.core.errors import BadPlan
from microciv.study.plan import Arm, Plan, tables_of
from tests.study.studies import carried_out, kept

pytest.importorskip("ray", reason="Ray is not installed")

from microciv.study.cluster import on_ray

PATIENCE = 300  # seconds
PLAN = Plan("goofspiel", (Arm("default", {}),), tables_of((4,), (("random",),)), 1000)


@contextmanager
def two_workers(folder: Path, port: int) -> Iterator[str]:
    """A cluster with two cores. Ray listens to all the world: nobody gets in without the token."""
    ray_command = Path(sys.executable).parent / "ray"
    words = [
        str(ray_command), "start", "--head", "--block", f"--port={port}", "--num-cpus=2",
        "--include-dashboard=false", "--disable-usage-stats", "--object-store-memory=80000000",
        f"--temp-dir={folder}",
    ]  # fmt: skip
    head = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert head.stdout is not None
    try:
        said = ""
        while "Ray runtime started" not in said:
            line = head.stdout.readline()
            assert line, said
            said += line
        yield f"127.0.0.1:{port}"
    finally:
        head.terminate()
        head.communicate(timeout=PATIENCE)


@pytest.fixture
def port() -> int:
    """One that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


# A program of its own, since Ray reads its environment once. The first study loses a worker.
DRIVER = """
import os, signal, sys
from pathlib import Path
from microciv.core.errors import BadPlan
from microciv.study import cluster
from microciv.study.running import Folder, Study
from tests.study.test_cluster import PLAN

folder, address = Path(sys.argv[1]), sys.argv[2]
at_end = signal.getsignal(signal.SIGTERM)
killed = []

def kill_one(now):
    if now.matches and not killed:
        killed.append(cluster.ray.get(cluster.ray.remote(lambda: os.getpid()).remote()))
        os.kill(killed[0], signal.SIGKILL)

with cluster.on_ray(address) as run:
    Study(PLAN, Folder(folder, PLAN)).run(run, kill_one)
assert killed and not cluster.ray.is_initialized()
assert at_end == signal.getsignal(signal.SIGTERM)
cluster.__version__ = "99.0"
try:
    with cluster.on_ray(address) as run:
        Study(PLAN, Folder(folder / "other", PLAN)).run(run, print)
except BadPlan as error:
    print(error)
"""


def test_two_workers_of_which_one_is_killed(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    port: int,
):
    """They find what one process finds; and with another version they are refused."""
    carried_out(PLAN, tmp_path / "here")
    source = Path(microciv.__file__).parents[1]
    for name, value in (
        ("RAY_AUTH_MODE", "token"),
        ("RAY_AUTH_TOKEN", secrets.token_hex(32)),
        ("RAY_USAGE_STATS_ENABLED", "0"),
        ("RAY_raylet_start_wait_time_s", "240"),  # on a machine that has much to do
        ("PYTHONPATH", f"{source}{os.pathsep}{Path(__file__).parents[2]}"),
    ):
        monkeypatch.setenv(name, value)
    short = tmp_path_factory.mktemp("r")  # the path of a socket has 107 characters at most
    with two_workers(short, port) as address:
        done = subprocess.run(
            [sys.executable, "-c", DRIVER, tmp_path / "there", address],
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert 0 == done.returncode, done.stderr
    assert "a worker has microciv " in done.stdout
    assert "and this command microciv 99.0" in done.stdout
    there = kept(tmp_path / "there")
    assert {name: data for name, data in there.items() if "other" not in name} == kept(
        tmp_path / "here"
    )


@pytest.mark.parametrize("address", ["", "here", "127.0.0.1:", "127.0.0.1:99999", ":80"])
def test_what_is_no_address(tmp_path: Path, address: str):
    refused = pytest.raises(BadPlan, match="expected a Ray cluster as HOST:PORT, or auto")
    with refused, on_ray(address):
        pass


def test_where_nothing_answers(tmp_path: Path, port: int):
    refused = pytest.raises(BadPlan, match=f"no Ray cluster answers at 127.0.0.1:{port}")
    with refused, on_ray(f"127.0.0.1:{port}"):
        pass
