"""What a reader has made of the ages that are over is gone on from, not worked out anew."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, open_game
from microciv.core.rng import Rng
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views import whereabouts
from microciv.games.five_ages.views.observation import recall


def told(tracks: list[whereabouts.Track]) -> list[object]:
    return [
        (track.held, track.jokers, track.fired, [len(changes) for changes in track.changes])
        for track in tracks
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_trail_leads_where_all_ages_lead_from_the_beginning(seed: int):
    game, rng = open_game("5-ages", seats=4), Rng(seed)
    state, long_trails = game.deal(seed), 0
    assert isinstance(state, FiveAgesState)
    while state.to_act:
        for seat in (0, 3, SPECTATOR):
            found = recall(state, seat).tracks
            ages = [age.seen_by(seat) for age in state.ages]
            begin = whereabouts.beginning(game.seats)
            assert told(whereabouts.possible(state.game, ages, begin)) == told(found)
        kept = state.trails[SPECTATOR]
        over = len([age for age in state.ages if age.over])
        if over:
            assert isinstance(kept, whereabouts.Trail)
            assert over == kept.ages
            long_trails += 1
        seat = state.to_act[rng.below(len(state.to_act))]
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    assert long_trails
