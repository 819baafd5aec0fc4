"""`play`: a match typed in, saved, resumed; several people; nothing shown that is hidden."""

import json
import os
import re
from io import StringIO
from string import ascii_lowercase

import pytest
from rich.console import Console

from microciv import open_game, read_record
from microciv.cli import saves, typing_in
from microciv.cli.finding import find_answer
from microciv.cli.hotseat import HotSeat
from microciv.cli.sitting import BOT_NAMES
from microciv.core.errors import MicrocivError
from microciv.texts import texts_for
from tests.cli.screens import kinds_of_questions

ALWAYS_FIRST = "1\n" * 60
ALONE = ("play", "5x", "--seed", "7", "--seats", "you,bot:random,bot:random")


def the_save(home):
    (path,) = (home / "saves").glob("*.json")
    return json.loads(path.read_text())


def last_screen(output):
    return output[output.rindex("Round ") :]


def test_a_whole_match_can_be_typed_in(cli, home):
    result = cli(*ALONE, typed=ALWAYS_FIRST)
    assert result.exit_code == 0
    assert re.search(r"(You|Ana|Bo) wins? with \d*½? ?VP|Shared victory", result.output)
    assert "Seed 0x7" in result.output
    assert list((home / "saves").glob("*")) == []
    (record,) = (home / "records").glob("*.json")
    assert cli("verify", record).exit_code == 0
    lines = result.output.splitlines()
    review, watch = [line.split(": microciv ") for line in lines if f" {record}" in line][1:]
    assert (review[1], watch[1]) == (f"review {record} --seat 1", f"replay {record}")
    assert cli(*review[1].split(), "--iterations", "10").exit_code == 0


def test_another_match_of_the_kind_is_one_command_away(cli):
    asked = ("play", "5x", "--seats", "you,bot:random,you:Ann Lee", "--set", "leaders=off")
    result = cli(*asked, typed=ALWAYS_FIRST * 2)
    assert result.exit_code == 0, result.output
    again = "microciv play 5x --seats 'you,bot:random,you:Ann Lee' --set leaders=off"
    assert result.output.splitlines()[-1] == f"Play again: {again}"


def test_the_same_seed_and_answers_are_the_same_match(cli):
    first, second = [
        re.sub(r".*\.json.*", "", cli(*ALONE, typed=ALWAYS_FIRST).output) for _ in range(2)
    ]
    assert first == second


def test_the_end_of_input_saves_and_says_how_to_go_on(cli, home):
    result = cli(*ALONE, typed="1\nexplore\n")
    assert result.exit_code == 0
    name = next((home / "saves").glob("*.json")).stem
    assert f"Saved. Go on with: microciv play --resume {name}" in result.output
    assert the_save(home)["seats"][0] == {"kind": "person", "name": "You", "level": ""}


@pytest.mark.parametrize("count", [2, 3])
def test_a_match_that_cannot_be_saved_any_more_stops_and_goes_on_from_the_last_save(
    cli, home, monkeypatch, count
):
    write, written = saves.write, list[int]()

    def fill_up(name, save):
        if len(written) >= count:
            raise MicrocivError("no space left on device")
        write(name, save)
        written.append(len(save.record.moves))

    monkeypatch.setattr(saves, "write", fill_up)
    result = cli(*ALONE, typed=ALWAYS_FIRST)
    assert (1, "error: no space left on device\n") == (result.exit_code, result.stderr)
    assert written[-1] == len(the_save(home)["record"]["moves"])


@pytest.mark.parametrize("seats", ["you,bot,bot", "bot,bot,bot"])
def test_who_stops_while_bots_think_has_a_save(cli, home, monkeypatch, seats):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(HotSeat, "bot_of", stop)
    assert "Saved. Go on with: " in cli("play", "5x", "--seats", seats).output
    assert "5x" == the_save(home)["record"]["game"]


def test_a_match_of_bots_is_saved_as_it_goes_on(cli, home, monkeypatch):
    answer_for, asked = HotSeat.answer_for, []

    def stop_later(table, seat):
        asked.append(seat)
        if len(asked) == 20:
            raise KeyboardInterrupt
        return answer_for(table, seat)

    monkeypatch.setattr(HotSeat, "answer_for", stop_later)
    cli("play", "5x", "--seats", "bot:random,bot:random,bot:random")
    assert len(the_save(home)["record"]["moves"]) > 10


@pytest.mark.parametrize("command", [("play", "5x"), ("learn", "5x"), ("puzzle", "5x")])
def test_bytes_that_are_no_text_are_a_line_like_any_other(cli, command):
    result = cli(*command, typed=b"\xff\xfe1\nquit\n")
    assert 0 == result.exit_code, result.output
    assert "! " in result.output


@pytest.mark.parametrize("leave", ["quit\n", "exit\n", "Q\n", ""])
def test_a_match_is_resumed_at_the_same_question(cli, leave):
    shown = last_screen(cli(*ALONE, typed=f"1\nexplore\n1\n{leave}").output)
    again = last_screen(cli("play", "--resume", typed=leave).output)
    assert again == shown
    assert last_screen(cli("play", "--resume", "latest", typed=leave).output) == shown


def test_an_interrupt_saves_and_the_match_goes_on_to_its_end(cli, home, monkeypatch):
    lines = iter(["1", "explore", "1"])

    def type_then_interrupt(page, line_before):
        page.print(line_before, end="")
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    with monkeypatch.context() as patch:
        patch.setattr(typing_in, "read_line", type_then_interrupt)
        result = cli(*ALONE)
    assert result.exit_code == 0
    assert "Saved. Go on with" in result.output
    before = read_record(the_save(home)["record"])
    assert cli("play", "--resume", typed=ALWAYS_FIRST).exit_code == 0
    (path,) = (home / "records").glob("*.json")
    after = read_record(json.loads(path.read_text()))
    assert after.moves[: len(before.moves) - 3] == before.moves[:-3]


def test_an_interrupt_while_writing_leaves_the_last_save_whole(cli, home, monkeypatch):
    def interrupted(self, target):
        raise KeyboardInterrupt

    cli(*ALONE, typed="1\n")
    before = the_save(home)
    monkeypatch.setattr("pathlib.Path.replace", interrupted)
    result = cli("play", "--resume", typed="1\n")
    assert "Saved." in result.output
    assert the_save(home) == before
    assert [path.suffix for path in (home / "saves").iterdir()] == [".json"]


def test_resuming_needs_a_save_and_names_those_there_are(cli):
    assert "no match has been saved" in cli("play", "--resume").stderr
    cli(*ALONE)
    result = cli("play", "--resume", "nothing")
    assert result.exit_code == 1
    assert "no save 'nothing'; there are 5x-" in result.stderr


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"record": 3}, "record: expected an object"),
        ({"seats": 3}, "seats: expected a list"),
        ({"seats": [{"kind": "person", "name": "Ana"}]}, "seats: expected 3, not 1"),
        ({"seats": [{"kind": "ghost"}]}, "seats[0]: expected a person or a bot"),
        (
            {"seats": [{"kind": "bot", "name": "Bo", "level": "x"}]},
            "seats[0].level: no bot",
        ),
    ],
)
def test_a_broken_save_is_refused_with_its_field(cli, home, change, complaint):
    cli(*ALONE)
    (path,) = (home / "saves").glob("*.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    result = cli("play", "--resume")
    assert result.exit_code == 1
    assert complaint in result.stderr


# --- what can be typed


def ask(cli, *typed):
    """What is answered to words typed at the first card of a match."""
    result = cli(*ALONE, typed="1\n" + "".join([f"{line}\n" for line in typed]))
    assert result.exit_code == 0
    return result.output


def test_an_ambiguous_beginning_is_answered_with_what_it_could_be(cli, home):
    assert "! 'expl' could be 'exploit' or 'explore'" in ask(cli, "expl")
    moves = read_record(the_save(home)["record"]).moves
    assert [seat for seat, _ in moves[3:]] == [1, 2]  # the bots have chosen, nobody else


def test_a_clear_beginning_is_enough(cli):
    assert "Locked: Play Excavate." in ask(cli, "exc")
    assert "Locked: Play Boudicca." in ask(cli, "BOU")


@pytest.mark.parametrize(
    "typed, complaint",
    [
        ("", "! type an answer, or ? for help"),
        ("0", "! no answer has this number; expected 1 to 7"),
        ("99999999999999999999", "! no answer has this number; expected 1 to 7"),
        ("xyzzy", "! 'xyzzy' is not a move here; expected 'exploit'"),
        ("bid 3", "! not now: 'bid 3'; bids are made when all cards of the round"),
        ("napoleon", "! not now: 'napoleon'; it is not in your hand"),
        ("1 2", "! the answer ends with 'exploit'; leave 'exterminate' out"),
        ("1 9", "! no answer has this number; expected 1 to 7"),
        ("n", "! 'n' is not a move here; expected 'exploit'"),
        ("bi", "! 'bi' is not a move here; expected 'exploit'"),
        ("\x1b[2J\x00", "! "),
        ("log x", "! expected `log`, `log 40` or `log all`"),
        ("rules nowhere", "! no section 'nowhere'; there are aim"),
        ("back", "! nothing to take back"),
        ("? xyzzy", "! 'xyzzy' is not a move here"),
    ],
)
def test_what_makes_no_sense_is_answered_and_asked_again(cli, home, typed, complaint):
    output = ask(cli, typed)
    assert complaint in output
    assert "\x1b" not in output
    assert len(read_record(the_save(home)["record"]).moves) == 5  # passes, and the bots' cards


def test_a_question_mark_explains_cards_moves_and_refusals(cli):
    output = ask(cli, "?", "? napoleon", "? bid 9", "? explore", "?gandhi", "? expl")
    assert "what a card, move or number is; why it is not allowed" in output
    assert "Napoleon (French, counts as Expand): Expand with a bid of 3 or more" in output
    assert "Not now: 'napoleon'; it is not in your hand (5X-26)." in output
    assert "Not now: 'bid 9'; bids are made when all cards of the round are open (5X-44)." in output
    assert "Allowed now: 'explore'" in output
    assert "Gandhi (Indians, counts as Exploit)" in output
    assert "! 'expl' could be" in output


@pytest.mark.parametrize("game", ["5x", "5-ages", "civ-builder", "civ-card-game", "goofspiel"])
def test_what_is_no_answer_is_met_with_answers_that_can_be_given_now(game):
    """At each kind of question; in Civilization `foo` was said to be `food 0` to `food 200`."""
    opened = open_game(game)
    for seen in kinds_of_questions(opened):
        for typed in ("foo", "zzz", "c", "pass it", "doone"):
            said = complaint_of(typed, seen, opened)
            if said and not said.startswith("not now"):  # which tells why what was meant is refused
                named = re.findall(r"'([^']+)'", said)[1:]
                assert named
                assert set(named) <= {move.text for move in seen.legal}


@pytest.mark.parametrize("game", ["5x", "5-ages", "civ-builder", "civ-card-game", "goofspiel"])
def test_a_letter_or_two_mean_no_move_that_is_not_allowed_now(game):
    """At each kind of question; cards that are called so, such as `as` in 5 Ages, do."""
    opened = open_game(game)
    cards = {str(move.parts().get("card", "")).lower() for move in opened.moves.all}
    for seen in kinds_of_questions(opened):
        for typed in [*ascii_lowercase, "qi", "th", "bu"]:
            if typed not in cards:
                assert not complaint_of(typed, seen, opened).startswith("not now")


def complaint_of(typed, seen, game):
    """What is said of this line; nothing if it is an answer."""
    try:
        find_answer(typed, game, seen, texts_for(game.name))
    except MicrocivError as error:
        return str(error)
    return ""


def test_a_slip_of_the_finger_is_met_with_the_answer_that_is_nearest(cli):
    assert "! 'exlpoit' is not a move here; did you mean 'exploit'?" in ask(cli, "exlpoit")
    assert "did you mean 'boudicca'?" in ask(cli, "bodicea")


def test_rules_table_and_log_can_be_read_during_the_match(cli):
    output = ask(cli, "rules", "rules bid", "table", "log", "log all", "log 1")
    assert "rules leaders" in output
    assert "The highest bid that nobody else made wins." in output
    assert output.count("Wonders  [A 1½]") == 3
    assert "Bo: dealt a leader" in output


def test_a_number_is_the_amount_where_amounts_are_asked(cli, tmp_path):
    result = cli("position", "5x", "--players", "3", "--set", "leaders=off", "--moves", "")
    document = json.loads(result.stdout)["position"]
    path = tmp_path / "bids.json"
    path.write_text(json.dumps(document))
    typed = "expand\n\nexpand\n\nexploit\n\n9\n300\nbid\n2\n"
    output = cli("play", "--position", path, "--seats", "Ana,Bo,Cy", typed="\n" + typed).output
    assert "Bidding, with what they hold: you 3, Bo 3." in output
    assert "! not now: 'bid 9'; you hold 3: bid 1 to 3\n" in output
    assert "! 'bid 300' is not a move; expected 'bid 1' to 'bid 3'" in output
    assert "! 'bid' could be 'bid 1' to 'bid 3'" in output
    assert "Locked: Bid 2." in output


def test_an_answer_that_needs_no_asking_is_given_and_told(cli):
    output = cli(*ALONE, typed=ALWAYS_FIRST).output
    assert "Answered for you: " in output


# --- several people


def test_the_screen_is_passed_from_one_person_to_the_next(cli):
    output = cli("play", "5x", "--seats", "Ana,Bo,bot:random", typed="\n1\n\n1\n").output
    ana, bo = (
        output.index("Pass the screen to Ana"),
        output.index("Pass the screen to Bo"),
    )
    assert ana < output.index("Which leader do you pass") < bo


def test_a_sealed_answer_is_taken_back_while_others_think(cli, home):
    typed = "\n1\n\nback\n\n2\n\n"
    output = cli("play", "5x", "--seed", "7", "--seats", "Ana,Bo,Cy", typed=typed).output
    assert "Ana's answer is taken back." in output
    assert output.count("Pass the screen to Ana") == 2
    moves = read_record(the_save(home)["record"]).moves
    assert [seat for seat, _ in moves] == [0]
    passes = re.findall(r"^2  (\w+)", output, re.MULTILINE)
    assert moves[0][1] == f"pass {passes[0].lower()}"


def test_undo_takes_the_last_line_of_an_answer_back(cli, home):
    players = ("--seed", "6", "--seats", "you,bot:random,bot:random,bot:random")
    output = cli("play", "5-ages", *players, typed="1\n2\n2\nundo\nundo\nundo\n").output
    assert output.count("Taken back: ") == 2
    assert "! nothing to take back: what others have seen stays" in output
    assert 0 not in [seat for seat, _ in the_save(home)["record"]["moves"][4:]]


def test_undo_takes_a_whole_line_back(cli, home, tmp_path):
    rows = [{"hand": "4Cul+2Tra", "civ": "india"}, {"hand": "3Sci", "civ": "china"}]
    document = {"game": "civ-builder", "round": 5, "phase": "meld", "table": rows}
    path = tmp_path / "start.json"
    path.write_text(json.dumps(document))
    typed = "\nmeld cul\nundo\nmeld cul\n2\nquit\n"
    output = cli("play", "--position", path, "--seats", "Ana,Bo", typed=typed).output
    assert "Taken back: Meld Culture." in output
    assert the_save(home)["record"]["moves"][0] == [0, "meld Cul"]


def test_nothing_is_pinned_in_other_games(cli):
    output = cli(*ALONE, typed="pin explore\nunpin\n").output
    assert "! in this game there is nothing to pin" in output


def test_no_answer_is_taken_back_at_a_table_without_changes(cli):
    arguments = ("--seats", "Ana,Bo,Cy", "--set", "recommit_until_group_complete=off")
    output = cli("play", "5x", *arguments, typed="\n1\n\nback\n").output
    assert "! nothing to take back" in output


def test_hidden_cards_change_nothing_on_another_persons_screen(cli, twins):
    typed = "\n? caesar\nlog\nexpand\n\n"
    first, second = [
        cli("play", "--position", twin, "--seats", "Ana,Bo,Cy", typed=typed).output.split(
            "Pass the screen to Bo"
        )
        for twin in twins
    ]
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_sealed_answers_change_nothing_on_another_persons_screen(cli, twins):
    screens = [
        cli("play", "--position", twins[0], "--seats", "Ana,Bo,Cy", typed=f"\n{card}\n\nlog\n")
        for card in ("expand", "exploit")
    ]
    bos = [screen.output.split("Pass the screen to Bo")[1].split("Saved.")[0] for screen in screens]
    assert bos[0] == bos[1]


def test_what_stood_on_the_screen_is_wiped_from_a_terminal():
    written = wiped({"TERM": "xterm"})
    assert "\x1b[2J" in written
    assert "\x1b[3J" in written
    assert wiped({"TERM": "dumb"}).count("\n") >= 24


def wiped(environ):
    file = StringIO()
    page = Console(file=file, force_terminal=True, width=80, height=24, _environ=environ)
    typing_in.clear(page)
    return file.getvalue()


def test_bots_alone_play_to_the_end_while_one_watches(cli):
    output = cli("play", "5x", "--seats", "bot:random,bot:random,bot:random").output
    assert "Reveal" in output
    assert "place" in output


# --- beginning


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (("--seats", "you,bot"), "seats: 5X is for 3, 4, 5, 6 players, not 2"),
        (("--seats", "you,bot:x,bot"), "seat 2: no bot 'x' for 5x"),
        (("--seats", "you,,bot"), "seat 2: expected `you`, `bot`, `bot:LEVEL` or a name"),
        (("--seats", "Ana,ana,bot"), "two people are called 'ana'"),
        (("--seats", f"{'x' * 21},bot,bot"), "seat 1: expected"),
        (("--set", "wonder_table=[{}]"), "wonder_table: letter: expected"),
        (("--cards", "nothing.toml"), "nothing.toml: cannot be read"),
        (("--position", "nothing.json"), "nothing.json: cannot be read"),
    ],
)
def test_what_is_refused_leaves_no_save(cli, home, arguments, complaint):
    result = cli("play", "5x", *arguments)
    assert result.exit_code == 1
    assert complaint in result.stderr
    assert not home.exists()


def test_positions_bring_their_own_options(cli, twins):
    assert cli("play", "--position", twins[0], "--seed", "3").exit_code == 2
    result = cli("play", "--position", twins[0], "--seats", "you,bot,bot,bot")
    assert "the position has 3 players, --seats names 4" in result.stderr
    assert (
        "a position of '5x', not of 'chess'" in cli("play", "chess", "--position", twins[0]).stderr
    )


def test_bots_never_bear_a_persons_name(cli):
    output = cli("play", "5x", "--seats", "Bo,bot,bot").output
    assert "» You" in output
    assert {"Ana", "Cy"} <= set(re.findall(r"^  (\w+)", output, re.MULTILINE))
    assert BOT_NAMES[1] == "Bo"


def test_saves_are_found_latest_first(home):
    for name in ("a", "b"):
        saves.folder("saves").mkdir(parents=True, exist_ok=True)
        (saves.folder("saves") / f"{name}.json").write_text("{}")
    os.utime(saves.folder("saves") / "a.json", (2_000_000_000, 2_000_000_000))
    assert saves.names() == ["a", "b"]


# --- what happened


def test_the_hits_of_one_exterminate_are_one_sentence_with_its_sum(cli, tmp_path):
    moves = "0:exterminate 1:exploit 2:expand"
    arguments = ("--players", "3", "--set", "leaders=off", "--moves", moves.rsplit(" ", 1)[0])
    path = tmp_path / "hits.json"
    path.write_text(cli("position", "5x", *arguments).stdout)
    typed = "\nexpand\n\n"
    output = cli("play", "--position", path, "--seats", "Ana,Bo,Cy", typed=typed).output
    assert "2 Exterminate  You +2 from Bo and Cy" in output


def test_a_part_of_the_rules_can_be_asked_for_as_well(cli):
    assert "You then hold seven cards" in " ".join(ask(cli, "? setup").split())


@pytest.mark.parametrize("leave", ["quit", "q"])
def test_the_screen_need_not_be_taken_over(cli, leave):
    result = cli("play", "5x", "--seats", "Ana,Bo,Cy", typed=f"{leave}\n")
    assert "Saved." in result.output
    assert "Which leader do you pass" not in result.output


def test_the_help_of_a_game_names_no_other_games_cards(cli):
    output = cli("play", "goofspiel", typed="?\nquit\n").output
    assert "? NAME" in output
    assert "'bid 1' to 'bid 13'" in output
    for word in ("napoleon", "expand"):
        assert word not in output


def test_a_game_without_words_or_a_look_of_its_own_is_played_too(cli):
    typed = "14\n9\n? bid 9\nlog\n" + "".join([f"{bid}\n" for bid in range(1, 14)])
    result = cli("play", "goofspiel", "--seats", "you,bot:random,bot:random", typed=typed)
    assert result.exit_code == 0
    for words in ("Prize ", "hands", "Coming", "! 'bid 14' is not a move", "You: bid 9", "points"):
        assert words in result.output
    assert "! not now: 'bid 9'" in result.output
    assert "Record: " in result.output


@pytest.mark.parametrize("columns", [50, 60, 80, 110, 200])
def test_answers_keep_their_numbers_and_names_however_narrow(cli, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    output = ask(cli)
    for number, name in enumerate(("Exploit", "Exterminate", "Expand", "Explore"), start=1):
        assert re.search(rf"^{number}  {name}", output, re.MULTILINE)
    whole = ("Seed hash", "?] ", "Saved.")  # lines to be copied, or typed on
    lines = [line for line in output.splitlines() if not any(word in line for word in whole)]
    assert max([len(line) for line in lines]) <= min(columns, 120)


@pytest.mark.parametrize("show, seen", [("on", "X K E O V +2"), ("off", "7 cards")])
def test_a_table_may_leave_known_hands_to_memory(cli, show, seen):
    """5X-90: what the others can still play is shown, or counted only."""
    result = cli(*ALONE, "--set", f"show_known_hands={show}", typed="")
    rivals = [line for line in result.output.splitlines() if re.match(r"  (Ana|Bo) ", line)]
    assert rivals
    assert all(seen in line for line in rivals)
