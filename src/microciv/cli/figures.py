"""`admin figures`: what a server that runs has counted since its start, for its owner."""

from __future__ import annotations

import http.client
import math
import os
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer
from rich.text import Text

from microciv.cli.address import split
from microciv.cli.admin import columns
from microciv.cli.keyholder import silence
from microciv.cli.printing import say, say_json
from microciv.cli.settings import JsonOption
from microciv.core.errors import MicrocivError

if TYPE_CHECKING:
    from microciv.server.settings import Settings

WITHIN: Final = 10.0
"""Seconds in which a server answers."""
HIDDEN: Final = 404
ELSEWHERE: Final = 421

Samples: TypeAlias = Mapping[str, Mapping[str, float]]
"""By name, and by the value of the label, if there is one."""
Figure: TypeAlias = float | int | None

NUMBERS: Final = {
    "microciv_tables_watched": "tables where somebody is",
    "microciv_connections": "connections",
    "microciv_watchers": "connections to a table",
    "microciv_questions_waiting": "questions that wait for a worker",
    "microciv_workers_busy": "workers that think",
    "microciv_bots_failed_total": "answers that bots did not give",
    "process_open_fds": "open files",
    "process_max_fds": "open files, at most",
}
TIMES: Final = {"microciv_answer_seconds": "people", "microciv_bot_seconds": "bots"}
SHARES: Final = {"half within": 0.5, "99 % within": 0.99}
KINDS: Final = {
    "microciv_refusals_total": "refused",
    "microciv_turned_away_total": "turned away",
    "microciv_faults_total": "faults",
}


def figures(
    addresses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ADDRESS",
            help="Of each process, as in http://127.0.0.1:8001; by default as `serve` has it.",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="The server's settings: its port and names."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a server does: tables, connections, answers, bots, refusals.

    It reads /metrics, so it has to run where the server's setting `metrics` allows it. Totals count
    from the start of the process; times are rounded up to the next bucket of the histogram.
    """
    from microciv.server.configuration import read_settings

    settings = read_settings(config, os.environ, [])
    name = settings.hosts[0] if settings.hosts else None
    found = {address: counted(address, name) for address in addresses or [_usual(settings)]}
    if as_json:
        say_json([{"address": address, **told} for address, told in found.items()])
        return
    rows = columns("", *[address.removeprefix("http://") for address in found])
    for name in dict.fromkeys([name for told in found.values() for name in told]):
        rows.add_row(Text(name), *[Text(_words(name, told.get(name))) for told in found.values()])
    say(rows)


def _usual(settings: Settings) -> str:
    everywhere = settings.host in ("0.0.0.0", "::")  # noqa: S104  # nothing is bound here
    host = "127.0.0.1" if everywhere else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def counted(address: str, name: str | None = None) -> dict[str, Figure]:
    """The figures of one process, in words; it is asked under this name.

    :raises MicrocivError: if it does not tell them.
    """
    from prometheus_client.parser import text_string_to_metric_families

    if "://" not in address or split(address) is None:
        raise MicrocivError(f"expected an address like http://127.0.0.1:8000, not {address!r:.80}")
    headers = {} if name is None else {"Host": name}
    request = urllib.request.Request(f"{address.rstrip('/')}/metrics", headers=headers)  # noqa: S310  # http or https: see above
    try:
        with urllib.request.urlopen(request, timeout=WITHIN) as page:  # noqa: S310  # as above
            text = page.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == ELSEWHERE:
            raise MicrocivError(
                f"{address} answers to its own names only: give its --config"
            ) from None
        if error.code == HIDDEN:
            raise MicrocivError(
                f"{address} does not show its figures here: ask it directly, not through a proxy,"
                " from an address in its setting `metrics`"
            ) from None
        raise MicrocivError(f"{address} answers with status {error.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise silence(address, error) from None
    samples: defaultdict[str, dict[str, float]] = defaultdict(dict)
    try:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                samples[sample.name][" ".join(sample.labels.values())] = sample.value
        return in_words(samples)
    except (ValueError, KeyError, OverflowError):
        raise MicrocivError(f"{address} does not tell the figures of a microciv server") from None


def in_words(samples: Samples) -> dict[str, Figure]:
    """What matters of them.

    :raises KeyError: if they are of another program.
    """
    told: dict[str, Figure] = {"tables in memory": round(samples["microciv_tables"][""])}
    for name, words in NUMBERS.items():
        if name in samples:
            told[words] = round(samples[name][""])
    for name, whose in TIMES.items():
        told[f"answers of {whose}"] = round(samples.get(f"{name}_count", {}).get("", 0))
        for words, share in SHARES.items():
            told[f"answers of {whose}, {words}"] = within(samples.get(f"{name}_bucket", {}), share)
    for name, words in KINDS.items():
        for kind, count in sorted(samples.get(name, {}).items(), key=lambda one: -one[1]):
            told[f"{words}: {kind}"] = round(count)
    if "process_resident_memory_bytes" in samples:
        told["MiB of memory"] = round(samples["process_resident_memory_bytes"][""] / 2**20)
    return told


def within(buckets: Mapping[str, float], share: float) -> float | None:
    """In how many seconds this share of all was done; None: none was, or it took longer than is
    counted.
    """
    bounds = sorted([(float(bound), count) for bound, count in buckets.items()])
    if not bounds or not bounds[-1][1]:
        return None
    found = next(bound for bound, count in bounds if count >= share * bounds[-1][1])
    return None if math.isinf(found) else found


def _words(name: str, figure: Figure) -> str:
    if figure is None:
        return "–"
    return f"{1000 * figure:,g} ms" if name.endswith(tuple(SHARES)) else f"{figure:,}"
