"""The laws: what holds for every game, option and seat, on matches of random moves.

Each is a function of a game and a seed that raises AssertionError where it is broken. They are
written once; `test_laws.py` runs them over all cases, `test_mutants.py` proves that they bite.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from microciv.core.codec import plain, plain_record, read_record
from microciv.core.events import CARD_PARTS, HIDDEN
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from tests.laws.cases import decisions, random_move
from tests.laws.certain import TRACKERS, possible_places
from tests.laws.scramble import LOOKED_AT, RESEEDS, SCRAMBLES

Law: TypeAlias = Callable[[Game, int], None]

SAMPLE = 12  # one decision in so many is looked at closely, to keep the laws quick
LONG = {"civ-builder": 10, "civ-card-game": 10}
"""Games whose matches have so many times more decisions: fewer of them are looked at."""
FAR = 150  # decisions that a copy of such a match is played on; others are played to their end


def sample(game: Game) -> int:
    """One decision in so many is looked at closely."""
    return SAMPLE * LONG.get(game.name, 1)


def views(state: State) -> list[object]:
    """What each seat and a spectator sees and has heard."""
    seats = [*range(state.seats), SPECTATOR]
    return [[plain(state.observe(seat)), state.heard(seat)] for seat in seats]


def truth(state: State) -> object:
    """All there is to know of a state."""
    return [state.position(), views(state), state.owing, state.scores(), state.places()]


def law_replay(game: Game, seed: int) -> None:
    """Options, seed and moves are the whole match, also after a trip through JSON."""
    match = Match(game, seed)
    for _ in decisions(match, Rng(seed)):
        pass
    record = read_record(json.loads(json.dumps(plain_record(match.record()))))
    again = replay(game, record)
    assert truth(match.state) == truth(again.state)
    assert record == again.record()


def law_clone(game: Game, seed: int) -> None:
    """Playing on in a copy leaves the original alone; the copy plays as the original would."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        if rng.below(sample(game)):
            continue
        before = truth(match.state)
        copy, twin = match.state.clone(), match.state.clone()
        assert before == truth(copy)
        for other in (copy, twin):
            play_on(game, other, Rng(seed + 1))
        assert truth(copy) == truth(twin)
        assert before == truth(match.state)


def law_redeal(game: Game, seed: int) -> None:
    """A re-dealt state looks the same from the seat it was dealt for, and plays to an end."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        for seat in [*range(game.seats), SPECTATOR]:
            if rng.below(sample(game)) == 0:
                check_redeal(game, match.observe(seat), rng)
    for seat in [*range(game.seats), SPECTATOR]:
        check_redeal(game, match.observe(seat), rng)


def check_redeal(game: Game, seen: Observation, rng: Rng) -> None:
    """Dealt again, quietly."""
    dealt = game.redeal(seen, rng)
    assert plain(seen) == plain(dealt.observe(seen.seat))
    assert dealt.quiet
    play_on(game, dealt, rng)
    assert not dealt.owing or game.name in LONG


def law_veil(game: Game, seed: int) -> None:
    """Changing what a seat does not know changes nothing that it sees: not what is legal, not why
    something is not.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        seat = rng.below(game.seats)
        if rng.below(sample(game)):
            continue
        seen = match.observe(seat)
        for other in (match.state.clone(), match.state.clone(), game.redeal(seen, rng)):
            reopen_others(other, seat)
            SCRAMBLES[game.name](other, seat, rng)
            seal_some(other, seat, rng)
            assert what_is_seen(game, seen) == what_is_seen(game, other.observe(seat))


def what_is_seen(game: Game, seen: Observation) -> object:
    """The observation, and what a client tells of it."""
    reasons = [game.why_not(seen, move) for move in game.expected(seen)]
    return [plain(seen), reasons]


def reopen_others(state: State, spared: Seat) -> None:
    """Take back what the other seats have sealed."""
    for seat in state.asked:
        if seat != spared and state.answers[seat]:
            state.reopen(seat)


def law_sealed(game: Game, seed: int) -> None:
    """Until all have answered, an answer is nothing to anybody else; its time is nothing at all."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        owing = match.owing()
        if owing and rng.below(sample(game)) == 0:
            check_half_answers(match.state, owing[rng.below(len(owing))])
        if len(owing) < 2 or rng.below(SAMPLE):
            continue
        seat = owing[rng.below(len(owing))]
        before = [view for other, view in enumerate(views(match.state)) if other != seat]
        for move in match.state.legal(seat):
            tried = match.state.clone()
            tried.apply(seat, move)
            after = [view for other, view in enumerate(views(tried)) if other != seat]
            assert before == after
        answers = {other: random_move(match, other, rng) for other in owing}
        forward, backward = match.state.clone(), match.state.clone()
        for other in owing:
            forward.apply(other, answers[other])
        for other in reversed(owing):
            backward.apply(other, answers[other])
        together = match.state.clone()
        together.apply_all([answers[other] for other in owing])
        assert truth(forward) == truth(backward)
        assert truth(forward) == truth(together)


def check_half_answers(state: State, seat: Seat) -> None:
    """The steps of an answer that is not whole are nothing to anybody else."""
    before = [view for other, view in enumerate(views(state)) if other != seat]
    for move in state.legal(seat):
        tried = state.clone()
        tried.apply(seat, move)
        if tried.sets == state.sets:
            assert before == [view for other, view in enumerate(views(tried)) if other != seat]


def law_chance(game: Game, seed: int) -> None:
    """What chance decides out of a seat's hearing changes nothing that it sees."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        owing = match.owing()
        if game.name not in RESEEDS or len(owing) != 1 or rng.below(LONG.get(game.name, 1)):
            continue
        one, other = match.state.clone(), match.state.clone()
        RESEEDS[game.name](other, rng)
        move = random_move(match, owing[0], rng)
        one.apply(owing[0], move)
        other.apply(owing[0], move)
        for seat in [*range(game.seats), SPECTATOR]:
            looks = LOOKED_AT.get(game.name, lambda _state, _seat: None)
            if one.heard(seat) == other.heard(seat) and looks(one, seat) == looks(other, seat):
                assert plain(one.observe(seat)) == plain(other.observe(seat))


def law_heard(game: Game, seed: int) -> None:
    """No event names a card to a seat, or a spectator, that does not know where it is."""
    match, rng, since = Match(game, seed), Rng(seed), 0
    for _ in decisions(match, rng):
        since = check_heard(game, match.state, since)
    check_heard(game, match.state, since)


def check_heard(game: Game, state: State, since: int) -> int:
    """Check the events from `since` on; returns how many there are now."""
    for event in state.log[since:]:
        for seat in [*range(game.seats), SPECTATOR]:
            for part, value in zip(event.kind.parts, event.seen_by(seat), strict=False):
                if part in CARD_PARTS and value != HIDDEN:
                    assert state.knows(seat, value), f"{event.kind.name} shows {value} to {seat}"
    return len(state.log)


def law_certain(game: Game, seed: int) -> None:
    """What follows from all that a seat has heard, its re-deals know too."""
    match, rng = Match(game, seed), Rng(seed)
    if game.name in TRACKERS:
        follow_certain(game, match, rng)
        return
    for _ in decisions(match, rng):
        seat = rng.below(game.seats)
        if rng.below(SAMPLE) == 0:
            dealt = game.redeal(match.observe(seat), rng)
            for card, places in possible_places(match, seat).items():
                assert match.state.place_of(card) in places
                assert dealt.place_of(card) in places, f"card {card} cannot be there"
                if len(places) == 1:
                    assert dealt.knows(seat, card), f"seat {seat} has forgotten card {card}"


def follow_certain(game: Game, match: Match, rng: Rng) -> None:
    """One seat, from the deal on."""
    seat = rng.below(game.seats)
    tracker = TRACKERS[game.name](match, seat)
    for _ in decisions(match, rng):
        tracker.follow()
        if rng.below(sample(game)) == 0:
            tracker.check(game.redeal(match.observe(seat), rng))


def law_referee(game: Game, seed: int) -> None:
    """A take-back leaves no trace, and a record does not tell who answered first."""
    plain_match, hesitant = Match(game, seed), Match(game, seed)
    rng = Rng(seed)
    while plain_match.owing():
        owing = plain_match.owing()
        answers = {seat: random_move(plain_match, seat, rng) for seat in owing}
        others = {seat: random_move(plain_match, seat, rng) for seat in owing}
        for seat in owing:
            plain_match.play(seat, answers[seat].text)
        for seat in reversed(owing):
            fresh = not hesitant.state.answers[seat]  # a take-back takes back every step
            if fresh and game.may_change() and stays_open(hesitant.state, seat, others[seat]):
                hesitant.play(seat, others[seat].text)
                hesitant.take_back(seat)
            hesitant.play(seat, answers[seat].text)
        if not plain_match.owing() or rng.below(LONG.get(game.name, 1)) == 0:
            assert truth(plain_match.state) == truth(hesitant.state)
            assert plain_match.record() == hesitant.record()


def stays_open(state: State, seat: Seat, move: Move) -> bool:
    """Could the seat still take this step back?"""
    if len(state.owing) > 1:
        return True
    tried = state.clone()
    tried.apply(seat, move)
    return tried.sets == state.sets


def law_position(game: Game, seed: int) -> None:
    """A position is the whole truth: set up, it looks the same from every seat and plays alike."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            check_position(game, match.state)
    check_position(game, match.state)


def check_position(game: Game, state: State) -> None:
    """Out into JSON and back."""
    document = json.loads(json.dumps(plain(state.position())))
    placed = game.set_up(document)
    assert document == plain(placed.position())
    for seat in [*range(game.seats), SPECTATOR]:
        assert plain(state.observe(seat)) == plain(placed.observe(seat))
    original = state.clone()
    for other in (original, placed):
        other.hush()
        play_on(game, other, Rng(1))
    assert truth(original) == truth(placed)


def play_on(game: Game, state: State, rng: Rng) -> None:
    """To the end, or far, with random moves."""
    far = FAR if game.name in LONG else FAR * FAR
    while state.owing and far:
        far -= 1
        seat = state.owing[rng.below(len(state.owing))]
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])


def seal_some(state: State, spared: Seat, rng: Rng) -> None:
    """Let some of the other seats answer, never all that are asked."""
    for seat in state.owing:
        if seat != spared and len(state.owing) > 1 and rng.below(2):
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])


LAWS: dict[str, Law] = {
    "replay": law_replay,
    "clone": law_clone,
    "redeal": law_redeal,
    "veil": law_veil,
    "sealed": law_sealed,
    "chance": law_chance,
    "heard": law_heard,
    "certain": law_certain,
    "referee": law_referee,
    "position": law_position,
}
