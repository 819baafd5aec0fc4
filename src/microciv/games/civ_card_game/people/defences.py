"""A complete defence in one line: `block Spearmen Archers`, `block Archers>Axemen`, `block none`.

Blockers without an arrow go where they stop most; behind an arrow stands the attacker, by its name
or by its number among those that attack the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.moves import PASS, Named
from microciv.games.civ_card_game.people.naming import (
    called,
    cards_in,
    choices,
    is_number,
    matches,
    named_first,
    one_card,
    pieces,
)
from microciv.games.civ_card_game.rules.combat import attacking, front
from microciv.games.civ_card_game.views.redeal import redeal
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

NOTHING: Final = ("none", "nothing", "pass")
NOBODY_YET: Final[Card] = -1
UNSENT: Final = -1


def steps(game: CivCardGame, seen: CivCardGameObservation, words: str) -> list[str]:
    """A step for each attacker that is asked about: its blocker, or pass.

    :raises IllegalMove: if a blocker is not in hand, or there is nothing that it can stop.
    """
    attackers = [game.box.card[unit.card] for unit in seen.units if unit.target == seen.seat]
    typed = words.split()
    if not typed:
        raise IllegalMove(
            t("write it as block Spearmen Archers, or block Archers>Axemen, or block none")
        )
    if seen.answer:
        raise IllegalMove(t("you have begun to answer; go on step by step, or type back first"))
    if len(typed) == 1 and typed[0].lower() in NOTHING:
        chosen = [NOBODY_YET] * len(attackers)
    else:
        chosen = assigned(game, game.box.cards_of(seen.hand), attackers, words)
    state = redeal(game, seen, Rng(0))
    indices = attacking(state, seen.seat)
    sets = state.sets
    taken: list[str] = []
    while state.sets == sets and seen.seat in state.to_act:
        blocker = chosen[indices.index(front(state, seen.seat)[0])]
        move = PASS if blocker == NOBODY_YET else game.box.moves.blocks[blocker]
        taken.append(move.text)
        state.apply(seen.seat, move)
    return taken


def assigned(game: CivCardGame, hand: list[Card], attackers: list[Card], typed: str) -> list[Card]:
    """By attacker, who blocks it. Before an arrow stands one blocker, behind it one attacker; all
    other words are blockers that find an attacker by themselves.

    :raises IllegalMove: if a blocker cannot.
    """
    box = game.box
    held = [card for card in hand if box.is_unit(card)]
    chosen = [NOBODY_YET] * len(attackers)
    free: list[Card] = []
    for piece in pieces(typed):
        parts = [part.split() for part in piece.split(">")]
        blocker, loose = NOBODY_YET, parts[0]
        for at, words in enumerate(parts):
            rest = words
            if at:
                index, count = attacker_meant(game, words, attackers, chosen)
                check_stops(game, blocker, attackers[index])
                chosen[index] = blocker
                rest = words[count:]
            if at + 1 < len(parts):
                blocker, rest = last_unit(box, rest, held)
            loose = [*loose, *rest] if at else rest
        free += cards_in(box, loose, held, box.units)
    for card in dict.fromkeys([*free, *[card for card in chosen if card != NOBODY_YET]]):
        wanted = free.count(card) + chosen.count(card)
        if wanted > held.count(card):
            raise IllegalMove(
                t(
                    "you have {held} {card}, not {wanted} (CC-90)",
                    held=held.count(card),
                    card=called(box.names[card]),
                    wanted=wanted,
                )
            )
    return matched(game, attackers, chosen, free)


def last_unit(box: Box, words: list[str], held: list[Card]) -> tuple[Card, list[str]]:
    """The unit that the last words name, as many as make one name, and the words before them.

    :raises IllegalMove: if they name none.
    """
    for cards in (held, box.units):
        for start in range(len(words)):
            if len(matches(box, words[start:], cards)) == 1:
                return one_card(box, words[start:], cards), words[:start]
    return one_card(box, words[-1:], held, box.units), words[:-1]


def attacker_meant(
    game: CivCardGame, words: list[str], attackers: list[Card], chosen: list[Card]
) -> tuple[int, int]:
    """The first attacker of this name that nobody stops yet, or the one of this number; and how
    many words name it.

    :raises IllegalMove: if there is none.
    """
    count = 1
    if words and is_number(words[0]):
        index = int(words[0][:6]) - 1
        if not 0 <= index < len(attackers):
            raise IllegalMove(t("there are attackers 1 to {last}", last=len(attackers)))
    else:
        card, count = named_first(game.box, words, attackers)
        indices = [at for at, attacker in enumerate(attackers) if attacker == card]
        left = [at for at in indices if chosen[at] == NOBODY_YET]
        index = left[0] if left else indices[0]
    if chosen[index] != NOBODY_YET:
        raise IllegalMove(
            t(
                "one blocker stops {attacker} already (CC-92)",
                attacker=called(game.box.names[attackers[index]]),
            )
        )
    return index, count


def check_stops(game: CivCardGame, blocker: Card, attacker: Card) -> None:
    """Refuse who cannot stop this unit.

    :raises IllegalMove: saying who can.
    """
    box = game.box
    stops = box.stops[attacker]
    if blocker not in stops:
        if not stops:
            raise IllegalMove(
                t(
                    "{blocker} cannot stop {attacker}; nobody can (CC-91, CC-93)",
                    blocker=called(box.names[blocker]),
                    attacker=called(box.names[attacker]),
                )
            )
        raise IllegalMove(
            t(
                "{blocker} cannot stop {attacker}; {who} can (CC-91, CC-93)",
                blocker=called(box.names[blocker]),
                attacker=called(box.names[attacker]),
                who=choices(box, stops, "or"),
            )
        )


def matched(
    game: CivCardGame, attackers: list[Card], chosen: list[Card], free: list[Card]
) -> list[Card]:
    """Send every free blocker against an attacker, those that do most damage first.

    :raises IllegalMove: if one of them has nobody to stop.
    """
    order = [index for index, blocker in enumerate(chosen) if blocker == NOBODY_YET]
    order.sort(key=lambda index: (-len(game.box.damage[attackers[index]]), index))
    sent = [UNSENT] * len(free)  # by blocker, the index of its attacker
    for index in order:
        is_stopped(game, attackers, index, free, sent, [False] * len(free))
    result = chosen[:]
    for number, blocker in enumerate(free):
        if sent[number] == UNSENT:
            raise IllegalMove(
                t(
                    "there is no attacker for {blocker} to stop: you are attacked by"
                    " {attackers} (CC-91, CC-92)",
                    blocker=called(game.box.names[blocker]),
                    attackers=choices(game.box, attackers),
                )
            )
        result[sent[number]] = blocker
    return result


def is_stopped(
    game: CivCardGame,
    attackers: list[Card],
    index: int,
    free: list[Card],
    sent: list[int],
    tried: list[bool],
) -> bool:
    """Find the attacker a blocker: one that has nobody to stop yet, else one that goes over to it
    because its own attacker finds another.
    """
    stops = game.box.stops[attackers[index]]
    able = [number for number, blocker in enumerate(free) if blocker in stops]
    for number in able:
        if sent[number] == UNSENT:
            sent[number] = index
            return True
    for number in able:
        if not tried[number]:
            tried[number] = True
            if is_stopped(game, attackers, sent[number], free, sent, tried):
                sent[number] = index
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
    indices = attacking(state, seen.seat)
    attackers = [state.units[index].card for index in indices]
    chosen = [NOBODY_YET] * len(attackers)
    told: list[str] = []
    for move in moves:
        at = indices.index(front(state, seen.seat)[0])
        if isinstance(move, Named):
            first = attackers.index(attackers[at])
            is_first = chosen[first:at].count(NOBODY_YET) == 0 or first == at
            whom = game.box.names[attackers[at]] if is_first else str(at + 1)
            chosen[at] = move.card
            told.append(f"{move.name}>{whom}")
        state.apply(seen.seat, move)
    return " ".join(["block", *told])
