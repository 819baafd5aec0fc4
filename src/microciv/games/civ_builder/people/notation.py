"""Complete answers in one line, and back: `meld Cul*3+L`, `steal B Sci Sci`,
`offer 2Cul+Lea > any : 3Sci`, `take 2Sci : 2Dis`, `use 2Dis+Cul`.

A line means exactly what it says, or it is refused: what the engine then does by itself, where no
choice is left, is what the line names. An answer given as a line has the same short steps as one
that is given step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.moves import Move, goes_on
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    DISASTER,
    GOVERNMENT,
    KIND,
    LEADER,
    NAMES,
    RELIGION,
    SEAFARING,
    bag_from,
)
from microciv.games.civ_builder.moves import (
    ANY,
    COUNTER,
    COUNTS,
    DISASTERS,
    DISCARDS,
    DONE,
    FOR,
    GIVES,
    LEADERS,
    MELDS,
    NATURALS,
    OFFERS,
    POINTS,
    RETURNS,
    SEAS,
    SEATS,
    STEALS,
    TAKES,
    USE,
    WANTS,
    Against,
    Named,
)
from microciv.games.civ_builder.people.explain import why_not_wild
from microciv.games.civ_builder.people.naming import (
    LONGEST,
    amounts,
    called,
    joined,
    listed,
    seat_in,
    told,
)
from microciv.games.civ_builder.rules.melds import OPEN, PARTS, Limits
from microciv.games.civ_builder.views.limits import limits_seen, terms_seen
from microciv.hidden.bags import count
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

LONGEST_LINE: Final = 3 * LONGEST  # an offer has two lists
OWN: Final = "own"
SEEN: Final = "seen"
THEN: Final = "then"  # one's own, with what is taken


def steps(game: CivBuilderGame, seen: CivBuilderObservation, line: str) -> list[str]:
    """The steps that a line stands for; a line without such a verb is one step.

    :raises IllegalMove: if it cannot be done exactly as it says.
    """
    if len(line) > LONGEST_LINE:
        raise IllegalMove(
            t(
                "a line has {most} characters at most, not {length}",
                most=LONGEST_LINE,
                length=len(line),
            )
        )
    words = line.split(maxsplit=1)
    if len(words) < 2 or words[0].lower() not in WRITTEN:
        return [line]
    return [move.text for move in WRITTEN[words[0].lower()](game, seen, words[1].strip())]


def check_begin(game: CivBuilderGame, seen: CivBuilderObservation, move: Move) -> None:
    """Refuse a line whose first step cannot be made.

    :raises IllegalMove: saying why.
    """
    if move not in seen.legal:
        raise game.refusal(seen, move)


def check_there(names: list[str], there: list[str], whose: str) -> None:
    """Refuse cards that are not there.

    :raises IllegalMove: naming the first.
    """
    for name in names:
        if names.count(name) > there.count(name):
            raise IllegalMove(too_few(whose, name, there.count(name), names.count(name)))


def too_few(whose: str, card: str, held: int, wanted: int) -> str:
    name = called(KIND[card])
    if whose == OWN:
        return t("you have {held} {name}, not {wanted}", held=held, name=name, wanted=wanted)
    if whose == SEEN:
        return t("you see {held} {name}, not {wanted}", held=held, name=name, wanted=wanted)
    return t("you would have {held} {name}, not {wanted}", held=held, name=name, wanted=wanted)


def without(names: list[str], gone: list[str]) -> list[str]:
    left = names[:]
    for name in gone:
        left.remove(name)
    return left


def named_with(verb: str, moves: tuple[Move, ...]) -> list[str]:
    """The cards that steps with this verb name."""
    return [NAMES[move.kind] for move in moves if isinstance(move, Named) and move.verb == verb]


# --- melds


def meld_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """The attribute, then how many of each sort, but for sorts that leave no choice (BD-09 to 12).

    :raises IllegalMove: if it is no meld that can be made now.
    """
    found = amounts(rest, least=0)
    attribute = KIND[found[0][0]]
    if attribute >= ATTRIBUTES:
        raise IllegalMove(t("a meld begins with its attribute, as in meld Cul*3+L (CB-34)"))
    check_begin(game, seen, MELDS[attribute])
    if rest.isalpha():
        return [MELDS[attribute]]  # a step: the sorts are asked
    wanted = [0] * PARTS
    for name, amount in found:
        wanted[part_of(attribute, name)] += amount
    limits = limits_seen(game, seen)
    check_meld(game, seen, limits, attribute, wanted)
    return [MELDS[attribute], *chosen(limits, attribute, wanted)]


def part_of(attribute: int, name: str) -> int:
    """What such a card is in a meld of the attribute.

    :raises IllegalMove: if it cannot be in it at all.
    """
    kind = KIND[name]
    if kind == attribute:
        return NATURALS
    if kind in (SEAFARING, DISASTER, LEADER):
        return {SEAFARING: SEAS, DISASTER: DISASTERS, LEADER: LEADERS}[kind]
    raise IllegalMove(
        t(
            "{name} is not a card for a {attribute} meld: besides its own it may have"
            " a Leader, and Disasters or Seafaring cards that are wild (CB-34)",
            name=called(KIND[name]),
            attribute=called(attribute),
        )
    )


def check_meld(
    game: CivBuilderGame,
    seen: CivBuilderObservation,
    limits: Limits,
    attribute: int,
    wanted: list[int],
) -> None:
    """Refuse a meld of cards that are not there, not wild, or too few.

    :raises IllegalMove: saying what is wrong with it.
    """
    hand = bag_from(seen.hand)
    for part, kind in enumerate((attribute, SEAFARING, DISASTER, LEADER)):
        if wanted[part] > count(hand, kind):
            raise IllegalMove(
                t(
                    "you have {held} {card}, not {wanted}",
                    held=count(hand, kind),
                    card=called(kind),
                    wanted=wanted[part],
                )
            )
    if wanted[LEADERS] and not game.sheet.leaders_in_meld:
        raise IllegalMove(t("at this table no Leader goes into a meld (CB-34)"))
    if wanted[LEADERS] > 1:
        raise IllegalMove(t("a meld has at most one Leader (CB-34)"))
    if sum(wanted) < limits.least:
        raise IllegalMove(
            tn(
                limits.least,
                "this meld needs {n} card at least, not {wanted} (CB-36)",
                "this meld needs {n} cards at least, not {wanted} (CB-36)",
                wanted=sum(wanted),
            )
        )
    if wanted[NATURALS] < limits.natural:
        raise IllegalMove(
            t("a meld needs a {attribute} card of its own (CB-35)", attribute=called(attribute))
        )
    highs = limits.highs(attribute)
    for part in (SEAS, DISASTERS):
        if wanted[part] > highs[part]:
            raise IllegalMove(why_not_wild(seen, attribute, part, highs[part]))


def chosen(limits: Limits, attribute: int, wanted: list[int]) -> list[Move]:
    """The steps after the attribute."""
    moves: list[Move] = []
    while True:
        draft = limits.draft(attribute, (MELDS[attribute], *moves))
        if draft.open == OPEN:
            return moves
        moves.append(COUNTS[draft.open][wanted[draft.open]])


# --- cards for cards


def offer_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """An offer: what is given, to whom, what is wanted (BD-03 to BD-05).

    :raises IllegalMove: saying how it is written, or why it cannot be made.
    """
    terms, colon, wanting = rest.partition(":")
    giving, arrow, whom = terms.partition(">")
    if bool(arrow) != bool(colon):
        raise IllegalMove(t("write an offer as offer 2Cul+Lea > B : 3Sci, or > any"))
    whom = whom.strip() if arrow else rest
    other = ANY if whom.lower() == "any" else SEATS.index(seat_in(whom))
    given, wanted = (listed(giving), listed(wanting)) if arrow else ([], [])
    check_begin(game, seen, OFFERS[other])
    if not arrow:
        return [OFFERS[other]]
    return steps_of_terms(game, seen, other, OFFERS[other], given, wanted)


def counter_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """A counter-offer (BD-07).

    :raises IllegalMove: saying how it is written, or why it cannot be made.
    """
    giving, colon, wanting = rest.partition(":")
    if not colon:
        raise IllegalMove(t("write a counter-offer as counter 2Cul : 3Sci"))
    given, wanted = listed(giving), listed(wanting)
    check_begin(game, seen, COUNTER)
    return steps_of_terms(game, seen, seen.deals[0].seat, COUNTER, given, wanted)


def steps_of_terms(
    game: CivBuilderGame,
    seen: CivBuilderObservation,
    other: int,
    first: Move,
    given: list[str],
    wanted: list[str],
) -> list[Move]:
    """The steps of the terms, without those that leave no choice.

    :raises IllegalMove: if the table, or the hands, do not allow these terms.
    """
    check_there(given, list(seen.hand), OWN)
    moves = [first]
    to_give, to_want = given[:], wanted[:]
    while True:
        terms = terms_seen(game, seen, other, tuple(moves))
        if terms.giving and to_give:
            moves.append(GIVES[KIND[to_give.pop(0)]])
        elif terms.giving and terms.may_stop_giving():
            moves.append(FOR)
        elif terms.giving:
            raise IllegalMove(t("an offer gives a card at least: there are no such gifts (CB-25)"))
        elif to_give:
            most = len(given) - len(to_give)
            raise IllegalMove(
                tn(
                    most,
                    "you can give {n} card at most (CB-25)",
                    "you can give {n} cards at most (CB-25)",
                )
            )
        elif to_want and terms.hands and KIND[to_want[0]] not in terms.wantable:
            raise IllegalMove(
                t(
                    "nobody who gets the offer has {cards}, as you can see (CB-31)",
                    cards=told(wanted),
                )
            )
        elif to_want and terms.done:
            most = len(wanted) - len(to_want)
            raise IllegalMove(
                tn(
                    most,
                    "you can want {n} card at most (CB-25)",
                    "you can want {n} cards at most (CB-25)",
                )
            )
        elif to_want:
            moves.append(WANTS[KIND[to_want.pop(0)]])
        elif terms.done:
            return moves
        elif terms.may_be_done():
            return [*moves, DONE]
        elif game.equal:
            raise IllegalMove(
                tn(
                    len(given),
                    "at this table {n} card are for as many, not {wanted} (CB-25)",
                    "at this table {n} cards are for as many, not {wanted} (CB-25)",
                    wanted=len(wanted),
                )
            )
        else:
            raise IllegalMove(t("an offer asks for a card at least: there are no gifts (CB-25)"))


# --- actions


def steal_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """From whom, and which points while there is a choice (BD-14): all of them, or none.

    :raises IllegalMove: if these points cannot be those that are taken.
    """
    letter, *listing = rest.split(maxsplit=1)
    seat = SEATS.index(seat_in(letter))
    names = listed(listing[0]) if listing else []
    check_begin(game, seen, STEALS[seat])
    if not names:
        return [STEALS[seat]]
    if seen.action != NAMES[CONQUEST]:
        clause = "CB-61" if seen.action == NAMES[RELIGION] else "CB-62"
        raise IllegalMove(
            t(
                "what {action} takes is not named ({clause})",
                action=called(KIND[seen.action]),
                clause=clause,
            )
        )
    scores = seen.table[seat].scores
    for name in names:
        points = scores[KIND[name]] if KIND[name] < ATTRIBUTES else 0
        if names.count(name) > points:
            raise IllegalMove(
                tn(
                    points,
                    "{seat} has {n} point of {name}, not {named} (CB-52)",
                    "{seat} has {n} points of {name}, not {named} (CB-52)",
                    seat=SEATS[seat],
                    name=called(KIND[name]),
                    named=names.count(name),
                )
            )
    due = min(game.sheet.conquest_takes, sum(scores))
    if len(names) != due:
        raise IllegalMove(
            tn(
                due,
                "name {n} point, all that are taken, or none (CB-51)",
                "name {n} points, all that are taken, or none (CB-51)",
            )
        )
    return [STEALS[seat], *points_named(list(scores), names)]


def points_named(left: list[int], names: list[str]) -> list[Move]:
    """The points, as long as there is a choice: then the engine takes what there is."""
    moves: list[Move] = []
    for index, name in enumerate(names):
        if sum(left) == len(names) - index or len([score for score in left if score]) == 1:
            break
        moves.append(POINTS[KIND[name]])
        left[KIND[name]] -= 1
    return moves


def take_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """What is taken of the cards seen; from a hand, as many are returned (BD-15 to BD-17).

    :raises IllegalMove: if these cannot be taken, or not for these.
    """
    taking, colon, returning = rest.partition(":")
    taken, returned = listed(taking), listed(returning)
    moves = [TAKES[KIND[name]] for name in taken]
    check_begin(game, seen, moves[0] if moves else DONE)
    before = named_with("take", seen.answer)
    if seen.phase == "study":
        if colon:
            raise IllegalMove(t("for cards of the deck nothing is given back (CB-57)"))
        check_there(taken, without(list(seen.looked), before), SEEN)
        check_number(taken, game.sheet.science_takes - len(before), "take", "CB-59")
        return moves
    theirs = list(seen.table[seen.target].known)
    check_there(taken, without(theirs, before), SEEN)
    most = min(game.sheet.trade_takes, len(theirs))
    check_number(taken, most - len(before), "take", "CB-54")
    all_taken = before + taken
    if len(all_taken) < most:
        if not colon:
            return moves  # more may be taken
        moves.append(DONE)
    return [*moves, *return_steps([*seen.hand, *all_taken], all_taken, returned)]


def return_steps(hand: list[str], taken: list[str], returned: list[str]) -> list[Move]:
    """As many as were taken, while there is a choice; none if that is still to be asked.

    :raises IllegalMove: if it is another number, or cards that are not there.
    """
    if returned and len(returned) != len(taken):
        raise IllegalMove(
            tn(
                len(taken),
                "for {n} card as many are given back, not {returned} (CB-54)",
                "for {n} cards as many are given back, not {returned} (CB-54)",
                returned=len(returned),
            )
        )
    check_there(returned, hand, THEN)
    moves: list[Move] = []
    for name in returned:
        if len(set(hand)) == 1:
            break
        moves.append(RETURNS[KIND[name]])
        hand.remove(name)
    return moves


def check_number(names: list[str], most: int, verb: str, clause: str) -> None:
    """Refuse more cards than may be named.

    :raises IllegalMove: saying how many they are.
    """
    if len(names) > most:
        if verb == "take":
            raise IllegalMove(
                tn(
                    most,
                    "you take {n} card, not {named} ({clause})",
                    "you take {n} cards, not {named} ({clause})",
                    named=len(names),
                    clause=clause,
                )
            )
        raise IllegalMove(
            tn(
                most,
                "you discard {n} card, not {named} ({clause})",
                "you discard {n} cards, not {named} ({clause})",
                named=len(names),
                clause=clause,
            )
        )


def use_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """Government with what is discarded; `use none` draws at once (BD-18).

    :raises IllegalMove: if nothing, or something else, can be discarded.
    """
    names = [] if rest.lower() == "none" else listed(rest)
    check_begin(game, seen, USE)
    if seen.action != NAMES[GOVERNMENT]:
        raise IllegalMove(
            t(
                "the action of {action} discards no cards of yours (CB-63)",
                action=called(KIND[seen.action]),
            )
        )
    check_there(names, list(seen.hand), OWN)
    moves = [USE, *[DISCARDS[KIND[name]] for name in names]]
    return moves if len(names) == len(seen.hand) else [*moves, DONE]


def discard_steps(game: CivBuilderGame, seen: CivBuilderObservation, rest: str) -> list[Move]:
    """Cards above the hand limit (BD-21); for Government the same as `use`.

    :raises IllegalMove: if these cards cannot go.
    """
    if USE in seen.legal and seen.action == NAMES[GOVERNMENT]:
        return use_steps(game, seen, rest)
    names = listed(rest)
    check_begin(game, seen, DISCARDS[KIND[names[0]]])
    before = named_with("discard", seen.answer)
    check_there(names, without(list(seen.hand), before), OWN)
    if seen.phase == "discard":
        due = len(seen.hand) - game.sheet.limit(seen.seat in seen.tops[CONQUEST]) - len(before)
        check_number(names, due, "discard", "CB-80")
    return [DISCARDS[KIND[name]] for name in names]


WRITTEN: Final = {
    "meld": meld_steps,
    "offer": offer_steps,
    "counter": counter_steps,
    "steal": steal_steps,
    "take": take_steps,
    "use": use_steps,
    "discard": discard_steps,
}
"""By verb, how the rest of a line is read."""


# --- back


def line(game: CivBuilderGame, seen: CivBuilderObservation, moves: list[Move]) -> str:
    """A complete answer in one line; what only goes on with one is written step by step."""
    first, answer = moves[0], tuple(moves)
    if not goes_on(seen.answer, answer):
        return "; ".join([move.text for move in moves])
    if isinstance(first, Named) and first.verb == "meld":
        return meld_line(limits_seen(game, seen), first.kind, answer)
    given, wanted = named_with("give", answer), named_with("want", answer)
    if given or wanted:
        arrow = f"> {first.text.split()[1]} " if isinstance(first, Against) else ""
        verb = first.text.split()[0]
        return " ".join(f"{verb} {joined(given)} {arrow}: {joined(wanted)}".split())
    taken, discarded = named_with("take", answer), named_with("discard", answer)
    if taken:
        return take_line(seen, answer, taken)
    if first is USE and discarded:
        return f"use {joined(discarded)}"
    if first is USE and moves[-1] is DONE:
        return "use none"  # of the hand, before drawing (BD-18)
    if discarded:
        return f"discard {joined(discarded)}"
    points = named_with("point", answer)
    if isinstance(first, Against) and points:
        return " ".join([first.text, *points, *points_left(game, seen, first.seat, points)])
    return first.text


def take_line(seen: CivBuilderObservation, answer: tuple[Move, ...], taken: list[str]) -> str:
    """What is taken, and all that goes back for it, what leaves no choice included."""
    returned = named_with("return", answer)
    if not returned and DONE not in answer:
        return f"take {joined(taken)}"
    left = without([*seen.hand, *taken], returned)
    if len(set(left)) == 1:
        returned = [*returned, *left[: len(taken) - len(returned)]]
    return f"take {joined(taken)} : {joined(returned)}".strip()


def points_left(
    game: CivBuilderGame, seen: CivBuilderObservation, seat: int, points: list[str]
) -> list[str]:
    """The points that go with these, as there is no choice (CB-52)."""
    left = list(seen.table[seat].scores)
    for name in points:
        left[KIND[name]] -= 1
    names = [NAMES[kind] for kind, score in enumerate(left) for _point in range(score)]
    return names[: game.sheet.conquest_takes - len(points)]


def meld_line(limits: Limits, attribute: int, moves: tuple[Move, ...]) -> str:
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
