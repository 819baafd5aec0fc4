"""The laws bite: each planted fault is caught by the law that is there to catch it.

The faults are patched into interpreted modules; compiled ones are bound early and cannot be.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from microciv.core.cards import card_set, cards_in
from microciv.core.errors import BadPosition, IllegalMove
from microciv.core.events import SEAT, EventKind
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import EVERYBODY, SEAT_BIT, Move, Seat
from microciv.core.policy import Policy, Reason, Restriction
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.core.zones import Zones
from microciv.games import open_game, policies
from microciv.games import restrictions as restrictions_of
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.positions.secrets import CivBuilderSecrets
from microciv.games.civ_builder.rules import actions, market
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.views import observation as civ_observation
from microciv.games.civ_card_game.policy import fights
from microciv.games.civ_card_game.policy import play as card_policy
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy
from microciv.games.civ_card_game.policy.worth import STYLES, Style
from microciv.games.civ_card_game.rules import drafts, menus, purchases, turns
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.views import observation as card_observation
from microciv.games.civ_card_game.views import redeal as card_redeal
from microciv.games.five_ages.cards import names_of
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import Build, Offer
from microciv.games.five_ages.policy import glance, play
from microciv.games.five_ages.rules import war
from microciv.games.five_ages.rules.memory import Age
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views import observation, whereabouts
from microciv.games.five_x.cards import BASICS, CARDS
from microciv.games.five_x.moves import Pass, Play
from microciv.games.five_x.policy import restrictions
from microciv.games.five_x.policy.play import FiveXPolicy
from microciv.games.five_x.rules import setup
from microciv.games.five_x.rules.state import FiveXState
from microciv.games.five_x.views import redeal
from microciv.hidden import memory
from microciv.hidden.bags import bag_of, copies_in
from microciv.laws import LAWS, blind
from microciv.laws.play import is_long

pytestmark = pytest.mark.interpreted

Patch = pytest.MonkeyPatch
SEEDS = 24
SEEDS_OF_LONG = 12
LOCKED = EventKind("locked", seat=SEAT)


def leak_in_observation(patch: Patch) -> None:
    """The observation names every card in every hand."""
    patch.setattr(Zones, "named", lambda zones, zone, seat: zones.piles[zone])


def leak_in_legality(patch: Patch) -> None:
    """What is legal depends on a card in another's hand."""
    honest = FiveXState.legal

    def legal(state: FiveXState, seat: Seat) -> list[Move]:
        moves = honest(state, seat)
        left = state.hand_of((seat + 1) % state.seats) & state.game.leaders
        return moves[1:] if len(moves) > 1 and sum(cards_in(left)) % 2 else moves

    patch.setattr(FiveXState, "legal", legal)


def leak_in_reasons(patch: Patch) -> None:
    """The reason for a refusal follows from what has been sealed."""
    patch.setattr(FiveXState, "view", leaking_view)


def leaking_view(state: FiveXState, seat: Seat) -> tuple[tuple[Seat, ...], Any, Any]:
    """The asked seats without those that have answered."""
    legal = tuple(state.legal(seat)) if seat in state.asked else ()
    return tuple(state.to_act), state.answers[seat] if seat in state.asked else (), legal


def announce_on_lock(patch: Patch) -> None:
    """Everybody hears a seat lock its answer."""
    honest = State.apply

    def apply(state: State, seat: Seat, move: Move) -> None:
        state.tell(LOCKED, seat)
        honest(state, seat, move)

    patch.setattr(State, "apply", apply)


def shallow_clone(patch: Patch) -> None:
    """A copy shares its resources with the original."""
    honest = FiveXState.clone

    def clone(state: FiveXState) -> FiveXState:
        copy = honest(state)
        copy.resources = state.resources
        return copy

    patch.setattr(FiveXState, "clone", clone)


def forget_what_was_passed(patch: Patch) -> None:
    """The giver forgets which leader went to the left."""
    honest = setup.pass_leaders

    def pass_leaders(state: FiveXState) -> None:
        honest(state)
        for giver in range(state.seats):
            state.zones.known[state.passed[giver]] &= ~SEAT_BIT[giver]

    patch.setattr(setup, "pass_leaders", pass_leaders)


def redeal_forgets(patch: Patch) -> None:
    """A re-deal deals the leader passed to the left anew."""

    def forgetful(game: Any, seen: Any, rng: Rng) -> FiveXState:
        state = redeal.redeal(game, seen, rng)
        state.zones.known = [
            known if card < BASICS else 0 for card, known in enumerate(state.zones.known)
        ]
        return state

    patch.setattr("microciv.games.five_x.game.FiveXGame.redeal", forgetful)


def unseeded_deal(patch: Patch) -> None:
    """The shuffle does not come from the seed."""
    patch.setattr(Rng, "shuffle", lambda _rng, items: random.SystemRandom().shuffle(items))


def tell_all_what_was_passed(patch: Patch) -> None:
    """A whisper is heard by everybody."""

    def whisper(state: State, audience: int, kind: EventKind, *parts: int) -> None:
        state.tell(kind, *parts)

    patch.setattr(State, "whisper", whisper)


def record_in_order_of_arrival(patch: Patch) -> None:
    """The record tells who answered first."""
    honest = Match.play

    def play(match: Match, seat: Seat, text: str) -> None:
        arrived = [*getattr(match, "_plies", []), (seat, text)]
        honest(match, seat, text)
        match._plies = arrived

    patch.setattr(Match, "play", play)
    patch.setattr(Match, "_file", lambda match, asked: None)


def take_back_leaves_a_trace(patch: Patch) -> None:
    """A seat that changes its mind is heard."""
    honest = State.reopen

    def reopen(state: State, seat: Seat) -> None:
        honest(state, seat)
        state.tell(LOCKED, seat)

    patch.setattr(State, "reopen", reopen)


def first_come_first_served(patch: Patch) -> None:
    """Who answers last gains a resource."""
    honest = FiveXState.apply

    def apply(state: FiveXState, seat: Seat, move: Move) -> None:
        if len(state.to_act) == 1:
            state.gain(seat, 1)
        honest(state, seat, move)

    patch.setattr(FiveXState, "apply", apply)


def position_without_memory(patch: Patch) -> None:
    """A position does not say who passed what."""
    honest = FiveXState.position

    def position(state: FiveXState) -> dict[str, Any]:
        document: dict[str, Any] = honest(state)
        for row in document["table"]:
            row.pop("passed", None)
        return document

    patch.setattr(FiveXState, "position", position)


def everybody_knows_the_booty(patch: Patch) -> None:
    """What is stolen is written down for all."""
    patch.setattr(Age, "seen_by", lambda age, seat: age)


def thefts_leave_no_doubt(patch: Patch) -> None:
    """Whoever did not see the booty thinks that the victim still has all its cards."""
    honest = whereabouts.after_theft

    def after_theft(track: Any, attack: Any, named: list[int]) -> Any:
        return honest(track, attack, [] if attack.stolen < 0 else named)

    patch.setattr(whereabouts, "after_theft", after_theft)


def swaps_are_forgotten(patch: Patch) -> None:
    """Nobody remembers who took which card."""
    patch.setattr(whereabouts, "follow_swaps", lambda found, age: None)


def order_of_offers_is_told(patch: Patch) -> None:
    """Others see which offer is wanted most."""
    patch.setattr(observation, "offers_seen", lambda state, seat, observer: state.lists[seat])


def rows_are_shared_with_clones(patch: Patch) -> None:
    """A copy takes cards out of the original's rows."""
    honest = FiveAgesState.clone

    def clone(state: FiveAgesState) -> FiveAgesState:
        copy = honest(state)
        copy.left = state.left
        return copy

    patch.setattr(FiveAgesState, "clone", clone)


def thefts_are_not_from_the_seed(patch: Patch) -> None:
    """The booty is drawn with a generator that no replay begins anew."""
    chance = Rng(1)

    def random_card(state: FiveAgesState, target: Seat) -> int:
        cards = cards_in(state.civs[target])
        return cards[chance.below(len(cards))]

    patch.setattr(war, "random_card", random_card)


def position_without_generator(patch: Patch) -> None:
    """A position does not say what will be stolen."""
    honest = FiveAgesState.position

    def position(state: FiveAgesState) -> dict[str, Any]:
        document: dict[str, Any] = honest(state)
        document.pop("generator", None)
        return document

    patch.setattr(FiveAgesState, "position", position)


def builds_are_told(patch: Patch) -> None:
    """Whoever looks knows what lies in every civilization."""
    honest = observation.observe_seat

    def observe_seat(state: FiveAgesState, tracks: Any, seat: Seat, observer: Seat) -> Any:
        seen = honest(state, tracks, seat, observer)
        return replace(seen, known=tuple(sorted(names_of(state.civs[seat]))))

    patch.setattr(observation, "observe_seat", observe_seat)


def hands_lie_open(patch: Patch) -> None:
    """Whoever looks knows every hand."""

    def observe_seat(state: CivBuilderState, recalled: Any, seat: Seat) -> Any:
        known = memory.Memory(state.hands, recalled.deck, recalled.left, recalled.folded)
        return seen_honestly(state, known, seat)

    seen_honestly = civ_observation.observe_seat
    patch.setattr(civ_observation, "observe_seat", observe_seat)


def offers_are_read_by_all(patch: Patch) -> None:
    """Third parties read the terms of an offer."""
    patch.setattr(market, "is_for", lambda deal, seat: True)


def facts_are_told_to_all(patch: Patch) -> None:
    """Everybody remembers which cards were stolen and given."""
    patch.setattr(memory.Fact, "veiled", memory.Fact.full)


def thefts_change_nothing(patch: Patch) -> None:
    """Who did not see a theft thinks that its victim still has all its cards."""
    patch.setattr(memory, "thinned", lambda bag, copies: bag)


def booty_is_forgotten(patch: Patch) -> None:
    """A thief does not remember what it stole."""
    honest = CivBuilderState.pass_cards

    def pass_cards(state: Any, kind: int, giver: Seat, taker: Seat, cards: int, knows: int) -> None:
        honest(state, kind, giver, taker, cards, SEAT_BIT[giver])

    patch.setattr(CivBuilderState, "pass_cards", pass_cards)


def hands_are_shared_with_clones(patch: Patch) -> None:
    """A copy draws into the original's hands."""
    honest = CivBuilderState.clone

    def clone(state: CivBuilderState) -> CivBuilderState:
        copy = honest(state)
        copy.hands = state.hands
        return copy

    patch.setattr(CivBuilderState, "clone", clone)


def random_cards_are_not_from_the_seed(patch: Patch) -> None:
    """Raids draw with another generator."""

    def random_cards(state: CivBuilderState, seat: Seat, most: int) -> int:
        copies = copies_in(state.hands[seat])
        chosen = random.SystemRandom().sample(copies, min(most, len(copies)))
        return bag_of(chosen)

    patch.setattr(actions, "random_cards", random_cards)


def position_without_past(patch: Patch) -> None:
    """A position does not say what anybody remembers."""
    honest = CivBuilderState.position

    def position(state: CivBuilderState) -> dict[str, Any]:
        document: dict[str, Any] = honest(state)
        document.pop("past", None)
        return document

    patch.setattr(CivBuilderState, "position", position)


def melds_follow_the_next_hand(patch: Patch) -> None:
    """A turn ends if the next seat has a certain hand."""
    honest = CivBuilderPolicy.next_meld

    def next_meld(policy: Any, state: Any, seat: Seat, legal: list[Move]) -> Move:
        if sum(copies_in(state.hands[(seat + 1) % state.seats])) % 2:
            return legal[-1]
        return honest(policy, state, seat, legal)

    patch.setattr(CivBuilderPolicy, "next_meld", next_meld)


def melds_follow_the_deck(patch: Patch) -> None:
    """A turn ends if the next card is no good."""
    honest = CivBuilderPolicy.next_meld

    def next_meld(policy: Any, state: Any, seat: Seat, legal: list[Move]) -> Move:
        if state.in_deck() and state.deck[state.drawn] % 2:
            return legal[-1]
        return honest(policy, state, seat, legal)

    patch.setattr(CivBuilderPolicy, "next_meld", next_meld)


def traders_overhear_the_market(patch: Patch) -> None:
    """What others have sealed in this tick decides."""
    honest = CivBuilderPolicy.market

    def in_market(policy: Any, state: Any, seat: Seat, legal: list[Move]) -> Move:
        if any([state.answers[other] for other in range(state.seats) if other != seat]):
            return legal[-1]
        return honest(policy, state, seat, legal)

    patch.setattr(CivBuilderPolicy, "market", in_market)


def victims_tell_what_they_hold(patch: Patch) -> None:
    """A theft is offered only against hands with a wonder."""

    def can_be_robbed(state: CivCardGameState, target: Seat, card: int) -> bool:
        return any(state.game.box.is_wonder(held) for held in state.hands[target])

    patch.setattr(menus, "can_be_robbed", can_be_robbed)


def purchases_show_at_once(patch: Patch) -> None:
    """Others watch a turn step by step, before it is sealed."""
    honest = CivCardGameState.observe

    def observe(state: CivCardGameState, seat: Seat) -> Any:
        looked = state.clone()
        looked.draft = state.draft
        if state.draft is not None and state.draft.seat != seat:
            looked.realms[state.draft.seat] = state.draft.realm
        return honest(looked, seat)

    patch.setattr(CivCardGameState, "observe", observe)


def declarations_are_seen(patch: Patch) -> None:
    """Units that are being declared lie open."""
    honest = card_observation.units_seen
    patch.setattr(
        card_observation, "units_seen", lambda state, draft: honest(state, draft or state.draft)
    )


def steps_outlive_a_take_back(patch: Patch) -> None:
    """What was taken back stays bought until the answer is whole."""

    def drafted(state: CivCardGameState, seat: Seat) -> Any:
        if state.draft is None or state.draft.seat != seat:
            state.draft = drafts.Draft(state, seat)
        for move in state.answers[seat][len(state.draft.steps) :]:
            purchases.take_step(state, state.draft, move)
        state.draft.steps = state.answers[seat]
        return state.draft

    patch.setattr(purchases, "drafted", drafted)
    patch.setattr(turns, "drafted", drafted)


def what_comes_back_is_forgotten(patch: Patch) -> None:
    """Nobody remembers that a building or a unit went back to a hand."""
    honest = memory.Knowledge.note_each

    def note(self: Any, kind: int, seat: int, cards: list[int], knows: int) -> None:
        if kind == memory.COME:
            kind, knows = memory.DRAW, SEAT_BIT[seat]
        honest(self, kind, seat, cards, knows)

    patch.setattr(memory.Knowledge, "note_each", note)


def card_hands_are_shared_with_clones(patch: Patch) -> None:
    """A copy draws into the original's hands."""
    honest = CivCardGameState.clone

    def clone(state: CivCardGameState) -> CivCardGameState:
        copy = honest(state)
        copy.hands = state.hands
        return copy

    patch.setattr(CivCardGameState, "clone", clone)


def stolen_cards_are_not_from_the_seed(patch: Patch) -> None:
    """Writing draws with another generator."""
    honest = turns.steal_card

    def steal_card(state: CivCardGameState, seat: Seat, target: Seat) -> None:
        state.rng = Rng(random.SystemRandom().getrandbits(30))
        honest(state, seat, target)

    patch.setattr(turns, "steal_card", steal_card)


def plots_come_in_another_order(patch: Patch) -> None:
    """A position does not say which plots come next."""
    honest = CivCardGameState.position

    def position(state: CivCardGameState) -> dict[str, Any]:
        document: dict[str, Any] = honest(state)
        document["plot_deck"] = sorted(document["plot_deck"])
        return document

    patch.setattr(CivCardGameState, "position", position)


def collect_is_dealt_away(patch: Patch) -> None:
    """A re-deal forgets that Collect is still to come."""
    honest = card_redeal.lay_question

    def lay_question(state: CivCardGameState, seen: Any) -> None:
        honest(state, seen)
        state.collecting = False

    patch.setattr(card_redeal, "lay_question", lay_question)


def redeals_pass_one_leader_twice(patch: Patch) -> None:
    """In a re-deal two seats have passed the same leader."""
    honest = redeal.redeal

    def twice(game: Any, seen: Any, rng: Rng) -> FiveXState:
        state = honest(game, seen, rng)
        if state.passed:
            state.passed = [state.passed[0], state.passed[0], *state.passed[2:]]
        return state

    patch.setattr("microciv.games.five_x.game.FiveXGame.redeal", twice)


def position_without_sealed_answers(patch: Patch) -> None:
    """A position does not say who has answered."""
    honest = Game.document

    def document(game: Game, state: State, own: dict[str, object]) -> dict[str, object]:
        written = honest(game, state, own)
        written.pop("sealed", None)
        return written

    patch.setattr(Game, "document", document)


def last_rounds_are_refused(patch: Patch) -> None:
    """A position that is accepted plays on to one that is not."""
    honest = Game.set_up

    def set_up(game: Game, position: dict[str, object]) -> State:
        if position["round"] == 5:
            raise BadPosition("round: expected a whole number from 1 to 4, not 5")
        return honest(game, position)

    patch.setattr(Game, "set_up", set_up)


def reasons_are_empty(patch: Patch) -> None:
    """A refusal has no reason."""
    patch.setattr(Game, "why_not", lambda game, seen, move: "")


def reasons_fill_two_lines(patch: Patch) -> None:
    """A reason goes on on the next line."""
    patch.setattr(Game, "why_not", lambda game, seen, move: "it is spent;\nbid another")


def reasons_are_raw(patch: Patch) -> None:
    """A reason is what Python prints."""
    patch.setattr(Game, "why_not", lambda game, seen, move: f"not among {seen.legal}")


def reasons_recommend_what_is_spent(patch: Patch) -> None:
    """Every bid is recommended, made or not."""
    patch.setattr(Game, "why_not", lambda game, seen, move: "bid 1 to 13")


def reasons_are_kept_back(patch: Patch) -> None:
    """The referee refuses without the game's reason."""
    honest = Match.play

    def play(match: Match, seat: Seat, text: str) -> None:
        try:
            honest(match, seat, text)
        except IllegalMove:
            raise IllegalMove("not now") from None

    patch.setattr(Match, "play", play)


def refused_moves_are_sealed(patch: Patch) -> None:
    """A move that is refused is recorded all the same."""
    honest = Match.play

    def play(match: Match, seat: Seat, text: str) -> None:
        try:
            honest(match, seat, text)
        except IllegalMove:
            match._plies.append((seat, text))
            raise

    patch.setattr(Match, "play", play)


def moves_are_made_again(patch: Patch) -> None:
    """A move is pickled as its text."""
    patch.setattr(Move, "__reduce__", lambda move: (Move, (move.text,)))


def copies_share_the_state(patch: Patch) -> None:
    """A copy of a match plays in the original's state."""
    honest = Match.__copy__

    def shallow(match: Match) -> Match:
        copy = honest(match)
        copy.state = match.state
        return copy

    patch.setattr(Match, "__copy__", shallow)


def pickled_states_have_heard_nothing(patch: Patch) -> None:
    """What was heard stays behind."""
    honest = State.__reduce__

    def deaf(state: State) -> Any:
        made, parts = honest(state)
        return made, (*parts[:-1], [])

    patch.setattr(State, "__reduce__", deaf)


def pickled_matches_forget_half_answers(patch: Patch) -> None:
    """Only closed decision sets are pickled."""

    def whole(match: Match) -> Any:
        return replay, (match.game, replace(match.record(), moves=tuple(match._plies)))

    patch.setattr(Match, "__reduce__", whole)


def raids_ask_what_blocks(patch: Patch) -> None:
    """Who attacks knows what the other has in hand."""

    def chance(foe: fights.Foe, card: int) -> float:
        hand = foe.eye.state.hands[foe.seat]
        return 0.0 if fights.holds_any(hand, foe.eye.box.stops[card]) else 1.0

    patch.setattr(fights.Foe, "chance", chance)


def buyers_look_under_the_deck(patch: Patch) -> None:
    """How a seat plays follows from the card that is drawn next."""

    def style_of(state: CivCardGameState, seat: Seat) -> Style:
        return STYLES[sum(state.deck[state.drawn : state.drawn + 1]) % len(STYLES)]

    patch.setattr(card_policy, "style_of", style_of)


def attackers_tell_what_they_saw(patch: Patch) -> None:
    """What is said of an answer follows from a hand of another's."""
    honest = CivCardGamePolicy.reason

    def reason(
        policy: CivCardGamePolicy, state: CivCardGameState, seat: Seat, answer: list[Move]
    ) -> Reason:
        said, parts = honest(policy, state, seat, answer)
        return said, {**parts, "card": sum(state.hands[(seat + 1) % state.seats])}

    patch.setattr(CivCardGamePolicy, "reason", reason)


def the_glance_sees_hands(patch: Patch) -> None:
    """What somebody has shown is what it has in hand."""
    patch.setattr(glance, "shown_by", lambda state, seat: state.hands[seat])


def the_build_awaits_the_next_card(patch: Patch) -> None:
    """Build what goes with the top of the deck."""
    honest = glance.best_build

    def build(state: FiveAgesState, seat: Seat, legal: list[Move], *rest: Any) -> Move:
        rank = state.deck[state.drawn] // 4
        alike = [move for move in legal if isinstance(move, Build) and move.card // 4 == rank]
        return alike[0] if alike else honest(state, seat, legal, *rest)

    patch.setattr(play, "best_build", build)


def sealed_offers_are_answered(patch: Patch) -> None:
    """An offer counts as soon as it is sealed."""

    def is_asked(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
        other = (seat + (1 if offer.side == 0 else -1)) % state.seats
        return glance.mirror_of(offer) in [*state.lists[other], *state.answers[other]]

    patch.setattr(glance, "is_asked", is_asked)


def first_offers_are_answered(patch: Patch) -> None:
    """Only what a neighbour wants most is heard: the order of its list is its secret."""

    def is_asked(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
        other = (seat + (1 if offer.side == 0 else -1)) % state.seats
        return glance.mirror_of(offer) in state.lists[other][:1]

    patch.setattr(glance, "is_asked", is_asked)


FIVE_X: dict[str, object] = {"seats": 4}
GOOFSPIEL: dict[str, object] = {"seats": 3}
CARD_GAME: dict[str, object] = {"seats": 3}
THEFTS: dict[str, object] = {
    "seats": 3,
    "steal_timing": "each_turn",
    "cards": [
        {"name": name, "cost": 0, "effects": [["steal_card", 1]]}
        for name in ("Agriculture", "Mining", "Pottery", "Mysticism", "Masonry", "Sailing")
    ]
    + [{"name": "Axemen", "copies": 9, "damage": [["destroy_building", 3]]}],
}
CIV_BUILDER: dict[str, object] = {"seats": 3}
MARKET: dict[str, object] = {"seats": 3, "trade_mode": "clock"}
FIVE_AGES: dict[str, object] = {"seats": 4, "jokers": 4}


def policy_sees_leaders_in_hands(patch: Patch) -> None:
    """The policy counts leaders that its seat has not seen for what they are."""
    honest = FiveXPolicy.reckon

    def reckon(policy: FiveXPolicy, state: FiveXState, seat: Seat) -> None:
        known, state.zones.known = state.zones.known, [EVERYBODY] * CARDS
        honest(policy, state, seat)
        state.zones.known = known

    patch.setattr(FiveXPolicy, "reckon", reckon)


def policy_sees_sealed_cards(patch: Patch) -> None:
    """The policy plays against the card that another seat has sealed."""
    honest = FiveXPolicy.reckon

    def reckon(policy: FiveXPolicy, state: FiveXState, seat: Seat) -> None:
        honest(policy, state, seat)
        for move in [move for answer in state.answers for move in answer]:
            assert isinstance(move, Play)
            policy.expect(card_set([move.card]), 3.0)

    patch.setattr(FiveXPolicy, "reckon", reckon)


def restriction_sees_leaders_in_hands(patch: Patch) -> None:
    """A player is kept from every other card by the leaders that the next one holds."""

    def avoids(state: State, seat: Seat, move: Move) -> bool:
        assert isinstance(state, FiveXState)
        theirs = cards_in(state.hand_of((seat + 1) % state.seats) & state.game.leaders)
        return isinstance(move, Play) and move.card % 2 == sum(theirs) % 2

    peeking = Restriction("never-surprised", "Never plays what the neighbour awaits.", avoids)
    patch.setattr(restrictions, "RESTRICTIONS", [peeking])


def policy_sees_what_is_set_aside(patch: Patch) -> None:
    """The policy thinks more of a leader if the next one of its class is out of play."""
    honest = FiveXPolicy.gain

    def gain(policy: FiveXPolicy, state: FiveXState, seat: Seat, move: Move) -> float:
        more = isinstance(move, Pass) and state.zones.has(state.game.aside, move.card + 1)
        return honest(policy, state, seat, move) + 2.0 * more

    patch.setattr(FiveXPolicy, "gain", gain)


def redeals_have_one_generator(patch: Patch) -> None:
    """In all worlds that a bot thinks in, the same things will be stolen."""
    honest = FiveAgesGame.redeal

    def redeal(game: FiveAgesGame, seen: Observation, rng: Rng) -> FiveAgesState:
        dealt = honest(game, seen, rng)
        assert isinstance(dealt, FiveAgesState)
        dealt.rng = None if dealt.rng is None else Rng(0)
        return dealt

    patch.setattr(FiveAgesGame, "redeal", redeal)


def policy_sees_hands_where_only_policies_come(patch: Patch) -> None:
    """It counts others' leaders after rounds in which all have played as it does: which random play
    would hardly ever do.
    """

    class Uniform(Policy):
        def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
            assert isinstance(state, FiveXState)
            piles = {state.zones.piles[state.seats + other] for other in range(state.seats)}
            if state.round < 3 or len(piles) > 1:
                return legal[0]
            return legal[sum(cards_in(state.hand_of((seat + 1) % state.seats))) % len(legal)]

    patch.setattr(blind, "policies", lambda _name: {"uniform": Uniform})


def chance_has_nothing_to_decide(patch: Patch) -> None:
    """The laws are not told that something is drawn in mid-match."""
    patch.setattr(CivBuilderSecrets, "reseed", lambda _secrets, _state, _rng: False)


MUTANTS: list[tuple[str, Callable[[Patch], None], str, dict[str, object]]] = [
    ("veil", leak_in_observation, "5x", FIVE_X),
    ("veil", leak_in_legality, "5x", FIVE_X),
    ("veil", leak_in_reasons, "5x", FIVE_X),
    ("sealed", leak_in_reasons, "5x", FIVE_X),
    ("sealed", announce_on_lock, "5x", FIVE_X),
    ("sealed", first_come_first_served, "5x", FIVE_X),
    ("clone", shallow_clone, "5x", FIVE_X),
    ("certain", forget_what_was_passed, "5x", FIVE_X),
    ("certain", redeal_forgets, "5x", FIVE_X),
    ("replay", unseeded_deal, "5x", FIVE_X),
    ("heard", tell_all_what_was_passed, "5x", FIVE_X),
    ("referee", record_in_order_of_arrival, "5x", FIVE_X),
    ("referee", take_back_leaves_a_trace, "5x", FIVE_X),
    ("position", position_without_memory, "5x", FIVE_X),
    ("position", position_without_sealed_answers, "5x", FIVE_X),
    ("position", redeals_pass_one_leader_twice, "5x", FIVE_X),
    ("position", last_rounds_are_refused, "5x", FIVE_X),
    ("copies", moves_are_made_again, "5x", FIVE_X),
    ("copies", copies_share_the_state, "5x", FIVE_X),
    ("copies", pickled_states_have_heard_nothing, "5x", FIVE_X),
    ("copies", pickled_matches_forget_half_answers, "5x", FIVE_X),
    ("blind", policy_sees_leaders_in_hands, "5x", FIVE_X),
    ("blind", policy_sees_sealed_cards, "5x", FIVE_X),
    ("blind", policy_sees_what_is_set_aside, "5x", FIVE_X),
    ("blind", policy_sees_hands_where_only_policies_come, "5x", {"seats": 3}),
    ("blind", restriction_sees_leaders_in_hands, "5x", FIVE_X),
    ("words", reasons_are_empty, "goofspiel", GOOFSPIEL),
    ("words", reasons_fill_two_lines, "goofspiel", GOOFSPIEL),
    ("words", reasons_are_raw, "goofspiel", GOOFSPIEL),
    ("words", reasons_recommend_what_is_spent, "goofspiel", GOOFSPIEL),
    ("words", reasons_are_kept_back, "goofspiel", GOOFSPIEL),
    ("words", refused_moves_are_sealed, "goofspiel", GOOFSPIEL),
    ("chance", everybody_knows_the_booty, "5-ages", FIVE_AGES),
    ("redeal", redeals_have_one_generator, "5-ages", FIVE_AGES),
    ("certain", thefts_leave_no_doubt, "5-ages", FIVE_AGES),
    ("certain", swaps_are_forgotten, "5-ages", FIVE_AGES),
    ("veil", order_of_offers_is_told, "5-ages", FIVE_AGES),
    ("veil", builds_are_told, "5-ages", {"seats": 4}),
    ("clone", rows_are_shared_with_clones, "5-ages", FIVE_AGES),
    ("replay", thefts_are_not_from_the_seed, "5-ages", FIVE_AGES),
    ("position", position_without_generator, "5-ages", FIVE_AGES),
    ("heard", tell_all_what_was_passed, "5-ages", FIVE_AGES),
    ("sealed", announce_on_lock, "5-ages", FIVE_AGES),
    ("blind", the_glance_sees_hands, "5-ages", FIVE_AGES),
    ("blind", the_build_awaits_the_next_card, "5-ages", FIVE_AGES),
    ("blind", sealed_offers_are_answered, "5-ages", FIVE_AGES),
    ("blind", first_offers_are_answered, "5-ages", FIVE_AGES),
    ("veil", hands_lie_open, "civ-builder", CIV_BUILDER),
    ("veil", offers_are_read_by_all, "civ-builder", CIV_BUILDER),
    ("chance", facts_are_told_to_all, "civ-builder", CIV_BUILDER),
    ("chance", chance_has_nothing_to_decide, "civ-builder", CIV_BUILDER),
    ("certain", thefts_change_nothing, "civ-builder", CIV_BUILDER),
    ("certain", booty_is_forgotten, "civ-builder", CIV_BUILDER),
    ("clone", hands_are_shared_with_clones, "civ-builder", CIV_BUILDER),
    ("replay", random_cards_are_not_from_the_seed, "civ-builder", CIV_BUILDER),
    ("position", position_without_past, "civ-builder", CIV_BUILDER),
    ("heard", tell_all_what_was_passed, "civ-builder", CIV_BUILDER),
    ("sealed", announce_on_lock, "civ-builder", MARKET),
    ("blind", melds_follow_the_next_hand, "civ-builder", CIV_BUILDER),
    ("blind", melds_follow_the_deck, "civ-builder", CIV_BUILDER),
    ("blind", traders_overhear_the_market, "civ-builder", MARKET),
    ("veil", victims_tell_what_they_hold, "civ-card-game", THEFTS),
    ("sealed", purchases_show_at_once, "civ-card-game", CARD_GAME),
    ("sealed", declarations_are_seen, "civ-card-game", CARD_GAME),
    ("sealed", announce_on_lock, "civ-card-game", CARD_GAME),
    ("referee", steps_outlive_a_take_back, "civ-card-game", CARD_GAME),
    ("certain", what_comes_back_is_forgotten, "civ-card-game", CARD_GAME),
    ("certain", thefts_change_nothing, "civ-card-game", THEFTS),
    ("chance", facts_are_told_to_all, "civ-card-game", THEFTS),
    ("clone", card_hands_are_shared_with_clones, "civ-card-game", CARD_GAME),
    ("replay", stolen_cards_are_not_from_the_seed, "civ-card-game", THEFTS),
    ("position", plots_come_in_another_order, "civ-card-game", CARD_GAME),
    ("redeal", collect_is_dealt_away, "civ-card-game", CARD_GAME),
    ("heard", tell_all_what_was_passed, "civ-card-game", THEFTS),
    ("blind", raids_ask_what_blocks, "civ-card-game", CARD_GAME),
    ("blind", buyers_look_under_the_deck, "civ-card-game", CARD_GAME),
    ("blind", attackers_tell_what_they_saw, "civ-card-game", CARD_GAME),
]


def breaking(law: str, game: Game) -> int | None:
    """The first seed on which the law fails."""
    for seed in range(SEEDS_OF_LONG if is_long(game) else SEEDS):
        try:
            LAWS[law](game, seed)
        except (AssertionError, ValueError, IndexError):
            return seed
    return None


NAMES = [f"{law}-{game}-{mutant.__name__}" for law, mutant, game, _options in MUTANTS]


@pytest.mark.parametrize("law, mutant, name, options", MUTANTS, ids=NAMES)
def test_the_law_kills_the_mutant(
    law: str,
    mutant: Callable[[Patch], None],
    name: str,
    options: dict[str, object],
    monkeypatch: Patch,
) -> None:
    """With the fault planted the law fails; without it, the law holds in the same match."""
    policies(name), restrictions_of(name)  # what is imported beside a fault would keep it
    with monkeypatch.context() as patch:
        mutant(patch)
        seed = breaking(law, open_game(name, options))
    assert seed is not None
    LAWS[law](open_game(name, options), seed)
