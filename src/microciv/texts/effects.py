"""What a card does, said from its data: a card that a table has changed reads right too.

A row has `type`, `effects`, `damage` and so on, as `Game.card_data` gives them. The templates are
words of the game: `[effects.full]` for sentences, `[effects.short]` for a few words on a small
card. The one for `discount` with the word `tech` may be called `discount.tech`, the one for the
number 1 `draw_one`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from microciv.texts.words import Texts

FULL: Final = "full"
SHORT: Final = "short"
YIELDING: Final = ("plot", "goods")
RESOURCES: Final = ("F", "H", "C")


def effect_words(texts: Texts, row: Mapping[str, object]) -> str:
    """A sentence or two; empty for a game that has no words for effects."""
    parts = [part for part in _parts(texts, FULL, row) if part]
    return " ".join([f"{part[:1].upper()}{part[1:]}." for part in parts])


def short_words(texts: Texts, row: Mapping[str, object]) -> str:
    """A few words, as a small card has room for."""
    return "; ".join([part for part in _parts(texts, SHORT, row) if part])


def _parts(texts: Texts, style: str, row: Mapping[str, object]) -> list[str]:
    if row.get("type") in YIELDING:
        amounts = [
            _said(texts, style, "amount", kind, row[kind]) for kind in RESOURCES if row.get(kind)
        ]
        said = listed(amounts, texts.look("effects", style, "and"))
        return [_filled(texts, style, f"yields.{row['type']}", {"amounts": said})]
    if row.get("type") == "unit":
        return _unit(texts, style, row)
    effects = [_effect(texts, style, effect) for effect in _list(row.get("effects"))]
    return effects or [texts.look("effects", style, "nothing")]


def _unit(texts: Texts, style: str, row: Mapping[str, object]) -> list[str]:
    """Does it attack, and what happens if nobody blocks it? What can it block?"""
    does = [_effect(texts, style, effect) for effect in _list(row.get("damage"))]
    if row.get("breach"):
        does.insert(0, _said(texts, style, "breach", "", row["breach"]))
    said = listed(does, texts.look("effects", style, "and"))
    attack = "no_attack"
    if row.get("attacks"):
        attack = "attack" if does else "harmless"
    names = [texts.card(unit) for unit in _list(row.get("blocks"))]
    blocks = "block" if names else "no_block"
    return [
        _filled(texts, style, attack, {"damage": said}),
        _filled(texts, style, blocks, {"units": ", ".join(names)}),
    ]


def _effect(texts: Texts, style: str, effect: object) -> str:
    """One of the vocabulary: a name, perhaps a word, perhaps a number."""
    name, *rest = [str(part) for part in _list(effect)]
    number = rest.pop() if rest and rest[-1].isdecimal() else ""
    return _said(texts, style, name, rest[0] if rest else "", number)


def _said(texts: Texts, style: str, name: str, word: str, number: object) -> str:
    """The template for this word and number, or the one for all of them, filled."""
    one = "_one" if str(number) == "1" else ""
    names = [f"{name}.{word}{one}", f"{name}.{word}", f"{name}{one}", name]
    found = next((name for name in names if texts.look("effects", style, name)), name)
    parts = {
        "n": str(number),
        "kind": texts.value("one" if one else "kind", word),
        "kinds": texts.value("kind", word),
    }
    return _filled(texts, style, found, parts)


def _filled(texts: Texts, style: str, name: str, parts: Mapping[str, str]) -> str:
    said = texts.look("effects", style, name)
    for part, value in parts.items():
        said = said.replace(f"{{{part}}}", value)
    return said


def listed(items: list[str], last: str) -> str:
    """Several in one: "a, b and c"."""
    *some, end = items or [""]
    return f"{', '.join(some)}{last}{end}" if some else end


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []
