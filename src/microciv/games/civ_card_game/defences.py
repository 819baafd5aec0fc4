"""A whole defence in one line: `block Spearmen Archers`, `block Archers>Axemen`, `block none`.

Blockers without an arrow go where they stop most; behind an arrow stands the attacker, by its name
or by its number among those that attack the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import CARD, FIRST_GOODS, FIRST_UNIT, NAMES, Card
from microciv.games.civ_card_game.combat import attacking, front
from microciv.games.civ_card_game.moves import BLOCKS, PASS, Named
from microciv.games.civ_card_game.naming import cards_in, choices, one_card
from microciv.games.civ_card_game.resampling import redeal

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.observation import CivCardGameObservation

ALL_UNITS: Final = list(range(FIRST_UNIT, FIRST_GOODS))
NOTHING: Final = ("none", "nothing", "pass")
NOBODY_YET: Final[Card] = -1
NO_PLACE: Final = -1
HOW: Final = "write it as block Spearmen Archers, or block Archers>Axemen, or block none"


def steps(game: CivCardGame, seen: CivCardGameObservation, words: str) -> list[str]:
    """A step for each attacker that is asked about: its blocker, or pass.

    :raises IllegalMove: if a blocker is not in hand, or there is nothing that it can stop.
    """
    attackers = [CARD[unit.card] for unit in seen.units if unit.target == seen.seat]
    typed = words.replace(" >", ">").replace("> ", ">").split()
    if not typed:
        raise IllegalMove(HOW)
    if seen.answer:
        raise IllegalMove("you have begun to answer; go on step by step, or type back first")
    if len(typed) == 1 and typed[0].lower() in NOTHING:
        chosen = [NOBODY_YET] * len(attackers)
    else:
        chosen = assigned(game, [CARD[name] for name in seen.hand], attackers, typed)
    state = redeal(game, seen, Rng(0))
    places = attacking(state, seen.seat)
    sets = state.sets
    taken: list[str] = []
    while state.sets == sets and seen.seat in state.owing:
        blocker = chosen[places.index(front(state, seen.seat)[0])]
        move = PASS if blocker == NOBODY_YET else BLOCKS[blocker]
        taken.append(move.text)
        state.apply(seen.seat, move)
    return taken


def assigned(
    game: CivCardGame, hand: list[Card], attackers: list[Card], typed: list[str]
) -> list[Card]:
    """By attacker, who blocks it.

    :raises IllegalMove: if a blocker cannot.
    """
    held = [card for card in hand if card in ALL_UNITS]
    chosen = [NOBODY_YET] * len(attackers)
    loose: list[str] = []
    for word in typed:
        name, arrow, whom = word.partition(">")
        if not arrow:
            loose.append(word)
            continue
        blocker = one_card([name], held, ALL_UNITS)
        place = attacker_meant(whom, attackers, chosen)
        check_stops(game, blocker, attackers[place])
        chosen[place] = blocker
    free = cards_in(loose, held, ALL_UNITS)
    for card in dict.fromkeys([*free, *[card for card in chosen if card != NOBODY_YET]]):
        wanted = free.count(card) + chosen.count(card)
        if wanted > held.count(card):
            raise IllegalMove(f"you have {held.count(card)} {NAMES[card]}, not {wanted} (CC-90)")
    return matched(game, attackers, chosen, free)


def attacker_meant(whom: str, attackers: list[Card], chosen: list[Card]) -> int:
    """The first attacker of this name that nobody stops yet, or the one of this number.

    :raises IllegalMove: if there is none.
    """
    if whom.isdecimal():
        place = int(whom[:6]) - 1
        if not 0 <= place < len(attackers):
            raise IllegalMove(f"there are attackers 1 to {len(attackers)}")
    else:
        card = one_card([whom], attackers)
        places = [at for at, attacker in enumerate(attackers) if attacker == card]
        left = [at for at in places if chosen[at] == NOBODY_YET]
        place = left[0] if left else places[0]
    if chosen[place] != NOBODY_YET:
        raise IllegalMove(f"one blocker stops {NAMES[attackers[place]]} already (CC-92)")
    return place


def check_stops(game: CivCardGame, blocker: Card, attacker: Card) -> None:
    """Refuse who cannot stop this unit.

    :raises IllegalMove: saying who can.
    """
    stops = game.box.stops[attacker]
    if blocker not in stops:
        who = choices(stops, "or") or "nobody"
        raise IllegalMove(
            f"{NAMES[blocker]} cannot stop {NAMES[attacker]}; {who} can (CC-91, CC-93)"
        )


def matched(
    game: CivCardGame, attackers: list[Card], chosen: list[Card], free: list[Card]
) -> list[Card]:
    """Send every free blocker against an attacker, those that do most damage first.

    :raises IllegalMove: if one of them has nobody to stop.
    """
    order = [place for place, blocker in enumerate(chosen) if blocker == NOBODY_YET]
    order.sort(key=lambda place: (-len(game.box.damage[attackers[place]]), place))
    sent = [NO_PLACE] * len(free)  # by blocker, the place of its attacker
    for place in order:
        is_stopped(game, attackers, place, free, sent, [False] * len(free))
    result = chosen[:]
    for number, blocker in enumerate(free):
        if sent[number] == NO_PLACE:
            raise IllegalMove(
                f"there is no attacker for {NAMES[blocker]} to stop: you are attacked by"
                f" {choices(attackers)} (CC-91, CC-92)"
            )
        result[sent[number]] = blocker
    return result


def is_stopped(
    game: CivCardGame,
    attackers: list[Card],
    place: int,
    free: list[Card],
    sent: list[int],
    tried: list[bool],
) -> bool:
    """Find the attacker a blocker: one that has nobody to stop yet, else one that goes over to it
    because its own attacker finds another.
    """
    stops = game.box.stops[attackers[place]]
    able = [number for number, blocker in enumerate(free) if blocker in stops]
    for number in able:
        if sent[number] == NO_PLACE:
            sent[number] = place
            return True
    for number in able:
        if not tried[number]:
            tried[number] = True
            if is_stopped(game, attackers, sent[number], free, sent, tried):
                sent[number] = place
                return True
    return False


# --- writing


def line(game: CivCardGame, seen: CivCardGameObservation, moves: list[Move]) -> str:
    """The blockers with their attackers, as `steps` reads it."""
    if all([move is PASS for move in moves]):
        return "block none"
    state = redeal(game, seen, Rng(0))
    if seen.answer:
        state.reopen(seen.seat)
    places = attacking(state, seen.seat)
    attackers = [state.units[place].card for place in places]
    chosen = [NOBODY_YET] * len(attackers)
    told: list[str] = []
    for move in moves:
        at = places.index(front(state, seen.seat)[0])
        if isinstance(move, Named):
            first = attackers.index(attackers[at])
            is_first = chosen[first:at].count(NOBODY_YET) == 0 or first == at
            whom = NAMES[attackers[at]] if is_first else str(at + 1)
            chosen[at] = move.card
            told.append(f"{NAMES[move.card]}>{whom}")
        state.apply(seen.seat, move)
    return " ".join(["block", *told])
