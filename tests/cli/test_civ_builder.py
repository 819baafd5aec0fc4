"""Civ Builder at the terminal: the race table, whole answers in one line, secrets, its end."""

import json
import re

import pytest

from tests.cli.screens import flat, numbers, saved_moves

CIVS = ["india", "china", "meso-america"]
SCORES = [
    {"Con": 4, "Tra": 7, "Cul": 6, "Sci": 5, "Rel": 7, "Gov": 6},
    {"Con": 6, "Tra": 5, "Cul": 8, "Sci": 2, "Sea": 3, "Gov": 4},
    {"Con": 3, "Tra": 6, "Cul": 8, "Sci": 5, "Agr": 2, "Gov": 2},
]
HANDS = ["4Cul+2Tra+2Lea+Dis", "3Sci+Agr", "2Con+2Rel+Lea"]


def position(phase, hands=HANDS, **fields):
    """Ana, Bo and Cy in round 5; Ana is top in Trade and Religion, Bo and Cy in Culture."""
    table = [
        {"civ": civ, "scores": scores, "points": points, "hand": hand}
        for civ, scores, points, hand in zip(CIVS, SCORES, (31, 28, 35), hands, strict=True)
    ]
    document = {"game": "civ-builder", "round": 5, "phase": phase, "table": table}
    return {**document, "order": [0, 1, 2], **fields}


MELD = position("meld", turn={"melds": 1})
OFFER = position("offer", trade={"pass": 1})


# --- a whole match


@pytest.mark.parametrize("variant", ["classic", "no-trade", "open-market"])
def test_a_whole_match_can_be_typed_in(cli, home, variant):
    seats = ("--seats", "you,bot:random")
    typed = numbers(1)
    result = cli("play", "civ-builder", "--seed", "6", "--variant", variant, *seats, typed=typed)
    assert result.exit_code == 0
    assert re.search(r"(You win|\w+ wins|Shared victory: .*) with \d+ VP\.", result.output)
    assert re.search(r"VP by round +1 +2 +3", result.output)
    (record,) = (home / "records").glob("*.json")
    assert cli("verify", record).exit_code == 0
    for command in ("show", "replay"):
        for seat in ((), ("--seat", "2")):
            assert cli(command, record, *seat).exit_code == 0


@pytest.mark.parametrize("seats, columns", [(2, 50), (6, 50), (6, 80), (4, 120), (10, 80)])
def test_no_line_is_longer_than_the_terminal(cli, monkeypatch, seats, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    players = ",".join(["you", *["bot:random"] * (seats - 1)])
    arguments = ("--seed", "3", "--set", "allow_7_to_10=on", "--seats", players)
    output = cli("play", "civ-builder", *arguments, typed=numbers(2, 130)).output
    whole = ("Seed hash", "?] ", "Record: ", "--resume")  # lines to be copied, or typed on
    lines = [line for line in output.splitlines() if not any(word in line for word in whole)]
    assert max([len(line) for line in lines]) <= columns
    heads = re.findall(r"^.*\bA\b.*\bB\b.*$", output, re.MULTILINE)
    assert heads
    assert all("J" in head for head in heads if seats == 10)


# --- the table


def test_the_race_table_has_a_column_a_seat_and_a_star_for_leaders(play):
    screen = play(MELD, "\n")
    assert "Round 5 of 12 · Action · your turn · each lead 2 VP · deck 90" in screen
    assert re.search(r"top player has +A You +B Bo +C Cy", screen)
    assert re.search(r"Culture +\+1 VP a round +6 +8\* +8\*", screen)
    assert re.search(r"Trade +sees all hands +7\* +5 +6", screen)
    assert re.search(r"Engineering +– +0\* +0\* +0\*", screen)
    assert re.search(r"VP +31 +28 +35", screen)
    assert re.search(r"cards +9 +4 +5", screen)
    assert re.search(r"order +1 +2 +3", screen)
    assert re.search(r"all seen by +you", screen)


def test_the_own_hand_is_by_type_with_wild_cards_apart(play):
    screen = play(MELD, "\n")
    assert re.search(r"hand 9 +2 Trade, 4 Culture", screen)
    assert re.search(r"wild +2 Leaders \(one a meld\) · 1 Disaster", screen)
    assert re.search(r"Bo has +3 Sci, 1 Agr", screen)
    others = play({**MELD, "asked": 2, "order": [2, 0, 1]}, "\n")
    assert re.search(r"hand 5 +2 Conquest, 2 Religion", others)
    assert re.search(r"all seen by +Ana", others)
    assert "Bo has" not in others


def test_disasters_are_dead_for_who_is_not_top_in_religion(play):
    hands = ["Cul", "3Sci+2Dis", "Con"]
    screen = play(position("meld", hands, asked=1, turn={"melds": 0}), "\n")
    assert re.search(r"dead +2 Disasters", screen)


def test_remarks_say_whom_a_meld_overtakes_and_what_follows(play):
    screen = play(MELD, "\n")
    assert re.search(r"Meld Culture +\+6 Cul, \+6 VP, overtakes Bo and Cy; \+4 VP", screen)
    assert re.search(r"Meld Trade +\+4 Tra, \+4 VP, top already; see one hand", screen)
    assert "Your 2nd meld of the turn: 2 cards at least. You can still make 3: " in flat(screen)


def test_a_question_mark_shows_the_plan_the_gaps_and_the_race(play):
    screen = flat(play(MELD, "\n?\n"))
    assert re.search(r"you can still make (Tra|Cul)\S*, then \S+", screen)
    assert "Con −2 Tra +1 Cul −2 Sci =" in screen
    assert "4 VP behind the first; up to 200 VP for leads still to come" in screen
    assert "in one line meld Cul*3+L" in screen
    quiet = {**MELD, "options": {"show_planner": False}}
    assert "you can still make" not in play(quiet, "\n?\n")


# --- answers in one line


@pytest.mark.parametrize(
    "typed, moves",
    [
        ("meld Cul*3+L", ["meld Cul", "natural 3", "disaster 0", "leader 1"]),
        ("MELD 3CUL+l", ["meld Cul", "natural 3", "disaster 0", "leader 1"]),
        ("meld culture*4", ["meld Cul", "natural 4", "disaster 0", "leader 0"]),
        ("meld tra+dis+l", ["meld Tra", "natural 1", "disaster 1", "leader 1"]),
        ("stop", ["stop"]),
    ],
)
def test_a_meld_is_one_line(play, home, typed, moves):
    screen = play(MELD, f"\n{typed}\n")
    assert "Locked: " in screen
    assert saved_moves(home)[: len(moves)] == moves


def test_the_line_that_is_locked_is_said(play):
    assert "Locked: meld Cul*3+L." in play(MELD, "\nmeld 3cul+leader\n")


@pytest.mark.parametrize(
    "typed, why",
    [
        ("meld Cul*9", "you have 4 Culture, not 9"),
        ("meld Cul+Sci", "Science is not a card for a Culture meld"),
        ("meld Cul+2L", "a meld has at most one Leader"),
        ("meld Cul*1", "this meld needs 2 cards at least, not 1"),
        ("offer 2Cul > B : Sci", "not now: 'offer B'; you are melding"),
        ("steal B Sci Sci", "not now: 'steal B'; you are melding"),
    ],
)
def test_a_line_that_is_not_allowed_changes_nothing(play, home, typed, why):
    screen = flat(play(MELD, f"\n{typed}\nstop\n"))
    assert f"! {why}" in screen
    assert "(CB-" not in screen, "clauses are for who asks with ?"
    assert saved_moves(home)[0] == "stop"


@pytest.mark.parametrize(
    "document, typed, moves",
    [
        (OFFER, "offer 2Cul+Lea > any : 3Sci", "offer any, give Cul, give Cul, give Lea, want Sci"),
        (OFFER, "offer cul > bo : sci", "offer B, give Cul, for, want Sci, done"),
        (OFFER, "offer cul > B : sci", "offer B, give Cul, for, want Sci, done"),
        (OFFER, "offer cul > c : lea", "offer C, give Cul, for, want Lea, done"),
        (OFFER, "offer cy", "offer C"),
        (OFFER, "offer all", "offer any"),
        (OFFER, "cy", "offer C"),
    ],
)
def test_offers_name_players_by_letter_or_name(play, home, document, typed, moves):
    play(document, f"\n{typed}\n")
    assert ", ".join(saved_moves(home)).startswith(moves)


@pytest.mark.parametrize(
    "typed, why",
    [
        ("offer 2Cul > any", "write an offer as"),
        ("offer 4Tra > bo : Sci", "you have 2 Trade, not 4"),
        ("offer Cul > bo : Eng", "nobody who gets the offer has Engineering, as you can see"),
        ("offer Cul > a : Sci", "not now: 'offer A'; choose another player"),
        ("offer Cul > zoe : Sci", "'zoe' is not a seat"),
    ],
)
def test_an_offer_that_is_not_allowed_leaves_no_half_of_it(play, home, typed, why):
    screen = flat(play(OFFER, f"\n{typed}\npass\n"))
    assert f"! {why}" in screen
    assert saved_moves(home) == ["pass"]


def test_the_steps_before_a_refused_line_stay(play, home):
    screen = flat(play(OFFER, "\noffer cy\ngive cul\noffer cul > bo : sci\ntable\n"))
    assert "! not now: 'offer B'" in screen
    assert "So far you give 1 Culture." in screen
    assert saved_moves(home) == ["offer C", "give Cul"]


def test_a_counter_offer_is_one_line(play, home):
    deal = {"seat": 1, "target": 0, "given": "Sci", "wanted": "2Cul"}
    document = position("answer", trade={"pass": 1, "deal": deal}, asked=0, order=[1, 0, 2])
    screen = play(document, "\ncounter Cul : 2Sci\n")
    assert "Bo to you: gives 1 Science for 2 Culture of yours." in screen
    assert "Locked: counter Cul : 2Sci." in screen
    assert saved_moves(home) == ["counter", "give Cul", "for", "want Sci", "want Sci", "done"]


@pytest.mark.parametrize(
    "action, typed, moves",
    [
        ("Con", "steal bo Sci Sci", ["steal B", "point Sci", "point Sci"]),
        ("Con", "steal b sci con", ["steal B", "point Sci", "point Con"]),
        ("Rel", "steal Cy", ["steal C"]),
        ("Equ", "raid b", ["raid B"]),
        ("Gov", "discard 2Cul+Dis", ["use", *["discard Cul"] * 2, "discard Dis", "done"]),
        ("Gov", "use 2Cul+Dis", ["use", *["discard Cul"] * 2, "discard Dis", "done"]),
    ],
)
def test_special_actions_are_one_line(play, home, action, typed, moves):
    document = position("act", turn={"melds": 1, "action": action})
    play(document, f"\n{typed}\n")
    assert saved_moves(home) == moves


def test_half_an_answer_in_one_line_is_refused(play, home):
    document = position("act", turn={"melds": 1, "action": "Con"})
    screen = flat(play(document, "\nsteal bo sci\nskip\n"))
    assert "! name 2 points, all that are taken, or none" in screen
    assert saved_moves(home) == ["skip"]


def test_too_much_of_an_answer_is_refused(play, home):
    document = position("act", turn={"melds": 1, "action": "Rel"})
    screen = flat(play(document, "\nsteal bo sci\nskip\n"))
    assert "! what Religion takes is not named" in screen
    assert saved_moves(home) == ["skip"]


def test_the_exchange_of_trade_shows_the_hand_and_is_one_line(play, home):
    document = position("exchange", turn={"melds": 1, "target": 1})
    screen = play(document, "\ntake 2Sci : Dis+Tra\n")
    assert "Bo has 3 Science, 1 Agriculture." in screen
    assert re.search(r"Take Science +3 there, you have 0", screen)
    assert "Locked: take 2Sci : Dis+Tra." in screen
    assert saved_moves(home) == ["take Sci", "take Sci", "done", "return Dis", "return Tra"]


def test_the_deck_is_seen_by_who_studies_it(play, home):
    deck = ["Cul", "Sci", "Sci", "Rel", "Agr", "Gov", "Lea", "Dis"]
    document = position("study", turn={"melds": 1}, deck=deck)
    screen = play(document, "\ntake 2Sci\nlog\n")
    assert "The top of the deck: Cul Sci Sci Rel Agr Gov Lea." in screen
    assert re.search(r"top of the deck +Cul Rel Agr Gov Lea", screen)
    assert saved_moves(home) == ["take Sci", "take Sci"]


def test_the_hand_limit_is_said_and_met_in_one_line(play, home):
    document = position("discard")
    screen = play(document, "\ndiscard 2Tra\ndiscard 2Tra+2Cul\n")
    assert "You may keep 5 cards: 4 more to discard." in screen
    assert "! the answer goes on after 'discard Tra'" in flat(screen)
    assert saved_moves(home)[:4] == [*["discard Tra"] * 2, *["discard Cul"] * 2]


def test_the_hand_limit_is_that_of_the_options(play):
    document = position("discard")
    document["options"] = {**document.get("options", {}), "hand_limit": 4}
    assert "You may keep 4 cards: 5 more to discard." in play(document, "\n")


def test_help_says_of_a_whole_line_whether_it_is_allowed(play):
    screen = flat(play(MELD, "\n? meld cul*3+l\n? meld cul*1\n? offer cul > bo : sci\n"))
    assert "Allowed now: 'meld Cul*3+L'." in screen
    assert "Not now: 'offer B'; you are melding" in screen


def test_steps_go_on_from_one_to_the_next(play, home):
    screen = play(MELD, "\nmeld cul\n3\n0\n1\n1\n")
    assert "How many natural cards? [1–4, ?]" in screen
    assert "Culture meld: 3 of its own so far; 2 cards at least in all." in screen
    assert "With a Leader? [0–1, ?]" in screen
    assert saved_moves(home)[:4] == ["meld Cul", "natural 3", "disaster 0", "leader 1"]


def test_positions_take_whole_lines_too(rows, tmp_path):
    path = tmp_path / "start.json"
    path.write_text(json.dumps(MELD))
    (found,) = rows("position", path, "--moves", "0:meld Cul*3+L")
    assert found["scores"] == [35 + 4, 28, 35] or found["scores"] == [35, 28, 35]


# --- secrets and news


def test_terms_and_hands_stay_between_two_people(play):
    screen = play(OFFER, "\noffer 2Cul > bo : Agr+Sci\n\naccept\npass\n\n")
    ana, bo, cy = re.split(r"Pass the screen to \w+, then press Enter\.", screen)[1:4]
    assert "Locked: offer 2Cul > B : Sci+Agr (Bo)." in ana or "Locked: offer 2Cul > B" in ana
    assert "Ana to you: gives 2 Culture for 1 Science, 1 Agriculture of yours." in bo
    assert "2 Culture" not in cy
    assert "Ana makes Bo an offer" in cy


def test_a_turn_is_one_line_a_meld(play):
    screen = play(MELD, "\nmeld tra*2\nskip\nmeld cul*3+l\nstop\n\n")
    bo = screen.partition("Pass the screen to Bo")[2]
    assert re.search(r"Ana +Trade ×2: no action", bo)
    assert re.search(r"Culture ×4 \(1 Leader\): \+4 VP", bo)


def test_what_leads_bring_is_one_line_a_player(cli):
    screen = flat(
        cli(
            "play", "civ-builder", "--seed", "6", "--seats", "you,bot:random", typed=numbers(1)
        ).output
    )
    assert re.search(r"Score \w+ \+\d+ VP: \w+(, [\w ]+)* ", screen)
    assert re.search(r"You roll( \d){10} and \d more for \w+", screen)
    assert re.search(r"Initiative \w+, \w+", screen)
    assert re.search(r"\w+ draws? \d \w+", screen)


def test_the_log_has_a_line_for_what_was_drawn(cli):
    screen = cli(
        "play", "civ-builder", "--seed", "6", "--seats", "you,bot:random,bot:random",
        typed="1\nlog all\n",
    ).output  # fmt: skip
    log = screen.rpartition("log all")[2]
    assert len(re.findall(r"draws? a card", log)) == 0
    assert re.search(r"draws? \d", log)


def test_rules_options_and_cards_can_be_read(cli):
    whole = cli("rules", "civ-builder").output
    for title in ("The ten attributes", "Making melds", "Trading", "Scoring a round"):
        assert title in whole
    assert "Trading" not in cli("rules", "civ-builder", "melds").output
    assert "trade_passes = 2" in cli("options", "civ-builder").output
    assert "CB-A05" in cli("cards", "civ-builder").output


def test_the_market_shows_offers_by_the_letters_that_accept_them(play, home):
    deals = [[], [{"seat": 1, "target": "any", "given": "Sci", "wanted": "Cul"}], []]
    trade = {"tick": 4, "ready": [False, False, True], "offers": deals}
    document = position("market", trade=trade, options={"trade_mode": "clock"})
    screen = play(document, "\naccept bo 1\n")
    assert "Trade · step 4 · each lead 2 VP" in screen
    assert re.search(r"offer B1 +Bo to all: gives 1 Science for 1 Culture", screen)
    assert re.search(r"finished trading +Cy", screen)
    assert re.search(r"Accept Bo's offer 1 +gives 1 Science for 1 Culture", screen)
    assert saved_moves(home) == ["accept B1"]


def test_the_first_of_several_who_accept_is_named(play, home):
    deal = {"seat": 0, "target": "any", "given": "Cul", "wanted": "Lea"}
    hands = ["4Cul", "3Sci+Lea", "2Con+Lea"]
    document = position("choose", hands, trade={"deal": deal, "willing": [1, 2]})
    screen = play(document, "\ncy\n")
    assert "You to all: give 1 Culture for 1 Leader." in screen
    assert re.search(r"Trade with Cy +3 cards", screen)
    assert saved_moves(home)[0] == "with C"


def test_what_nobody_else_may_see_is_not_on_their_screens(play):
    """Two hands that Bo cannot tell apart look alike from Bo's seat, whole turns later too."""
    screens = []
    for hidden in ("2Con+2Rel+Lea", "2Equ+2Eng+Lea"):
        hands = ["4Cul+2Tra", "3Sci+Agr", hidden]
        document = position("meld", hands, turn={"melds": 0}, deck=["Gov"] * 3)
        screen = play(document, "\nmeld cul*4\nstop\n\nlog all\n?\n")
        screens.append(screen.partition("Pass the screen to Bo")[2].partition("Saved.")[0])
    assert screens[0] == screens[1]
    assert "Culture ×4" in screens[0]


def test_names_that_the_table_cuts_are_told_below_it(play, monkeypatch):
    long = "Maximiliana,Wilhelmine,Bo"
    assert "players" not in play(MELD, "\n", "--seats", long)
    monkeypatch.setenv("COLUMNS", "40")
    screen = flat(play(MELD, "\n", "--seats", long))
    assert "B Wilhel" in screen
    assert "players A You, B Wilhelmine, C Bo" in screen
