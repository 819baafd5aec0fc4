"""Whole answers in one line, and back: `meld Cul*3+L`, `steal B Sci Sci`,
`offer 2Cul+Lea > any : 3Sci`, `take 2Sci : 2Dis`, `use 2Dis+Cul`.

A list of cards is joined by +; a number stands before a card or, with *, behind it. `L` is a
Leader. An answer that these lines mean has the same short steps as one that is given step by step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from microciv.core.bags import count
from microciv.core.errors import IllegalMove
from microciv.core.moves import NOBODY, Move
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    CONQUEST_POINTS,
    DISASTER,
    KIND,
    LEADER,
    NAMES,
    RELIGION,
    SEAFARING,
    TITLES,
    TRADE_TAKES,
    bag_from,
)
from microciv.games.civ_builder.melds import OPEN, PARTS, Limits, limits_seen
from microciv.games.civ_builder.moves import (
    ANY,
    COUNTER,
    COUNTS,
    DISASTERS,
    DONE,
    FOR,
    GIVES,
    LEADERS,
    NATURALS,
    OFFERS,
    SEAS,
    SEATS,
    STEALS,
    USE,
    WANTS,
    Against,
    Named,
    kind_of,
)
from microciv.games.civ_builder.trade import terms_seen

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.observation import CivBuilderObservation

SOME: Final = re.compile(r"(?:(\d{1,2})\s*\*?\s*)?([A-Za-z]+?)(?:\s*[*x]?\s*(\d{1,2}))?")
MOST: Final = 9
SHORTEST: Final = 3  # letters of a card
TRADES: Final = ("offer", "counter")
VERBS: Final = ("meld", "steal", "offer", "counter", "take", "use", "discard")


def steps(game: CivBuilderGame, seen: CivBuilderObservation, line: str) -> list[str]:
    """The steps that a line stands for; a line that is a step is that step.

    :raises IllegalMove: saying how the answer is written.
    """
    words = line.split()
    verb = words[0].lower() if words else ""
    rest = line.strip()[len(verb) :].strip()
    if verb not in VERBS or not rest:
        return [line]
    if verb == "meld":
        return meld_steps(game, seen, rest)
    if verb in TRADES:
        return terms_steps(game, seen, verb, rest)
    if verb == "steal":
        return steal_steps(seen, words[1:])
    if verb == "take":
        return take_steps(seen, rest)
    return discard_steps(seen, rest)


def listed(words: list[str]) -> list[str]:
    """Every card of a list by its name, a copy after the other.

    :raises IllegalMove: if something in it is no card.
    """
    names: list[str] = []
    for name, amount in amounts(" ".join(words)):
        names += [name] * amount
    return names


def amounts(text: str) -> list[tuple[str, int]]:
    """The cards of a list with their numbers: `2Cul+L` is Cul 2, Lea 1.

    :raises IllegalMove: if something in it is no card.
    """
    found: list[tuple[str, int]] = []
    for part in re.split(r"\s*\+\s*|\s+", text.strip()):
        if not part:
            continue
        match = SOME.fullmatch(part)
        if match is None or (match[1] and match[3]):
            raise IllegalMove(f"{part[:20]!r} is no card; write it as 2Cul, Cul*2 or L")
        amount = int(match[1] or match[3] or "1")
        if amount > MOST:
            raise IllegalMove(f"{part[:20]!r}: there are {MOST} cards of a kind")
        found.append((card_in(match[2]), amount))
    return found


def card_in(word: str) -> str:
    """The card that a word begins, or names in three letters.

    :raises IllegalMove: if there is none.
    """
    if word.upper() == "L":
        return NAMES[LEADER]
    for kind, title in enumerate(TITLES):
        if len(word) >= SHORTEST and title.startswith(word.lower()):
            return NAMES[kind]
    raise IllegalMove(f"{word[:20]!r} is no card; expected one of {', '.join(NAMES)}")


def seat_in(word: str) -> str:
    """The letter of a seat.

    :raises IllegalMove: if it is none.
    """
    if word.upper() in SEATS and len(word) == 1:
        return word.upper()
    raise IllegalMove(f"{word[:20]!r} is no seat; expected a letter from A")


# --- melds


def meld_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[str]:
    """The attribute, then how many of each sort, but for sorts that leave no choice (BD-09 to 12).

    :raises IllegalMove: if it cannot be a meld at all.
    """
    found = amounts(rest)
    attribute = KIND[found[0][0]] if found else ATTRIBUTES
    if attribute >= ATTRIBUTES:
        raise IllegalMove("a meld begins with its attribute, as in meld Cul*3+L (CB-34)")
    if rest.isalpha():
        return [f"meld {NAMES[attribute]}"]  # a step: the sorts are asked
    wanted = [0] * PARTS
    for place, (name, amount) in enumerate(found):
        kind = KIND[name]
        if kind == attribute and (place == 0 or kind != SEAFARING):
            wanted[NATURALS] += amount
        elif kind == SEAFARING:
            wanted[SEAS] += amount
        elif kind == DISASTER:
            wanted[DISASTERS] += amount
        elif kind == LEADER:
            wanted[LEADERS] += amount
        else:
            raise IllegalMove(
                f"{name} is no card for a {NAMES[attribute]} meld: besides its own it may have a"
                " Leader, and Disasters or Seafaring cards that are wild (CB-34)"
            )
    hand = bag_from(seen.hand)
    for part, kind in enumerate((attribute, SEAFARING, DISASTER, LEADER)):
        if wanted[part] > count(hand, kind):
            raise IllegalMove(f"you have {count(hand, kind)} {NAMES[kind]}, not {wanted[part]}")
    if wanted[LEADERS] > 1:
        raise IllegalMove("a meld has at most one Leader (CB-34)")
    return [f"meld {NAMES[attribute]}", *chosen(limits_seen(game, seen), attribute, wanted)]


def chosen(offered: Limits, attribute: int, wanted: list[int]) -> list[str]:
    """The steps after the attribute.

    :raises IllegalMove: if the meld is too small, or has wild cards that are none.
    """
    if sum(wanted) < offered.least:
        raise IllegalMove(
            f"this meld needs {offered.least} cards at least, not {sum(wanted)} (CB-36)"
        )
    highs = offered.highs(attribute)
    for part in (SEAS, DISASTERS):
        if wanted[part] > highs[part]:
            top = NAMES[SEAFARING if part == SEAS else RELIGION]
            clause = "CB-41" if part == SEAS else "CB-40"
            card = NAMES[SEAFARING if part == SEAS else DISASTER]
            raise IllegalMove(
                f"{wanted[part]} {card} cannot be wild here, only {highs[part]}: be top in {top},"
                f" as the table allows ({clause})"
            )
    taken: list[str] = []
    moves: list[Move] = [COUNTS[NATURALS][0]]  # in the place of the attribute
    while True:
        draft = offered.draft(attribute, tuple(moves))
        if draft.open == OPEN:
            return taken
        move = COUNTS[draft.open][wanted[draft.open]]
        moves.append(move)
        taken.append(move.text)


# --- cards for cards


def terms_steps(
    game: CivBuilderGame, seen: CivBuilderObservation, verb: str, rest: str
) -> list[str]:
    """An offer or a counter-offer: what is given, to whom, what is wanted (BD-03 to BD-07).

    :raises IllegalMove: saying how it is written.
    """
    giving, colon, wanting = rest.partition(":")
    if verb == "offer":
        giving, arrow, whom = giving.partition(">")
        if not arrow and not colon:
            return [f"offer {'any' if rest.lower() == 'any' else seat_in(rest)}"]
        if not arrow or not colon:
            raise IllegalMove("write an offer as offer 2Cul+Lea > B : 3Sci, or > any")
        whom = whom.strip()
        other = ANY if whom.lower() == "any" else SEATS.index(seat_in(whom))
        first = OFFERS[other]
    elif not colon:
        raise IllegalMove("write a counter-offer as counter 2Cul : 3Sci")
    else:
        other = seen.deals[0].seat if seen.deals else NOBODY
        first = COUNTER
    if other != ANY and not 0 <= other < game.seats:
        return [first.text]
    given = [GIVES[KIND[name]] for name in listed([giving])]
    wanted = [WANTS[KIND[name]] for name in listed([wanting])]
    check_held(seen, [kind_of(move) for move in given])
    return texts(first, walk_terms(game, seen, other, first, given, wanted))


def walk_terms(
    game: CivBuilderGame,
    seen: CivBuilderObservation,
    other: int,
    first: Move,
    given: list[Move],
    wanted: list[Move],
) -> list[Move]:
    """The steps of the terms, without those that leave no choice.

    :raises IllegalMove: if one side has too many cards.
    """
    moves = [first]
    to_give, to_want = given[:], wanted[:]
    while True:
        terms = terms_seen(game, seen, other, tuple(moves))
        if terms.giving and to_give:
            moves.append(to_give.pop(0))
        elif terms.giving:
            moves.append(FOR)
        elif to_give:
            raise IllegalMove(f"you can give {len(given) - len(to_give)} cards at most (CB-25)")
        elif terms.done and to_want:
            raise IllegalMove(f"you can want {len(wanted) - len(to_want)} cards at most (CB-25)")
        elif terms.done:
            return moves[1:]
        else:
            moves.append(to_want.pop(0) if to_want else DONE)
            if moves[-1] is DONE:
                return moves[1:]


def check_held(seen: CivBuilderObservation, kinds: list[int]) -> None:
    """Refuse cards that are not in hand.

    :raises IllegalMove: naming the first.
    """
    hand = bag_from(seen.hand)
    for kind in kinds:
        if kinds.count(kind) > count(hand, kind):
            raise IllegalMove(
                f"you have {count(hand, kind)} {NAMES[kind]}, not {kinds.count(kind)}"
            )


def texts(first: Move, moves: list[Move]) -> list[str]:
    """The steps as they are written."""
    return [first.text, *[move.text for move in moves]]


# --- actions


def steal_steps(seen: CivBuilderObservation, words: list[str]) -> list[str]:
    """From whom, and which points while there is a choice (BD-14)."""
    seat = SEATS.index(seat_in(words[0]))
    steps = [STEALS[seat].text]
    names = listed(words[1:])
    if seen.action != NAMES[CONQUEST] or seat >= len(seen.table):
        return [*steps, *[f"point {name}" for name in names]]
    left = list(seen.table[seat].scores)
    for place, name in enumerate(names):
        some = [score for score in left if score]
        if len(some) <= 1 or sum(left) <= CONQUEST_POINTS - place:
            break  # no choice: the engine takes what there is
        steps.append(f"point {name}")
        if KIND[name] < ATTRIBUTES:
            left[KIND[name]] -= 1
    return steps


def take_steps(seen: CivBuilderObservation, rest: str) -> list[str]:
    """What is taken of the cards seen; from a hand, as many are returned (BD-15 to BD-17)."""
    taking, colon, returning = rest.partition(":")
    taken, returned = listed([taking]), listed([returning])
    steps = [f"take {name}" for name in taken]
    if seen.phase != "exchange":
        return [*steps, *[f"return {name}" for name in returned]]
    if len(taken) < min(TRADE_TAKES, seen.table[seen.target].hand):
        if taken and not colon:
            return steps  # more may be taken, or returned, in the next line
        steps.append("done")
    hand = [*seen.hand, *taken]
    for name in returned:
        if len(set(hand)) == 1:
            break  # no choice
        steps.append(f"return {name}")
        if name in hand:
            hand.remove(name)
    return steps


def discard_steps(seen: CivBuilderObservation, rest: str) -> list[str]:
    """Cards to discard: by Government, or above the hand limit (BD-18, BD-21)."""
    names = [] if rest.lower() == "none" else listed([rest])
    check_held(seen, [KIND[name] for name in names])
    steps = [f"discard {name}" for name in names]
    if seen.phase != "act" or seen.answer:
        return steps
    return ["use", *steps] if len(names) == len(seen.hand) else ["use", *steps, "done"]


# --- back


def line(game: CivBuilderGame, seen: CivBuilderObservation, moves: list[Move]) -> str:
    """A whole answer in one line."""
    first = moves[0]
    if isinstance(first, Named) and first.verb == "meld":
        return meld_line(limits_seen(game, seen), first.kind, tuple(moves))
    groups: dict[str, list[str]] = {}
    for move in moves:
        if isinstance(move, Named):
            groups.setdefault(move.verb, []).append(NAMES[move.kind])
    if "give" in groups or "want" in groups:
        whom = f"{first.text.split()[1]} " if isinstance(first, Against) else ""
        arrow = f"> {whom}" if whom else ""
        verb = "offer" if whom else first.text
        given, wanted = joined(groups.get("give", [])), joined(groups.get("want", []))
        return " ".join(f"{verb} {given} {arrow}: {wanted}".split())
    if "take" in groups:
        taken = f"take {joined(groups['take'])}"
        if "return" in groups:
            return f"{taken} : {joined(groups['return'])}"
        return f"{taken} :" if DONE in moves else taken  # what is returned is no choice
    if first is USE and "discard" in groups:
        return f"use {joined(groups['discard'])}"
    if first is USE and moves[-1] is DONE:
        return "use none"  # of the hand, before drawing (BD-18)
    if "discard" in groups:
        return f"discard {joined(groups['discard'])}"
    if isinstance(first, Against) and "point" in groups:
        return " ".join([first.text, *groups["point"]])
    return first.text


def meld_line(limits: Limits, attribute: int, moves: tuple[Move, ...]) -> str:
    """The attribute, and what the meld is made of."""
    draft = limits.draft(attribute, moves)
    names = (NAMES[attribute], NAMES[SEAFARING], NAMES[DISASTER])
    parts = [
        f"{name}*{amount}"
        for part, (name, amount) in enumerate(zip(names, draft.parts, strict=False))
        if amount > 0 or part == NATURALS
    ]
    if draft.parts[LEADERS] > 0:
        parts.append("L")
    return f"meld {'+'.join(parts)}"


def joined(names: list[str]) -> str:
    """A list of cards as it is written: `2Cul+Lea`."""
    parts: list[str] = []
    for name in dict.fromkeys(names):
        amount = names.count(name)
        parts.append(f"{amount}{name}" if amount > 1 else name)
    return "+".join(parts)
