"""Words: what cards, questions and events are called. No rules, and no game need have any.

`texts_for("5x")` reads `5x.en.toml` on top of `core.en.toml`. What a file lacks is called by its
bare name, so that a game without any words still plays.
"""

from microciv.texts.card_data import data_cells, data_title, effect_at, row_of, told_row
from microciv.texts.effects import effect_words, short_words
from microciv.texts.hands import aim_words, beat_words, hand_words
from microciv.texts.points import points_text
from microciv.texts.words import (
    Reader,
    Section,
    Texts,
    clauses_apart,
    lesson_words,
    level_words,
    study_words,
    summary_of,
    texts_for,
)

__all__ = [
    "Reader",
    "Section",
    "Texts",
    "aim_words",
    "beat_words",
    "clauses_apart",
    "data_cells",
    "data_title",
    "effect_at",
    "effect_words",
    "hand_words",
    "lesson_words",
    "level_words",
    "points_text",
    "row_of",
    "short_words",
    "study_words",
    "summary_of",
    "texts_for",
    "told_row",
]
