"""Docstrings stand in the C files after their signatures, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

from tools import documenting

SOURCE = '''
"""A module."""

class Box:
    """What holds "things"."""

    def open(self, wide):
        """Open it.

        At ½: really?
        """

    def shut(self):
        pass

def find(name):
    """One of them."""
'''
MADE = r"""
static PyMethodDef box___Box_methods[] = {
    {"open",
     (PyCFunction)CPyPy_box___Box___open,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("open($self, wide)\n--\n\n")},
    {"shut", (PyCFunction)x, METH_FASTCALL, PyDoc_STR("shut($self)\n--\n\n")},
    {"find", (PyCFunction)x, METH_FASTCALL, PyDoc_STR("find($self)\n--\n\n")},
    {NULL}  /* Sentinel */
};
    .tp_doc = PyDoc_STR("Box(wide=\"no\")\n--\n\n"),
static PyMethodDef boxmodule_methods[] = {
    {"find", (PyCFunction)x, METH_FASTCALL, PyDoc_STR("find(name)\n--\n\n") /* docstring */},
    {NULL, NULL, 0, NULL}
};
static struct PyModuleDef boxmodule = {
    PyModuleDef_HEAD_INIT,
    "toys.box",
    NULL, /* docstring */
    0,       /* size of per-interpreter state of the module */
};
"""
TOLD = (
    MADE.replace(r"wide)\n--\n\n", r"wide)\n--\n\nOpen it.\n\nAt \302\275: really\?")
    .replace(r'Box(wide=\"no\")\n--\n\n', r'Box(wide=\"no\")\n--\n\nWhat holds \"things\".')
    .replace("NULL, /* doc", 'PyDoc_STR("A module."), /* doc')
    .replace(r"find(name)\n--\n\n", r"find(name)\n--\n\nOne of them.")
)  # fmt: skip


def test_each_signature_is_followed_by_its_words(tmp_path: Path):
    (tmp_path / "toys").mkdir()
    (tmp_path / "toys" / "box.py").write_text(SOURCE, encoding="utf-8")
    made = tmp_path / "__native_toys___box.c"
    made.write_text(MADE, encoding="utf-8")
    documenting.add_docstrings(made, tmp_path)
    assert made.read_text(encoding="utf-8") == TOLD


def test_what_belongs_to_no_module_stays_as_it_is(tmp_path: Path):
    for name in ("list_ops.c", "__native_toys___gone.c"):
        (tmp_path / name).write_text(MADE, encoding="utf-8")
        documenting.add_docstrings(tmp_path / name, tmp_path)
        assert (tmp_path / name).read_text(encoding="utf-8") == MADE
