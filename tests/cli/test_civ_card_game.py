"""Civilization: The Card Game at the terminal: the sheet, turns of many lines, undo, wishes."""

import json
import random
import re
import tomllib
from pathlib import Path

import pytest

from microciv import Match, open_game, read_record
from microciv.core.codec import plain
from tests.cli.screens import THREE, flat, numbers, saved_moves

NAME = "civ-card-game"
OWN_BOX = Path(__file__).parents[2] / "docs" / "games" / "own-box.toml"


def land(*plots):
    """`Plains:2+Granary` as a plot of a position."""
    found = []
    for text in plots:
        ground, *structures = text.split("+")
        card, _, population = ground.partition(":")
        found.append({
            "card": card, "population": int(population or 0), "structures": structures,
        })  # fmt: skip
    return found


def stock(food, hammers, coins):
    return {"F": food, "H": hammers, "C": coins}


ANA = {
    "plots": land("Plains:2+Granary", "Forest:1", "Coast:1+Temple", "Gem Field"),
    "stock": stock(3, 4, 6), "techs": ["Writing", "Mathematics"],
    "hand": ["Library", "City Walls", "Pyramids", "Chariot", "Axemen", "Archers", "Corn", "Corn"],
}  # fmt: skip
BO = {
    "plots": land("Flood Plain:3+Monastery", "Forest:1", "River Bank", "Hill Country:2+Colosseum"),
    "stock": stock(4, 0, 9), "techs": ["Drama"],
    "hand": ["Archers", "Spearmen", "Forge", "Iron", "Gold"],
}  # fmt: skip
CY = {
    "plots": land("Grassland:2+Market", "Forest:1+Stonehenge", "Coast:1", "Oasis", "Pasture:1"),
    "stock": stock(2, 7, 1), "techs": [], "hand": ["Swordsmen", "Furs", "Forge"],
}  # fmt: skip
MARKET = {"plots": ["Grassland", "Quarry Hill", "Coast"], "techs": ["Mining", "Music", "Sailing"]}


def position(phase="turn", rows=(ANA, BO, CY), **fields):
    """Ana, Bo and Cy in round 5; it is Ana's turn."""
    document = {"game": NAME, "phase": phase, "round": 5, "turn": 0, "table": list(rows)}
    return {**document, "market": MARKET, **fields}


BUY = position()
COLLECT = position(question={"collecting": True})


# --- questions with one answer


def test_who_plays_alone_is_not_asked_where_there_is_one_answer(cli):
    typed = "1\n1\n1\n1\n4\ndone\n1\n1\n1\n"
    output = cli("play", NAME, "--seed", "5", "--seats", "you,bot:random", typed=typed).output
    assert "attacked you with Axemen" in output
    assert "Answered for you: Let it through. It needed no asking." in output
    assert "[1, ?]" not in output


def test_a_turn_ends_when_there_is_nothing_to_attack_with(tmp_path, cli):
    rows = [{"plots": [{"card": "Plains", "population": 1}], "hand": []} for _ in range(2)]
    document = {"game": NAME, "round": 2, "phase": "turn", "turn": 0, "table": rows}
    path = tmp_path / "bare.json"
    path.write_text(json.dumps(document))
    output = cli("play", "--position", path, "--seats", "Ana,Bo", typed="\ncollect\ndone\n").output
    assert "Which card do you discard?" in output
    assert "Whom do you attack" not in output


# --- whole matches


@pytest.mark.parametrize("seats, settings", [
    (2, ()), (3, ("--variant", "peaceful")), (4, ("--set", "steal_kinds=victim")),
])  # fmt: skip
def test_a_whole_match_can_be_typed_in(cli, home, seats, settings):
    players = ",".join(["you", *["bot:random"] * (seats - 1)])
    arguments = ("--seed", "6", "--set", "max_rounds=7", *settings, "--seats", players)
    result = cli("play", NAME, *arguments, typed=numbers(seats))
    assert result.exit_code == 0, result.output
    assert re.search(r"(You win|\w+ wins|Shared victory: .*) with \d+ VP\.", result.output)
    assert "After 7 rounds" in result.output
    (record,) = (home / "records").glob("*.json")
    assert cli("verify", record).exit_code == 0
    for command in ("show", "replay"):
        for seat in ((), ("--seat", "2")):
            assert cli(command, record, *seat).exit_code == 0


def random_lines(match, seed, rounds):
    """The answers of a random match as lines, with who gives them; answers that need no asking
    are not among them. The match is left where the lines lead.
    """
    chance = random.Random(seed)
    while match.to_act() and match.observe(0).round <= rounds:
        seat = match.to_act()[0]
        seen = match.observe(seat)
        move = match.game.obvious(seen)
        if move is not None:
            match.play(seat, move.text)
            continue
        sets, steps = match.set_number(), []
        while match.set_number() == sets and seat in match.to_act():
            legal = list(match.observe(seat).legal)
            if len(legal) > 1 and legal[0].text == "done" and chance.random() < 0.6:
                legal = legal[1:]
            steps.append(chance.choice(legal))
            match.play(seat, steps[-1].text)
        yield seat, match.game.line(seen, steps)


@pytest.mark.parametrize("box", [None, OWN_BOX], ids=["printed", "own"])
def test_a_match_typed_in_whole_lines_is_the_same_match(cli, home, box):
    settings = {"max_rounds": 4}
    cards = ("--cards", str(box)) if box else ()
    if box:
        settings["cards"] = tomllib.loads(box.read_text(encoding="utf-8"))["cards"]
    match = Match(open_game(NAME, seats=3, **settings), seed=5)
    typed, at_screen = [], -1
    for seat, line in random_lines(match, 5, 99):
        typed += ["", line] if seat != at_screen else [line]
        at_screen = seat
    lines = "".join([f"{line}\n" for line in typed])
    arguments = ("--seed", "5", "--set", "max_rounds=4", *cards, *THREE)
    result = cli("play", NAME, *arguments, typed=lines)
    assert result.exit_code == 0
    assert "! " not in result.output
    (record,) = (home / "records").glob("*.json")
    assert read_record(json.loads(record.read_text())).moves == match.record().moves


@pytest.mark.parametrize("seats, columns", [(2, 80), (3, 80), (4, 80), (4, 100), (4, 120)])
def test_no_line_is_longer_than_the_terminal(cli, monkeypatch, seats, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    names = ["Maximiliana", "Bartholomew Longname", "Cy", "Di"][:seats]
    arguments = ("--seed", "3", "--seats", ",".join(names))
    output = cli("play", NAME, *arguments, typed=numbers(2, 300)).output
    whole = ("Seed hash", "?] ", "Record: ", "--resume")  # lines to be copied, or typed on
    lines = [line for line in output.splitlines() if not any(word in line for word in whole)]
    assert max([len(line) for line in lines]) <= columns


def test_cards_of_ones_own_are_on_the_sheet_and_are_explained(cli):
    """By what they do; a printed card that is not in the box is nobody's."""
    asked = "\n? potter's\n? granary\n"
    output = flat(cli("play", NAME, "--seed", "5", "--cards", OWN_BOX, *THREE, typed=asked).output)
    assert "Barley Field F2" in output
    assert "Potter's House: Culture +1. 1 more coin in each Collect." in output
    assert "Granary" not in output


# --- the sheet


def test_the_market_has_the_own_prices(play):
    screen = play(BUY, "\n")
    assert "Round 5 of 60 · your turn, Purchase · 21 technologies left" in screen
    assert "plots for 15: Grassland F2, Quarry Hill H3, Coast F1 C1" in screen
    assert re.search(r"Mining 8C: once \+1 hammer a plot", screen)  # Mathematics
    assert re.search(r"Music 13C: culture \+3", screen)


def test_every_realm_is_on_the_sheet(play):
    screen = flat(play(BUY, "\n"))
    assert "W B Bo 7 VP pop 6 tech 1 · F4 H0 C9 · income F6 H4 C3 +2 free" in screen
    assert "culture 4* · happiness 2* · 5 cards · Drama" in screen
    assert "Flood Plain F3 (pop 3, Monastery) · Forest H2 (pop 1)" in screen
    assert "E C Cy 6 VP pop 5 wonders 1" in screen
    assert "» A You ◂ 6 VP pop 4 tech 2 · F3 H4 C6" in screen
    assert "Writing (to use) · Mathematics" in screen


def test_the_own_land_has_a_line_a_plot_with_prices(play):
    screen = play(BUY, "\n")
    assert re.search(r"1 +Plains +F1 H1 +pop 2, next 10F +Granary \(food ×2 here\)", screen)
    assert re.search(r"2 +Forest +H2 +pop 1, next 8F +free place", screen)
    assert re.search(r"4 +Gem Field +C3 +pop 0, next 6F +free place", screen)
    hand = "Library 6H · City Walls 5H · Pyramids 14H · Archers · Axemen"
    assert re.search(rf"hand 8 +{hand}( ·)?\s+Chariot · 2 Corn F2", screen)


def test_two_places_and_too_many_structures_are_told(play):
    rows = [
        {**ANA, "plots": land("Plains:3+Granary", "Forest:1", "Coast:1+Temple+Market", "Coast:4")}
    ]
    screen = play(position(rows=[*rows, BO, CY]), "\n")
    assert re.search(r"Granary \(food ×2 here\), free place", screen)
    assert re.search(r"Temple, Market \(too many for its places\)", screen)
    assert "2 free places" in screen


def test_known_cards_of_other_hands_and_the_bank_rate(play):
    attack = "attack bo chariot\n\nblock none\n"
    walls = {**BO, "plots": land("Plains:2+City Walls", "Forest:1", "River Bank", "Plains")}
    rich = {**ANA, "techs": ["Currency"]}
    screen = play(position(rows=[rich, walls, CY]), f"\n{attack}\n")
    assert "bank 2:1" in screen
    back = play(position(rows=[ANA, walls, CY]), f"\n{attack}\nend -corn -corn\n\ntable\n")
    assert "(has Chariot)" in back.rpartition("Pass the screen to Bo")[2]


def test_purchases_are_grouped_with_numbers_and_prices(play, home):
    screen = flat(play(BUY, "\n"))
    assert "build 2 " not in screen  # four hammers
    assert "play 2 Corn (F2)" in screen
    assert "bank 3 F>H 4 F>C 5 H>F 6 H>C 7 C>F 8 C>H" in screen
    assert "use 9 Writing on Bo 10 Writing on Cy" in screen
    assert "1 done then attack or not; at once: attack W Chariot, or end without a fight" in screen
    peaceful = play({**BUY, "options": {"peace_rounds": 9}}, "\n")
    assert re.search(r"1 done +no more; end does the same", peaceful)
    rich = {**ANA, "stock": stock(9, 9, 9)}
    screen = flat(play(position(rows=[rich, BO, CY]), "\n"))
    assert re.search(r"buy \d+ Mining \(8C\)", screen)
    assert re.search(r"build 2 Library \(6H\) 3 City Walls \(5H\)", screen)
    assert re.search(r"claim \d+ Grassland \(15\)", screen)
    assert re.search(r"populate \d+ plot 2 \(8F\) \d+ plot 3 \(8F\) \d+ plot 4 \(6F\)", screen)


# --- a turn of many lines


def test_a_turn_goes_on_line_by_line(play, home):
    screen = play(COLLECT, "\ncollect 2 0\nplay corn\nbuild lib 2\nend\n")
    assert "Plains (plot 1): how many of 2 are food, not hammers? [0–2, ?] collect 2 0" in screen
    assert "So far: collect 2 0; play Corn." in screen
    assert "Locked: collect 2 0; play Corn; build Library 2; end." in screen
    assert saved_moves(home) == [
        *("split 2", "split 0", "play Corn", "build Library", "on 2", "done", "peace"),
    ]


def test_purchases_take_the_suggested_splits(play, home):
    screen = flat(play(COLLECT, "\nbuy mining\n"))
    advised = re.search(r"collect takes the split (\d) (\d), as does any purchase", screen)
    assert advised
    splits = [f"split {advised[1]}", f"split {advised[2]}"]
    assert saved_moves(home) == [*splits, "buy Mining"]


@pytest.mark.parametrize("typed, moves", [
    ("claim quarry", ["claim Quarry Hill", "food 6", "hammers 6"]),
    ("claim Quarry Hill 1F 4H 10C", ["claim Quarry Hill", "food 1", "hammers 4"]),
    ("use writing bo", ["use B Writing"]), ("use writing e", ["use C Writing"]),
    ("attack bo chariot cy axeman",
     ["done", "attack B Chariot", "attack C Axemen", "fight"]),
    ("attack W Chariot Axemen", ["done", "attack B Chariot", "attack B Axemen", "fight"]),
    ("attack cy cha", ["done", "attack C Chariot", "fight"]),
    ("done\npeace", ["done", "peace"]), ("1\n1", ["done", "peace"]),
    ("play corn; play corn; bank 2 f h", ["play Corn", "play Corn", "bank F H", "bank F H"]),
    ("build library\n2", ["build Library", "on 2"]),
    ("build library\n4", ["build Library", "on 4"]),
])  # fmt: skip
def test_lines_in_purchase(play, home, typed, moves):
    rich = {**ANA, "stock": stock(12, 12, 12)}
    play(position(rows=[rich, BO, CY]), f"\n{typed}\n")
    found = saved_moves(home)
    if typed == "claim quarry":  # what is least useful, worked out elsewhere
        assert found[0] == "claim Quarry Hill"
        assert len(found) == 3
    else:
        assert found == moves


@pytest.mark.parametrize("typed, why", [
    ("build temple", "you have no Temple in hand"),
    ("build library 2", "Library costs 6 hammers, you have 4"),
    ("play corn; build library 2", "Library costs 6 hammers, you have 4"),
    ("buy music", "Music costs 13 coins after discounts, you have 6"),
    ("buy sailing now", "'now' after Sailing means nothing"),
    ("claim oasis", "Oasis is not in the market"),
    ("attack w archers", "Archers do not attack"),
    ("attack you chariot", "'you' is not a seat"),
    ("block archers", "you are purchasing"), ("collect", "you have already collected"),
    ("xyz", "'xyz' is not a move here"),
])  # fmt: skip
def test_a_line_that_is_not_allowed_changes_nothing(play, home, typed, why):
    screen = flat(play(BUY, f"\n{typed}\nend\n"))
    assert why in screen
    assert "(CC-" not in screen, "clauses are for who asks with ?"
    assert saved_moves(home) == ["done", "peace"]


def test_the_rest_of_the_turn_does_not_show_the_sheet_again(play):
    screen = play(BUY, "\nend\nend -corn -corn\n")
    mine = screen.rpartition("Pass the screen to Bo")[0]
    assert mine.count("plots for 15") == 1
    assert "Locked: end -Corn -Corn." in mine


# --- undo


def test_undo_takes_the_last_line_back(play, home):
    typed = "\nplay corn\nplay corn; bank f c\nundo\nundo\nundo\nbank h f\n"
    screen = flat(play(BUY, typed))
    assert "Taken back: Play Corn; Trade food for a coin at the bank." in screen
    assert "Taken back: Play Corn." in screen
    assert "! nothing to take back: what others have seen stays" in screen
    assert saved_moves(home) == ["bank H F"]


def test_what_has_been_seen_is_not_taken_back(play, home):
    rich = {**ANA, "stock": stock(9, 9, 9)}
    screen = play(position(rows=[rich, BO, CY]), "\nbuy mining\nundo\nback\nplay corn\nback\n")
    assert screen.count("! nothing to take back") == 2
    assert "Your answer is taken back." in screen
    assert saved_moves(home) == ["buy Mining"]


def test_after_a_save_undo_goes_step_by_step(play, cli, home):
    play(BUY, "\nplay 2 corn\nquit\n")
    assert saved_moves(home) == ["play Corn", "play Corn"]
    result = cli("play", "--resume", typed="\nundo\nquit\n")
    assert "So far: play Corn Corn." in result.output
    assert "Taken back: Play Corn." in flat(result.output)
    assert saved_moves(home) == ["play Corn"]


def test_discards_can_be_taken_back_too(play, home):
    screen = play(BUY, "\nend\ndiscard corn\nundo\nend -archers -corn\n")
    assert "Taken back: " in screen
    assert saved_moves(home)[-2:] == ["discard Archers", "discard Corn"]


def test_a_card_that_one_never_had_is_not_said_to_be_gone(play):
    screen = flat(play(position(deck=["Forge", "Temple"] * 2), "\nend\ngranary\n? granary\n"))
    assert "! not now: 'discard Granary'; you have no Granary to discard" in screen
    assert "Not now: 'discard Granary'; you have no Granary to discard (CC-103)." in screen


def test_several_numbers_discard_what_the_list_shows(play, home):
    """All of it or nothing."""
    ana = {**ANA, "hand": ["Corn"] * 5 + ["Archers"] * 3}
    start = position(rows=[ana, {**BO, "hand": []}, CY], deck=["Forge", "Temple"] * 2)
    screen = flat(play(start, "\nend\n9 1\n1 2 3 1\n? 3 3\n3, 3\nquit\n"))
    assert "! no answer has this number; expected 1 to 4" in screen
    assert "! the answer ends with 'discard Temple'; leave 'discard Archers' out" in screen
    assert "Allowed now: 'end -Archers -Archers'." in screen
    assert "Locked: end -Archers -Archers." in screen
    assert saved_moves(home)[-3:] == ["done", "discard Archers", "discard Archers"]


def test_a_letter_is_no_purchase_while_cards_are_discarded(play):
    screen = flat(play(position(deck=["Forge", "Temple"] * 2), "\nend\ne\nen\nq\n"))
    assert "! 'e' is not a move here; expected 'discard " in screen
    assert "! 'en' is not a move here; expected 'discard " in screen
    assert screen.count("Which card do you discard?") == 3


# --- wishes


def test_a_wish_stays_pinned_and_is_bought_with_one_word(play, home):
    screen = flat(play(BUY, "\npin library\nplay corn\napply\nundo\npinned\n"))
    assert "Pinned: Library 6H – now: play Corn Corn; bank" in screen or "Pinned: Library" in screen
    assert "Goal: Library 6H – now: " in screen
    assert saved_moves(home)[0] == "play Corn"
    assert "build Library" in saved_moves(home)


def test_what_is_pinned_is_shown_on_the_next_turn(play):
    bo, cy = "\nend\n1\n1\n1\n", "\nend\n1\n1\n"  # Bo has Highest Culture
    typed = f"\npin music\nend\nend -corn -corn\n{bo}{cy}\ntable\n"
    screen = play(position(options={"peace_rounds": 9}), typed)
    assert "Pinned: Music 13C – " in screen
    sheets = screen.split("Pass the screen to Ana")
    assert re.search(r"goal +Music 13C – ", sheets[-1])
    assert not re.search(r"goal +Music", screen.split("Pass the screen to Bo")[1].split("Pass")[0])


@pytest.mark.parametrize("typed, told", [
    ("apply", "! nothing is pinned: type pin Library, or apply Library"),
    ("apply pyramids", "! Pyramids 14H: next turn"),
    ("pin zzz", "! no wish 'zzz'; there is buy Mining"),
    ("pin c", "! 'c' could be"), ("pin", "Nothing is pinned."), ("unpin", "Nothing is pinned."),
    ("pin plot 2", "Pinned: population on plot 2 8F – "),
    ("pin quarry", "Pinned: plot Quarry Hill 15"),
    ("pin populate 4", "Pinned: population on plot 4 6F"),
])  # fmt: skip
def test_pinning(play, typed, told):
    assert told in flat(play(BUY, f"\n{typed}\n"))


def test_a_wish_that_is_gone_says_so(play):
    screen = flat(play(BUY, "\npin city walls\nend\nend -city -corn\n\nend\n1\n1\n"))
    assert "Pinned: City Walls 5H" in screen
    rich = {**ANA, "stock": stock(9, 9, 9)}
    screen = flat(play(position(rows=[rich, BO, CY]), "\npin mining\nbuy mining\napply\n"))
    assert "Mining – no longer available (unpin)" in screen
    assert "! Mining: no longer available" in screen


def test_only_the_own_purchase_buys(play):
    screen = flat(play(BUY, "\npin library\nend\napply\n"))
    assert "! Library 6H: it is not your Purchase; " in screen


def test_a_question_mark_shows_the_planner(play):
    screen = flat(play(BUY, "\n?\n"))
    assert "in one line build Granary 2" in screen
    assert re.search(r"Library 6H now: play Corn|Library 6H now: bank", screen)
    assert re.search(r"Pyramids 14H next turn, \d+H short \(\d+F or \d+C for the bank\)", screen)
    assert "pin " in screen
    assert "undo take your last line back" in screen


@pytest.mark.parametrize("typed, told", [
    ("? library", "Library: Culture +1. Technologies cost 1 less."),
    ("? buy music", "Not now: 'buy Music'; Music costs 13 coins after discounts, you have 6"),
    ("? claim quarry", "Not now: 'claim Quarry Hill'; a plot costs 15 of anything, you have F3"),
    ("? play corn; bank f h", "Allowed now: 'Play Corn; Trade food for a hammer at the bank'."),
    ("? attack w archers", "Archers do not attack (CC-69)."),
    ("? attack w chariot", "Allowed now: 'attack B Chariot (Bo)'."),
    ("? attack w chariot chariot", "Not now: you have 1 Chariot, not 2 (CC-69)."),
])  # fmt: skip
def test_whole_lines_can_be_asked_about(play, home, typed, told):
    assert told in flat(play(BUY, f"\n{typed}\n"))
    assert saved_moves(home) == []


# --- combat, from both sides


def test_attack_defence_and_losses(play, home):
    bo = {**BO, "plots": land("Plains:2+Monastery", "Forest:1+Colosseum", "River Bank", "Plains"),
          "hand": ["Archers", "Archers", "Forge"]}  # fmt: skip
    ana = {**ANA, "hand": ["Chariot", "Axemen", "Swordsmen", "Corn", "Corn"]}
    typed = "\nattack bo chariot axemen swordsmen\n\nblock archers>axemen\nyield 2\n\nsettle 4\n"
    screen = play(position(rows=[ana, bo, CY]), f"{typed}\nyield 1\n\nsettle 4\n\nraze 1 mon\n\n")
    assert "Locked: attack B Chariot Axemen Swordsmen (Bo)." in screen
    bos = screen.split("Pass the screen to Bo")[1].split("Pass the screen to Ana")[0]
    assert re.search(r"combat +1 Chariot → you +takes 1 population", bos)
    assert re.search(r" 2 Axemen → you +destroys a building", bos)
    assert "2 Axemen: attacks: −1 building" in bos or "2 Axemen:" in bos
    assert "Locked: block Archers>Axemen." in bos
    assert bos.count("plots for") == 1  # the sheet stands above
    assert re.search(r"Lose a population of plot 2 +Forest H2, population 1, Colosseum", bos)
    assert "you blocked Axemen with Archers" in flat(bos)
    moves = saved_moves(home)
    assert moves[:6] == [
        *("done", "attack B Chariot", "attack B Axemen", "attack B Swordsmen", "fight"),
        "block Archers",
    ]
    assert "raze 1 Monastery" in moves


def test_what_an_attack_meets_is_told_beside_it(play):
    screen = flat(play(BUY, "\ndone\n"))
    assert "Attack Bo with Chariot W; takes 1 population; blocked by Spearmen 0/6 seen" in screen
    assert "Attack Cy with Axemen E; destroys a building; blocked by Archers 1/6" in screen


def test_who_can_block_nothing_is_told_so_and_asked_all_the_same(play, home):
    screen = play(BUY, "\nattack cy chariot\n\npass\n")
    cys = screen.split("Pass the screen to Cy")[1]
    assert "You hold nothing that could block." in cys
    assert saved_moves(home)[3] == "pass"


def test_a_theft_says_what_there_is(play, home):
    thief = {**ANA, "techs": ["Code of Laws"]}
    screen = play(position(rows=[thief, BO, CY]), "\nuse code bo\nf\nuse code w ffc\n")
    assert "Bo has F4 H0 C9." in screen
    assert saved_moves(home)[:2] == ["use B Code of Laws", "rob F"]


def test_half_a_purchase_asks_on(play, home):
    rich = {**ANA, "stock": stock(9, 9, 9), "hand": ["Hanging Gardens", "Library"]}
    rich["stock"] = stock(9, 20, 9)
    screen = play(position(rows=[rich, BO, CY]), "\nbuild hanging 2\n4\nclaim quarry 0f\nend\n")
    assert re.search(
        r"4 +Add the free population on plot 4 +Gem Field C3, population 0, saves 6F", screen
    )
    assert saved_moves(home)[:3] == ["build Hanging Gardens", "on 2", "grow 4"]


# --- secrets


def test_hands_stay_between_people(play):
    """Two hands that Bo cannot tell apart look alike on Bo's screen, and in Bo's log."""
    screens = []
    for hand in (["Chariot", "Corn", "Corn", "Archers"], ["Chariot", "Corn", "Corn", "Forge"]):
        rows = [{**ANA, "hand": hand}, BO, {**CY, "hand": ["Swordsmen", "Furs"]}]
        document = position(rows=rows, deck=["Temple"] * 2 + ["Theatre"] * 3)
        screen = play(document, "\nattack bo chariot\n\nblock none\n1\nlog all\n?\n")
        screens.append(screen.partition("Pass the screen to Bo")[2].partition("Pass the")[0])
    assert screens[0] == screens[1]
    assert "attacked you with Chariot" in screens[0]


def test_an_attack_that_is_being_declared_is_not_seen(play):
    document = plain(position(sealed={"0": ["done", "attack B Chariot"]}))
    screen = play(document, "\n")
    assert "So far: attack B Chariot." in screen


# --- the rest


def test_rules_options_and_cards_can_be_read(cli):
    assert "Combat" in cli("rules", NAME).output
    assert "peace_rounds = 0" in cli("options", NAME).output
    assert "Hanging Gardens" in cli("cards", NAME).output


def test_positions_take_whole_lines_too(rows, tmp_path):
    path = tmp_path / "start.json"
    path.write_text(json.dumps(COLLECT))
    moves = "0:collect 2 0 0:play Corn; bank F H 0:claim Coast 5F 1H 9C 0:end"
    (found,) = rows("position", path, "--moves", moves)
    assert found["scores"] == [6, 7, 6]
    (found,) = rows("position", path, "--moves", "0:split 2 0:split 0 0:done 0:peace")
    assert found["scores"] == [6, 7, 6]


def test_a_narrow_terminal_still_shows_all(play, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    screen = flat(play(BUY, "\n"))
    assert "Quarry Hill H3" in screen
    assert "What do you buy? [1–10, ?]" in screen
