"""The past in a position: what everybody may remember, read and held against the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import size
from microciv.core.fields import Fields, is_whole_number, shown
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import CARD, JOKER, JOKERS, NO_CARD, face
from microciv.games.five_ages.positions.invariants import is_waged
from microciv.games.five_ages.rules.memory import Age, Attack, Row, Swap
from microciv.games.five_ages.rules.phases import HAND, OVER, ROW, TRADE
from microciv.games.five_ages.rules.trade import row_of
from microciv.games.five_ages.rules.war import REASONS, attacks_declared, reason_of, reason_void
from microciv.games.five_ages.views import whereabouts
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.rules.state import FiveAgesState

MOST_HELD = 7  # cards that a seat can have in a hand or a civilization


def read(game: FiveAgesGame, fields: Fields, state: FiveAgesState, phase: int) -> list[Age]:
    """The rounds that are remembered: consecutive ones, up to now; of the one that is open at least
    what lies open.
    """
    value = fields.listed("past", "rounds")
    if not value and phase in (OVER, ROW):
        return []
    if not value:
        ages = [age_from_here(state)]
        check(game, fields, state, ages, phase)
        return ages
    last = state.round - 1 if phase == ROW else state.round
    if len(value) > last:
        fields.fail(
            "past",
            tn(
                last,
                "expected at most {n} round, not {given}",
                "expected at most {n} rounds, not {given}",
                given=len(value),
            ),
        )
    rows = fields.objects("past", len(value))
    first = last - len(rows) + 1
    ages = [read_age(game, row, first + index) for index, row in enumerate(rows)]
    for index, age in enumerate(ages):
        wanted = index < len(ages) - 1 or phase in (OVER, ROW)
        if age.over != wanted:
            rows[index].fail(
                "over", t("expected {wanted} in this phase", wanted=str(wanted).lower())
            )
    check(game, fields, state, ages, phase)
    return ages


def age_from_here(state: FiveAgesState) -> Age:
    """A round of which nothing is remembered but what lies open now."""
    kept, built = [size(hand) for hand in state.hands], [size(civ) for civ in state.civs]
    age = Age(state.round, kept, built)
    age.laid = rows_now(state)
    return age


def read_age(game: FiveAgesGame, row: Fields, number: int) -> Age:
    row.number("round", number, number, number)
    seats = game.seats
    age = Age(number, counts(row, "kept", seats, 1), counts(row, "built", seats, number - 1))
    laid = row.raw("laid")
    if not isinstance(laid, list) or len(laid) != seats:
        row.fail("laid", t("expected {n} rows, not {given}", n=seats, given=shown(laid)))
    for seat, cards in enumerate(laid):
        if not isinstance(cards, list) or len(cards) != 2:
            row.fail(f"laid[{seat}]", t("expected two cards, not {given}", given=shown(cards)))
        age.laid.append(
            (card(row, f"laid[{seat}]", cards[0]), card(row, f"laid[{seat}]", cards[1]))
        )
    age.attacks = [read_attack(game, item) for item in listed(row, "attacks")]
    age.swaps = [read_swap(game, item) for item in listed(row, "swaps")]
    age.exchanged = sorted(row.numbers("exchanged", 0, seats - 1)) if row.has("exchanged") else []
    age.over = row.flag("over", default=True)
    row.close()
    return age


def counts(row: Fields, name: str, seats: int, usual: int) -> list[int]:
    """A number of cards a seat."""
    value = row.raw(name) if row.has(name) else [usual] * seats
    if not isinstance(value, list) or len(value) != seats:
        row.fail(name, t("expected {n} numbers, not {given}", n=seats, given=shown(value)))
    for at, count in enumerate(value):
        if not is_whole_number(count, 0, MOST_HELD):
            row.fail(
                f"{name}[{at}]", t("expected a number of cards, not {given}", given=shown(count))
            )
    return list(value)


def card(row: Fields, path: str, value: object) -> int:
    """A card by name; "" for none."""
    if value == "":
        return NO_CARD
    if not isinstance(value, str) or value not in CARD:
        row.fail(path, no_card(value))
    return CARD[value]


def no_card(given: object) -> str:
    return t("expected a card such as 7S, TD or Jk, not {given}", given=shown(given))


def listed(row: Fields, name: str) -> list[Fields]:
    """A list of objects, however long."""
    value = row.listed(name)
    return row.objects(name, len(value)) if value else []


def read_attack(game: FiveAgesGame, row: Fields) -> Attack:
    """A Joker fired: void for reasons, or a hit and what it brought."""
    seat = row.number("seat", 0, game.seats - 1)
    target = row.number("target", 0, game.seats - 1)
    if (target - seat) % game.seats not in (1, game.seats - 1):
        row.fail("target", t("expected a neighbour (5A-48)"))
    reason = reason_of(row.words("void", list(REASONS.values()), []))
    stolen = row.word("stolen", [*CARD, ""], "")
    if stolen and reason:
        row.fail("stolen", t("expected no card, for the attack was void (5A-60)"))
    row.close()
    return Attack(seat, target, reason, CARD.get(stolen, NO_CARD))


def read_swap(game: FiveAgesGame, row: Fields) -> Swap:
    """A swap of a seat with its left neighbour."""
    seat = row.number("seat", 0, game.seats - 1)
    other = row.number("other", 0, game.seats - 1)
    if other != (seat + 1) % game.seats:
        row.fail(
            "other", t("expected {left}, the left neighbour (5A-15)", left=(seat + 1) % game.seats)
        )
    names = [name for name in CARD if CARD[name] != JOKER]
    given, got = row.word("given", names), row.word("got", names)
    row.close()
    return Swap(seat, other, CARD[given], CARD[got])


def check(
    game: FiveAgesGame, fields: Fields, state: FiveAgesState, ages: list[Age], phase: int
) -> None:
    """The rounds must obey the rules, and the cards lie where they can have brought them."""
    for index, age in enumerate(ages):
        complaint = why_never(game, age, index == 0, age.over or is_waged(state, phase))
        if complaint:
            fields.fail(f"past[{index}]", complaint)
    robbed = sum([ages[0].round - 1 - built for built in ages[0].built])  # before it is remembered
    fired = robbed + sum([len(age.attacks) for age in ages])
    all_known = ages[0].round == 1 and is_whole(game, ages[0])
    if fired > size(state.discard) or (all_known and fired < size(state.discard)):
        fields.fail(
            "fired",
            tn(
                fired,
                "{n} Joker was fired in the rounds of the past (5A-61)",
                "{n} Jokers were fired in the rounds of the past (5A-61)",
            ),
        )
    if phase == TRADE and rows_left(game, ages[-1]) != rows_now(state):
        fields.fail("past", t("the rows of this round are not what its swaps leave (5A-17)"))
    for track in whereabouts.tracks(game, ages):
        if all([leads_here(state, ages, track, seat) for seat in game.everybody]):
            return
    fields.fail("past", t("what is remembered does not lead to these hands and civilizations"))


def why_never(game: FiveAgesGame, age: Age, first: bool, waged: bool) -> str:
    """Why such a round cannot have been; "" if it can. Of the first, part may be forgotten."""
    laid = [card for row in age.laid for card in row if 0 <= card < JOKER]
    if len(set(laid)) < len(laid):
        return t("laid: a card lies there twice (5A-10)")
    if not is_whole(game, age) and not (first and is_from_here(game, age)):
        return t("laid: two cards each, one kept, and a card built in each round before (5A-10)")
    declared = attacks_declared(age.laid) if waged else []
    if [(attack.seat, attack.target) for attack in age.attacks] != declared:
        return t("attacks: expected one for each Joker laid, in the order of the seats (5A-48)")
    for at, attack in enumerate(age.attacks):
        if attack.reason != reason_void(declared, at, age.built[attack.target], game.least_robbed):
            return t("attacks[{at}]: void for other reasons, or a hit (5A-53 to 5A-56)", at=at)
    swapped = [card for swap in age.swaps for card in (swap.given, swap.got)]
    if len(set(swapped)) < len(swapped):
        return t("swaps: a card is swapped twice (5A-17)")
    for swap in age.swaps:
        if swap.given not in age.laid[swap.seat] or swap.got not in age.laid[swap.other]:
            return t(
                "swaps: in round {round} a card is swapped that was not laid there (5A-15)",
                round=age.round,
            )
    if age.exchanged and not (age.over and game.exchange_told and game.may_exchange):
        return t("exchanged: nobody was told of an exchange (5A-40)")
    return ""


def is_whole(game: FiveAgesGame, age: Age) -> bool:
    whole = NO_CARD not in [card for row in age.laid for card in row]
    usual = age.kept == [1] * game.seats and age.built == [age.round - 1] * game.seats
    return whole and usual


def is_from_here(game: FiveAgesGame, age: Age) -> bool:
    """Is the round remembered from a moment after its rows were turned up? Then cards may have gone
    from them, and where war comes first it is over: Jokers are fired, and some may be robbed.
    """
    for seat, row in enumerate(age.laid):
        robbed = age.round - 1 - age.built[seat]
        here = len([card for card in row if card != NO_CARD])
        if age.kept[seat] + here != HAND + robbed:
            return False
        if robbed not in ((0, 1) if game.jokers and age.round > game.least_robbed else (0,)):
            return False
        if game.war_first and JOKER in row:
            return False
    return True


def rows_left(game: FiveAgesGame, age: Age) -> list[Row]:
    """What the swaps and the war of a round have left in its rows."""
    gone = [card for swap in age.swaps for card in (swap.given, swap.got)]
    if game.war_first:
        gone.append(JOKER)
    return [
        (NO_CARD if left in gone else left, NO_CARD if right in gone else right)
        for left, right in age.laid
    ]


def rows_now(state: FiveAgesState) -> list[Row]:
    """The rows as they look."""
    return [(face(left), face(right)) for left, right in zip(state.left, state.right, strict=True)]


def leads_here(state: FiveAgesState, ages: list[Age], track: whereabouts.Track, seat: Seat) -> bool:
    """Can the seat's cards have come to lie as they do?"""
    row = row_of(state, seat)
    held, waiting = state.hands[seat] | row, size(row & JOKERS)  # not fired yet (B-10)
    return whereabouts.leads_to(state.game, ages, track, seat, held, state.civs[seat], waiting)
