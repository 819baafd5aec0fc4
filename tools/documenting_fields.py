"""What stands behind fields of dataclasses, and the words of options, as their docstrings in the
reference: `mkdocs.yml` names this file.
"""

from __future__ import annotations

import ast
from typing import Any, Final

import griffe

from microciv.schema import sentence

DECLARED: Final = ("option", "ruling", "number")
"""The functions of `core.options` that declare an option: a default, its words, its clause."""


class Fields(griffe.Extension):
    """Gives fields the docstrings that they have in comments or in the call that declares them."""

    def on_attribute_instance(
        self,
        *,
        node: ast.AST | griffe.ObjectNode,
        attr: griffe.Attribute,
        agent: griffe.Visitor | griffe.Inspector,
        **_more: Any,  # noqa: ANN401  # what other versions of griffe tell
    ) -> None:
        """Only where there is none yet."""
        if attr.docstring is None and isinstance(node, ast.AnnAssign) and attr.parent is not None:
            told = words_of(node.value) or behind(node, attr.lines_collection[attr.filepath])  # type: ignore[index]
            if told and attr.parent.is_class:
                attr.docstring = griffe.Docstring(told, parent=attr, lineno=node.lineno)


def words_of(value: ast.expr | None) -> str:
    """What an option says of itself, with its clause; nothing of any other value."""
    match value:
        case ast.Call(
            func=ast.Name(id=declared),
            args=[_, ast.Constant(value=str(words)), ast.Constant(value=str(clause)), *_],
        ) if declared in DECLARED:
            return f"{words} ({clause})"
        case _:
            return ""


def behind(node: ast.AnnAssign, lines: list[str]) -> str:
    """The comment behind a field, as a sentence."""
    _, mark, comment = lines[node.lineno - 1].partition("  # ")
    return sentence(comment.rstrip(".")) if mark and not comment.startswith("noqa") else ""
