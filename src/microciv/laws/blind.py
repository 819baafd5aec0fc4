"""The law "blind": a policy that is handed the true state plays as if it saw its seat's part."""

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

RESTRICTED = 4  # looks at a policy without a restriction, for one at a policy with one
TABLES = 4  # styles follow from the table's number
DRAWN = 2**30


def law_blind(game: Game, seed: int) -> None:
    """What each policy picks, and says of it, on the state is what it picks and says on a re-deal
    of what its seat sees, with equal generators; under a restriction, too. All policies play the
    match, as random play alone may never come to where they would look.
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
    """Look at one of every few decisions."""
    return 12 if is_long(game) else 2


def check_pick(game: Game, maker: PolicyMaker, state: State, seat: Seat, rng: Rng) -> None:
    """Equal on the state and on a world that looks like it from the seat."""
    table, chance = rng.below(TABLES), rng.below(DRAWN)
    dealt = game.redeal(state.observe(seat), rng)
    if seated(game, maker, table, state).peeks(state, seat):
        return  # bulk play gives it a re-deal there
    said = [
        picked(seated(game, maker, table, world), world, seat, Rng(chance))
        for world in (state.clone(), dealt)
    ]
    same(said[0], said[1], f"a policy for seat {seat} sees more than its seat")


def seated(game: Game, maker: PolicyMaker, table: int, state: State) -> Policy:
    """A policy that has seen nothing but this."""
    policy = maker(game)
    policy.sit_down(table)
    policy.begin(state)
    return policy


def picked(policy: Policy, state: State, seat: Seat, rng: Rng) -> object:
    """The step and what is said of it."""
    move = step(policy, state, seat, state.legal(seat), rng)
    return move.text, policy.reason(state, seat, [*state.answers[seat], move])
