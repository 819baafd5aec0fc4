"""The policy of the Card Game at a table: it wins, keeps to its style, and tells no secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from statistics import mean
from typing import Any

import pytest

from microciv.bots import Bot, make_bot
from microciv.bots.player import Player
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Reason
from microciv.core.rng import Rng
from microciv.games import open_game, policies
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy
from microciv.games.civ_card_game.policy.reasons import SENTENCES
from microciv.games.civ_card_game.policy.worth import (
    BUILDER,
    GROWER,
    RAIDER,
    STYLES,
    Style,
    style_of,
)
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from microciv.texts import Reader, Texts, texts_for
from tests.games.civ_card_game.printed import CARD, FIRST_UNIT
from tests.games.civ_card_game.table import at, attack, row, table, techs_but

pytestmark = pytest.mark.heavy


@dataclass(frozen=True)
class Asked:
    """An answer of an `easy`: what it saw when it began, its steps, and what it says of it."""

    seen: CivCardGameObservation
    answer: tuple[Move, ...]
    why: Reason
    style: Style

    @property
    def verbs(self) -> list[str]:
        """The first word of each step."""
        return [move.text.split()[0] for move in self.answer]


@cache
def game_of(seats: int = 3, **options: object) -> CivCardGame:
    game = open_game("civ-card-game", {"seats": seats, **options})
    assert isinstance(game, CivCardGame)
    return game


def styled(game: Game, seat: Seat, style: Style) -> Bot:
    """Plays in this style and without slips."""

    def maker(game: Game) -> CivCardGamePolicy:
        policy = CivCardGamePolicy(game)
        policy.styles = [style] * game.seats
        return policy

    return Player(game, seat, 0, maker)


def style_at(match: Match, seat: Seat) -> Style:
    """What the match gives the seat."""
    assert isinstance(match.state, CivCardGameState)
    return style_of(match.state, seat)


def play(match: Match, bots: list[Bot]) -> Iterator[Asked]:
    """Play to the end; stops after each answer of an `easy`."""
    while match.to_act():
        for seat in match.to_act():
            seen, bot = at(match, seat), bots[seat]
            answer: tuple[Move, ...] = ()
            while seat in match.to_act() and match.observe(seat).answer == answer:
                move = bot.choose(match.observe(seat))
                answer = (*answer, move)
                match.play(seat, move.text)
            if isinstance(bot, Player):
                yield Asked(seen, answer, bot.why, style_at(match, seat))


@cache
def match_of(game: CivCardGame, seed: int) -> tuple[Match, list[Asked]]:
    """A match of `easy` alone, and all their answers."""
    match = Match(game, seed)
    return match, list(play(match, [make_bot("easy", game, seat, 0) for seat in range(game.seats)]))


def answers_in(game: CivCardGame, matches: int) -> list[Asked]:
    """All answers of some matches of `easy` alone."""
    return [asked for seed in range(matches) for asked in match_of(game, seed)[1]]


def answer_to(match: Match, style: Style = GROWER) -> list[str]:
    """The whole answer of whoever is asked, without what it has answered already."""
    (seat,) = match.to_act()
    bot = styled(match.game, seat, style)
    begun = match.observe(seat).answer
    answer: list[str] = []
    while match.to_act() == [seat] and len(match.observe(seat).answer) == len(begun) + len(answer):
        move = bot.choose(match.observe(seat))
        answer.append(move.text)
        match.play(seat, move.text)
    return answer


def turn_of(match: Match, style: Style = GROWER) -> list[str]:
    """All steps of the turn, up to its last answer."""
    steps: list[str] = []
    seat = at(match).turn
    while match.to_act() == [seat] and at(match).phase == "turn":
        steps += answer_to(match, style)
    return steps


# --- strength


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_random(seats: int) -> None:
    """Every match, the seat going round, and by far."""
    game = game_of(seats)
    ahead = []
    for seed in range(4):
        own, match = seed % seats, Match(game, seed)
        levels = ["easy" if seat == own else "random" for seat in range(seats)]
        bots = [make_bot(level, game, seat, seed + seat) for seat, level in enumerate(levels)]
        list(play(match, bots))
        scores = match.scores()
        assert [own] == match.ranking()[0]
        ahead.append(scores[own] - max(scores[:own] + scores[own + 1 :]))
    assert sum(ahead) > 8 * len(ahead)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_style_beats_random(style: Style) -> None:
    """Whatever a seat's own would be."""
    game = game_of(2)
    for seed in range(4):
        match = Match(game, seed)
        bots: list[Bot] = [make_bot("random", game, seat, seed + seat) for seat in range(2)]
        bots[seed % 2] = styled(game, seed % 2, style)
        list(play(match, bots))
        assert [seed % 2] == match.ranking()[0]


ENDS = {2: (14.5, 18.5), 3: (12.2, 16.2), 4: (10.4, 14.4)}
"""Rounds of a match of sensible players, give or take two (a.8)."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_are_as_long_as_they_should_be(seats: int) -> None:
    """On average; and all of them end by the last technology."""
    rounds = []
    for seed in range(6):
        seen = at(match_of(game_of(seats), seed)[0])
        assert not seen.market_techs
        assert not seen.tech_deck
        rounds.append(seen.round)
    low, high = ENDS[seats]
    assert low <= mean(rounds) <= high + 1  # the last round is seldom whole


# --- styles


def test_a_style_stays_for_a_match_and_all_sit_at_a_table() -> None:
    """All three, if there are three seats."""
    for seats in (2, 3, 4):
        styles: dict[int, set[str]] = {}
        for asked in match_of(game_of(seats), 1)[1]:
            styles.setdefault(asked.seen.seat, set()).add(asked.style.name)
        assert {1} == {len(names) for names in styles.values()}
        assert min(3, seats) == len(set.union(*styles.values()))
    pairs = {
        tuple([style_at(Match(game_of(2), seed), seat).name for seat in range(2)])
        for seed in range(30)
    }
    assert len(pairs) == 3


@cache
def with_style(style: Style) -> Counter[str]:
    """What a seat of this style does among two growers: the same matches for each style."""
    did = Counter[str]()
    game = game_of(3)
    for seed in range(6):
        own = seed % 3
        bots = [styled(game, seat, style if seat == own else GROWER) for seat in range(3)]
        for asked in play(Match(game, seed), bots):
            if asked.seen.seat == own:
                did.update(asked.verbs)
    return did


def test_styles_differ() -> None:
    """The raider attacks often and the builder rarely; the builder builds, the grower grows."""
    grower, builder, raider = [with_style(style) for style in (GROWER, BUILDER, RAIDER)]
    assert raider["fight"] > grower["fight"] > builder["fight"] > 0
    assert raider["fight"] > 1.6 * builder["fight"]
    shares = [did["build"] / did["populate"] for did in (builder, grower, raider)]
    assert shares[0] > max(shares[1:])
    assert grower["populate"] > builder["populate"]


# --- the same again


def test_the_same_seeds_play_the_same_match() -> None:
    """Slips come from the bot's seed, and last for a turn: an answer goes on as it was foreseen."""
    game = game_of(3)
    records = []
    for _again in range(2):
        match = Match(game, 4)
        bots = [make_bot("easy", game, seat, seat) for seat in range(3)]
        while match.to_act():
            (seat,) = match.to_act()
            move = bots[seat].choose(match.observe(seat))
            for step in [move, *bots[seat].foreseen()]:
                assert step in match.observe(seat).legal
                match.play(seat, step.text)
        records.append(match.record().moves)
    assert records[0] == records[1]


def slipping(game: Game, seed: int) -> CivCardGamePolicy:
    """The policy of `easy` with the slips that follow from a seed."""
    policy = policies(game.name)["easy"](game)
    assert isinstance(policy, CivCardGamePolicy)
    policy._slip_seed = seed
    return policy


def test_slips_shift_what_is_bought_and_are_left_out_of_advice() -> None:
    """At its best a bot has none."""
    game = game_of(2)
    own = row("Plains:3, Grassland:2", "Granary, Forge", "9F 9H 9C")
    state = game.redeal(table(own, row(), collecting=False).observe(0), Rng(1))
    assert isinstance(state, CivCardGameState)
    usual = CivCardGamePolicy(game)
    usual.styles = [style_of(state, 0)] * 2
    bought = {slipping(game, seed).step(state.clone(), 0).text for seed in range(40)}
    assert len(bought) > 2
    sober = slipping(game, 0)
    sober.sober()
    assert usual.step(state.clone(), 0) is sober.step(state.clone(), 0)


def test_it_goes_on_with_an_answer_that_somebody_else_began() -> None:
    """A seat may be taken over in the middle of its answer."""
    switches: list[dict[str, object]] = [{}, {"bank_mix": "any"}, {"bonus_kinds": "current"}]
    for seed, switch in enumerate(switches):
        game = game_of(2, **switch)
        match, number = Match(game, seed), 0
        while match.to_act():
            (seat,) = match.to_act()
            number += 1
            bot = make_bot("random" if number % 2 else "easy", game, seat, number)
            match.play(seat, bot.choose(match.observe(seat)).text)


def test_a_turn_is_short() -> None:
    """It never goes round in circles: no answer is long, and a bank trade serves a purchase."""
    for asked in answers_in(game_of(), 4):
        assert len(asked.answer) < 60
        if asked.verbs[-1] in {"done", "peace", "fight"} and "bank" in asked.verbs:
            trade = len(asked.verbs) - 1 - asked.verbs[::-1].index("bank")
            assert {"populate", "build", "claim", "buy"} & set(asked.verbs[trade:])


# --- what it does in a turn


def test_it_grows_with_all_that_it_has() -> None:
    """Goods are played and the bank is asked where that is enough for one more."""
    match = table(row("Grassland:1, Forest, Grassland", "Corn", "2F 6H"), row(), round=8)
    steps = turn_of(match)
    assert "play Corn" in steps
    assert [step for step in steps if step.startswith("populate")]


def test_bonuses_go_where_they_are_needed() -> None:
    """To the hammers that a wonder still lacks, to the food that people still lack."""
    own = row("Plains:3, Forest, Forest, Forest", "Hanging Gardens", "6H", techs="Currency")
    last = {"round": 16, "techs": "Music, Drama, Pottery", "tech_deck": ""}
    sold = techs_but("Music", "Drama", "Pottery", "Currency")
    steps = turn_of(table(own, row(techs=sold), collecting=True, **last))
    assert steps[0] in {"split 0", "split 1"}
    assert "build Hanging Gardens" in steps
    steps = turn_of(table(row("Plains:3, Grassland", "", "1F"), row(), collecting=True))
    assert steps[0] in {"split 2", "split 3"}


def test_a_granary_stands_where_there_is_food() -> None:
    """On the plot that prints most of it."""
    own = row("Forest:1, Grassland:1, Flood Plain:1, Gem Field", "Granary", "9H")
    steps = turn_of(table(own, row(), collecting=False), BUILDER)
    assert ["build Granary", "on 3"] == steps[steps.index("build Granary") :][:2]


def test_it_uses_what_it_knows() -> None:
    """Code of Laws against a stock of three, Writing against a hand; not against nothing."""
    own = row("Grassland", techs="Code of Laws", powers=["Code of Laws"])
    match = table(own, row(stock="2F 3H 1C"), row(stock="1F"), collecting=False)
    steps = turn_of(match)
    assert "use B Code of Laws" in steps
    assert 3 == len([step for step in steps if step.startswith("rob")]) or "rob F" in steps
    match = table(own, row(stock="1C"), row(stock="1F"), collecting=False)
    assert not [step for step in turn_of(match) if step.startswith("use")]
    own = row("Grassland", techs="Writing", powers=["Writing"])
    match = table(own, row(hand="Corn, Iron"), row(), collecting=False)
    assert "use B Writing" in turn_of(match)


# --- the end


def last_tech(own: str, theirs: str, stock: str, **fields: Any) -> list[str]:
    """The turn of a seat that may buy Music, the last technology."""
    mine = row(own, stock=stock, techs="Drama, Pottery")
    rest = techs_but("Music", "Drama", "Pottery", "Mining", "Writing")
    other = row(theirs, techs="Mining, Writing")
    third = row(techs=rest, plots="Forest")
    fields = {"round": 14, "collecting": False, "techs": "Music", "tech_deck": "", **fields}
    return turn_of(table(mine, other, third, **fields))


def test_the_last_technology_is_bought_if_that_wins() -> None:
    """After all else that brings points."""
    steps = last_tech("Plains:30, Grassland:2", "Forest:9", "13F 14C")
    assert "buy Music" == steps[-1]
    assert [step for step in steps if step.startswith("populate")]


def test_the_last_technology_is_left_to_others_if_they_win() -> None:
    """As long as there is hope."""
    assert "buy Music" not in last_tech("Plains:3", "Forest:50", "14C")


def test_a_lost_cause_ends() -> None:
    """Late."""
    assert "buy Music" == last_tech("Plains:3", "Forest:50", "14C", round=25)[-1]


# --- fighting


def test_it_attacks_the_defenceless() -> None:
    """Every style, if nobody can stop it."""
    for style in STYLES:
        own = row("Plains:3", "2 Chariot, Swordsmen")
        match = table(own, row("Forest:4+Granary"), row("Forest:1"), collecting=False)
        steps = turn_of(match, style)
        assert "fight" == steps[-1]
        assert "attack B Swordsmen" in steps


def test_it_lets_those_alone_who_may_well_stop_it() -> None:
    """With many cards in hand."""
    own = row("Plains:3", "Swordsmen")
    match = table(own, row("Forest:4", "6 Corn, 6 Furs, 3 Iron"), collecting=False)
    assert "peace" == turn_of(match, BUILDER)[-1]


def test_it_blocks_the_worst_with_what_it_needs_least() -> None:
    """Swordsmen rather than Axemen, and with Archers, which can do nothing else."""
    foe = row("Forest:1")
    own = row("Plains:3+Granary", "Archers, Axemen")
    match = attack("B Swordsmen", foe, own)
    assert ["block Archers"] == answer_to(match)
    own = row("Plains:3+Granary", "Archers")
    match = attack("B Axemen, B Swordsmen", foe, own)
    assert ["pass", "block Archers"] == answer_to(match)


def test_it_loses_the_least() -> None:
    """The population that is cheapest to get again; the building that does least."""
    foe = row("Forest:1")
    own = row("Grassland:5, Grassland:1, Grassland:2+Granary, Grassland:2+Market")
    match = attack("B Swordsmen", foe, own)
    answers = {}
    while at(match).phase in {"block", "yield", "receive", "raze"}:
        phase = at(match).phase
        answers[phase] = answer_to(match)
    assert ["yield 2"] == answers["yield"]
    assert ["raze 4 Market"] == answers["raze"]


def test_it_repels_whom_it_cannot_stop() -> None:
    """The Chariot, if it has Archers for the Axemen."""
    own = row("Plains:3+City Walls", "Archers")
    match = attack("B Axemen, B Chariot", row("Forest:1"), own)
    assert ["repel Chariot"] == answer_to(match)


def test_it_discards_what_helps_least() -> None:
    """A second Catapult and walls at the end of a match, never the wonder that it can pay."""
    own = row("Forest:3, Forest:3", "Catapult, Catapult, Pyramids, Archers", "13H")
    match = table(own, row(), phase="discard", round=8, due=2)
    answer = answer_to(match)
    assert "discard Catapult" in answer
    assert "discard Pyramids" not in answer


# --- talk


def worded(texts: Texts) -> Texts:
    """The texts, with reasons for phrases."""
    return Texts(texts.name, {**texts.data, "phrases": texts.entries("reasons")})


def test_what_it_says_has_words_and_no_holes() -> None:
    """And nothing is said that is not in the texts, nor the other way round."""
    texts, said = texts_for("civ-card-game"), Counter[str]()
    assert {*SENTENCES, "no_answer"} == set(texts.entries("reasons"))
    for asked in answers_in(game_of(), 4):
        key, parts = asked.why
        said[key] += 1
        if key:
            sentence = worded(texts).phrase(key, parts, [Reader("You"), "Bo", "Cy", "Di"])
            assert sentence.endswith(".")
            assert "?" not in sentence
            assert "{" not in sentence
    assert set(SENTENCES) - {"attacks_leader", "marvel"} <= set(said)


def test_what_it_says_lies_open() -> None:
    """A card that it names is in its answer, or in the combat area; so is whom it is about."""
    for asked in answers_in(game_of(), 4):
        key, parts = asked.why
        steps = [move.text for move in asked.answer]
        if key == "defends":
            assert parts["card"] in [unit.card for unit in asked.seen.units]
            assert [step for step in steps if step.startswith("block")]
        elif "card" in parts:
            assert [step for step in steps if step.endswith(f" {parts['card']}")]
        if "target" in parts:
            letter = "ABCD"[int(parts["target"])]
            assert [step for step in steps if f" {letter} " in step]
        if key in {"raids", "attacks_leader"}:
            assert "fight" == steps[-1]
        if asked.seen.phase in {"draft", "found", "yield", "receive", "raze", "repel"}:
            assert asked.why == NO_REASON


def test_units_in_hand_are_its_secret() -> None:
    """What it does not attack with is never named."""
    for asked in answers_in(game_of(), 4):
        named = str(asked.why[1].get("card", ""))
        if named and CARD[named] >= FIRST_UNIT and asked.seen.phase == "turn":
            assert [move for move in asked.answer if move.text.endswith(named)]
