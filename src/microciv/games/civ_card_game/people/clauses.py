"""What a line of a turn is made of: `collect 2 0`, `build Granary 2`, `claim Forest 5F 10H`,
`attack W Chariot Axemen`, `end`.

Each of them becomes steps at once, on a table that looks like the observer's: what the next one
means may depend on what the last one has left there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.lists import any_of
from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import HAMMERS, LETTERS, Card
from microciv.games.civ_card_game.moves import (
    DONE,
    FIGHT,
    MOST_POPULATION,
    PEACE,
    SEATS,
    WAIVE,
    Bank,
)
from microciv.games.civ_card_game.people.naming import (
    amounts_told,
    called,
    cards_in,
    choices,
    is_number,
    is_seat,
    kind_in,
    kinds_in,
    mixture,
    named_first,
    one_card,
    own_plot,
    seat_in,
)
from microciv.games.civ_card_game.people.outlook import default_splits, payment
from microciv.games.civ_card_game.people.trial import Trial
from microciv.games.civ_card_game.rules.phases import (
    BUYING,
    COLLECTING,
    DECLARING,
    GROWING,
    PAYING,
    PLACING,
    ROBBING,
)
from microciv.games.civ_card_game.rules.prices import plot_price
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

MOST_TRADES: Final = 99  # in one line


def turn_steps(
    game: CivCardGame, seen: CivCardGameObservation, clauses: list[list[str]]
) -> list[str]:
    """The steps of all clauses, one after the other."""
    trial = Trial(game, seen, afresh=False)
    for index, words in enumerate(clauses):
        verb = words[0].lower()
        if not trial.is_open():
            raise trial.refused_after(repr(" ".join(words)[:40]))
        if trial.draft().stage == COLLECTING and verb not in OF_COLLECTING:
            take_splits(trial, [])
        CLAUSES[verb](trial, words[1:])
        if index + 1 < len(clauses) and trial.is_open():
            check_settled(trial, words, clauses[index + 1][0].lower())
    return [move.text for move in trial.taken]


def check_settled(trial: Trial, words: list[str], following: str) -> None:
    """Refuse to go on after half a purchase.

    :raises IllegalMove: saying what is missing.
    """
    stage = trial.draft().stage
    clause = " ".join(words)[:40]
    if stage == PLACING and following != "on":
        raise IllegalMove(
            t(
                "say on which plot: {clause} {plot}",
                clause=clause,
                plot=trial.legal()[0].text.split()[1],
            )
        )
    if stage == ROBBING and following != "rob":
        raise IllegalMove(t("say what is taken: {clause} FFC (CC-56)", clause=clause))


# --- Collect


def take_splits(trial: Trial, words: list[str]) -> None:
    """What population gives (CC-20): how many of each plot's first kind, or F2H1 for each plot;
    what is not said as it is suggested.

    :raises IllegalMove: if it does not fit.
    """
    if trial.draft().stage != COLLECTING:
        raise IllegalMove(t("you have already collected (CC-13)"))
    defaults: list[int] = []
    if not words:
        defaults = default_splits(trial.game, trial.observe())
    said = words[:]
    while trial.is_open() and trial.draft().stage == COLLECTING:
        plot, kinds, left = trial.draft().bonuses[0]
        if not words:
            trial.take(trial.box.moves.splits[defaults.pop(0)])
        elif not said:
            raise IllegalMove(
                t(
                    "say for plot {plot} too what its {left} population give",
                    plot=plot + 1,
                    left=left,
                )
            )
        elif is_number(said[0]):
            amount = int(said.pop(0)) if len(said[0]) <= len(str(MOST_POPULATION)) else left + 1
            if amount > left:
                raise IllegalMove(
                    t(
                        "plot {plot}: {left} population give {left} (CC-20)",
                        plot=plot + 1,
                        left=left,
                    )
                )
            trial.take(trial.box.moves.splits[amount])
        else:
            amounts = mixture([said[0]])
            if sum(amounts) != left or sum([amounts[kind] for kind in kinds]) != left:
                wanted = any_of([LETTERS[kind] for kind in kinds])
                raise IllegalMove(
                    t(
                        "plot {plot}: {left} population give {left} in all, {wanted} each (CC-20)",
                        plot=plot + 1,
                        left=left,
                        wanted=wanted,
                    )
                )
            for kind in kinds[:-1]:
                if trial.draft().stage == COLLECTING and trial.draft().bonuses[0][0] == plot:
                    trial.take(trial.box.moves.splits[amounts[kind]])
            said.pop(0)
    if said:
        raise IllegalMove(
            t("there is nothing to choose for {typed} (CC-21)", typed=repr(" ".join(said)[:30]))
        )


def split_step(trial: Trial, words: list[str]) -> None:
    if len(words) != 1 or not is_number(words[0]):
        raise IllegalMove(t("write it as split 2, or all of them as collect 2 0"))
    trial.take(trial.box.moves.splits[min(int(words[0][:6]), len(trial.box.moves.splits) - 1)])


# --- Purchase


def play_clause(trial: Trial, words: list[str]) -> None:
    """Goods become stock (CC-29)."""
    if not words:
        raise IllegalMove(t("say which goods: play Corn"))
    for card in cards_in(trial.box, words, held(trial, trial.box.goods), trial.box.goods):
        trial.take(trial.box.moves.plays[card])


def bank_clause(trial: Trial, words: list[str]) -> None:
    """`bank F H`, `bank 2 F H` (twice), `bank FFC H` where any may be mixed (CC-30)."""
    times = 1
    if words and is_number(words[0]):
        times = int(words[0]) if len(words[0]) <= len(str(MOST_TRADES)) else MOST_TRADES + 1
        words = words[1:]
    if len(words) != 2 or not 1 <= times <= MOST_TRADES:
        raise IllegalMove(
            t("write it as bank F H (food for a hammer), or bank 2 F H for two of them")
        )
    wanted = kind_in(words[1])
    for _time in range(times):
        trial.take(trade(trial, words[0], wanted))


def trade(trial: Trial, word: str, wanted: int) -> Move:
    """What the bank is given, by the resource or by all its letters."""
    given = word.upper()
    if len(given) == 1 or not all([letter in LETTERS for letter in given]):
        kind = kind_in(word)
    elif len(set(given)) == 1:
        kind, rate = LETTERS.index(given[0]), trial.draft().realm.rate
        if len(given) != rate:
            raise IllegalMove(
                t("the bank wants {rate} of them, not {named} (CC-30)", rate=rate, named=len(given))
            )
    else:
        move = mixed(trial.box, given, wanted)
        if move is None:
            raise IllegalMove(
                t(
                    "{given} for {letter} is not a trade that the bank makes (CC-30)",
                    given=given,
                    letter=LETTERS[wanted],
                )
            )
        return move
    if kind == wanted:
        raise IllegalMove(t("the bank gives a different kind than it takes (CC-30)"))
    return trial.box.moves.banks[kind][wanted]


def mixed(box: Box, given: str, wanted: int) -> Move | None:
    """The trade of a mixture, however its letters stand."""
    letters = sorted(given, key=LETTERS.index)
    for move in box.moves.mixtures:
        assert isinstance(move, Bank)
        if move.wanted == wanted and list(move.given) == letters:
            return move
    return None


def populate_clause(trial: Trial, words: list[str]) -> None:
    """One more population on each plot that is named, or free ones where that is asked."""
    if not words:
        raise IllegalMove(t("say on which plot: populate 2"))
    plots = trial.draft().realm.plots
    numbers = [[word] for word in words] if is_number(words[0]) else [words]
    for plot in [own_plot(trial.box, number, plots) for number in numbers]:
        growing = trial.is_open() and trial.draft().stage == GROWING
        trial.take((trial.box.moves.grows if growing else trial.box.moves.populates)[plot])


def buy_clause(trial: Trial, words: list[str]) -> None:
    """A technology of the market (CC-39); plots and structures are bought by their own words."""
    market = trial.state.market.techs
    others = [*trial.box.techs, *trial.box.structures, *trial.box.plots]
    if not words:
        raise IllegalMove(t("say what: buy Mining"))
    card, _count = named_first(trial.box, words, market, others)
    if trial.box.first_tech <= card < trial.box.first_plot:
        trial.take(trial.box.moves.buys[one_card(trial.box, words, market, others)])
    elif card >= trial.box.first_plot:
        claim_clause(trial, words)
    else:
        build_clause(trial, words)


def build_clause(trial: Trial, words: list[str]) -> None:
    """A structure of the hand, and the plot where more than one can hold it (CC-43)."""
    if not words:
        raise IllegalMove(t("say what, and on which plot: build Granary 2"))
    card, count = named_first(
        trial.box, words, held(trial, trial.box.structures), trial.box.structures
    )
    where = words[count:]
    if where and where[0].lower() == "on":
        where = where[1:]
        if not where:
            raise IllegalMove(t("say on which plot: build {card} on 2", card=trial.box.names[card]))
    plots = trial.draft().realm.plots
    plot = own_plot(trial.box, where, plots) if where else -1
    before = trial.draft().realm.structures[:] if trial.is_open() else []
    trial.take(trial.box.moves.builds[card])
    if trial.is_open() and trial.draft().stage == PLACING:
        if plot >= 0:
            trial.take(trial.box.moves.ons[plot])
        return
    after = trial.state.realms[trial.seat] if not trial.is_open() else trial.draft().realm
    if plot >= 0 and after.structures[plot] == before[plot]:
        only = [index for index in range(len(before)) if after.structures[index] != before[index]]
        raise IllegalMove(
            t(
                "{card} can stand on plot {only} only; leave the {plot} out (CC-47)",
                card=called(trial.box.names[card]),
                only=only[0] + 1,
                plot=plot + 1,
            )
        )


def on_clause(trial: Trial, words: list[str]) -> None:
    trial.take(trial.box.moves.ons[own_plot(trial.box, words, trial.draft().realm.plots)])


def claim_clause(trial: Trial, words: list[str]) -> None:
    """A plot of the market, paid as it is said, or with what is least useful (CC-37)."""
    market = trial.state.market.plots
    if not words:
        if not market:
            raise IllegalMove(t("say which plot: claim Forest (CC-38)"))
        raise IllegalMove(
            t(
                "say which plot: claim Forest; there is {there} (CC-38)",
                there=choices(trial.box, market),
            )
        )
    card, count = named_first(trial.box, words, market, trial.box.plots)
    realm = trial.draft().realm
    stock, price = realm.stock[:], plot_price(trial.game, realm)
    rest = words[count:]
    amounts: list[int] = []
    if rest:
        amounts = mixture(rest)
        for kind, amount in enumerate(amounts):
            if amount > stock[kind]:
                raise IllegalMove(
                    t(
                        "you have {stock}, not {amount}{letter} (CC-28)",
                        stock=amounts_told(stock),
                        amount=amount,
                        letter=LETTERS[kind],
                    )
                )
        if sum(amounts) != price:
            raise IllegalMove(
                t(
                    "a plot costs {price} now; {paid} is {total}",
                    price=price,
                    paid=amounts_told(amounts),
                    total=sum(amounts),
                )
            )
    elif trial.box.moves.claims[card] in trial.legal():
        amounts = list(payment(trial.game, trial.observe(), trial.box.names[card]))
    trial.take(trial.box.moves.claims[card])
    pay(trial, amounts)


def pay(trial: Trial, amounts: list[int]) -> None:
    """The steps of the payment that are asked."""
    while trial.is_open() and trial.draft().stage == PAYING:
        kind = len(trial.draft().paid)
        trial.take(
            (trial.box.moves.hammers if kind == HAMMERS else trial.box.moves.foods)[amounts[kind]]
        )


def use_clause(trial: Trial, words: list[str]) -> None:
    """A stored theft against a seat, and what is taken (CC-54 to CC-57)."""
    if not words:
        raise IllegalMove(t("say which theft, and against whom: use Writing W"))
    seats = trial.game.seats
    powers = [*trial.state.pending, *trial.draft().realm.powers]
    others = [*trial.box.techs, *trial.box.structures]
    if is_seat(words[0], seats):
        target = seat_in(words[0], trial.seat, seats)
        card, count = named_first(trial.box, words[1:], powers, others)
        rest = words[1 + count :]
    else:
        card, count = named_first(trial.box, words, powers, others)
        rest = words[count:]
        if rest and (len(rest) > 1 or is_seat(rest[0], seats)):
            target = seat_in(rest[0], trial.seat, seats)
            rest = rest[1:]
        elif seats == 2:
            target = 1 - trial.seat
        else:
            raise IllegalMove(t("say against whom: use {card} W", card=trial.box.names[card]))
    kinds = kinds_in(rest)
    check_taken(trial, card, target, kinds)
    trial.take(trial.box.moves.use(target, card))
    take_kinds(trial, kinds)


def check_taken(trial: Trial, card: Card, target: Seat, kinds: list[int]) -> None:
    """Refuse to take what that theft does not, or what is not there; nothing named is no claim.

    :raises IllegalMove: saying how much is taken, of what.
    """
    if not kinds:
        return
    steals, victim = trial.box.thefts[card], trial.state.realms[target].stock
    if not steals:
        raise IllegalMove(
            t(
                "{card} takes no resources; leave {letters} out (CC-55)",
                card=called(trial.box.names[card]),
                letters=letters(kinds),
            )
        )
    if trial.game.victim_chooses:
        raise IllegalMove(t("at this table the victim says what is taken (CC-56)"))
    for kind in kinds:
        if kinds.count(kind) > victim[kind]:
            raise IllegalMove(t("that stock has {stock} (CC-56)", stock=amounts_told(victim)))
    due = min(steals, sum(victim))
    if len(kinds) != due:
        raise IllegalMove(
            t(
                "{card} takes {due}, not {named} (CC-56)",
                card=called(trial.box.names[card]),
                due=due,
                named=len(kinds),
            )
        )


def take_kinds(trial: Trial, kinds: list[int]) -> None:
    """As many as are asked about; of the rest, which are as many as are due, there is no choice."""
    for kind in kinds:
        if trial.is_open() and trial.draft().stage == ROBBING:
            trial.take(trial.box.moves.robs[kind])


def rob_clause(trial: Trial, words: list[str]) -> None:
    """What is taken, one by one, to the last."""
    if not words:
        raise IllegalMove(t("say what is taken: rob FFC"))
    kinds, draft = kinds_in(words), trial.draft()
    if draft.stage == ROBBING:
        left = trial.state.realms[draft.target].stock[:]
        for kind in draft.robbed:
            left[kind] -= 1
        due = draft.to_rob - len(draft.robbed)
        for kind in kinds:
            if kinds.count(kind) > left[kind]:
                raise IllegalMove(
                    t("that stock still has {stock} (CC-56)", stock=amounts_told(left))
                )
        if len(kinds) > due or 1 < len(kinds) < due:
            raise IllegalMove(
                t("{due} more are taken, not {named} (CC-56)", due=due, named=len(kinds))
            )
    trial.take(trial.box.moves.robs[kinds[0]])
    take_kinds(trial, kinds[1:])


def letters(kinds: list[int]) -> str:
    return "".join([LETTERS[kind] for kind in kinds])


def demolish_clause(trial: Trial, words: list[str]) -> None:
    """An own structure, where the table allows it (CC-51)."""
    realm = trial.draft().realm
    if len(words) < 2:
        raise IllegalMove(t("write it as demolish 2 Granary"))
    plot = own_plot(trial.box, words[:1], realm.plots)
    trial.take(
        trial.box.moves.demolishes[plot][
            one_card(trial.box, words[1:], realm.structures[plot], trial.box.structures)
        ]
    )


def waive_clause(trial: Trial, words: list[str]) -> None:
    """The theft of a purchase is not used."""
    no_more(words, "waive")
    trial.take(WAIVE)


# --- the end of the turn


def done_clause(trial: Trial, words: list[str]) -> None:
    """No more purchases; a seat that can attack is asked about that."""
    no_more(words, "done")
    trial.take(DONE)


def end_clause(trial: Trial, words: list[str]) -> None:
    """No more purchases, and no attack if one could be made."""
    if words and words[0].startswith("-"):
        raise IllegalMove(t("type end alone first; you discard when you have drawn (CC-103)"))
    no_more(words, "end")
    if not trial.is_open() or trial.draft().stage != DECLARING:
        trial.take(DONE)
    if trial.is_open() and trial.draft().stage == DECLARING:
        trial.take(PEACE)


def peace_clause(trial: Trial, words: list[str]) -> None:
    no_more(words, "peace")
    end_clause(trial, [])


def fight_clause(trial: Trial, words: list[str]) -> None:
    no_more(words, "fight")
    trial.take(FIGHT)


def attack_clause(trial: Trial, words: list[str]) -> None:
    """Groups of units, each with the seat that it attacks (CC-69)."""
    groups = attack_groups(trial, words)
    if not any([cards for _target, cards in groups]):
        raise IllegalMove(t("write it as attack W Chariot Axemen; W is left of you, E right"))
    units = held(trial, trial.box.units)
    for card in dict.fromkeys([card for _target, cards in groups for card in cards]):
        wanted = sum([cards.count(card) for _target, cards in groups])
        if card in units and wanted > units.count(card):
            raise IllegalMove(
                t(
                    "you have {held} {card}, not {wanted} (CC-69)",
                    held=units.count(card),
                    card=called(trial.box.names[card]),
                    wanted=wanted,
                )
            )
    for target, cards in groups:
        if not cards:
            raise IllegalMove(
                t("say what attacks seat {seat}: attack W Chariot E Axemen", seat=SEATS[target])
            )
        for card in cards:
            if trial.is_open() and trial.draft().stage == BUYING:
                check_attack(trial, trial.box.moves.attack(target, card))
                trial.take(DONE)
            trial.take(trial.box.moves.attack(target, card))
    trial.take(FIGHT)


def check_attack(trial: Trial, move: Move) -> None:
    """Refuse before purchases are over: without an attack they would end the turn.

    :raises IllegalMove: if no attack can be made, and why.
    """
    twin = trial.state.clone()
    twin.apply(trial.seat, DONE)
    if twin.sets != trial.sets or move not in twin.legal(trial.seat):
        raise trial.game.refusal(trial.observe(), move)


def attack_groups(trial: Trial, words: list[str]) -> list[tuple[Seat, list[Card]]]:
    """Who is attacked with what; the one opponent need not be named."""
    seats = trial.game.seats
    units = held(trial, trial.box.units)
    groups: list[tuple[Seat, list[str]]] = []
    for word in words:
        if is_seat(word, seats):
            groups.append((seat_in(word, trial.seat, seats), []))
        elif groups:
            groups[-1][1].append(word)
        elif seats == 2:
            groups.append((1 - trial.seat, [word]))
        else:
            raise IllegalMove(
                t(
                    "{typed} is not a seat; name the neighbour first: attack W Chariot Axemen",
                    typed=repr(word[:20]),
                )
            )
    return [
        (target, cards_in(trial.box, cards, units, trial.box.units)) for target, cards in groups
    ]


def no_more(words: list[str], verb: str) -> None:
    """Refuse what stands behind a word that stands alone.

    :raises IllegalMove: naming it.
    """
    if words:
        raise IllegalMove(
            t("{typed} after {verb} means nothing", typed=repr(" ".join(words)[:30]), verb=verb)
        )


def held(trial: Trial, among: list[Card]) -> list[Card]:
    return [card for card in trial.draft().hand if card in among]


CLAUSES: Final = {
    "collect": take_splits,
    "split": split_step,
    "play": play_clause,
    "bank": bank_clause,
    "populate": populate_clause,
    "grow": populate_clause,
    "buy": buy_clause,
    "build": build_clause,
    "on": on_clause,
    "claim": claim_clause,
    "use": use_clause,
    "rob": rob_clause,
    "demolish": demolish_clause,
    "waive": waive_clause,
    "done": done_clause,
    "end": end_clause,
    "peace": peace_clause,
    "attack": attack_clause,
    "fight": fight_clause,
}
"""What a line of a turn may begin with."""
OF_COLLECTING: Final = ("collect", "split")
