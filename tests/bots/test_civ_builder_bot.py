"""The `easy` of Civ Builder: it wins, keeps to its style, asks nobody twice, tells no secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from microciv.bots import Bot, make_bot
from microciv.bots.player import Player
from microciv.core.match import Match
from microciv.core.moves import NOBODY, Move
from microciv.core.policy import NO_REASON, Policy, Reason, step
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import open_game, policies, set_up
from microciv.games.civ_builder.cards import (
    CIVILIZATIONS,
    CONQUEST,
    CULTURE,
    KIND,
    NAMES,
    RELIGION,
    TRADE,
)
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.moves import ANY, Against, Named
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.policy.styles import (
    SPECIALIST,
    STYLES,
    THIEF,
    TRADER,
    Style,
    style_of,
)
from microciv.games.civ_builder.policy.talk import SENTENCES
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.views.observation import CivBuilderObservation
from microciv.texts import Reader, Texts, texts_for

pytestmark = pytest.mark.heavy


def sure(game: object) -> Policy:
    """`easy` without its slips."""
    assert isinstance(game, CivBuilderGame)
    return CivBuilderPolicy(game, trades=True, styled=True)


def sober(game: object) -> Policy:
    """Nor a style."""
    assert isinstance(game, CivBuilderGame)
    return CivBuilderPolicy(game, trades=True)


@dataclass(frozen=True)
class Asked:
    """An answer: who plays, what it saw when it began, its steps, and what it says of it."""

    style: Style
    seen: CivBuilderObservation
    answer: tuple[Move, ...]
    why: Reason
    told: tuple[str, ...]  # names of events that followed

    def terms(self) -> tuple[int, tuple[str, ...]]:
        """Whom an offer is for, and its terms."""
        if self.seen.phase == "answer":
            target = self.seen.deals[0].seat
        else:
            first = self.answer[0]
            assert isinstance(first, Against)
            target = first.seat
        return target, tuple(sorted([move.text for move in self.answer if isinstance(move, Named)]))

    def repeats(self, earlier: list[Asked]) -> bool:
        """Has somebody been offered just this?"""
        target, terms = self.terms()
        for other, before in [asked.terms() for asked in earlier]:
            if terms == before and (target == other or ANY in {target, other}):
                return True
        return False

    def is_offer(self) -> bool:
        """Does it offer anything?"""
        word = self.answer[0].text.split()[0]
        return self.seen.phase in {"offer", "answer", "market"} and word in {"offer", "counter"}


@cache
def game_of(seats: int = 4, **options: object) -> CivBuilderGame:
    game = open_game("civ-builder", {"seats": seats, **options})
    assert isinstance(game, CivBuilderGame)
    return game


def at(state: State) -> CivBuilderState:
    assert isinstance(state, CivBuilderState)
    return state


def seen_by(match: Match, seat: int) -> CivBuilderObservation:
    """What the seat knows."""
    seen = match.observe(seat)
    assert isinstance(seen, CivBuilderObservation)
    return seen


def play(match: Match, bots: list[Bot]) -> Iterator[Asked]:
    """Play to the end; stops after each answer of an `easy`."""
    while match.to_act():
        for seat in match.to_act():
            style = style_of(at(match.state), seat, bots[seat].table_number)
            seen, before = seen_by(match, seat), len(match.heard(seat))
            answer: tuple[Move, ...] = ()
            while seat in match.to_act() and match.observe(seat).answer == answer:
                move = bots[seat].choose(match.observe(seat))
                answer = (*answer, move)
                match.play(seat, move.text)
            if isinstance(bots[seat], Player):
                told = tuple([name for name, _parts in match.heard(seat, before)])
                yield Asked(style, seen, answer, bots[seat].why, told)


@cache
def match_of(game: CivBuilderGame, seed: int) -> tuple[Match, list[Asked]]:
    """A match of `easy` alone, and all their answers."""
    match = Match(game, seed)
    return match, list(play(match, [Player(game, seat, 0, sure) for seat in game.everybody]))


def answers_in(game: CivBuilderGame, matches: int) -> list[Asked]:
    """All answers of some matches of `easy` alone."""
    return [asked for seed in range(matches) for asked in match_of(game, seed)[1]]


# --- strength


@pytest.mark.parametrize("seats, matches", [(2, 4), (4, 4)])
def test_it_beats_random(seats: int, matches: int) -> None:
    """All but one match, for it slips; the seat going round, and by far on average."""
    game, leads, wins = game_of(seats), 0, 0
    for seed in range(matches):
        own, match = seed % seats, Match(game, seed)
        levels = ["easy" if seat == own else "random" for seat in range(seats)]
        bots = [make_bot(level, game, seat, seed + seat) for seat, level in enumerate(levels)]
        list(play(match, bots))
        scores = match.scores()
        wins += [own] == match.ranking()[0]
        leads += scores[own] - max(scores[:own] + scores[own + 1 :])
    assert wins >= matches - 1
    assert leads > 30 * matches


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_style_beats_random(style: Style) -> None:
    game = game_of(3)
    for seed in range(2):
        match = Match(game, seed)
        bots: list[Bot] = [make_bot("random", game, seat, seed + seat) for seat in range(3)]
        bots[seed] = Player(game, seed, 0, sure)
        while style_of(at(match.state), seed, bots[seed].table_number) is not style:
            bots[seed].table_number += 1
        assert {style} == {asked.style for asked in play(match, bots)}
        assert [seed] == match.ranking()[0]


# --- styles


def test_a_style_stays_for_a_match_and_all_sit_at_a_table() -> None:
    """It picks what suits it, so nothing changes once it has a civilization."""
    for seats in (2, 3, 5):
        styles: dict[int, set[str]] = {}
        for asked in match_of(game_of(seats, trade_mode="off"), 1)[1]:
            styles.setdefault(asked.seen.seat, set()).add(asked.style.name)
        assert {1} == {len(names) for names in styles.values()}
        assert min(3, seats) == len(set.union(*styles.values()))


def test_each_civilization_has_a_style() -> None:
    """So a seat that was a person's, or whose civilization was drawn, has one too."""
    for _civ, home in CIVILIZATIONS:
        assert 1 == len([style for style in STYLES if home in style.homes])


@cache
def with_style(style: Style, trade: str) -> list[Asked]:
    """Answers of seats of this style."""
    game = game_of(3, trade_mode=trade)
    return [asked for asked in answers_in(game, 5) if asked.style is style]


def share_of(style: Style, attributes: tuple[int, ...]) -> float:
    """How many of the style's melds are of these attributes."""
    firsts = [asked.answer[0] for asked in with_style(style, "off") if asked.seen.phase == "meld"]
    melds = Counter([move.kind for move in firsts if isinstance(move, Named)])
    return sum([melds[attribute] for attribute in attributes]) / melds.total()


def test_styles_differ_in_what_they_meld() -> None:
    """The thief steals, the trader exchanges."""
    assert share_of(THIEF, THIEF.likes) > share_of(TRADER, THIEF.likes)
    assert share_of(THIEF, THIEF.likes) > share_of(SPECIALIST, THIEF.likes)
    assert share_of(TRADER, (TRADE, CULTURE)) > share_of(THIEF, (TRADE, CULTURE))


# --- the same again


def test_the_same_questions_get_the_same_answers() -> None:
    """Also from a bot that is made anew for each step, with any seed: whatever world it is dealt,
    and whatever it has asked before in this phase.
    """
    for mode in ("offers", "clock"):
        game = game_of(3, trade_mode=mode)
        match = Match(game, 4)
        bots = [Player(game, seat, 0, sure) for seat in range(3)]
        number = 0
        while match.to_act() and seen_by(match, 0).round < 6:
            for seat in match.to_act():
                number += 1
                move = bots[seat].choose(match.observe(seat))
                again = Player(game, seat, number, sure)
                assert move is again.choose(match.observe(seat))
                assert bots[seat].why == again.why
                match.play(seat, move.text)


def test_in_bulk_it_plays_as_at_a_table() -> None:
    """One policy for all seats of a state, and one for each that thinks in re-dealt worlds."""
    for mode in ("offers", "clock"):
        game = game_of(3, trade_mode=mode)
        match, state, policy = Match(game, 5), game.deal(5), sure(game)
        state.hush()
        bots = [Player(game, seat, 0, sure) for seat in range(3)]
        while state.to_act:
            seat = state.to_act[0]
            move = bots[seat].choose(match.observe(seat))
            assert move is step(policy, state, seat, state.legal(seat), Rng(0))
            state.apply(seat, move)
            match.play(seat, move.text)


def test_it_goes_on_with_an_answer_that_somebody_else_began() -> None:
    """A seat may be taken over in the middle of its answer."""
    switches: list[dict[str, object]] = [{}, {"trade_mode": "clock"}, {"trade_equal": True}]
    for seed, switch in enumerate(switches):
        game = game_of(2, **switch)
        match, number = Match(game, seed), 0
        while match.to_act():
            for seat in match.to_act():
                number += 1
                bot = make_bot("random" if number % 2 else "easy", game, seat, number)
                match.play(seat, bot.choose(match.observe(seat)).text)


SWITCHES: list[dict[str, object]] = [
    {"seats": 2},
    {"seats": 10, "allow_7_to_10": True, "trade_passes": 1},
    {"unique_civs": False},
    {"civ_pick": "random", "roll_first": True},
    {"roll_first": True},
    {"privilege_ties": "none"},
    {"privilege_ties": "order"},
    {"privilege_time": "round_start"},
    {"trade_mode": "clock", "seats": 2},
    {"trade_mode": "clock", "trade_gifts": True},
    {"trade_passes": 4},
    {"offer_max_cards": 1},
    {"offer_max_cards": 5, "trade_equal": True},
    {"trade_gifts": True},
    {"trade_view": "trade_phase"},
    {"natural_required": False},
    {"wild_limit": "one_each"},
    {"repeat_attribute": False},
    {"max_melds": 2},
    {"science_rest": "bottom"},
    {"science_rest": "shuffle"},
    {"empty_dump": True},
    {"final_tie": "initiative"},
    {"final_tie": "scores"},
]


@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_it_plays_with_every_option_to_the_end(switch: dict[str, object]) -> None:
    """Only legal moves, also after its own slips."""
    game = game_of(**{"seats": 3, **switch})
    state, policy, rng = game.deal(2), policies("civ-builder")["easy"](game), Rng(2)
    state.hush()
    while state.to_act:
        seat = state.to_act[0]
        legal = state.legal(seat)
        move = step(policy, state, seat, legal, rng)
        assert move in legal
        state.apply(seat, move)
    assert min(state.scores()) > 50


# --- trade


@pytest.mark.parametrize("mode", ["offers", "clock"])
def test_it_repeats_no_refused_offer_and_keeps_to_its_limits(mode: str) -> None:
    """In one phase: as many offers of a seat as its style has, and no terms twice to anybody."""
    game, exchanges = game_of(4, trade_mode=mode), 0
    for seed in range(3):
        made: dict[tuple[int, int], list[Asked]] = {}
        for asked in match_of(game, seed)[1]:
            exchanges += "gave" in asked.told
            if asked.is_offer():
                made.setdefault((asked.seen.round, asked.seen.seat), []).append(asked)
        assert len(made) > 4
        for offers in made.values():
            assert len(offers) <= offers[0].style.approaches
            assert not [1 for place, asked in enumerate(offers) if asked.repeats(offers[:place])]
    assert exchanges > 4


def test_they_trade_and_do_not_pester() -> None:
    """Some exchanges in each match; of all offers, a good part is accepted."""
    answers = answers_in(game_of(), 3)
    offers = len([1 for asked in answers if asked.is_offer()])
    exchanges = len([1 for asked in answers if "gave" in asked.told])
    assert 3 * 4 < offers < 3 * 4 * 12
    assert exchanges > offers / 6


def test_in_the_market_it_says_ready_when_there_is_nothing_to_do() -> None:
    """And it never begins and ends the same thing over and over."""
    game = game_of(4, trade_mode="clock")
    for asked in answers_in(game, 3):
        if asked.seen.phase == "market":
            assert asked.seen.ticks < 12


# --- positions where the choice is plain


def position(phase: str, hands: list[str], **more: object) -> dict[str, object]:
    """A table of two or more, round 5, all scores even unless they are given."""
    scores = more.pop("scores", [{}] * len(hands))
    assert isinstance(scores, list)
    even = dict.fromkeys(NAMES[:10], 5)
    table = [
        {"hand": hand, "scores": {**even, **scores[seat]}, "points": 50}
        for seat, hand in enumerate(hands)
    ]
    return {
        "game": "civ-builder",
        "options": {"seats": len(hands)},
        "round": 5,
        "phase": phase,
        "table": table,
        **more,
    }


def answer_to(document: dict[str, object], seat: int = 0, table: int = -1) -> list[str]:
    """The whole answer of a bot, of the style that it has at this table or of none."""
    match = set_up(document)
    bot = Player(match.game, seat, 0, sober if table < 0 else sure)
    bot.table_number = table
    answer: list[str] = []
    while seat in match.to_act() and len(match.observe(seat).answer) == len(answer):
        move = bot.choose(match.observe(seat))
        answer.append(move.text)
        match.play(seat, move.text)
    return answer


def test_small_melds_come_first() -> None:
    """One Culture, then two Engineering: the other way round there would be only one meld."""
    even = position("meld", ["Cul+2Eng", "Sci"], round=12)
    assert ["meld Cul"] == answer_to(even)[:1]


def test_a_set_is_parted_for_two_melds() -> None:
    """Three Culture are a meld of one and one of two."""
    assert ["meld Cul", "natural 1"] == answer_to(position("meld", ["3Cul", "Sci"], round=12))


def test_a_leader_makes_a_meld_large_enough() -> None:
    """One card would not do for the second meld."""
    turn = {"melds": 1}
    answer = answer_to(position("meld", ["Cul+Lea", "Sci"], round=12, turn=turn))
    assert "meld Cul" == answer[0]


def test_disasters_go_first() -> None:
    """And a Leader never."""
    hands = ["2Dis+Lea+2Cul+2Sci", "Sci"]
    scores = [{"Con": 4, "Rel": 4}, {}]
    assert ["discard Dis", "discard Dis"] == answer_to(position("discard", hands, scores=scores))


def test_a_hand_is_worth_nothing_after_the_last_round() -> None:
    """Three points are; earlier, a good hand is kept and a bad one is not."""
    assert ["dump"] == answer_to(position("dump", ["2Cul+Lea", "Sci"], round=12))
    assert ["keep"] == answer_to(position("dump", ["2Cul+Lea", "Sci"]))
    assert ["dump"] == answer_to(position("dump", ["Dis", "Sci"], scores=[{"Rel": 4}, {}]))


def test_conquest_takes_the_points_that_change_leads() -> None:
    """One point from each of two that are a point ahead, or two where it is two behind."""
    turn = {"melds": 1, "action": "Con"}
    near = [{"Con": 30, "Cul": 4}, {"Con": 1, "Cul": 6}]
    far = dict.fromkeys(["Tra", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"], 0)
    scores = [{**near[0], **dict.fromkeys(far, 30)}, {**near[1], **far}]
    answer = answer_to(position("act", ["Sci", "Sci"], turn=turn, scores=scores, round=12))
    assert ["steal B", "point Cul"] == answer[:2]


def test_the_science_point_goes_where_it_takes_a_lead() -> None:
    """Not where there is nothing to win."""
    lows = dict.fromkeys(NAMES[:10], 3)
    scores = [{**lows, "Sci": 9, "Equ": 4}, {"Sci": 2, "Equ": 5}]
    document = position("point", ["Cul", "Sci"], scores=scores, round=12)
    assert ["point Equ"] == answer_to(document)


def test_a_disaster_for_a_leader_is_accepted_and_not_the_other_way_round() -> None:
    """By every style."""
    scores = [{"Rel": 4}, {}]
    hands = ["Dis+Lea+2Cul+2Sci", "Dis+Lea+2Tra+2Eng"]
    for place in range(len(STYLES)):
        for given, wanted, expected in (("Lea", "Dis", "accept"), ("Dis", "Lea", "decline")):
            deal = {"seat": 1, "target": 0, "given": given, "wanted": wanted}
            trade = {"pass": 1, "proposed": True, "deal": deal}
            document = position("answer", hands, scores=scores, trade=trade, order=[1, 0])
            document["asked"] = 0
            answer = answer_to(document, 0, place)
            assert expected == answer[0] or (expected, answer[0]) == ("decline", "counter")


def test_an_action_against_somebody_is_against_who_stands_best() -> None:
    """With all else equal."""
    document = position("act", ["Cul", "3Sci", "3Sci"], turn={"melds": 1, "action": "Sea"})
    table = document["table"]
    assert isinstance(table, list)
    table[2]["points"] = 80
    assert ["steal C"] == answer_to(document)


# --- talk


def worded(texts: Texts) -> Texts:
    """The texts, with reasons for phrases."""
    return Texts(texts.name, {**texts.data, "phrases": texts.entries("reasons")})


def test_what_it_says_has_words_and_no_holes() -> None:
    """And nothing is said that is not in the texts, nor the other way round."""
    texts, said = texts_for("civ-builder"), Counter[str]()
    assert {*SENTENCES, "no_answer"} == set(texts.entries("reasons"))
    for asked in [*answers_in(game_of(), 3), *answers_in(game_of(4, trade_mode="clock"), 3)]:
        key, parts = asked.why
        said[key] += 1
        if key:
            sentence = worded(texts).phrase(key, parts, [Reader("You"), "Bo", "Cy", "Di"])
            assert sentence.endswith(".")
            assert "?" not in sentence
            assert "{" not in sentence
    assert {"wants", "fair", "no_use", "thief", "specialist", "keeps_lead"} <= set(said)


def test_what_it_says_tells_no_terms_and_no_cards() -> None:
    """Of an offer between two, only whether it is fair; of who is willing, nothing."""
    for mode in ("offers", "clock"):
        for asked in answers_in(game_of(4, trade_mode=mode), 3):
            key, parts = asked.why
            phase = asked.seen.phase
            if phase == "answer":
                private = asked.seen.deals[0].target != NOBODY
                assert key in ({"fair", "too_dear"} if private else {""})
                assert not parts
            elif phase in {"offer", "market"} and asked.is_offer():
                target, terms = asked.terms()
                assert key in ({"wants"} if target == ANY else {"trader", ""})
                if key == "wants":
                    assert f"want {parts['kind']}" in terms
            elif phase == "market":
                assert key in {"", "needs_it"}
            elif phase in {"study", "sixth", "pick", "dump", "choose"}:
                assert asked.why == NO_REASON
            elif phase in {"meld", "point"} and key:
                assert [*parts.values()] == [NAMES[KIND[asked.answer[0].text.split()[1]]]]
            elif key == "no_use":
                assert f"discard {parts['kind']}" in [move.text for move in asked.answer]
            elif key:
                assert phase in {"act", "exchange", "reply"}


def test_thieves_and_specialists_say_so() -> None:
    """Their talk shows their style."""
    named: dict[str, set[str]] = {}
    for asked in answers_in(game_of(), 3):
        named.setdefault(asked.style.name, set()).add(asked.why[0])
    assert "thief" in named["thief"] - named["specialist"] - named["trader"]
    assert "specialist" in named["specialist"] - named["thief"] - named["trader"]
    assert {CONQUEST, RELIGION} <= set(THIEF.homes)
