"""The `easy` of 5 Ages: it collects in its style, trades fairly and tells no secrets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from microciv.bots import make_bot
from microciv.bots.bulk.playouts import play_policies
from microciv.bots.player import Player
from microciv.core.cards import card_set, cards_in, size
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.core.policy import NO_REASON, Policy, Reason
from microciv.core.rng import Rng
from microciv.games import open_game
from microciv.games.five_ages.cards import JOKERS
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import BOTH, DONE, Keep, Offer
from microciv.games.five_ages.policy.glance import (
    LEAST,
    NEW_TICKS,
    OBLIGING,
    best_build,
    best_offer,
    gain_of,
    given_in,
    is_asked,
    loosest,
    richer_side,
    wanted_in,
)
from microciv.games.five_ages.policy.play import FiveAgesPolicy
from microciv.games.five_ages.policy.styles import PAIRS, SPOILER, STYLES, Style, style_of
from microciv.games.five_ages.policy.talk import SENTENCES
from microciv.games.five_ages.rules.phases import BUILD, MOST_ROUNDS, ROW, TRADE
from microciv.games.five_ages.rules.poker import HANDS
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import list_after
from microciv.texts import Reader, Texts, texts_for

pytestmark = pytest.mark.heavy

WAR: dict[str, object] = {"jokers": 4}


@dataclass(frozen=True)
class Asked:
    """An answer of an `easy`, and the table before it."""

    state: FiveAgesState
    seat: int
    answer: tuple[Move, ...]
    why: Reason

    def style(self) -> Style:
        return style_at(self.state, self.seat)

    def after(self) -> list[Offer]:
        """Its list after the answer."""
        return list_after(self.state.lists[self.seat], self.answer)

    def fresh(self) -> list[Offer]:
        """What stands on it that did not."""
        return [offer for offer in self.after() if offer not in self.state.lists[self.seat]]


@cache
def game_of(seats: int = 4, **options: object) -> FiveAgesGame:
    game = open_game("5-ages", {"seats": seats, **options})
    assert isinstance(game, FiveAgesGame)
    return game


def sober(game: object) -> Policy:
    """`easy` without its slips."""
    assert isinstance(game, FiveAgesGame)
    return FiveAgesPolicy(game, styled=True)


def style_at(state: FiveAgesState, seat: int) -> Style:
    return style_of(state.seats, seat, state.round, state.token)


def copy_of(match: Match) -> FiveAgesState:
    state = match.state.clone()
    assert isinstance(state, FiveAgesState)
    return state


@cache
def match_of(game: FiveAgesGame, seed: int) -> tuple[Match, list[Asked]]:
    """A match of `easy` alone, as it is without its slips, and all their answers."""
    match, found = Match(game, seed), []
    bots = [Player(game, seat, 0, sober) for seat in game.everybody]
    while match.to_act():
        seat = match.to_act()[0]
        before, bot = copy_of(match), bots[seat]
        answer: tuple[Move, ...] = ()
        while seat in match.to_act() and match.observe(seat).answer == answer:
            move = bot.choose(match.observe(seat))
            answer = (*answer, move)
            match.play(seat, move.text)
        found.append(Asked(before, seat, answer, bot.why))
    return match, found


def answers_in(game: FiveAgesGame, matches: int) -> list[Asked]:
    """All answers of some matches."""
    return [asked for seed in range(matches) for asked in match_of(game, seed)[1]]


def trades_in(game: FiveAgesGame, matches: int) -> list[Asked]:
    """Those in trade."""
    return [asked for asked in answers_in(game, matches) if asked.state.phase == TRADE]


# --- strength and style


def test_each_style_wins_most_matches_and_builds_what_it_likes() -> None:
    """Against three at random, each seat in turn: of 40 matches, chance would win 10."""
    game = game_of()
    brain, chance, poker = sober(game), Policy(game), game.poker()
    wins, matches = Counter[str](), Counter[str]()
    hands: dict[str, Counter[str]] = {style.name: Counter() for style in STYLES}
    for seed in range(120):
        own, state = seed % 4, game.deal(seed)
        state.hush()
        style = style_at(state, own).name
        seated = [brain if seat == own else chance for seat in range(4)]
        play_policies(state, seated, [Rng(4 * seed + seat) for seat in range(4)], None)
        places = state.places()
        matches[style] += 1
        wins[style] += places[own] == 1
        hands[style][HANDS[poker.hand(poker.strength(state.civs[own]))]] += 1
    assert min([wins[name] / matches[name] for name in matches]) > 0.65
    assert (
        hands["flush"]["flush"] / matches["flush"] > 2 * hands["pairs"]["flush"] / matches["pairs"]
    )


def test_a_style_stays_for_a_match_and_all_sit_at_a_table() -> None:
    for seats in (3, 4, 5, 7):
        styles: dict[int, set[str]] = {}
        for asked in answers_in(game_of(seats), 1):
            styles.setdefault(asked.seat, set()).add(asked.style().name)
        assert {1} == {len(names) for names in styles.values()}
        assert {"flush", "pairs", "spoiler"} == set.union(*styles.values())


def test_styles_part_ways() -> None:
    """With the same cards, the three often do not lay, trade and build the same."""
    game, differ = game_of(), Counter[int]()
    for asked in answers_in(game, 8):
        state, seat = asked.state, asked.seat
        legal, phase = state.legal(seat), state.phase
        moves = set()
        for style in STYLES:
            if phase == ROW:
                moves.add(loosest(state, seat, legal, False, style))
            elif phase == TRADE:
                moves.add(best_offer(state, seat, legal, style))
            else:
                moves.add(best_build(state, seat, legal, game.poker(), style))
        differ[phase] += len(moves) > 1
    assert min(differ[ROW], differ[TRADE], differ[BUILD]) > 5


# --- trade


def test_no_offer_costs_much_alone_or_with_another_and_its_own_cost_nothing() -> None:
    """By its own count."""
    for asked in trades_in(game_of(), 8):
        state, seat, style = asked.state, asked.seat, asked.style()
        for offer in asked.after():
            least = -OBLIGING if offer not in asked.fresh() else LEAST
            if is_asked(state, seat, offer):
                least = -OBLIGING
            assert gain_of(state, seat, [offer], style) >= least
        for offer, other in combinations(asked.fresh(), 2):
            apart = not given_in(state, seat, offer) & given_in(state, seat, other)
            if apart and not wanted_in(state, seat, offer) & wanted_in(state, seat, other):
                assert gain_of(state, seat, [offer, other], style) >= -OBLIGING


def test_it_is_modest_and_answers_what_is_good() -> None:
    """A new offer to a neighbour in each of two ticks; `done` only if it would accept none."""
    accepted = 0
    for asked in trades_in(game_of(), 8):
        state, seat, style = asked.state, asked.seat, asked.style()
        own = [offer for offer in asked.fresh() if not is_asked(state, seat, offer)]
        most = max(Counter([offer.side for offer in own]).values(), default=0)
        assert most <= (1 if state.tick <= NEW_TICKS else 0)
        menu = [move for move in state.legal(seat) if isinstance(move, Offer)]
        good = [move for move in menu if is_asked(state, seat, move)]
        good = [move for move in good if gain_of(state, seat, [move], style) >= -OBLIGING]
        if asked.answer == (DONE,):
            assert not good
        elif good:
            accepted += any([move in asked.after() for move in good])
            best = max([gain_of(state, seat, [move], style) for move in good])
            assert any([gain_of(state, seat, [move], style) >= best for move in asked.after()])
    assert accepted > 20


def test_one_tick_is_used_for_all_that_is_good() -> None:
    """There is no second in which to answer."""
    answers = [len(asked.answer) for asked in trades_in(game_of(trade_ticks=1), 3)]
    assert max(answers) > 4


@pytest.mark.parametrize("seats", [4, 5])
def test_they_trade_with_each_other(seats: int) -> None:
    """A swap per round at least, and not so many offers that nobody could read them."""
    game, swaps, offers = game_of(seats), 0, 0
    for seed in range(10):
        match, _answers = match_of(game, seed)
        swaps += sum([len(age.swaps) for age in copy_of(match).ages])
        offers += len([1 for name, _parts in match.heard(0) if name.startswith("offered")])
    assert swaps >= 10 * MOST_ROUNDS
    assert offers < 10 * MOST_ROUNDS * 4 * seats


def test_a_spoiler_keeps_what_a_neighbour_collects() -> None:
    """It refuses swaps that the pair collector of the same style would make, never more."""
    refused = 0
    for asked in trades_in(game_of(), 8):
        for move in asked.state.legal(asked.seat):
            if isinstance(move, Offer):
                grudging = gain_of(asked.state, asked.seat, [move], SPOILER)
                gain = gain_of(asked.state, asked.seat, [move], PAIRS)
                assert grudging <= gain
                refused += grudging <= LEAST < gain
    assert refused > 20


# --- war and building


def test_jokers_wait_for_the_second_round_then_go_at_the_stronger_neighbour() -> None:
    """In the first there is nothing to steal; two of them leave no choice."""
    fired = 0
    for asked in answers_in(game_of(**WAR), 6):
        keep, jokers = asked.answer[0], size(asked.state.hands[asked.seat] & JOKERS)
        if isinstance(keep, Keep) and jokers:
            if asked.state.round == 1:
                assert keep.parts()["card"] == "Jk"
            else:
                assert keep.parts()["card"] != "Jk"
                assert jokers > 1 or keep.attack == 1 + richer_side(asked.state, asked.seat)
                fired += 1
    assert fired > 5


def test_jokers_that_stand_for_any_card_are_built() -> None:
    """They are too good to fire."""
    game, built = game_of(**WAR, joker_in_civ="wild"), 0
    for seed in range(6):
        built += sum([size(civ & JOKERS) for civ in copy_of(match_of(game, seed)[0]).civs])
    assert built > 8


def test_the_last_build_is_the_best_there_is() -> None:
    """At the end no style counts: no other build without an exchange would have been stronger."""
    game = game_of(**WAR)
    poker, places = game.poker(), set()
    for seed in range(6):
        match, answers = match_of(game, seed)
        civs = copy_of(match).civs
        for asked in answers:
            state, seat = asked.state, asked.seat
            if state.phase == BUILD and state.round == MOST_ROUNDS:
                civ, count = state.civs[seat], MOST_ROUNDS - size(state.civs[seat])
                ways = combinations(cards_in(state.hands[seat]), count)
                best = max([poker.strength(civ | card_set(list(cards))) for cards in ways])
                assert best == poker.strength(civs[seat])
                places.add(count)
    assert places == {1, 2}


def test_it_goes_on_with_an_answer_that_somebody_else_began() -> None:
    """A seat may be taken over in the middle of its answer."""
    game = game_of(**WAR)
    for seed in range(6):
        match, number = Match(game, seed), 0
        while match.to_act():
            for seat in match.to_act():
                seen = match.observe(seat)
                number += 1
                bot = make_bot("random" if number % 2 else "easy", game, seat, number)
                match.play(seat, bot.choose(seen).text)


# --- talk


def worded(texts: Texts) -> Texts:
    """The texts, with reasons for phrases."""
    return Texts(texts.name, {**texts.data, "phrases": texts.entries("reasons")})


def test_what_it_says_has_words_and_no_holes() -> None:
    """And nothing is said that is not in the texts, nor the other way round."""
    texts, said = texts_for("5-ages"), Counter[str]()
    assert {*SENTENCES, "no_answer"} == set(texts.entries("reasons"))
    for options, matches in (({}, 8), (WAR, 6)):
        for asked in answers_in(game_of(**options), matches):
            key, parts = asked.why
            said[key] += 1
            if key:
                sentence = worded(texts).phrase(key, parts, [Reader("You"), "Bo", "Cy", "Di"])
                assert sentence.endswith(".")
                assert "?" not in sentence
                assert "{" not in sentence
    assert set(SENTENCES) - {"attack_both"} <= set(said)


def test_what_it_says_follows_from_what_everybody_sees() -> None:
    """It names suits, ranks and cards only that lie open, and nothing of builds."""
    for asked in answers_in(game_of(), 8):
        key, parts = asked.why
        if asked.state.phase != TRADE:
            assert asked.why == NO_REASON
            continue
        wanted = [offer.wanted for offer in asked.fresh() if offer.given != BOTH]
        if key in {"suit", "rank"}:
            letters = "CDHS" if key == "suit" else "23456789TJQKA"
            values = {card % 4 if key == "suit" else card // 4 for card in wanted}
            assert values == {letters.index(str(*parts.values()))}
        if key == "spoil":
            seen = asked.state.observe(asked.seat)
            me = seen.table[asked.seat]  # type: ignore[attr-defined]
            assert parts["card"] in {me.left, me.right}


def test_offers_between_two_are_not_talked_about() -> None:
    """Where others may not see them."""
    for asked in trades_in(game_of(offers_visible="pair"), 2):
        assert asked.why == NO_REASON


def test_a_flush_hunter_names_suits_and_a_collector_ranks() -> None:
    """Their talk shows their style."""
    named: dict[str, set[str]] = {}
    for asked in answers_in(game_of(), 8):
        named.setdefault(asked.style().name, set()).add(asked.why[0])
    assert "suit" in named["flush"] - named["pairs"] - named["spoiler"]
    assert "rank" in (named["pairs"] & named["spoiler"]) - named["flush"]
    assert "spoil" in named["spoiler"] - named["flush"] - named["pairs"]
