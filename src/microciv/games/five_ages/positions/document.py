"""Positions of 5 Ages: the whole truth as a document, and back, checked against the invariants (D).

The format is described for people in docs/games/5-ages.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from microciv.core.cards import Card, CardSet, card_set, cards_in, plus, size
from microciv.core.fields import Fields, read_generator, shown
from microciv.core.plain import plain
from microciv.games.five_ages.cards import CARD, JOKER, NAMES, NO_CARD, deck_of, name_of, names_of
from microciv.games.five_ages.positions import invariants, past
from microciv.games.five_ages.positions.past import no_card
from microciv.games.five_ages.rules import trade
from microciv.games.five_ages.rules.phases import BUILD, HAND, OVER, PHASES, TRADE
from microciv.games.five_ages.rules.trade import all_open, offers_of, row_of
from microciv.games.five_ages.views import observation
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.rules.state import FiveAgesState


def lay_out(state: FiveAgesState) -> dict[str, object]:
    trading = state.phase == TRADE
    table: list[dict[str, object]] = []
    for seat in range(state.seats):
        row: dict[str, object] = {
            "hand": list(names_of(state.hands[seat])),
            "civ": list(names_of(state.civs[seat])),
        }
        if trading:
            row["row"] = [name_of(state.left[seat]), name_of(state.right[seat])]
            row["offers"] = [offer.text for offer in state.lists[seat]]
            row["done"] = state.quitters[seat]
            row["idle"] = state.idle[seat]
        table.append(row)
    own: dict[str, object] = {"round": state.round, "phase": PHASES[state.phase]}
    if trading:
        own["tick"] = state.tick
    own["token"] = state.token
    own["table"] = table
    own["deck"] = [NAMES[card] for card in state.deck[state.drawn :]]
    if state.game.jokers:
        assert state.rng is not None
        own["fired"] = size(state.discard)
        own["generator"] = state.rng.words()
    own["past"] = plain([observation.observe_age(age) for age in state.ages])
    return state.game.document(state, own)


def read_position(game: FiveAgesGame, fields: Fields) -> FiveAgesState:
    """Lay a document out.

    :raises BadPosition: naming the field that breaks a rule or an invariant.
    """
    state = game.new_state()
    state.round = fields.number("round", 1, game.rounds)
    phase = PHASES.index(fields.word("phase", PHASES, "row"))
    state.token = fields.number("token", 0, game.seats - 1, (state.round - 1) % game.seats)
    rows = fields.objects("table", game.seats)
    box = Box(game)
    set_up_cards(state, fields, rows, phase, box)
    invariants.check_sizes(state, fields, rows, phase)
    if game.jokers:
        state.rng = read_generator(fields)  # thefts will be drawn with it
    set_up_trade(state, fields, rows, phase)
    for row in rows:
        row.close()
    state.ages = past.read(game, fields, state, phase)
    if phase == OVER:
        state.finish()
    elif phase == TRADE:
        state.tick -= 1
        if not trade.next_tick(state):
            fields.fail("phase", t("nobody has an open card and a neighbour to trade with (5A-15)"))
    else:
        state.ask(phase, game.everybody)
    return state


@final
class Box:
    """The cards of a deck, handed out by name: none twice."""

    def __init__(self, game: FiveAgesGame) -> None:
        self._left = deck_of(game.jokers)

    def take(self, fields: Fields, name: str, at: int, value: object) -> Card:
        """The card of this name, at the index `at` of the field."""
        path = f"{name}[{at}]"
        if not isinstance(value, str) or value not in CARD:
            fields.fail(path, no_card(value))
        cards = [card for card in self._left if NAMES[card] == value]
        if not cards and value == "Jk":
            fields.fail(path, t("there are no more Jokers in this deck (5A-02)"))
        if not cards:
            fields.fail(path, t("{value} is somewhere else already", value=value))
        self._left.remove(cards[0])
        return cards[0]

    def pile(self, fields: Fields, name: str) -> CardSet:
        return card_set(self.cards(fields, name))

    def cards(self, fields: Fields, name: str) -> list[Card]:
        cards = fields.listed(name, "cards")
        return [self.take(fields, name, at, card) for at, card in enumerate(cards)]

    def fill(self, pile: CardSet, count: int) -> CardSet:
        """The pile with the next cards of the deck in table order, up to this many."""
        while size(pile) < count and self._left:
            pile = plus(pile, self._left.pop(0))
        return pile

    def jokers(self, count: int) -> CardSet | None:
        """This many Jokers; None if there are fewer."""
        jokers = [card for card in self._left if card >= JOKER]
        if len(jokers) < count:
            return None
        for card in jokers[:count]:
            self._left.remove(card)
        return card_set(jokers[:count])

    def rest(self) -> list[Card]:
        """All that is left, in table order."""
        return self._left


def set_up_cards(
    state: FiveAgesState, fields: Fields, rows: list[Fields], phase: int, box: Box
) -> None:
    """Named cards first; then piles that are not given get the lowest cards left."""
    for seat, row in enumerate(rows):
        if row.has("civ"):
            state.civs[seat] = box.pile(row, "civ")
        if row.has("hand"):
            state.hands[seat] = box.pile(row, "hand")
        if row.has("row"):
            set_up_row(state, seat, row, phase, box)
    set_up_fired(state, fields, box)
    top = box.cards(fields, "deck")
    built = state.game.rounds if phase == OVER else state.round - 1
    for seat, row in enumerate(rows):
        if phase == TRADE and not row.has("row"):
            cards = cards_in(box.fill(0, 2))
            if len(cards) < 2:
                row.fail("row", t("missing, and no two cards are left to fill it"))
            state.left[seat], state.right[seat] = cards
        if not row.has("civ"):
            state.civs[seat] = box.fill(state.civs[seat], built)
        if not row.has("hand"):
            held = HAND - 1 if phase == OVER else HAND
            robbed = built - size(state.civs[seat]) if phase in (TRADE, BUILD) else 0
            in_row = size(row_of(state, seat))
            state.hands[seat] = box.fill(0, held + max(0, robbed) - in_row)
    state.deck = top + box.rest()


def set_up_row(state: FiveAgesState, seat: int, row: Fields, phase: int, box: Box) -> None:
    """Two slots, left and right; "" for a card that has gone."""
    value = row.raw("row")
    if not isinstance(value, list) or len(value) != 2:
        row.fail("row", t("expected two cards, left and right, not {given}", given=shown(value)))
    if phase != TRADE:
        row.fail("row", t("no rows lie open in phase '{phase}'", phase=PHASES[phase]))
    cards = [
        NO_CARD if name == "" else box.take(row, "row", at, name) for at, name in enumerate(value)
    ]
    state.left[seat], state.right[seat] = cards[0], cards[1]


def set_up_fired(state: FiveAgesState, fields: Fields, box: Box) -> None:
    """The Jokers that are out of the game."""
    jokers = state.game.jokers
    fired = fields.number("fired", 0, jokers, 0)
    pile = box.jokers(fired)
    if pile is None:
        fields.fail(
            "fired",
            tn(
                jokers,
                "expected fewer: only {n} Joker is in this deck (5A-61)",
                "expected fewer: only {n} Jokers are in this deck (5A-61)",
            ),
        )
    state.discard = pile


def set_up_trade(state: FiveAgesState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """The tick, the lists that stand, and the seats that have finished trading."""
    trade.clear(state)
    if phase != TRADE:
        return
    state.tick = fields.number("tick", 1, state.game.ticks, 1)
    for seat, row in enumerate(rows):
        state.quitters[seat] = row.flag("done")
        state.idle[seat] = row.number("idle", 0, state.tick - 1, 0)
        if state.tick == 1 and state.quitters[seat]:
            row.fail("done", t("nobody is done before the first tick; say tick 2, or later (F.3)"))
    cards = all_open(state)
    for seat, row in enumerate(rows):
        menu = offers_of(state, seat, cards)
        texts = [offer.text for offer in menu]
        state.lists[seat] = [menu[texts.index(text)] for text in row.words("offers", texts, [])]
        if state.tick == 1 and state.lists[seat]:
            row.fail("offers", t("none stands before the first tick; say tick 2, or later (F.3)"))
    for seat, row in enumerate(rows):
        check_no_meeting(state, seat, row)
    if state.tick == 1:
        check_gaps(state, rows)


def check_gaps(state: FiveAgesState, rows: list[Fields]) -> None:
    """As nothing is swapped before the first tick, only fired Jokers are gone (5A-59, 5A-60)."""
    fired = size(state.discard) if state.game.war_first else 0
    for seat, row in enumerate(rows):
        fired -= 2 - size(row_of(state, seat))
        if fired < 0:
            why = t("only fired Jokers are gone before the first tick; say tick 2, or later (F.3)")
            row.fail("row", why)


def check_no_meeting(state: FiveAgesState, seat: int, row: Fields) -> None:
    """Offers that mirror each other have been carried out (F.3)."""
    for offer in state.lists[seat]:
        if trade.is_met(state, seat, offer):
            other = trade.neighbour(state.seats, seat, offer.side)
            row.fail(
                "offers",
                t(
                    "'{offer}' is what seat {other} offers too: it would be done",
                    offer=offer.text,
                    other=other,
                ),
            )
