"""5 Ages at the terminal: its table, answers of several steps, what can be typed, its end."""

import re

import pytest

from tests.cli.screens import saved_moves

ALONE = ("play", "5-ages", "--seed", "6", "--seats", "you,bot:random,bot:random,bot:random")
ROWS = {
    "game": "5-ages",
    "round": 1,
    "phase": "trade",
    "tick": 2,
    "table": [
        {"hand": ["AS"], "row": ["7S", "QH"]},
        {"hand": ["KC"], "row": ["TD", "4S"], "offers": ["offer TD for E:QH"]},
        {"hand": ["5H"], "row": ["9C", "2S"]},
    ],
}
ROBBED = {
    "game": "5-ages",
    "options": {"jokers": 2},
    "round": 3,
    "phase": "build",
    "fired": 1,
    "table": [
        {"hand": ["2H", "8H", "5C", "JH"], "civ": ["8S"]},
        {"hand": ["9D", "KD", "8D"], "civ": ["3C", "4C"]},
        {"hand": ["TD", "TC", "TS"], "civ": ["6C", "6D"]},
    ],
}
OVER = {
    "game": "5-ages",
    "round": 5,
    "phase": "trade",
    "table": [
        {"hand": ["AS"], "row": ["2C", "3D"], "civ": ["TS", "8S", "4S", "2S"]},
        {"hand": ["AH"], "row": ["2D", "3H"], "civ": ["TH", "8H", "4H", "2H"]},
        {"hand": ["AD"], "row": ["3C", "3S"], "civ": ["5C", "5D", "KC", "KD"]},
    ],
}


@pytest.mark.parametrize("variant", ["basic", "war-4"])
def test_a_whole_match_can_be_typed_in(cli, home, variant):
    result = cli(*ALONE, "--variant", variant, typed="1\n" * 80)
    assert result.exit_code == 0
    assert re.search(r"(You win|\w+ wins|Shared victory): ", result.output)
    (record,) = (home / "records").glob("*.json")
    assert cli("verify", record).exit_code == 0
    for command in ("show", "replay"):
        for seat in ((), ("--seat", "2")):
            assert cli(command, record, *seat).exit_code == 0


def test_the_table_has_the_neighbours_the_own_cards_and_the_offers(play):
    screen = play(ROWS, "\n")
    assert "Age 1 of 5 · Trading, step 2 of 3 · deck 43 · You break ties" in screen
    assert re.search(r"W left +Bo +\[10♦\] \[4♠\] +hand 1 +built 0", screen)
    assert re.search(r"E right +Cy +\[9♣\] \[2♠\] +hand 1 +built 0", screen)
    assert re.search(r"row +\[7♠\] \[Q♥\]", screen)
    assert re.search(r"to you +Bo: 10♦ for your Q♥", screen)
    assert re.search(r"Offer your left neighbour Q♥ for 10♦ +accepts Bo's offer", screen)
    assert "far" not in screen


def test_wide_terminals_have_the_neighbours_at_both_sides(play, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    screen = play(ROWS, "\n")
    assert re.search(r"W  left neighbour +» You +E  right neighbour", screen)
    assert re.search(r"│ Bo +row +\[7♠\] \[Q♥\] +Cy +│", screen)


def test_an_answer_of_several_steps_says_what_it_is_so_far(play, home):
    screen = play(ROWS, "\noffer 7s for w:4s\noffer qh for e:2s\npass\n")
    assert "On your list now: 1. 7♠ for Bo's 4♠; pass when that is all." in screen
    listed = "On your list now: 1. 7♠ for Bo's 4♠  2. Q♥ for Cy's 2♠; pass when that is all."
    assert listed in screen
    assert "Offer another swap, or is that all? [" in screen
    ana = screen.partition("Pass the screen to Bo")[0]
    assert ana.count("W left") == 1  # the table stands above, and is not shown again
    assert "Locked: Offer your left neighbour 7♠ for 4♠; Offer your right neighbour" in ana
    assert saved_moves(home) == ["offer 7S for W:4S", "offer QH for E:2S", "pass"]


def test_an_answer_of_several_steps_may_stand_in_one_line(play, home):
    """All of it or nothing."""
    lines = "offer 7s for w:4s; offer 7s for w:4s; pass\noffer 7s for w:4s; offer qh for e:2s\n"
    screen = play(ROWS, f"\n{lines}offer 7s for w:4s; offer qh for e:2s; pass\n")
    assert "! not now: 'offer 7S for W:4S'; " in screen
    assert "! the answer goes on after 'offer QH for E:2S'; expected " in screen
    assert saved_moves(home) == ["offer 7S for W:4S", "offer QH for E:2S", "pass"]


def test_several_numbers_are_several_steps_of_the_list_that_is_shown(play, home):
    """All of it or nothing."""
    screen = play(ROWS, "\n2 3\n3 1\n")
    assert "! the answer goes on after " in screen
    offer, passed = saved_moves(home)
    assert f"{offer.partition(' ')[0]} {passed}" == "offer pass"


def test_back_takes_the_whole_answer_back(play, home):
    screen = play(ROWS, "\noffer 7s for w:4s\noffer qh for e:2s\nback\ndone\n")
    assert "Your answer is taken back." in screen
    assert screen.count("W left") == 2
    assert saved_moves(home) == ["done"]


def test_a_match_is_resumed_between_two_steps(play, cli, home):
    play(ROWS, "\noffer 7s for w:4s\n")
    screen = cli("play", "--resume", typed="\ntable\npass\n").output
    assert "On your list now: 1. 7♠ for Bo's 4♠; pass when that is all." in screen
    assert saved_moves(home) == ["offer 7S for W:4S", "pass"]


def test_offers_that_stand_follow_the_new_ones_unless_taken_back(play):
    typed = "\noffer 7s for w:4s\npass\n\nwithdraw\npass\n\npass\n"  # Ana, Bo, Cy: first tick
    again = "\noffer qh for e:9c\npass\n\npass\n\npass\n"
    screen = play(ROWS, f"{typed}{again}")
    assert "On your list now: nothing; pass when that is all." in screen
    assert (
        "On your list now: 1. Q♥ for Cy's 9♣  2. 7♠ for Bo's 4♠; pass when that is all." in screen
    )
    assert re.search(r"you offer +1\. 7♠ for Bo's 4♠", screen)
    assert "Bo no longer offers 10♦ for Q♥" in " ".join(screen.split())


def test_a_swap_is_one_sentence_from_the_readers_side(play):
    screen = play(ROWS, "\noffer qh for w:td\npass\n\npass\n\npass\n\n")
    assert re.search(r"Swaps +You swap Q♥ for Bo's 10♦", screen)


@pytest.mark.parametrize(
    "typed, move",
    [
        ("keep 10d", "keep TD"),
        ("KEEP td", "keep TD"),
        ("10d", "keep TD"),
        ("10♦", "keep TD"),
        ("joker", "keep Jk"),
        ("keep td attack left", "keep TD attack W"),
        ("keep 10d attack E", "keep TD attack E"),
    ],
)
def test_cards_may_be_typed_as_people_write_them(play, home, typed, move):
    hands = [["TD", "5C", "Jk" if "attack" in move or "Jk" in move else "6C"]]
    table = [{"hand": hand} for hand in [*hands, ["2C", "3C", "4C"], ["2D", "3D", "4D"]]]
    play({"game": "5-ages", "options": {"jokers": 2}, "round": 1, "table": table}, f"\n{typed}\n")
    assert saved_moves(home) == [move]


def test_a_letter_that_begins_a_card_leaves_only_where_there_is_no_such_card(play, home):
    hands = [["QD", "5C", "6C"], ["2C", "3C", "4C"], ["2D", "3D", "4D"]]
    document = {"game": "5-ages", "round": 1, "table": [{"hand": hand} for hand in hands]}
    screen = play(document, "\nq\n\nq\n")
    assert "Locked: Keep Q♦." in screen
    assert "Saved." in screen.partition("Pass the screen to Bo")[2]
    assert saved_moves(home) == ["keep QD"]


def test_a_card_that_is_not_in_hand_is_refused_by_its_whole_name(play):
    hands = [["TD", "5C", "6C"], ["2C", "3C", "4C"], ["2D", "3D", "4D"]]
    document = {"game": "5-ages", "round": 1, "table": [{"hand": hand} for hand in hands]}
    screen = play(document, "\njs\nj\n")
    assert "! not now: 'keep JS'; " in screen
    assert "! 'j' is not a move here; expected 'keep " in screen


def test_who_is_robbed_builds_two_and_may_exchange_by_the_number_below_the_card(play, home):
    screen = play(ROBBED, "\nbuild 8h\nbuild jh\nreplace 1:5c\n")
    assert "You were robbed, so you build 2 cards." in screen
    assert "Which is the second card? [1–3, ?]" in screen
    assert "So far you build 8♥ and J♥." in screen
    assert re.search(r"built +8♠ *\n +1 ", screen)
    assert re.search(r"Swap built card 1 for 5♣ +8♠ goes back to hand", screen)
    assert "Swap a built card for one in your hand, or is that all? [1–3, ?]" in screen
    assert saved_moves(home) == ["build 8H", "build JH", "replace 1:5C"]


def test_the_last_age_says_so(play):
    assert "Last age · Trading" in play(OVER, "\n")


def test_a_laid_joker_is_shown_with_whom_it_attacks(play):
    table = [{"hand": ["Jk", "9D", "KD"]}, {"hand": ["2C", "3C", "4C"]}, {}]
    table = [{**seat, "civ": [card]} for seat, card in zip(table, ["AS", "AH", "AD"], strict=True)]
    document = {"game": "5-ages", "options": {"jokers": 2}, "round": 2, "table": table}
    screen = play(document, "\nkeep kd attack w\n\n1\n\n1\n\n")
    assert "A Joker that you offer attacks: W is Bo, E is Cy." in screen
    assert re.search(
        r"Keep K♦ and attack your left neighbour +you offer 9♦ Joker, against Bo", screen
    )
    assert "Your attack on Bo succeeds · You steal A♥ from Bo" in " ".join(screen.split())
    assert re.search(r"W left +Bo .*robbed by you", screen)


@pytest.mark.parametrize("show, seen", [("on", True), ("off", False)])
def test_a_table_may_leave_what_was_traded_to_memory(cli, show, seen):
    """5A-39: what everybody could remember is shown, or is not."""
    output = cli(*ALONE, "--set", f"show_memory={show}", typed="1\n" * 80).output
    assert bool(re.search(r"built \d +has (10|[2-9JQKA])[♠♥♦♣]", output)) is seen


def test_the_end_shows_every_civilization_and_why_it_beats_the_next(play):
    builds = {"Ana": "as", "Bo": "ah", "Cy": "ad"}
    typed = "\ndone\n" * 3 + "".join([f"\nbuild {card}\ndone\n" for card in builds.values()])
    screen = " ".join(play(OVER, typed).partition("After age 5")[2].split())
    assert "1 Ana 2♠ 4♠ 8♠ 10♠ A♠ ace-high flush 1 Bo 2♥ 4♥ 8♥ 10♥ A♥ ace-high flush" in screen
    assert "3 Cy 5♣ 5♦ K♣ K♦ A♦ two pair, kings and fives" in screen
    assert "both: ace-high flush; equal hands tie" in screen
    assert "ace-high flush beats two pair, kings and fives" in screen
    assert "Shared victory: Ana and Bo, ace-high flush." in screen


def test_help_explains_moves_in_the_notation_that_is_typed(play):
    screen = play(ROWS, "\n?\n? offer 7s for w:10d\n? keep 7s\n? 7s\n? joker\n? trading\n")
    assert "expected now" in screen
    assert "Allowed now: 'offer 7S for W:TD' – Offer your left neighbour 7♠ for 10♦." in screen
    assert "Not now: 'keep 7S'; you are trading (5A-15)." in screen
    assert "Joker: Offered, it attacks a neighbour" in screen
    assert "Trading step by step" in screen


def test_the_rules_are_printed_whole_or_by_section(cli):
    whole = cli("rules", "5-ages").output
    assert "Offering your cards" in whole
    assert "War with Jokers" in whole
    assert "Trading step by step" not in cli("rules", "5-ages", "build").output
    assert cli("rules", "5-ages", "nowhere").exit_code == 1
    assert "no rules are written" in cli("rules", "goofspiel").stderr


def test_positions_options_and_matches_are_for_programs_too(rows):
    (document,) = rows("position", "5-ages", "--seed", "7", "--players", "3", "--set", "jokers=2")
    assert document["game"] == "5-ages"
    (found,) = rows("match", "5-ages", "--seats", "bot:random,bot:random,bot:random", "--json")
    assert sorted(found["places"]) == [1, 2, 3]


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_no_line_is_longer_than_the_terminal(cli, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    seats = ",".join(["you", *["bot:random"] * 6])
    arguments = ("--seed", "3", "--variant", "war-4", "--seats", seats)
    output = cli("play", "5-ages", *arguments, typed="1\n" * 80).output
    whole = (
        "Seed hash",
        "?] ",
        "Record: ",
        "microciv review ",
        "microciv replay ",
        "microciv play ",
    )  # lines to be copied, or typed on
    lines = [line for line in output.splitlines() if not any(word in line for word in whole)]
    assert max([len(line) for line in lines]) <= columns
