"""How Civ Builder looks on a terminal."""

from __future__ import annotations

from microciv.cli.tables import generic
from microciv.cli.tables.civ_builder.news import digest
from microciv.cli.tables.civ_builder.questions import advice, ask, goes_on, remark, stakes
from microciv.cli.tables.civ_builder.table import draw
from microciv.cli.tables.civ_builder.words import in_letters
from microciv.cli.tables.look import Look

LOOK = Look(draw, remark, stakes, ask, generic.results, digest, in_letters, goes_on, advice)
