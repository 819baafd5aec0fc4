"""Write docs/rulings.md: every option, ruling and number of a game, from its declaration."""

from __future__ import annotations

from pathlib import Path

from microciv.core.options import About, OptionInfo, Variant, describe, span
from microciv.core.plain import plain
from microciv.effects import how_measured, measured_of
from microciv.games import catalogue

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rulings.md"

HEAD = """\
# Options and rulings

<!-- Written by tools/make_rulings.py from the declarations of the games. -->

What can be chosen for a match. An **option** is printed in the rules or is card data; a **ruling**
settles what the rules leave open, and its default is our reading. A **number** is one that the
rule sheet states, for those who want to try another. A variant is a named set of options. Names
are the same everywhere: in the lobby, in records and positions (`"options": {...}`), on the command
line (`--set NAME=VALUE`) and in Python (`microciv.open_game("5x", NAME=VALUE)`).
"""

MORE = "[What the words mean](study.md#what-each-switch-does)."


def page() -> str:
    """The whole page."""
    games = [chapter(about) for about in catalogue().values() if about.game.startswith("microciv.")]
    return "\n".join([HEAD, *games])


def chapter(about: About) -> str:
    """One game."""
    *some, last = [str(count) for count in about.seats]
    lines = [
        f"## {about.title}",
        "",
        f"`{about.name}`, for {', '.join(some)} or {last} players.",
        "",
    ]
    ledger = f"rules/{about.name}.md"
    if (PAGE.parent / ledger).exists():
        lines += [
            f"Clauses are those of [the ledger]({ledger}), which also lists the rulings",
            f"[without a switch]({ledger}#c2-without-a-switch).",
            "",
        ]
    if about.variants:
        lines += ["| Variant | What it is | Options |", "|---|---|---|"]
        lines += [variant_row(variant) for variant in about.variants]
        lines.append("")
    lines += ["| Name | Kind | Clause | Default | Choices | What it settles | Measured |"]
    lines += ["|---|---|---|---|---|---|---|"]
    infos = describe(about.options)
    lines += [option_row(about.name, info) for info in infos if info.kind != "number"]
    how = how_measured(about.name)
    if how:
        lines += ["", f"{how} {MORE}"]
    numbers = [number_row(info) for info in infos if info.kind == "number"]
    if numbers:
        lines += ["", "| Name | Kind | Clause | Default | From, to | What it is |"]
        lines += ["|---|---|---|---|---|---|", *numbers]
    return "\n".join([*lines, ""])


def variant_row(variant: Variant) -> str:
    """A named set of options."""
    values = [f"`{name}={said(value)}`" for name, value in variant.options.items()]
    return f"| `{variant.name}` | {variant.help} | {', '.join(values) or 'default'} |"


def option_row(game: str, info: OptionInfo) -> str:
    """One option."""
    low, high = span(info.choices)
    some = [f"`{said(choice)}`" for choice in info.choices]
    choices = [f"`{low}` to `{high}`"] if low < high else some
    if info.advanced:
        choices.append("a list")
    default = f"`{said(info.default)}`"
    if isinstance(plain(info.default), (list, dict)) and not said(info.default):
        default = "see the ledger"
    return (
        f"| `{info.name}` | {info.kind} | {info.clause} | {default} | {', '.join(choices)}"
        f" | {info.help} | {measured_of(game, info, typed=True)} |"
    )


def number_row(info: OptionInfo) -> str:
    """One number of the rule sheet."""
    span = f"`{info.least:g}`, `{info.most:g}`"
    if info.step != 1:
        span += f", by `{info.step:g}`"
    return (
        f"| `{info.name}` | {info.kind} | {info.clause} | `{info.default:g}` | {span}"
        f" | {info.help} |"
    )


def said(value: object) -> str:
    """A value as it is typed; nothing for a table of rows."""
    if isinstance(value, bool):
        return "on" if value else "off"
    data = plain(value)
    if isinstance(data, dict):
        return ""
    if isinstance(data, list):
        return " ".join(item for item in data if isinstance(item, str))
    return str(data)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
