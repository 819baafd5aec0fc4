"""Complete answers in one line, and back: `collect 2 0`, `build Granary 2`, `claim Forest 5F 10H`,
`attack W Chariot Axemen`, `block Archers>Axemen`, `end -Archers -Corn`.

In a turn several of them may stand in one line, with `;` between them. An answer that such a line
means has the same short steps as one that is given step by step. A line is taken as a whole, or
refused with the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.moves import Move
from microciv.games.civ_card_game.cards import LETTERS, Card
from microciv.games.civ_card_game.moves import (
    DONE,
    PEACE,
    SEATS,
    Against,
    Bank,
    Resource,
    card_of,
    name_of,
)
from microciv.games.civ_card_game.people import defences
from microciv.games.civ_card_game.people.asking import VERBS, asking
from microciv.games.civ_card_game.people.clauses import CLAUSES, turn_steps
from microciv.games.civ_card_game.people.naming import (
    amounts_told,
    called,
    cards_in,
    kinds_in,
    one_card,
    own_plot,
    told,
)
from microciv.games.civ_card_game.people.trial import Trial
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

DISCARDING: Final = ("end", "discard")


# --- reading


def steps(game: CivCardGame, seen: CivCardGameObservation, line: str) -> list[str]:
    """The steps that a line stands for; a line that is none of these is one step.

    :raises IllegalMove: saying what is wrong with it.
    """
    words = line.split()
    verb = words[0].lower() if words else ""
    if seen.seat not in seen.asked:
        return [line]
    if seen.phase == "turn":
        clauses = [clause.split() for clause in line.split(";")]
        clauses = [clause for clause in clauses if clause]
        if not clauses or not all([clause[0].lower() in CLAUSES for clause in clauses]):
            return [line]
        return turn_steps(game, seen, clauses)
    if seen.phase == "block" and verb == "block":
        return defences.steps(game, seen, line.strip()[len(verb) :])
    if seen.phase in ("discard", "cull") and (verb in DISCARDING or verb.startswith("-")):
        return discard_steps(game, seen, words)
    if seen.phase == "surrender" and verb == "give":
        return give_steps(game, seen, words[1:])
    if verb in ONE_STEP.get(seen.phase, ""):
        return [one_step(game, seen, verb, words[1:])]
    if seen.phase in VERBS and (verb in CLAUSES or verb == "block"):
        raise IllegalMove(
            t("not now: {typed}; {why}", typed=repr(line.strip()[:40]), why=asking(seen))
        )
    return [line]


ONE_STEP: Final[dict[str, tuple[str, ...]]] = {
    phase: VERBS[phase]
    for phase in ("draft", "found", "breach", "repel", "yield", "receive", "raze", "vacate")
}


def one_step(game: CivCardGame, seen: CivCardGameObservation, verb: str, words: list[str]) -> str:
    """A step whose card or plot goes by a name, which may be cut short.

    :raises IllegalMove: if it names none.
    """
    box, own = game.box, seen.table[seen.seat]
    plots = [box.card[plot.card] for plot in own.plots]
    if verb == "take":
        card = one_card(box, words, box.cards_of(seen.revealed), box.plots)
        return f"take {box.names[card]}"
    if verb == "repel":
        attackers = [box.card[unit.card] for unit in seen.units if unit.target == seen.seat]
        return f"repel {box.names[one_card(box, words, attackers, box.units)]}"
    if verb != "raze":
        return f"{verb} {own_plot(box, words, plots) + 1}"
    if len(words) < 2:
        raise IllegalMove(t("write it as {move}", move=seen.legal[0].text))
    plot = own_plot(box, words[:1], plots)
    standing = box.cards_of(own.plots[plot].structures)
    card = one_card(box, words[1:], standing, box.structures)
    if box.is_wonder(card):
        raise IllegalMove(
            t(
                "{card} is a wonder: these stay, only buildings leave (CC-98)",
                card=called(box.names[card]),
            )
        )
    return f"raze {plot + 1} {box.names[card]}"


def give_steps(game: CivCardGame, seen: CivCardGameObservation, words: list[str]) -> list[str]:
    """`give FFC`: all that is still due, or one of it; where no choice is left, the rest goes by
    itself (CA-29).

    :raises IllegalMove: if it is another number, or more of a kind than there is.
    """
    kinds, due = kinds_in(words), seen.left
    if not kinds:
        raise IllegalMove(t("say what you give: give {letters} (CC-56)", letters="F" * min(due, 3)))
    left = list(seen.table[seen.seat].stock)
    for move in seen.answer:
        assert isinstance(move, Resource)
        left[move.kind] -= 1
    steps: list[str] = []
    for index, kind in enumerate(kinds):
        if kinds.count(kind) > left[kind] + kinds[:index].count(kind):
            raise IllegalMove(t("you have {stock} (CC-56)", stock=amounts_told(left)))
        if due and len([amount for amount in left if amount]) > 1 and due < sum(left):
            steps.append(game.box.moves.gives[kind].text)
        left[kind] -= 1
        due -= 1
    if due < 0 or (due and len(kinds) > 1):
        raise IllegalMove(t("you give {due}, not {named} (CC-56)", due=seen.left, named=len(kinds)))
    return steps


def discard_steps(game: CivCardGame, seen: CivCardGameObservation, words: list[str]) -> list[str]:
    """`end -Archers -Corn` or `discard Archers Corn`: as many as are asked (CC-10, CC-103).

    :raises IllegalMove: if they are not in hand, or not as many.
    """
    verb = words[0].lower()
    ends = verb != "discard"
    named = words if verb.startswith("-") else words[1:]
    whole_hand = [game.box.card[name] for name in seen.hand]
    hand = whole_hand[:]
    for move in seen.answer:
        hand.remove(card_of(move))
    culling = seen.phase == "cull"
    due = game.settled.opening_discards - len(seen.answer) if culling else seen.left
    clause = "CC-10" if culling else "CC-103"
    form = " ".join([f"-{game.box.names[card]}" for card in hand[:due]])
    groups = grouped(named)
    if not groups:
        raise IllegalMove(
            t(
                "say which {due} you discard: end {form} ({clause})",
                due=due,
                form=form,
                clause=clause,
            )
        )
    cards: list[Card] = []
    for group in groups:
        cards += cards_in(game.box, group, hand, whole_hand, list(range(game.box.first_tech)))
    for card in cards:
        if cards.count(card) > hand.count(card):
            if card not in hand:
                raise IllegalMove(
                    t(
                        "you have no {card} to discard ({clause})",
                        card=called(game.box.names[card]),
                        clause=clause,
                    )
                )
            raise IllegalMove(
                t(
                    "you have {held} {card} to discard ({clause})",
                    held=hand.count(card),
                    card=called(game.box.names[card]),
                    clause=clause,
                )
            )
    if len(cards) > due or (ends and len(cards) < due):
        raise IllegalMove(
            t("you discard {due}, not {named} ({clause})", due=due, named=len(cards), clause=clause)
        )
    return [game.box.moves.culls[card].text for card in cards]


def grouped(words: list[str]) -> list[list[str]]:
    """The words of each card: a new one begins with every minus."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.startswith("-"):
            groups.append([])
        if word.lstrip("-"):
            groups[-1].append(word.lstrip("-"))
    return [group for group in groups if group]


# --- writing


def line(game: CivCardGame, seen: CivCardGameObservation, moves: list[Move]) -> str:
    """A complete answer in one line, as `steps` reads it."""
    if seen.phase == "turn":
        return turn_line(game, seen, moves)
    if seen.phase == "block":
        return defences.line(game, seen, moves)
    if seen.phase in ("discard", "cull"):
        return "end " + " ".join([f"-{name_of(move)}" for move in moves])
    if seen.phase == "surrender":
        return "give " + "".join(
            [LETTERS[move.kind] for move in moves if isinstance(move, Resource)]
        )
    return "; ".join([move.text for move in moves])


FIRST_WORDS: Final = {"split": "collect"}
BEHIND: Final = ("on", "food", "hammers")
"""Steps whose number goes behind what they belong to."""
IN_A_ROW: Final = ("split", "populate", "grow", "play")
"""Steps that share their first word with the next of the kind."""
LAST_WORDS: Final = ("done", "peace", "fight")
ENDS: Final = {DONE: "done", PEACE: "end"}


def turn_line(game: CivCardGame, seen: CivCardGameObservation, moves: list[Move]) -> str:
    clauses: list[list[str]] = []
    last = ""
    for move in moves:
        verb, _, rest = move.text.partition(" ")
        if isinstance(move, Bank):
            add_trade(clauses, move)
        elif isinstance(move, Against):
            add_against(clauses, move)
        elif isinstance(move, Resource):
            clauses[-1].append(LETTERS[move.kind])
        elif verb in BEHIND or (verb in IN_A_ROW and verb == last):
            clauses[-1].append(rest)
        elif verb not in LAST_WORDS:
            clauses.append([FIRST_WORDS.get(verb, verb), rest])
        last = verb
    if last in BEHIND and clauses[-1][0] == "claim":
        clauses[-1][2:] = paid_for(game, seen, moves)
    if moves[-1] in ENDS:
        clauses.append([ENDS[moves[-1]]])
    return "; ".join([joined(clause) for clause in clauses])


def add_trade(clauses: list[list[str]], move: Bank) -> None:
    """The same trade again is counted."""
    words = [move.given, LETTERS[move.wanted]]
    if clauses and clauses[-1][0] == "bank" and clauses[-1][2:] == words:
        clauses[-1][1] = str(int(clauses[-1][1] or "1") + 1)
    else:
        clauses.append(["bank", "", *words])


def add_against(clauses: list[list[str]], move: Against) -> None:
    """A theft; or one more attacker, behind the seat that it attacks."""
    if move.verb == "use":
        clauses.append(["use", move.name, SEATS[move.seat], ""])
        return
    if not clauses or clauses[-1][0] != "attack":
        clauses.append(["attack"])
    seats = [word for word in clauses[-1] if len(word) == 1]
    if not seats or seats[-1] != SEATS[move.seat]:
        clauses[-1].append(SEATS[move.seat])
    clauses[-1].append(move.name)


def paid_for(game: CivCardGame, seen: CivCardGameObservation, moves: list[Move]) -> list[str]:
    """What is paid in all for the plot that is claimed last; nothing yet if that is still open.
    Moves that begin as the sealed ones do are the complete answer, if they can be; others are how
    the answer goes on.
    """
    if moves[: len(seen.answer)] != list(seen.answer):
        return paid_in(Trial(game, seen, afresh=False), moves)
    try:
        return paid_in(Trial(game, seen, afresh=True), moves)
    except IllegalMove:
        return paid_in(Trial(game, seen, afresh=False), moves)


def paid_in(trial: Trial, moves: list[Move]) -> list[str]:
    """The same, of moves that go on from here.

    :raises IllegalMove: if they cannot.
    """
    before: list[int] = []
    for move in moves:
        if move.text.startswith("claim "):
            before = trial.draft().realm.stock[:]
        trial.take(move)
    if trial.is_open():
        return []
    after = trial.state.realms[trial.seat].stock
    return [told([amount - after[kind] for kind, amount in enumerate(before)])]


def joined(clause: list[str]) -> str:
    """As it is typed; what a theft takes is one word."""
    words = [*clause[:3], "".join(clause[3:])] if clause[0] == "use" else clause
    return " ".join([word for word in words if word])
