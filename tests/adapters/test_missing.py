"""What is said where an extra is not installed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDDEN = """
import sys
sys.modules[{hidden!r}] = None
import microciv.adapters.{adapter}
"""


@pytest.mark.parametrize(
    "adapter, hidden, extra",
    [
        ("openspiel", "pyspiel", "openspiel"),
        ("openspiel", "numpy", "openspiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("matches", "numpy", "gymnasium"),
    ],
)
def test_an_adapter_says_what_to_install(adapter: str, hidden: str, extra: str):
    code = HIDDEN.format(adapter=adapter, hidden=hidden)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 1 == run.returncode
    assert f"needs more: pip install microciv[{extra}]" in run.stderr
