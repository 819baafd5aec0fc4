"""Docstrings for compiled modules: mypyc keeps signatures and drops the words.

So that `help(microciv.Match)` says the same compiled, the C files get them between the two steps:
each method, function and class has its signature there as the text that `__doc__` begins with, and
the module has a place for its own.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PREFIX: Final = "__native_"
TABLE: Final = re.compile(
    r"static PyMethodDef (?P<owner>\w+)_methods\[\] = \{(?P<rows>.*?)\n\};", re.DOTALL
)
SIGNATURE: Final = re.compile(
    r'PyDoc_STR\("(?P<text>(?P<name>\w+)\((?:[^"\\]|\\.)*\)\\n--\\n\\n)"\)'
)
MODULE: Final = "NULL, /* docstring */"
TYPE: Final = re.compile(rf"\.tp_doc = {SIGNATURE.pattern}")


def add_docstrings(c_file: Path, root: Path) -> None:
    """Add those of the module to the C file that mypyc has made of it; a file that is of no module
    under this folder stays as it is.
    """
    module = c_file.stem.removeprefix(PREFIX).replace("___", "/")
    source = root / f"{module}.py"
    if not c_file.name.startswith(PREFIX) or not source.is_file():
        return
    words = dict(docstrings(ast.parse(source.read_text(encoding="utf-8"))))
    text = c_file.read_text(encoding="utf-8")
    c_file.write_text(documented(text, source.stem, words), encoding="utf-8")


def documented(text: str, module: str, words: dict[str, str]) -> str:
    """The C file with these docstrings, by `Class`, `Class.method` and `function`; "" is of the
    module.
    """

    def add(path: str, row: re.Match[str]) -> str:
        said = words.get(path)
        return row[0] if said is None else row[0].replace(row["text"], row["text"] + as_c(said))

    def add_rows(table: re.Match[str]) -> str:
        # `match___Match_methods` is of a class, `matchmodule_methods` of the module.
        _, is_class, owner = table["owner"].partition(f"{module}___")
        before = f"{owner}." if is_class else ""
        return SIGNATURE.sub(lambda row: add(before + row["name"], row), table[0])

    if "" in words:
        text = text.replace(MODULE, f'PyDoc_STR("{as_c(words[""])}"), /* docstring */', 1)
    text = TABLE.sub(add_rows, text)
    return TYPE.sub(lambda row: add(row["name"], row), text)


def docstrings(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Of a module, its classes, their methods, and its functions."""
    yield from _own("", module)
    for node in module.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield from _own(node.name, node)
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield from _own(f"{node.name}.{method.name}", method)


def _own(path: str, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> Iterator[tuple[str, str]]:
    said = ast.get_docstring(node, clean=False)
    if said is not None:
        yield path, inspect.cleandoc(said)


def as_c(text: str) -> str:
    """As it stands between the quotes of a C string; other letters than ASCII in octal, which ends
    after three digits whatever follows.
    """
    plain = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\n"): "\\n", ord("?"): "\\?"}
    return "".join(
        plain.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
        for byte in text.encode()
    )
