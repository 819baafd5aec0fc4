"""The law *blind*: a policy that is given the true state uses only what its seat knows."""

from __future__ import annotations

from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, PolicyMaker, restricted, step
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import policies, restrictions
from microciv.laws.play import decisions, is_long, legal_moves
from microciv.laws.telling import same

RESTRICTED = 4  # at every fourth look the policy is also checked under a restriction
TABLES = 4  # table numbers to try: the styles of policies depend on them
DRAWN = 2**30


def law_blind(game: Game, seed: int) -> None:
    """A policy picks the same move, with the same reason, on the true state and on a re-deal of
    what its seat sees, given equal generators; under a restriction too. The policies play the
    match, since random play may never reach the situations in which they would peek.
    """
    match, rng = Match(game, seed), Rng(seed)
    makers = list(policies(game.name).values())
    kept_from = list(restrictions(game.name).values())
    looks = seed
    players = [seated(game, maker, 0, match.state) for maker in makers]

    def choose(match: Match, seat: Seat, rng: Rng) -> Move:
        player, state = players[rng.below(len(players))], match.state
        return step(player, state, seat, legal_moves(state, seat), rng)

    for _ in decisions(match, rng, choose):
        to_act = match.to_act()
        seat = to_act[rng.below(len(to_act))]
        if rng.below(often(game)) == 0 and len(match.observe(seat).legal) > 1:
            maker = makers[rng.below(len(makers))]
            check_pick(game, maker, match.state, seat, rng)
            looks += 1
            if kept_from and looks % RESTRICTED == 0:
                maker = restricted(maker, kept_from[looks // RESTRICTED % len(kept_from)])
                check_pick(game, maker, match.state, seat, Rng(looks))


def often(game: Game) -> int:
    """On average, one in this many decisions is checked."""
    return 12 if is_long(game) else 2


def check_pick(game: Game, maker: PolicyMaker, state: State, seat: Seat, rng: Rng) -> None:
    """Check a policy on the state and on a re-deal for the seat.

    :raises Broken: if it picks or says something else there.
    """
    table, chance = rng.below(TABLES), rng.below(DRAWN)
    dealt = game.redeal(state.observe(seat), rng)
    if seated(game, maker, table, state).peeks(state, seat):
        return  # bulk play gives it a re-deal for this decision
    said = [
        picked(seated(game, maker, table, world), world, seat, Rng(chance))
        for world in (state.clone(), dealt)
    ]
    same(said[0], said[1], f"a policy for seat {seat} sees more than its seat")


def seated(game: Game, maker: PolicyMaker, table: int, state: State) -> Policy:
    """A new policy at this table, which has seen nothing but this state."""
    policy = maker(game)
    policy.sit_down(table)
    policy.begin(state)
    return policy


def picked(policy: Policy, state: State, seat: Seat, rng: Rng) -> object:
    """The step that it picks, and the reason that it gives."""
    move = step(policy, state, seat, state.legal(seat), rng)
    return move.text, policy.reason(state, seat, [*state.answers[seat], move])
