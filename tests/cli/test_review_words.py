"""What hints and reviews say, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from microciv.bots.advice import Advice, Chance, Option, Weighed
from microciv.bots.review import Reviewed, past_of
from microciv.cli.hint import show_advice
from microciv.cli.review import HALF, sentences, span_of
from microciv.cli.scene import nameless, scene_of
from microciv.core.codec import plain_move
from microciv.core.match import Match
from microciv.games import catalogue, open_game
from microciv.speech import LANGUAGES, speaking
from microciv.texts import texts_for

WIDTH = 80
GAME = open_game("5x", {"seats": 3})


@pytest.mark.parametrize(
    "spoken, label",
    [
        ("en", "Luck or others: unclear"),
        ("de", "Glück oder andere: unklar"),
        ("es", "Suerte o ajenas: sin separar"),
    ],
)
def test_what_cannot_be_separated_is_not_called_a_sum(spoken: str, label: str):
    with speaking(spoken):
        assert label == texts_for("5x").label("review_mixed")
    assert len(label) + 2 * HALF + 1 < WIDTH - len("+00 (±0)")


def a_close_case() -> Reviewed:
    """A first decision that cost no more than the noise."""
    match = Match(GAME, 7)
    while match.to_act():
        match.play(match.to_act()[0], match.observe(match.to_act()[0]).legal[0].text)
    decision = past_of(GAME, match.record(), 0, frozenset()).decisions[0]
    step = decision.steps[0]
    better = next(move for move in step.seen.legal if move != step.move)
    return Reviewed(decision, (Weighed(step.move, better, Chance(0.3, 0.1), Chance(0.4, 0.1)),))


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_was_played_is_named_in_a_close_case_too(spoken: str):
    one = a_close_case()
    step = one.weighed[0]
    with speaking(spoken):
        scene = scene_of(GAME, one.decision.steps[0].seen, nameless(GAME), WIDTH)
        [told] = sentences(scene, one, [one])
        assert not one.is_clear
        assert scene.label(step.best) in told
        assert scene.label(step.played) in told


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("chance, phrase", [(0.004, "why_lost"), (0.3, "why_close")])
def test_where_nothing_can_be_won_any_more_it_is_not_called_close(
    spoken: str, chance: float, phrase: str
):
    seen = Match(GAME, 7).observe(0)
    options = [Option(move, Chance(chance, 0.0)) for move in seen.legal[:2]]
    page = Console(width=WIDTH)
    with speaking(spoken), page.capture() as shown:
        scene = scene_of(GAME, seen, nameless(GAME), WIDTH)
        show_advice(page, scene, Advice(tuple(options)))
        words = scene.texts.phrase(phrase, {})
    assert words
    assert 2 == shown.get().count(words)


def strings(found: object) -> Iterator[str]:
    """All strings in some data."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for one in found.values() if isinstance(found, dict) else found:
            yield from strings(one)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_line_ends_between_a_number_and_its_percent_sign(spoken: str):
    with speaking(spoken):
        spans = [span_of(chances, end) for chances in ([0.2], [0.2, 0.5]) for end in (None, 1.0)]
        words = [one for name in catalogue() for one in strings(texts_for(name).plain())]
        assert "\u00a0%" in texts_for("5x").phrase("chance", {"chance": 42})
    assert [] == [one for one in [*words, *spans] if re.search(r"[\d}] %", one)]
    assert 4 == sum(["\u00a0%" in one for one in spans])


@pytest.mark.parametrize(
    "spoken, label",
    [
        ("en", "Collect 2 of the plot's first kind"),
        ("de", "2 von der ersten Art der Landschaft sammeln"),
        ("es", "Recolectar 2 del primer tipo del terreno"),
    ],
)
def test_a_step_of_collect_is_understood_by_itself(spoken: str, label: str):
    """As where a review names this step alone."""
    game = open_game("civ-card-game", {"seats": 2})
    with speaking(spoken):
        step = plain_move(game.moves.parse("split 2"))
        assert label == texts_for("civ-card-game").move(step)
