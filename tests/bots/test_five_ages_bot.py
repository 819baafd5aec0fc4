"""The `easy` of 5 Ages: it collects to its taste, trades fairly and tells no secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from microciv.bots import Bot, make_bot
from microciv.bots.bot import NO_REASON, Reason
from microciv.bots.heuristics.five_ages.building import plans, without_exchange
from microciv.bots.heuristics.five_ages.easy import EasyFiveAges, best_plan
from microciv.bots.heuristics.five_ages.neighbours import is_offered, stronger_side
from microciv.bots.heuristics.five_ages.styles import PAIRS, SPOILER, STYLES, Style, style_of
from microciv.bots.heuristics.five_ages.talk import SENTENCES
from microciv.bots.heuristics.five_ages.trading import LEAST, NEW_TICKS, OBLIGING, Trader
from microciv.bots.heuristics.five_ages.worth import Outlook, cards_of
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.games import open_game
from microciv.games.five_ages.cards import CARDS, JOKER, pile_of
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import BOTH, DONE, Keep, Offer
from microciv.games.five_ages.observation import FiveAgesObservation
from microciv.games.five_ages.poker import HANDS
from microciv.games.five_ages.trade import list_after
from microciv.texts import Texts, texts_for

Asked = tuple[FiveAgesObservation, tuple[Move, ...], Reason]

WAR: dict[str, object] = {"jokers": 4}


@cache
def game_of(seats: int = 4, **options: object) -> FiveAgesGame:
    game = open_game("5-ages", {"seats": seats, **options})
    assert isinstance(game, FiveAgesGame)
    return game


def play(match: Match, bots: list[Bot]) -> Iterator[Asked]:
    """Play to the end; stops after each answer of an `easy`."""
    while match.owing():
        for seat in match.owing():
            seen, bot = match.observe(seat), bots[seat]
            answer: tuple[Move, ...] = ()
            while seat in match.owing() and match.observe(seat).answer == answer:
                move = bot.choose(match.observe(seat))
                answer = (*answer, move)
                match.play(seat, move.text)
            if isinstance(bot, EasyFiveAges):
                assert isinstance(seen, FiveAgesObservation)
                yield seen, answer, bot.why


def seen_by(match: Match, seat: int) -> FiveAgesObservation:
    """What the seat knows."""
    seen = match.observe(seat)
    assert isinstance(seen, FiveAgesObservation)
    return seen


def match_of(game: FiveAgesGame, seed: int) -> tuple[Match, list[Asked]]:
    """A match of `easy` alone, as it is without its slips, and all their answers."""
    match = Match(game, seed)
    return match, list(play(match, [EasyFiveAges(game, seat, 0) for seat in game.everybody]))


@cache
def answers_in(game: FiveAgesGame, matches: int) -> list[Asked]:
    """All answers of some matches of `easy` alone."""
    return [asked for seed in range(matches) for asked in match_of(game, seed)[1]]


def against_random(style: Style, matches: int) -> tuple[float, Counter[str]]:
    """How often it wins against three `random`, the seat going round, and what it builds."""
    game, wins, hands = game_of(), 0.0, Counter[str]()
    for seed in range(matches):
        own = seed % 4
        bots: list[Bot] = [make_bot("random", game, seat, 4 * seed + seat) for seat in range(4)]
        bots[own] = EasyFiveAges(game, own, 0, style)
        match = Match(game, seed)
        list(play(match, bots))
        first = match.ranking()[0]
        wins += (own in first) / len(first)
        shown = pile_of(seen_by(match, own).table[own].shown)
        hands[HANDS[game.poker().hand(game.poker().strength(shown))]] += 1
    return wins, hands


# --- strength and taste


def test_each_style_wins_most_matches_and_builds_what_it_likes() -> None:
    """40 matches each; at random it would win 10."""
    wins, hands = {}, {}
    for style in STYLES:
        wins[style.name], hands[style.name] = against_random(style, 40)
    assert min(wins.values()) > 26
    assert hands["flush"]["flush"] > hands["pairs"]["flush"]
    for style in (PAIRS, SPOILER):
        kinds = Counter({hand: hands[style.name][hand] for hand in HANDS if hand != "flush"})
        assert kinds.total() - kinds["straight"] > 30


def test_a_style_stays_for_a_match_and_all_sit_at_a_table() -> None:
    """Whatever the seed of the bot, which is another for each question."""
    for seats in (3, 4, 5, 7):
        styles: dict[int, set[str]] = {}
        for seen, _answer, _why in answers_in(game_of(seats), 1):
            styles.setdefault(seen.seat, set()).add(style_of(seen).name)
        assert {1} == {len(names) for names in styles.values()}
        assert {"flush", "pairs", "spoiler"} == set.union(*styles.values())


def test_styles_part_ways() -> None:
    """With the same cards, the three often do not trade and build the same."""
    game = game_of()
    differ = Counter[str]()
    for seen, _answer, _why in answers_in(game, 8):
        moves = [EasyFiveAges(game, seen.seat, 0, style).choose(seen) for style in STYLES]
        differ[seen.phase] += len(set(moves)) > 1
    assert min(differ["row"], differ["trade"], differ["build"]) > 5


# --- trade


def test_no_offer_costs_much_alone_or_with_another_and_its_own_cost_nothing() -> None:
    """By its own evaluation; cards are worth as much in the next tick unless they change."""
    game = game_of()
    for seen, answer, _why in answers_in(game, 8):
        if seen.phase != "trade":
            continue
        trader = Trader(seen, Outlook(game, seen, style_of(seen)))
        listed = [move for move in answer if isinstance(move, Offer)]
        for offer in listed:
            least = OBLIGING if is_offered(seen, offer) else LEAST
            assert offer in trader.standing or trader.gain_of([offer]) >= -least
            for other in listed:
                if offer.given != other.given and BOTH not in {offer.given, other.given}:
                    both = offer.wanted != other.wanted or offer.side != other.side
                    assert not both or trader.gain_of([offer, other]) >= -OBLIGING


def test_it_is_modest_and_answers_what_is_good() -> None:
    """A new offer to a neighbour in each of two ticks; `done` only if there is nothing to gain."""
    game = game_of()
    for seen, answer, _why in answers_in(game, 8):
        if seen.phase != "trade":
            continue
        trader = Trader(seen, Outlook(game, seen, style_of(seen)))
        before = trader.standing
        after = list_after(before, answer)
        own = [move for move in after if move not in before and not is_offered(seen, move)]
        most = max(Counter([offer.side for offer in own]).values(), default=0)
        assert most <= (1 if seen.tick <= NEW_TICKS else 0)
        if answer == (DONE,):
            assert seen.tick > NEW_TICKS or not trader.good()
            assert not trader.answers()
        elif trader.good() and trader.good()[0] in trader.offered:
            assert trader.good()[0] in after


def test_one_tick_is_used_for_all_that_is_good() -> None:
    """There is no second in which to answer."""
    game, most = game_of(trade_ticks=1), 0
    for seen, answer, _why in answers_in(game, 3):
        if seen.phase == "trade":
            most = max(most, len(answer) - 1)
    assert most > 4


@pytest.mark.parametrize("seats", [4, 5])
def test_they_trade_with_each_other(seats: int) -> None:
    """A swap per round at least, and not so many offers that nobody could read them."""
    game, swaps, offers = game_of(seats), 0, 0
    for seed in range(10):
        match, _answers = match_of(game, seed)
        swaps += sum([len(age.swaps) for age in seen_by(match, 0).past])
        offers += len([1 for name, _parts in match.heard(0) if name.startswith("offered")])
    assert swaps >= 10 * 5
    assert offers < 10 * 5 * 4 * seats


def test_a_spoiler_keeps_what_a_neighbour_collects() -> None:
    """It refuses swaps that the pair collector with the same taste would make, never more."""
    game, refused = game_of(), 0
    for seen, _answer, _why in answers_in(game, 8):
        if seen.phase == "trade":
            spoiler = Trader(seen, Outlook(game, seen, SPOILER))
            pairs = Trader(seen, Outlook(game, seen, PAIRS))
            assert set(spoiler.good()) <= set(pairs.good())
            refused += len(pairs.good()) - len(spoiler.good())
    assert refused > 20


# --- war and building


def test_jokers_wait_for_the_second_round_then_go_at_the_stronger_neighbour() -> None:
    """In the first there is nothing to steal; two of them leave no choice."""
    fired = 0
    for seen, answer, _why in answers_in(game_of(**WAR), 6):
        keep = answer[0]
        if isinstance(keep, Keep) and "Jk" in seen.hand:
            alone = seen.hand.count("Jk") == 1
            if seen.round == 1:
                assert JOKER == keep.card
            else:
                assert keep.card < JOKER
                assert not alone or keep.attack == 1 + stronger_side(seen)
                fired += 1
    assert fired > 5


def test_jokers_that_stand_for_any_card_are_built() -> None:
    """They are too good to fire."""
    game, built = game_of(**WAR, joker_in_civ="wild"), 0
    for seed in range(6):
        table = seen_by(match_of(game, seed)[0], 0).table
        built += sum([other.shown.count("Jk") for other in table])
    assert built > 10


def test_the_last_build_is_the_best_there_is() -> None:
    """At the end no taste counts: no other build without an exchange would have been stronger."""
    game = game_of(**WAR)
    for seen, _answer, _why in answers_in(game, 6):
        if seen.phase == "build" and seen.round == 5:
            outlooks = [Outlook(game, seen, style) for style in STYLES]
            built = [best_plan(seen, outlook) for outlook in outlooks]
            worth = [outlooks[0].worth_of_plan(plan) for plan in built]
            ways = plans(cards_of(seen.civ), cards_of(seen.hand), (), seen.to_place, CARDS)
            ways = without_exchange(ways)
            assert {max(map(outlooks[0].worth_of_plan, ways))} == set(worth)
            assert {5} == {len(plan.civ) for plan in built}


def test_it_goes_on_with_an_answer_that_somebody_else_began() -> None:
    """A seat may be taken over in the middle of its answer."""
    game = game_of(**WAR)
    for seed in range(6):
        match, number = Match(game, seed), 0
        while match.owing():
            for seat in match.owing():
                seen = match.observe(seat)
                number += 1
                bot = make_bot("random" if number % 2 else "easy", game, seat, number)
                match.play(seat, bot.choose(seen).text)


# --- talk


def worded(texts: Texts) -> Texts:
    """The texts, with reasons for phrases."""
    return Texts(texts.name, {**texts.data, "phrases": texts.table("reasons")})


def test_what_it_says_has_words_and_no_holes() -> None:
    """And nothing is said that is not in the texts, nor the other way round."""
    texts, said = texts_for("5-ages"), Counter[str]()
    assert set(SENTENCES) == set(texts.table("reasons"))
    for options, matches in (({}, 8), (WAR, 6)):
        for _seen, _answer, why in answers_in(game_of(**options), matches):
            key, parts = why
            said[key] += 1
            if key:
                sentence = worded(texts).phrase(key, parts, ["You", "Bo", "Cy", "Di"])
                assert sentence.endswith(".")
                assert "?" not in sentence
                assert "{" not in sentence
    assert set(SENTENCES) - {"attack_both"} <= set(said)


def test_what_it_says_follows_from_what_everybody_sees() -> None:
    """It names suits, ranks and cards only that lie open, and nothing of builds."""
    for seen, answer, why in answers_in(game_of(), 8):
        key, parts = why
        if seen.phase != "trade":
            assert why == NO_REASON
            continue
        asked = [move.wanted for move in answer if isinstance(move, Offer) and move.given != BOTH]
        if key in {"suit", "rank"}:
            letters = "CDHS" if key == "suit" else "23456789TJQKA"
            values = [card % 4 if key == "suit" else card // 4 for card in asked]
            assert letters.index(str(*parts.values())) in values
        me = seen.table[seen.seat]
        if key == "spoil":
            assert parts["card"] in {me.left, me.right}


def test_offers_between_two_are_not_talked_about() -> None:
    """Where others may not see them."""
    for seen, _answer, why in answers_in(game_of(offers_visible="pair"), 2):
        assert seen.phase != "trade" or why == NO_REASON


def test_a_flush_hunter_names_suits_and_a_collector_ranks() -> None:
    """Their talk shows their taste."""
    named: dict[str, set[str]] = {}
    for seen, _answer, why in answers_in(game_of(), 8):
        named.setdefault(style_of(seen).name, set()).add(why[0])
    assert "suit" in named["flush"] - named["pairs"] - named["spoiler"]
    assert "rank" in (named["pairs"] & named["spoiler"]) - named["flush"]
    assert "spoil" in named["spoiler"] - named["flush"] - named["pairs"]
