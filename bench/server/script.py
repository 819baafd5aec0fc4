"""What the scripts of this folder are told on the command line, and how they end."""

from __future__ import annotations

import argparse
from typing import Any, Final

from microciv.server.http.connection_limits import raise_descriptors

NO_DATABASE: Final = "a PostgreSQL where databases may be made; else SQLite files"
SHOWN: Final = 20
"""Faults that are printed."""


def arguments(name: str, about: str | None, **usual: Any) -> argparse.Namespace:  # noqa: ANN401  # of any kind
    """What was said to a script, whose options are usually these; it may open many sockets."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    for option, value in usual.items():
        if value is None:
            parser.add_argument(f"--{option}", help=NO_DATABASE)
        else:
            told = f"usually {value}"
            parser.add_argument(f"--{option}", type=type(value), default=value, help=told)
    raise_descriptors()
    return parser.parse_args()


def end(told: str, wrong: list[str]) -> None:
    """Print what was found, and fail if anything is wrong.

    :raises SystemExit: always.
    """
    print(f"{told}; {len(wrong)} faults")
    for fault in wrong[:SHOWN]:
        print(f"  {fault}")
    raise SystemExit(min(1, len(wrong)))
