"""Advice follows from what a seat sees; a review, from what it saw."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from microciv.bots import make_bot
from microciv.bots.advice import (
    Adviser,
    Budget,
    Chance,
    Weighed,
    bernoulli,
    fall_at,
    weighs_answers,
)
from microciv.bots.answers import compared, first_apart
from microciv.bots.review import (
    Decision,
    Past,
    Reviewed,
    Step,
    Stretch,
    account,
    confirmed,
    costliest,
    explained,
    is_tied,
    past_of,
    review,
    reviewed,
)
from microciv.bots.why import WORLDS, Outcome
from microciv.core.codec import plain
from microciv.core.errors import MicrocivError
from microciv.core.match import Match, Record
from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.games import open_game, set_up
from microciv.texts import texts_for

pytestmark = pytest.mark.heavy

GAMES = {"5x": 3, "5-ages": 3, "civ-builder": 2, "civ-card-game": 2}
QUICK = Budget(20)
LATE, EARLY = slice(-20, None), slice(0, 30)
FIVE_X = open_game("5x", {"seats": 3})


def played(name: str, seats: int, most: int = 10_000, level: str = "random") -> Record:
    match = Match(open_game(name, {"seats": seats}), 3)
    bots = [make_bot(level, match.game, seat, seat + 1) for seat in range(seats)]
    while match.to_act() and most:
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
        most -= 1
    return match.record()


def chance_of(name: str) -> frozenset[str]:
    return frozenset(texts_for(name).names("ladder", "chance"))


# --- advice


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_every_game_has_an_adviser(name: str, seats: int):
    match = Match(open_game(name, {"seats": seats}), 3)
    seen = match.observe(match.to_act()[0])
    advice = Adviser(match.game, QUICK).advise(seen)
    assert {option.move for option in advice.options} <= set(seen.legal)
    assert all([0.0 <= option.chance.value <= 1.0 for option in advice.options])


def test_the_same_seed_advises_the_same():
    seen = Match(FIVE_X, 3).observe(0)
    assert Adviser(FIVE_X, QUICK, 7).advise(seen) == Adviser(FIVE_X, QUICK, 7).advise(seen)


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_a_hint_has_alternatives_the_best_first(name: str, seats: int):
    """However few moves the policy looks at; and the one with the best chance is advised."""
    match = Match(open_game(name, {"seats": seats}), 3)
    bots = [make_bot("random", match.game, seat, seat + 1) for seat in range(seats)]
    adviser, phases = Adviser(match.game, QUICK), set[str]()
    while len(phases) < 3 and match.set_number() < 100 and match.to_act():
        seen = match.observe(match.to_act()[0])
        if len(seen.legal) > 2 and seen.phase not in phases:
            phases.add(seen.phase)
            options = adviser.advise(seen).options
            assert len(options) >= 3
            assert len({option.move for option in options}) == len(options)
            chances = [option.chance.value for option in options]
            assert chances == sorted(chances, reverse=True)
        match.play(seen.seat, bots[seen.seat].choose(seen).text)
    assert phases


def test_nobody_is_advised_who_is_not_asked():
    match = Match(FIVE_X, 3)
    with pytest.raises(MicrocivError, match="nothing is asked"):
        Adviser(FIVE_X, QUICK).advise(match.observe(15))


def test_a_clock_ends_a_long_look():
    ticks = iter(range(1000))
    adviser = Adviser(FIVE_X, Budget(1_000_000, 3.0), 0, lambda: float(next(ticks)))
    assert adviser.advise(Match(FIVE_X, 3).observe(0)).options


def test_a_hint_takes_no_longer_than_it_may():
    """Also where the policy looks at enough moves, and all are searched on for a while."""
    match, seconds = Match(FIVE_X, 3), 0.0
    while len(match.observe(0).legal) < 7:
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)

    def clock() -> float:
        nonlocal seconds
        seconds += 1.0
        return seconds

    Adviser(FIVE_X, Budget(1_000_000, 80.0), 0, clock).advise(match.observe(0))
    assert 80 <= seconds < 90


def test_the_best_move_has_cost_nothing():
    seen = Match(FIVE_X, 3).observe(0)
    adviser = Adviser(FIVE_X, QUICK, 7)
    best = adviser.advise(seen).options[0].move
    weighed = Adviser(FIVE_X, replace(QUICK, iterations=40), 7).weigh(seen, (best,))
    assert best is weighed.best
    assert (0.0, weighed.hope) == (weighed.loss(), weighed.chance)


def test_blunders_are_told_from_noise():
    """Somebody who plays anything among those who do not makes some."""
    game = open_game("5x", {"seats": 4})
    match = Match(game, 3)
    bots = [make_bot("easy" if seat else "random", game, seat, seat + 1) for seat in range(4)]
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
    past = past_of(game, match.record(), 0, chance_of("5x"))
    done = review(Adviser(game, Budget(400), 1), past)
    assert 1 <= len([one for one in done if one.is_clear]) < len(done) / 2
    assert costliest(done)[0].is_clear
    assert all([one.error < 0.12 for one in done])
    assert all([one.confirmed for one in costliest(done)])


def test_few_playouts_are_never_certain():
    assert bernoulli(0.0, 10) > 0.05
    assert bernoulli(1.0, 10) > 0.05
    assert bernoulli(0.5, 10_000) == pytest.approx(0.005, rel=0.01)


@pytest.mark.parametrize("name", GAMES)
def test_all_moves_can_be_ranked_beside_each_other(name: str):
    match = Match(open_game(name, {"seats": GAMES[name]}), 3)
    seat = next(seat for seat in match.to_act() if len(match.observe(seat).legal) > 1)
    seen = match.observe(seat)
    first, again = [Adviser(match.game, QUICK, 5).rank(seen, list(seen.legal)) for _ in range(2)]
    assert first == again
    assert {*seen.legal} == {option.move for option in first.options}
    chances = [option.chance.value for option in first.options]
    assert sorted(chances, reverse=True) == chances
    assert first.lead.value == pytest.approx(chances[0] - chances[1])


# --- whole answers


PLANNED = [
    name for name, seats in GAMES.items() if weighs_answers(open_game(name, {"seats": seats}))
]


def looked_back(name: str, most: int) -> Past:
    """What seat 1 decided in the first moves of a match among easy bots."""
    game = open_game(name, {"seats": GAMES[name]})
    return past_of(game, played(name, GAMES[name], most, "easy"), 1, chance_of(name))


def test_who_plans_whole_turns_is_asked_for_them():
    assert ["civ-builder", "civ-card-game"] == PLANNED


@pytest.mark.parametrize("name", PLANNED)
def test_steps_of_an_answer_are_one_decision(name: str):
    game = open_game(name, {"seats": GAMES[name]})
    many = next(one for one in looked_back(name, 150).decisions if len(one.steps) > 1)
    done = reviewed(Adviser(game, QUICK), many)
    (weighed,) = done.weighed
    answer, best = weighed.both()
    assert answer == many.answer[-len(answer) :]
    assert len(answer) >= len(many.steps)
    assert (weighed.played, weighed.best) == (first_apart(answer, best), first_apart(best, answer))
    assert 0 == done.worst


@pytest.mark.parametrize("name", PLANNED)
def test_the_usual_answer_gains_nothing(name: str):
    """The same comes to the same in the same worlds, to the last digit."""
    game = open_game(name, {"seats": GAMES[name]})
    adviser, same = Adviser(game, QUICK), 0
    for one in looked_back(name, 150).decisions[:6]:
        seen = one.steps[0].seen
        usual = usual_answer(adviser.policy, seen, Rng(1))
        first, again = compared(game, adviser.policy, seen, [usual, usual[:]], 3, 7)
        assert first == again
        weighed = adviser.weigh(seen, usual)
        if usual_answer(adviser.policy, seen, Rng(2)) == usual:
            same += 1
            assert weighed.gain == Chance(0.0, 0.0)
    assert same


@pytest.mark.parametrize("name", PLANNED)
def test_a_turn_is_worth_the_same_at_each_of_its_steps(name: str):
    """While nobody else acts and nothing is drawn: no step is valued as though all ended there."""
    game = open_game(name, {"seats": GAMES[name]})
    adviser = Adviser(game, QUICK)
    apart: list[float] = []
    for one in looked_back(name, 200).decisions:
        first, last = one.steps[0].seen, one.steps[-1].seen
        if len(last.answer) - len(first.answer) < 2 or len(apart) == 4:
            continue
        steps = one.answer[len(first.answer) : len(last.answer)]
        (begun,) = compared(game, adviser.policy, first, [steps], 60, 5)
        (further,) = compared(game, adviser.policy, last, [()], 60, 6)
        apart.append(abs(mean(begun) - mean(further)))
    assert apart
    assert max(apart) < 0.1


def mean(outcomes: list[Outcome]) -> float:
    return sum([outcome.chance for outcome in outcomes]) / len(outcomes)


@pytest.mark.parametrize("name", PLANNED)
def test_playouts_go_on_from_where_they_begin(name: str):
    """Late in a match, too, and whatever was looked at before."""
    game = open_game(name, {"seats": GAMES[name]})
    policy = Adviser(game, QUICK).policy
    seen = looked_back(name, 300).decisions[-1].steps[0].seen
    assert seen.round > 1  # type: ignore[attr-defined]
    state = game.redeal(seen, Rng(3))
    policy.begin(state)
    assert not policy.is_far(state, state.sets)


def test_two_answers_are_told_by_what_they_have_not_in_common():
    one, two, three = FIVE_X.moves.all[:3]
    assert two is first_apart((one, two), (one, three))
    assert three is first_apart((one, two, three), (two, one))
    assert one is first_apart((one, one), (one,))
    assert two is first_apart((one, two), (two, one, three))
    assert two is first_apart((one, two, one, three), (one, one, two, three)), "another order"
    assert two is first_apart((one, two), (one, two)), "there is nothing to tell"


def test_the_same_steps_in_another_order_are_another_answer():
    """Of which the loss has an error, and which is looked at twice."""
    one, two, three = FIVE_X.moves.all[:3]
    first, other = (one, two, three), (two, one, three)
    weighed = replace(
        decision(0.5, 0.3, 0.01).weighed[0],
        played=first_apart(first, other),
        best=first_apart(other, first),
        answers=(first, other),
    )
    assert (one, two) == (weighed.played, weighed.best)
    assert not weighed.is_best()
    assert replace(weighed, answers=(first, (*first,))).is_best()
    done = replace(decision(0.5, 0.3, 0.01), weighed=(replace(weighed, played=two),))
    assert done.error > 0.01


def test_states_are_kept_only_as_far_as_reasons_are_looked_for():
    seen = Match(FIVE_X, 3).observe(0)
    policy, move = Adviser(FIVE_X, QUICK).policy, seen.legal[0]
    (found,) = compared(FIVE_X, policy, seen, [(move,)], WORLDS + 2, 7)
    assert [True] * WORLDS + [False] * 2 == [one.state is not None for one in found]
    search = Adviser(FIVE_X, Budget(3 * WORLDS))
    (found,) = search._in_turns(search._search(seen), [move], 0.5)
    assert WORLDS < len(found)
    assert WORLDS == len([one for one in found if one.state is not None])


# --- the past of a seat


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_a_seats_decisions_are_all_its_choices(name: str, seats: int):
    record = played(name, seats, 400)
    past = past_of(open_game(name, {"seats": seats}), record, 1, chance_of(name))
    match = Match(open_game(name, {"seats": seats}), int(record.seed, 16))
    choices = []
    for seat, text in record.moves:
        seen = match.observe(seat)
        if seat == 1 and len(seen.legal) > 1:
            choices.append((seen, text))
        match.play(seat, text)
    steps = [(step.seen, step.move.text) for one in past.decisions for step in one.steps]
    assert choices[: len(steps)] == steps
    assert len(choices) - len(steps) <= 40  # an answer that was not whole is no decision yet
    for one in past.decisions:
        texts = [move.text for move in one.answer]
        assert {step.move.text for step in one.steps} <= set(texts)


def test_after_an_agreement_bots_decided():
    record = played("5x", 3)
    whole = past_of(FIVE_X, record, 0, chance_of("5x"))
    agreed = past_of(FIVE_X, replace(record, agreed=12), 0, chance_of("5x"))
    assert [one for one in whole.decisions if one.ply < 12] != list(whole.decisions)
    assert [one.ply for one in whole.decisions if one.ply < 12] == [
        one.ply for one in agreed.decisions
    ]
    assert whole.end == agreed.end


def test_what_others_are_dealt_out_of_sight_is_no_luck_of_ours():
    record = played("5-ages", 3)
    game = open_game("5-ages", {"seats": 3})
    for seat in range(3):
        past = past_of(game, record, seat, frozenset({"drew", "dealt", "refilled"}))
        match, luck = Match(game, int(record.seed, 16)), 0
        heard = len(match.heard(seat))
        for player, text in record.moves:
            match.play(player, text)
        names = [
            name
            for name, parts in match.heard(seat, heard)
            if name in {"drew", "dealt", "refilled"} and parts[1] >= 0
        ]
        luck = len([1 for one in past.decisions for stretch in one.after if stretch.chance])
        assert (luck > 0) == bool(names)


def test_a_review_says_nothing_that_the_seat_did_not_know():
    """Two matches that look alike from seat 0 have the same review for it."""
    reviews = []
    for document in look_alikes():
        match = set_up(document)
        game = match.game
        for _ in range(4):
            while 0 not in match.to_act() or len(match.to_act()) < 3:
                if not match.to_act():
                    break
                seat = match.to_act()[0]
                match.play(seat, match.observe(seat).legal[0].text)
            for seat in match.to_act():
                match.play(seat, basic(match, seat))
        past = past_of(game, match.record(), 0, chance_of("5x"))
        adviser = Adviser(game, QUICK, 5)
        done = review(adviser, past)
        told = [explained(one) for one in costliest(done)]
        reviews.append((past, plain_of(done), told))
    assert reviews[0][0].decisions
    assert reviews[0][1:] == reviews[1][1:]


def plain_of(done: list[Reviewed]) -> list[Any]:
    return [(one.weighed, one.outlooks, one.decision.answer) for one in done]


def basic(match: Match, seat: int) -> str:
    legal = [move.text for move in match.observe(seat).legal]
    return next((text for text in ("explore", "exploit", "excavate") if text in legal), legal[0])


def look_alikes() -> list[dict[str, object]]:
    match = Match(FIVE_X, 7)
    for _ in range(3):
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    one = json.loads(json.dumps(plain(match.position())))
    two = json.loads(json.dumps(one))
    passed = {row["passed"] for row in one["table"]}
    kept = [next(card for card in row["hand"][5:] if card not in passed) for row in one["table"]]
    for place, out, into in ((1, kept[1], kept[2]), (2, kept[2], kept[1])):
        hand = two["table"][place]["hand"]
        hand[hand.index(out)] = into
    return [one, two]


# --- sums


def decision(
    hope: float,
    chance: float,
    error: float,
    *after: tuple[bool, bool],
    outlooks: tuple[float, ...] = (),
) -> Reviewed:
    seen = Match(FIVE_X, 3).observe(0)
    best, other = seen.legal[:2]
    stretches = tuple([Stretch(luck, others, seen) for luck, others in after])
    made = Decision(1, 0, "pass", (Step(seen, other),), (other,), Step(seen, other), stretches)
    weighed = Weighed(other, best, Chance(chance, error), Chance(hope, error))
    looks = tuple([Chance(value, 0.01) for value in outlooks])
    return Reviewed(made, (weighed,), looks, confirmed=True)


def test_noise_is_no_blunder():
    assert not decision(0.5, 0.45, 0.05).is_clear
    assert decision(0.5, 0.2, 0.05).is_clear
    assert 0.0 == decision(0.4, 0.5, 0.05).loss


def test_what_a_later_step_brings_back_is_not_lost():
    """The chance at the beginning, and after each step: the second is undone by the third."""
    chances = [0.5, 0.5, 0.2, 0.5, 0.4]
    assert 3 == fall_at(chances, [True] * 4)
    assert 1 == fall_at([0.5, 0.5, 0.2, 0.4, 0.4], [True] * 4)
    assert None is fall_at(chances, [True, True, True, False])
    assert None is fall_at([0.3, 0.5, 0.5], [True] * 2)


@pytest.mark.parametrize("name", PLANNED)
def test_blame_falls_on_a_step_that_the_better_answer_has_not(name: str):
    game = open_game(name, {"seats": GAMES[name]})
    adviser, found = Adviser(game, QUICK), 0
    for decision in looked_back(name, 150).decisions:
        one = reviewed(adviser, decision)
        if one.loss:
            again = confirmed(adviser, one)
            (step,) = again.weighed
            answer, best = step.both()
            assert step.played in answer
            assert step.played not in best or step.played is first_apart(answer, best)
            assert (step.best, step.answers) == (one.weighed[0].best, one.weighed[0].answers)
            found += 1
        if found == 2:
            break
    assert found


@pytest.mark.parametrize(
    "name, seats",
    [
        pytest.param(name, seats, marks=[] if name == "5x" else pytest.mark.slow)
        for name, seats in GAMES.items()
    ],
)
def test_reviews_agree_on_what_cost_most(name: str, seats: int):
    """What one review names for certain, no other one leaves out."""
    game = open_game(name, {"seats": seats})
    match = Match(game, 5)
    bots = [make_bot("easy", game, seat, seat + 1) for seat in range(seats)]
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
    past = past_of(game, match.record(), 0, chance_of(name))
    some = replace(past, decisions=past.decisions[EARLY if name == "civ-builder" else LATE])
    named, listed = set[int](), []
    for seed in range(3):
        done = review(Adviser(game, Budget(150), seed), some)
        costly = costliest(done)
        named |= {one.decision.ply for one in costly if one.is_clear and not is_tied(one, done)}
        listed.append({one.decision.ply for one in costly})
    assert named
    assert all([named <= plies for plies in listed])


def test_the_costliest_decisions_are_clear_ones_first():
    noisy, small, large = (
        decision(0.9, 0.4, 0.4),
        decision(0.5, 0.4, 0.01),
        decision(0.5, 0.1, 0.01),
    )
    nothing = decision(0.5, 0.5, 0.01)
    assert [large, small, noisy] == costliest([noisy, nothing, small, large])
    assert [large] == costliest([replace(noisy, confirmed=False), nothing, large])


def test_who_may_have_cost_as_much_is_tied():
    costs = [0.40, 0.30, 0.20, 0.19]
    decisions = [
        replace(one, decision=replace(one.decision, ply=ply))
        for ply, one in enumerate([decision(0.5, 0.5 - cost, 0.01) for cost in costs])
    ]
    assert [False, False, True] == [is_tied(one, decisions) for one in costliest(decisions)]


def test_the_account_adds_up_to_the_end():
    done = [
        decision(0.4, 0.4, 0.01, (True, False)),
        decision(0.6, 0.3, 0.01, (False, True)),
        decision(0.2, 0.2, 0.01, (True, False), (False, True), outlooks=(0.2, 0.5, 0.4)),
    ]
    sums = account(Past(0, tuple([one.decision for one in done]), 1.0), done)
    assert sums is not None
    assert (0.4, 1.0) == (sums.start, sums.end)
    assert -0.3 == pytest.approx(sums.choice.change)
    assert 0.2 + 0.3 == pytest.approx(sums.luck.change)
    assert -0.1 - 0.1 == pytest.approx(sums.others.change)
    parts = (sums.choice, sums.luck, sums.others, sums.mixed)
    assert sums.end == pytest.approx(sums.start + sum([part.change for part in parts]))
    assert sums.luck.error > 0


def whole(
    before: float, gain: float, *after: tuple[bool, bool], outlooks: tuple[float, ...] = ()
) -> Reviewed:
    """A whole answer that was weighed beside the usual one."""
    done = decision(before + gain + 0.2, before + gain, 0.01, *after, outlooks=outlooks)
    weighed = replace(done.weighed[0], apart=0.01, gain=Chance(gain, 0.01 if gain else 0.0))
    return replace(done, weighed=(weighed,))


def test_the_account_of_whole_answers_has_one_measure():
    """What the best would have been worth is no part of it: who leaves the same chance unused again
    and again has not lost it as often, and what draws change is what they changed.
    """
    done = [
        whole(0.4, -0.1, (True, False)),
        whole(0.5, 0.0, (True, False), (False, True), outlooks=(0.7,)),
        whole(0.6, 0.2, (False, True), (True, True), outlooks=(0.7,)),
    ]
    assert all([one.is_clear for one in done])
    sums = account(Past(0, tuple([one.decision for one in done]), 1.0), done)
    assert sums is not None
    assert 0.4 == pytest.approx(sums.start)
    assert 0.1 == pytest.approx(sums.choice.change)
    assert 0.2 + 0.2 == pytest.approx(sums.luck.change)
    assert -0.1 - 0.1 == pytest.approx(sums.others.change)
    assert 0.3 == pytest.approx(sums.mixed.change)
    parts = (sums.choice, sums.luck, sums.others, sums.mixed)
    assert sums.end == pytest.approx(sums.start + sum([part.change for part in parts]))
    assert all([part.error > 0 for part in parts])


def test_a_match_that_goes_on_has_no_account():
    record = played("5x", 3, 20)
    past = past_of(FIVE_X, record, 0, chance_of("5x"))
    done = review(Adviser(FIVE_X, QUICK), past)
    assert None is past.end
    assert None is account(past, done)


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_a_review_of_every_game_adds_up(name: str, seats: int):
    record = played(name, seats, 150)
    game = open_game(name, {"seats": seats})
    past = past_of(game, record, 0, chance_of(name))
    some = replace(past, decisions=past.decisions[:3], end=0.5)
    adviser = Adviser(game, Budget(10))
    done = [reviewed(adviser, one) for one in some.decisions]
    sums = account(some, done)
    assert sums is not None
    parts = (sums.choice, sums.luck, sums.others, sums.mixed)
    assert 0.5 == pytest.approx(sums.start + sum([part.change for part in parts]))
    for one in [confirmed(adviser, one) for one in done]:
        gain, loss = explained(one).why.gain, explained(one).why.loss
        assert gain is None or gain.chance > 0.0
        assert loss is None or loss.chance < 0.0
