"""How Civ Builder looks on a terminal."""

from __future__ import annotations

from microciv.cli.looks import generic
from microciv.cli.looks.civ_builder.drawing import draw
from microciv.cli.looks.civ_builder.news import digest
from microciv.cli.looks.civ_builder.questions import advice, ask, goes_on, remark, stakes
from microciv.cli.looks.civ_builder.words import in_letters
from microciv.cli.looks.look import Look

LOOK = Look(draw, remark, stakes, ask, generic.results, digest, in_letters, goes_on, advice)
