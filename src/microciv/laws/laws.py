"""The laws: what must hold for every game, option and seat; checked on matches of random moves.

Each law is a function of a game and a seed. If the game breaks it, it raises `Broken`, and the
message says what was expected. Each game tells the laws what it hides (`Game.secrets`).
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from microciv.core.codec import plain, plain_record, plain_seen, read_record, read_seen
from microciv.core.errors import IllegalMove
from microciv.core.events import HIDDEN
from microciv.core.features import Features, Layout
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets
from microciv.core.state import Observation, State
from microciv.laws.blind import law_blind
from microciv.laws.play import (
    FAR,
    MOST_DECISIONS,
    SAMPLE,
    any_seat,
    decisions,
    ends,
    far,
    is_long,
    length,
    play_on,
    play_steps,
    random_move,
    sample,
    seal_some,
)
from microciv.laws.telling import holds, same
from microciv.laws.words import check_line, recommended

Law: TypeAlias = Callable[[Game, int], None]
T = TypeVar("T")

MOST_LEGS: Final = 400  # of at most `FAR` steps each, in which any match must end
NEAR: Final = 12  # a copy is first compared after at most this many steps
CHANCES: Final = 3  # law *chance* checks one in this many decisions of a single seat
TRIED: Final = 12  # random moves of the game that are tried at a time


def views(state: State) -> list[object]:
    """What each seat and a spectator see and have heard."""
    seats = [*range(state.seats), SPECTATOR]
    return [[state.observe(seat), state.heard(seat)] for seat in seats]


def truth(state: State) -> dict[str, object]:
    """Everything about a state; what seats have heard is left out: it follows from the events."""
    return {
        "position": state.position(),
        "view by seat": [state.observe(seat) for seat in [*range(state.seats), SPECTATOR]],
        "events": [(one.kind.name, one.a, one.b, one.c, one.audience) for one in state.log],
        "to_act": state.to_act,
        "scores": state.scores(),
        "places": state.places(),
    }


def law_replay(game: Game, seed: int) -> None:
    """Options, seed and moves determine the match, even if the record goes through JSON."""
    match = Match(game, seed)
    for _ in decisions(match, Rng(seed)):
        pass
    record = read_record(json.loads(json.dumps(plain_record(match.record()))))
    again = replay(game, record)
    same(truth(match.state), truth(again.state), "the record replays to another state")
    same(record, again.record(), "the match that was replayed has another record")


def law_clone(game: Game, seed: int) -> None:
    """Playing on in a clone does not change the original, and clones play on alike."""
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        if rng.below(sample(game)):
            continue
        before = truth(match.state)
        twins = [match.state.clone(), match.state.clone()]
        same(before, truth(twins[0]), "a clone is another state")
        for other in twins:
            play_on(other, Rng(seed + 1), far(game))
        same(truth(twins[0]), truth(twins[1]), "two clones do not play alike")
        same(before, truth(match.state), "playing on in a clone changes the original")


def law_redeal(game: Game, seed: int) -> None:
    """A re-dealt state looks the same from the seat it was dealt for, can be played to its end, and
    has draws to come that differ from those of other re-deals.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        for seat in [*range(game.seats), SPECTATOR]:
            if rng.below(sample(game)) == 0:
                check_redeal(game, match.observe(seat), rng)
    for seat in [*range(game.seats), SPECTATOR]:
        check_redeal(game, match.observe(seat), rng)


def check_redeal(game: Game, seen: Observation, rng: Rng) -> None:
    """Check a re-deal of this observation: it must also be quiet."""
    dealt = game.redeal(seen, rng)
    same(seen, dealt.observe(seen.seat), f"re-dealt for seat {seen.seat}, it sees something else")
    holds(dealt.quiet, "a re-dealt state is to be quiet")
    drawn = generator(dealt)
    if drawn is not None and dealt.to_act:
        alike = drawn == generator(game.redeal(seen, rng))
        holds(not alike, "two re-deals have one generator: chance would decide alike in both")
    play_on(dealt, rng, far(game))
    holds(not dealt.to_act or is_long(game), "a re-dealt match does not end")


def generator(state: State) -> object:
    """The field `generator` of a state's position, from which later draws follow; None without."""
    return state.position().get("generator")


def law_veil(game: Game, seed: int) -> None:
    """Changing what a seat does not know changes nothing that it sees, including its legal moves
    and the reasons for refusing others.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        seat = rng.below(game.seats)
        if rng.below(sample(game)):
            continue
        seen = match.observe(seat)
        for other in (match.state.clone(), match.state.clone(), game.redeal(seen, rng)):
            reopen_others(other, seat)
            game.secrets().scramble(other, seat, rng)
            seal_some(other, seat, rng)
            unseen = f"what seat {seat} does not know shows"
            same(what_is_seen(game, seen), what_is_seen(game, other.observe(seat)), unseen)
            same(match.state.shown(seat), other.shown(seat), unseen)


def what_is_seen(game: Game, seen: Observation) -> object:
    """The observation, and the reasons that a client would give for refusing moves."""
    reasons = [game.why_not(seen, move) for move in game.expected(seen)]
    return [seen, reasons]


def law_numbers(game: Game, seed: int) -> None:
    """A seat's row is the same on every re-deal of what it sees, and after any change of what it
    does not know; and it has the blocks of the layout.
    """
    match, rng = Match(game, seed), Rng(seed)
    layout, features = Layout(), Features()
    game.encode(match.state, SPECTATOR, Features(layout))
    for _ in decisions(match, rng):
        for seat in [*range(game.seats), SPECTATOR]:
            if rng.below(sample(game)) == 0:
                check_numbers(game, match.state, seat, layout, features, rng)
    for seat in [*range(game.seats), SPECTATOR]:
        check_numbers(game, match.state, seat, layout, features, rng)


def check_numbers(
    game: Game, state: State, seat: Seat, layout: Layout, features: Features, rng: Rng
) -> None:
    """Compare the seat's row on the true state, made with the `features` that made earlier rows,
    with rows made afresh on a re-deal and on a state in which what the seat does not know is
    changed.
    """
    worlds = [game.redeal(state.observe(seat), rng)]
    if seat < game.seats and seat in state.to_act:
        changed = state.clone()
        reopen_others(changed, seat)
        game.secrets().scramble(changed, seat, rng)
        seal_some(changed, seat, rng)
        worlds.append(changed)
    true = numbers_by_block(game, state, seat, layout, features)
    for world in worlds:
        unseen = f"the numbers of seat {seat} tell what it does not know"
        same(true, numbers_by_block(game, world, seat, layout, Features()), unseen)


def numbers_by_block(
    game: Game, state: State, seat: Seat, layout: Layout, features: Features
) -> dict[str, list[int]]:
    """The row of a seat, by block."""
    game.encode(state, seat, features)
    row = list(features.taken())
    same(len(layout.mosts), len(row), f"the row of seat {seat} is not as long as the layout says")
    found: dict[str, list[int]] = {}
    for block in layout.blocks():
        found[block.name], row = row[: block.size], row[block.size :]
    return found


def reopen_others(state: State, spared: Seat) -> None:
    """Take back what the other seats have sealed."""
    for seat in state.asked:
        if seat != spared and state.answers[seat]:
            state.reopen(seat)


def law_sealed(game: Game, seed: int) -> None:
    """Until all have answered, nobody else can tell an answer; and the order of answers never
    matters.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        to_act = match.to_act()
        if to_act and rng.below(sample(game)) == 0:
            check_half_answers(match.state, to_act[rng.below(len(to_act))])
        if len(to_act) < 2 or rng.below(SAMPLE):
            continue
        seat = to_act[rng.below(len(to_act))]
        before = [view for other, view in enumerate(views(match.state)) if other != seat]
        for move in match.state.legal(seat):
            tried = match.state.clone()
            tried.apply(seat, move)
            after = [view for other, view in enumerate(views(tried)) if other != seat]
            same(before, after, f"others see that seat {seat} has answered {move.text!r}")
        answers = {other: random_move(match, other, rng) for other in to_act}
        forward, backward = match.state.clone(), match.state.clone()
        for other in to_act:
            forward.apply(other, answers[other])
        for other in reversed(to_act):
            backward.apply(other, answers[other])
        together = match.state.clone()
        together.apply_all([answers[other] for other in to_act])
        same(truth(forward), truth(backward), "the order of answers matters")
        same(truth(forward), truth(together), "`apply_all` is not `apply` for each")


def check_half_answers(state: State, seat: Seat) -> None:
    """Check that nobody else can tell the steps of an incomplete answer."""
    before = [view for other, view in enumerate(views(state)) if other != seat]
    for move in state.legal(seat):
        tried = state.clone()
        tried.apply(seat, move)
        if tried.sets == state.sets:
            after = [view for other, view in enumerate(views(tried)) if other != seat]
            same(before, after, f"others see the step {move.text!r} of seat {seat}")


def law_chance(game: Game, seed: int) -> None:
    """A draw that a seat does not hear of changes nothing that it sees. A game that draws after the
    deal must be able to draw differently (`Secrets.reseed`).
    """
    match, rng, secrets = Match(game, seed), Rng(seed), game.secrets()
    begun, told = generator(match.state), secrets.reseed(match.state.clone(), rng)
    for _ in decisions(match, rng):
        to_act = match.to_act()
        if len(to_act) != 1 or rng.below(CHANCES * length(game)):
            continue
        one, other = match.state.clone(), match.state.clone()
        if not secrets.reseed(other, rng):
            continue
        move = random_move(match, to_act[0], rng)
        one.apply(to_act[0], move)
        other.apply(to_act[0], move)
        for seat in [*range(game.seats), SPECTATOR]:
            if one.shown(seat) == other.shown(seat) and one.heard(seat) == other.heard(seat):
                unheard = f"seat {seat} sees what chance decided after {move.text!r}"
                same(one.observe(seat), other.observe(seat), unheard)
    holds(
        told or begun == generator(match.state),
        "something was drawn at random after the deal, and `Secrets.reseed` says that there was"
        " nothing to decide",
    )


def law_heard(game: Game, seed: int) -> None:
    """No event names a card to a seat or spectator that may not know where it is."""
    match, rng, since = Match(game, seed), Rng(seed), 0
    for _ in decisions(match, rng):
        since = check_heard(game, match.state, since)
    check_heard(game, match.state, since)


def check_heard(game: Game, state: State, since: int) -> int:
    """Check the events from `since` on; returns how many there are now."""
    for event in state.log[since:]:
        for seat in [*range(game.seats), SPECTATOR]:
            for is_card, value in zip(event.kind.cards, event.seen_by(seat), strict=False):
                if is_card and value != HIDDEN:
                    told = f"'{event.kind.name}' names card {value} to seat {seat}"
                    holds(state.knows(seat, value), f"{told}, which does not know it")
    return len(state.log)


def law_certain(game: Game, seed: int) -> None:
    """Re-deals agree with everything that follows from what their seat has heard."""
    match, rng, secrets = Match(game, seed), Rng(seed), game.secrets()
    observer = rng.below(game.seats)
    tracker = secrets.tracker(match.state, observer)
    for _ in decisions(match, rng):
        if tracker is not None:
            tracker.follow()
            if rng.below(sample(game)) == 0:
                tracker.check(game.redeal(match.observe(observer), rng))
        elif rng.below(SAMPLE) == 0:
            check_certain(match, secrets, rng.below(game.seats), rng)


def check_certain(match: Match, secrets: Secrets, seat: Seat, rng: Rng) -> None:
    """Check the zones of all cards that the seat has heard of, in the true state and a re-deal."""
    dealt = match.game.redeal(match.observe(seat), rng)
    for card, zones in secrets.possible_zones(match.state, seat).items():
        for state, whose in ((match.state, "it lies"), (dealt, "a re-deal lays it")):
            zone = state.zone_of(card)
            there = f"card {card} can be in {sorted(zones)} for all that seat {seat} has heard"
            holds(zone in zones, f"{there}; {whose} in {zone}")
        if len(zones) == 1:
            holds(dealt.knows(seat, card), f"in a re-deal seat {seat} has forgotten card {card}")


def law_referee(game: Game, seed: int) -> None:
    """A take-back leaves no trace, and a record does not tell who answered first."""
    plain_match, hesitant = Match(game, seed), Match(game, seed)
    rng = Rng(seed)
    for _ in range(MOST_DECISIONS):
        to_act = plain_match.to_act()
        if not to_act:
            break
        answers = {seat: random_move(plain_match, seat, rng) for seat in to_act}
        others = {seat: random_move(plain_match, seat, rng) for seat in to_act}
        for seat in to_act:
            plain_match.play(seat, answers[seat].text)
        for seat in reversed(to_act):
            fresh = not hesitant.state.answers[seat]  # a take-back takes back every step
            if fresh and game.may_change() and stays_open(hesitant.state, seat, others[seat]):
                hesitant.play(seat, others[seat].text)
                hesitant.take_back(seat)
            hesitant.play(seat, answers[seat].text)
        if not plain_match.to_act() or rng.below(sample(game)) == 0:
            same(truth(plain_match.state), truth(hesitant.state), "a take-back leaves a trace")
            same(plain_match.record(), hesitant.record(), "the record tells who answered first")
    ends(plain_match)


def stays_open(state: State, seat: Seat, move: Move) -> bool:
    """Could the seat still take back this step?"""
    if len(state.to_act) > 1:
        return True
    tried = state.clone()
    tried.apply(seat, move)
    return tried.sets == state.sets


def law_position(game: Game, seed: int) -> None:
    """The position of any state that is reached, and of any re-deal, is complete: the state set up
    from it looks the same from every seat, plays on alike, and reaches only states of which this is
    true as well.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            dealt = game.redeal(match.observe(any_seat(game, rng)), rng)
            check_position(game, dealt if rng.below(2) else match.state, rng)
    check_position(game, match.state, rng)
    for seat in [*range(game.seats), SPECTATOR]:
        check_position(game, game.redeal(match.observe(seat), rng), rng)


def check_position(game: Game, state: State, rng: Rng) -> None:
    """Check that a state and the one set up from its position play on alike, twice."""
    original, again = state.clone(), set_up_again(game, state)
    original.hush()
    for steps in (1 + rng.below(NEAR), far(game)):
        again.hush()
        chance = rng.below(2**31)
        for other in (original, again):
            play_on(other, Rng(chance), steps)
        same(truth(original), truth(again), "what is set up again does not play on alike")
        again = set_up_again(game, again)


def set_up_again(game: Game, state: State) -> State:
    """Set up a state from the position of this one, through JSON, and check that it is the same."""
    written = json.dumps(plain(state.position()))
    again = game.set_up(json.loads(written))
    same(json.loads(written), plain(again.position()), "set up again, the position is another")
    same(written, json.dumps(plain(again.position())), "the fields come in another order")
    for seat in [*range(game.seats), SPECTATOR]:
        same(state.observe(seat), again.observe(seat), f"set up again, seat {seat} sees otherwise")
    same(standing(state), standing(again), "set up again, it stands otherwise")
    return again


def standing(state: State) -> object:
    """Who is asked and still to act, and the scores and places."""
    return [state.asked, state.to_act, state.scores(), state.places()]


def law_copies(game: Game, seed: int) -> None:
    """A copy or an unpickled object equals the original and plays on identically, with the game's
    own moves.
    """
    match, rng = Match(game, seed), Rng(seed)
    moves = game.moves.all
    for others in ([copy.copy(move) for move in moves], *copies_of(moves)):
        for move, other in zip(moves, others, strict=True):
            told = f"a copy of {move.text!r} is another move: the moves of a game are made once"
            holds(move is other, told)
    for again in copies_of(game):
        same([game.name, game.options], [again.name, again.options], "a copy is another game")
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            check_copies(match, rng)
    check_copies(match, rng)


def copies_of(thing: T) -> list[T]:
    """Copies made in each of Python's ways: shallow, deep, and pickled."""
    pickled: T = pickle.loads(pickle.dumps(thing))  # noqa: S301  # our own, of a moment ago
    return [copy.copy(thing), copy.deepcopy(thing), pickled]


def check_copies(match: Match, rng: Rng) -> None:
    """Check copies of the match, its state and record, and of a seat's observation and re-deal."""
    game, before = match.game, [truth(match.state), match.state.sets, match.record()]
    seen = match.observe(any_seat(game, rng))
    chance, steps = rng.below(2**31), 1 + rng.below(NEAR)
    original = match.state.clone()
    play_on(original, Rng(chance), steps)
    after = truth(original)
    for other in copies_of(match):
        now = [truth(other.state), other.state.sets, other.record()]
        same(before, now, "a copy of the match is another")
        play_steps(other, Rng(chance), steps)
        same(after, truth(other.state), "a copy of the match does not play on alike")
    for state in copies_of(match.state):
        play_on(state, Rng(chance), steps)
        same(after, truth(state), "a copy of the state does not play on alike")
    for again in copies_of(seen):
        same(seen, again, "a copy of the observation is another")
    sent = json.loads(json.dumps(plain_seen(seen)))
    same(seen, read_seen(game, sent), "an observation that was sent is read back as another")
    dealt = game.redeal(seen, rng)
    thought = truth(dealt)
    for state in copies_of(dealt):
        holds(state.quiet, "a copy of a quiet state is not quiet")
        same(thought, truth(state), "a copy of a re-dealt state is another")
    for record in copies_of(match.record()):
        same(before[-1], record, "a copy of the record is another")
    now = [truth(match.state), match.state.sets, match.record()]
    same(before, now, "playing on in a copy changes the original")


def law_words(game: Game, seed: int) -> None:
    """Every illegal move, of a seat or a spectator, is refused for a reason, and no reason
    recommends an illegal move.
    """
    match, rng = Match(game, seed), Rng(seed)
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            check_words(match, rng)
    check_words(match, rng)


def check_words(match: Match, rng: Rng) -> None:
    """Check the reasons for random moves, and for those that a person may expect
    (`Game.expected`); asking for them changes nothing.
    """
    game = match.game
    before = [truth(match.state), match.record()]
    for seat in [*range(game.seats), SPECTATOR]:
        seen = match.observe(seat)
        some = [game.moves.all[rng.below(len(game.moves.all))] for _ in range(TRIED)]
        illegal = [move for move in game.expected(seen) + some if move not in seen.legal]
        for move in illegal:
            check_reason(game, seen, move)
        for move in some[:1] + illegal[-1:]:
            check_refusal(match, seen, move)
    same(before, [truth(match.state), match.record()], "asking and refusing change the match")


def check_reason(game: Game, seen: Observation, move: Move) -> None:
    """Check that a reason is fit for people and recommends only legal moves; it may also name the
    refused move itself.
    """
    reason = game.why_not(seen, move)
    check_line(reason)
    for other in recommended(game.moves, reason):
        about = f"'{move.text}' in {seen.phase}: {reason}"
        good = other is move or other in seen.legal
        holds(good, f"it recommends '{other.text}', which is refused too: {about}")


def check_refusal(match: Match, seen: Observation, move: Move) -> None:
    """Check that the match refuses the move with its reason."""
    acts = seen.seat in match.to_act()
    if acts and move in seen.legal:
        return
    answered = seen.seat in seen.asked and not acts
    reason = "your answer is sealed" if answered else match.game.why_not(seen, move)
    try:
        match.play(seen.seat, move.text)
    except IllegalMove as refused:
        told = f"refused without its reason, '{reason}': {refused}"
        holds(reason in str(refused), told)
        check_line(str(refused))
    else:
        holds(False, f"seat {seen.seat} may not '{move.text}', and it was sealed: {reason}")


def check_accepted(game: Game, state: State, rng: Rng) -> None:
    """Check a state that was set up from any accepted document: its position is complete, and so
    are those of its re-deals and of the states that are reached from it, and it can be played to
    its end.
    """
    set_up_again(game, state)
    for seat in [*range(game.seats), SPECTATOR]:
        seen = state.observe(seat)
        dealt = game.redeal(seen, rng)
        same(seen, dealt.observe(seat), f"re-dealt for seat {seat}, it sees something else")
        set_up_again(game, dealt)
    state.hush()
    for _leg in range(MOST_LEGS):
        if not state.to_act:
            break
        play_on(state, rng, 1 + rng.below(FAR))
        set_up_again(game, state)
    holds(not state.to_act, "a match from this position does not end")


LAWS: dict[str, Law] = {
    "replay": law_replay,
    "clone": law_clone,
    "redeal": law_redeal,
    "veil": law_veil,
    "numbers": law_numbers,
    "sealed": law_sealed,
    "chance": law_chance,
    "heard": law_heard,
    "certain": law_certain,
    "referee": law_referee,
    "position": law_position,
    "words": law_words,
    "copies": law_copies,
    "blind": law_blind,
}
