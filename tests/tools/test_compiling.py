"""An object is compiled again when it could become another, and only then."""

import os
from pathlib import Path
from typing import Any

from tools.compiling import digest_of

HEADER = """\
#include <Python.h>
typedef struct {
    int amount;
} Bid;
extern PyObject *CPyStatics[10];
extern PyObject *CPyDef_reveal(PyObject *cpy_r_state, tuple_T2II cpy_r_bids);
extern CPyTagged CPyDef_explore(CPyTagged cpy_r_site);
"""


class Unit:
    """A C file that calls CPyDef_reveal, with the unit's header."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "auction.c"
        self.header = folder / "native.h"
        self.source.write_text("int expand(void) { return CPyDef_reveal(0, bids); }\n")
        self.header.write_text(HEADER)

    def digest(self, **how: Any) -> str:
        return digest_of(str(self.source), {"depends": [str(self.header)], **how})

    def declare(self, text: str, *, instead_of: str = "extern PyObject *CPyStatics") -> None:
        self.header.write_text(HEADER.replace(instead_of, text))
        os.utime(self.header, ns=(0, self.header.stat().st_mtime_ns + 1))


def test_the_same_files_and_arguments_have_the_same_digest(tmp_path):
    unit = Unit(tmp_path)
    first = unit.digest(extra_postargs=["-O2"])
    assert first == unit.digest(extra_postargs=["-O2"])
    assert first != unit.digest(extra_postargs=["-O3"])


def test_another_body_has_another_digest(tmp_path):
    unit = Unit(tmp_path)
    first = unit.digest()
    unit.source.write_text("int expand(void) { return 1 + CPyDef_reveal(0, bids); }\n")
    assert first != unit.digest()


def test_a_declaration_matters_to_those_who_name_it(tmp_path):
    unit = Unit(tmp_path)
    first = unit.digest()
    unit.declare("extern char CPyDef_new(PyObject *cpy_r_reveal);\nextern PyObject *CPyStatics")
    assert first == unit.digest()
    unit.declare("extern double CPyDef_explore", instead_of="extern CPyTagged CPyDef_explore")
    assert first == unit.digest()
    unit.declare("extern char CPyDef_reveal", instead_of="extern PyObject *CPyDef_reveal")
    assert first != unit.digest()


def test_a_type_matters_to_all(tmp_path):
    unit = Unit(tmp_path)
    first = unit.digest()
    unit.declare("int amount;\n    int seat;", instead_of="int amount;")
    assert first != unit.digest()
