"""Reasons call things as their reader does: in another language no card has its English name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from microciv import IllegalMove, Match, Rng, open_game
from microciv.games import best_policy
from microciv.speech import LANGUAGES, speaking
from microciv.texts import Texts, texts_for
from microciv.texts.words import SEATS
from tests.games.cases import OURS

OTHERS = [name for name in LANGUAGES if name != "en"]
QUOTED = re.compile(r"'[^']*'|„[^“]*“|«[^»]*»")
"""What is typed: moves and names of fields, the same in every language."""
VALUES = {
    "kind": ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng", "Lea", "Dis"],
    "attribute": ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"],
    "suit": [*"SHDC"],
    "ranks": [*"23456789TJQKA"],
}
"""What may stand in the parts of reasons that are neither cards nor seats."""


@cache
def english_names(game: str, language: str) -> list[re.Pattern[str]]:
    """What things are called in code and in English, and nothing is in this language."""
    english = texts_for(game)
    with speaking(language):
        told = texts_for(game)
    values = {key: str(words) for key, words in english.entries("values").items()}
    names = {
        *english.cards(),
        *[english.card(name) for name in english.cards()],
        *[value for key, value in values.items() if key.partition(".")[0] in VALUES],
        *[
            key.partition(".")[2]
            for key in values
            if key.partition(".")[0] in ("kind", "attribute")
        ],
    }
    theirs = " ".join([*map(told.card, told.cards()), *map(str, told.entries("values").values())])
    found = [re.compile(rf"(?<!\w){re.escape(name)}(?!\w)") for name in sorted(names) if name[1:]]
    return [name for name in found if not name.search(theirs)]


def named_in_english(game: str, language: str, words: str) -> list[str]:
    plain = QUOTED.sub("", words)
    return [found[0] for name in english_names(game, language) if (found := name.search(plain))]


def seen_along(game: str, seed: int) -> Iterator[Match]:
    """A random match, at each of its questions."""
    match = Match(open_game(game), seed=seed)
    rng = Rng(seed)
    while match.to_act():
        yield match
        seat = match.to_act()[0]
        legal = match.observe(seat).legal
        match.play(seat, legal[rng.below(len(legal))].text)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_why_not_names_things_in_the_language(game: str, language: str):
    told: dict[str, str] = {}
    for number, match in enumerate(seen_along(game, 5)):
        moves = match.game.moves.all
        for seat in range(match.game.seats):
            seen = match.observe(seat)
            some = [*match.game.expected(seen), *moves[number % 13 :: 13]]
            with speaking(language):
                for move in some:
                    if move not in seen.legal:
                        told.setdefault(match.game.why_not(seen, move), move.text)
    assert len(told) > 25
    wrong = [(said, names) for said in told if (names := named_in_english(game, language, said))]
    assert not wrong, "\n".join([f"{names}: {said}" for said, names in wrong[:20]])


def sayings(texts: Texts) -> Iterator[str]:
    """All that bots can say, of every card."""
    for key in texts.entries("reasons"):
        template = texts.look("reasons", key)
        parts = dict.fromkeys(re.findall(r"\{(\w+)", template))
        about = [part for part in parts if part not in SEATS]
        seats = dict.fromkeys(set(parts) & SEATS, 0)
        assert len(about) < 2
        values = [] if not about else texts.cards() if about == ["card"] else VALUES[about[0]]
        for value in values or [""]:
            yield texts.said(key, {**seats, **dict.fromkeys(about, value)}, ["Ann"])


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_bots_name_things_in_the_language(game: str, language: str):
    with speaking(language):
        said = list(sayings(texts_for(game)))
    assert said
    assert [] == [words for words in said if named_in_english(game, language, words)]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_what_a_chance_is_made_of_is_named_in_the_language(game: str, language: str):
    policy = best_policy(game)(open_game(game))
    with speaking(language):
        texts = texts_for(game)
        said = [texts.asset(*what, amount) for what in policy.asset_names for amount in (2.0, -1.0)]
    assert said
    assert [] == [words for words in said if named_in_english(game, language, words)]


@pytest.mark.parametrize(
    "language, typed",
    [("de", "build kornspeicher 1"), ("es", "build granero 1"), ("de", "build granary 1")],
)
def test_lines_of_the_card_game_may_name_cards_in_the_language(language: str, typed: str):
    match = Match(open_game("civ-card-game"), seed=1)
    while match.observe(match.to_act()[0]).phase != "turn":
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    seen = match.observe(match.to_act()[0])
    with speaking(language), pytest.raises(IllegalMove) as refused:
        match.game.steps(seen, typed)
    assert {"de": "Kornspeicher", "es": "Granero"}[language] in str(refused.value)
