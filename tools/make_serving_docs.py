"""Write the tables of docs/serving.md anew: what may be set, and what is counted."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path
from typing import Final

from microciv.server import settings
from microciv.server.configuration import known
from microciv.server.metrics import FAULTS, Metrics

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "serving.md"
TABLE: Final = re.compile(r"(<!-- (\w+), written by \S+ -->\n).*?(<!-- end -->\n)", re.DOTALL)


def page(old: str) -> str:
    """The page with its tables as the program has them now."""
    tables = {"Settings": settings_table, "Metrics": metrics_table}
    return TABLE.sub(lambda found: f"{found[1]}\n{tables[found[2]]()}\n{found[3]}", old)


def settings_table() -> str:
    lines = ["| Name | Default | Expected | What it is |", "|---|---|---|---|"]
    words, defaults = explained(), settings.Settings()
    for name, setting in known().items():
        default = written(getattr(defaults, name))
        lines.append(f"| `{name}` | {default} | {setting.meta.description} | {words[name]} |")
    return "\n".join([*lines, ""])


def metrics_table() -> str:
    lines = ["| Name | Type | What it is |", "|---|---|---|"]
    metrics = [FAULTS, *[found for found in vars(Metrics()).values() if hasattr(found, "describe")]]
    for [found] in [metric.describe() for metric in metrics]:
        name = f"{found.name}_total" if found.type == "counter" else found.name
        lines.append(f"| `{name}` | {found.type} | {found.documentation} |")
    return "\n".join([*lines, ""])


def explained() -> dict[str, str]:
    """What stands below each field."""
    [body] = [
        node.body
        for node in ast.parse(inspect.getsource(settings)).body
        if isinstance(node, ast.ClassDef)
    ]
    return {
        field.target.id: " ".join(words.value.value.split())
        for field, words in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(words, ast.Expr)
        and isinstance(words.value, ast.Constant)
        and isinstance(words.value.value, str)
    }


def written(value: object) -> str:
    """A value as a file has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f"`[{', '.join([repr(part) for part in value])}]`".replace("'", '"')
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
