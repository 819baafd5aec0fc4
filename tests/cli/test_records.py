"""`replay`, `show` and `verify`: records read again, and only what a seat may know."""

import json

import pytest

from microciv.trust import seed_hash


def test_verify_deals_again_and_says_how_it_ended(cli, finished):
    result = cli("verify", finished, "--hash", seed_hash(7))
    assert result.exit_code == 0
    assert "replay to the end" in result.output
    assert "The seed is the one that was promised." in result.output
    assert seed_hash(7) in result.output


def by_order(finished, tmp_path):
    """The record, with the first answer given by order, and one left that never was used."""
    record = json.loads(finished.read_text())
    left = {"seat": 1, "phase": "bid", "round": 3, "when": "alone", "wishes": ["bid 2", "bid 1"]}
    path = tmp_path / "ordered.json"
    orders = [{**left, "used": False}, {**left, "round": 4, "used": True}]
    path.write_text(json.dumps({**record, "ordered": [0], "left": orders}))
    return path, record["moves"][0][0]


@pytest.mark.parametrize(
    "language, given, never",
    [
        ("en", "By order, left beforehand: Seat ", "Orders that were left and never used:"),
        ("de", "Nach vorab gemachten Vorgaben: Platz ", "gemacht und nie gebraucht"),
        ("es", "Por una instrucción dejada antes: Asiento ", "nunca se usaron:"),
    ],
)
def test_a_replay_says_what_orders_gave_and_which_were_never_used(
    cli, rows, finished, tmp_path, monkeypatch, language, given, never
):
    path, seat = by_order(finished, tmp_path)
    monkeypatch.setenv("MICROCIV_LANGUAGE", language)
    said = " ".join(cli("replay", path).output.split())
    assert 1 == said.count(f"{given}{seat + 1}.")
    order = said.partition(never)[2]
    assert ("3" in order, "4" in order, "bid 2; bid 1" in order) == (True, False, True)
    told = [row.get("ordered") for row in rows("replay", path, "--json")]
    assert [[seat]] == [seats for seats in told if seats]
    assert never not in cli("replay", finished).output


WHOLE = seed_hash(7)


@pytest.mark.parametrize(
    "given, compared",
    [
        (WHOLE, 64),
        (f"  {WHOLE[:32].upper()}\n{WHOLE[32:]} ", 64),
        (WHOLE[:8], 8),
        (f"{WHOLE[:12]}…", 12),
        (f"{WHOLE[:20].upper()}...\n", 20),
        (f"{WHOLE[:63]}", 63),
    ],
)
def test_verify_takes_the_hash_as_people_copy_it_and_says_what_was_compared(
    cli, rows, finished, given, compared
):
    (report,) = rows("verify", finished, "--hash", given, "--json")
    assert (report["hash_checked"], report["hash_digits"]) == (True, compared)
    words = " ".join(cli("verify", finished, "--hash", given).output.split())
    assert ("The seed is the one that was promised." in words) == (compared == 64)
    partly = (
        f"The first {compared} digits of the seed's hash agree; the other {64 - compared} were not"
    )
    assert (partly in words) == (compared < 64)


@pytest.mark.parametrize(
    "given, complaint",
    [
        (WHOLE[:7], "hash: expected its 64 digits, or at least the first 8: 7 are not enough"),
        ("…", "0 are not enough to compare"),
        (WHOLE + "0", "hash: expected 64 digits at most, not 65"),
        ("the hash of my match", "hash: expected hexadecimal digits, not 'the hash of my match'"),
        ("\uff10" * 12, "hexadecimal"),
        (
            seed_hash(8)[:12],
            f"does not agree: that of the seed begins with {WHOLE[:12]}, not {seed_hash(8)[:12]};",
        ),
        (WHOLE[:63] + "0", f"does not agree: that of the seed is {WHOLE}, not {WHOLE[:63]}0;"),
    ],
)
def test_verify_refuses_what_is_no_hash_or_another(cli, finished, given, complaint):
    result = cli("verify", finished, "--hash", given)
    assert result.exit_code == 1
    assert complaint in result.stderr


def test_verify_for_programs(rows, finished):
    (report,) = rows("verify", finished, "--json")
    assert report["seed_hash"] == WHOLE
    assert (report["hash_checked"], report["hash_digits"]) == (False, 0)
    assert len(report["scores"]) == 3


def test_verify_reads_standard_input(cli, finished):
    assert cli("verify", "-", typed=finished.read_text()).exit_code == 0


def test_verify_refuses_another_seed(cli, finished):
    result = cli("verify", finished, "--hash", seed_hash(8))
    assert result.exit_code == 1
    assert "not dealt from the seed that was promised" in result.stderr


def test_verify_refuses_what_is_not_over(cli, unfinished):
    result = cli("verify", unfinished)
    assert result.exit_code == 1
    assert "moves: the match is not over after 4 moves" in result.stderr


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"moves": [[0, "fly"]]}, "moves[0]: no such move: 'fly'"),
        ({"moves": [[9, "expand"]]}, "moves[0]: there is no seat 9"),
        ({"moves": "none"}, "moves: expected a list"),
        ({"rules": 99}, "rules: written under version 99"),
        ({"seed": "xyz"}, "seed: expected up to 32 hexadecimal digits"),
        ({"game": "6x"}, "no game '6x'"),
        ({"options": {"leaders": 3}}, "leaders: expected on or off"),
        ({"position": {}}, "position"),
    ],
)
@pytest.mark.parametrize("command", ["verify", "show", "replay"])
def test_a_broken_record_is_refused_with_its_field(cli, finished, command, change, complaint):
    finished.write_text(json.dumps({**json.loads(finished.read_text()), **change}))
    result = cli(command, finished)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert f"{finished}: {complaint}" in result.stderr


def test_replay_tells_the_whole_match(cli, finished):
    result = cli("replay", finished)
    assert result.exit_code == 0
    for words in ("Round 7: the Rocket (G) on offer", "Reveal", "with", "Seed 0x7"):
        assert words in result.output
    assert "Seat 1" in result.output


def test_replay_for_programs(rows, finished):
    steps = rows("replay", finished, "--seat", "2", "--json")
    assert steps[0]["ply"] == 0
    assert steps[-1]["seen"]["phase"] == "over"
    dealt = [event for step in steps for event in step["events"] if event["event"] == "dealt"]
    assert [event["card"] is None for event in dealt] == [event["seat"] != 1 for event in dealt]


def test_show_is_one_moment_for_one_seat(cli, finished):
    result = cli("show", finished, "--seat", "1", "--ply", "3")
    assert result.exit_code == 0
    assert "Round 1 of 7" in result.output
    assert "» You" in result.output
    assert "Which card do you play this round?" in result.output


def test_show_for_programs(rows, finished):
    (found,) = rows("show", finished, "--seat", "1", "--ply", "3", "--json")
    assert found["seen"]["seat"] == 0
    assert [move["verb"] for move in found["legal"]] == ["play"] * 7


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (("--seat", "4"), "--seat: expected 1 to 3, not 4"),
        (("--seat", "0"), "--seat: expected 1 to 3, not 0"),
        (("--ply", "1000"), "ply: expected 0 to"),
    ],
)
def test_show_refuses_what_is_not_there(cli, finished, arguments, complaint):
    result = cli("show", finished, *arguments)
    assert result.exit_code == 1
    assert complaint in result.stderr


def record_at(position, moves=()):
    record = {"game": "5x", "rules": 1, "options": {"seats": 3}, "seed": "0"}
    return json.dumps(
        {**record, "moves": list(moves), "position": json.loads(position.read_text())}
    )


@pytest.mark.parametrize("command", [("show",), ("show", "--json"), ("replay", "--json")])
@pytest.mark.parametrize("seat", [("--seat", "1"), ()])
def test_hidden_cards_change_nothing_that_others_are_shown(cli, twins, command, seat):
    one, two = [cli(*command, "-", *seat, typed=record_at(twin)) for twin in twins]
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout


def test_hidden_cards_are_shown_to_their_owner(cli, twins):
    one, two = [cli("show", "-", "--seat", "2", typed=record_at(twin)) for twin in twins]
    assert one.stdout != two.stdout


@pytest.mark.parametrize("seat", [("--seat", "2"), ("--seat", "3"), ()])
def test_sealed_answers_change_nothing_that_others_are_shown(cli, twins, seat):
    shown = [
        cli("show", "-", *seat, typed=record_at(twins[0], [[0, card]])).stdout
        for card in ("exploit", "expand")
    ]
    assert shown[0] == shown[1]
    own = [
        cli("show", "-", "--seat", "1", "--json", typed=record_at(twins[0], [[0, card]])).stdout
        for card in ("exploit", "expand")
    ]
    assert own[0] != own[1]
