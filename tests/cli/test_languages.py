"""The terminal in the reader's language: what these files say, not what games and tables do."""

from queue import SimpleQueue

import pytest

from microciv.cli.daily import due_words, pace_words
from microciv.cli.line import Line
from microciv.cli.main import LOCALES
from microciv.cli.site import Link
from microciv.cli.sitting import read_sittings
from microciv.cli.typing_in import yes_or_no
from microciv.games import about, brought, catalogue
from microciv.speech import speaking, t
from microciv.texts import level_words, summary_of

GAMES = [name for name in catalogue() if not brought(name)]
ALONE = ("play", "5x", "--seed", "7", "--seats", "you,bot:random,bot:random")
ENGLISH = (" the ", " your ", "Your ", " you ", " and ", " not ", " of ")
FIRST = {"de": "? zeigt jederzeit die Hilfe.", "es": "Escribe ? en cualquier momento"}
SAVED = {"de": "Gespeichert. Weiter mit: ", "es": "Guardado. Sigue con: "}
WORDS = {"de": "was geschehen ist", "es": "qué ha pasado"}


def english_in(output: str) -> list[str]:
    """The lines that have one of a few English words."""
    return [line for line in output.splitlines() if any(word in f"{line} " for word in ENGLISH)]


def test_a_match_is_played_in_german(cli):
    result = cli("--language", "de", *ALONE, typed="?\n" + "1\n" * 60)
    assert result.exit_code == 0, result.output
    head, rest = result.output.split("\n\n", 1)
    assert "Wähle verdeckt eine von fünf Aktionen" in head
    answers = [line for line in rest.splitlines() if line.startswith("Festgelegt: ")]
    assert len(answers) > 7
    helped = rest[rest.index("1, 2, …") : rest.index("jetzt erwartet")]
    end = rest[rest.rindex(" gewinn") :]
    assert "Startwert 0x7" in end
    assert "Noch einmal spielen: microciv play 5x" in end
    assert "Rang" in end
    said = [part for part in end.splitlines() if not part.startswith("Protokoll: ")]
    assert not english_in("\n".join([head, *answers, helped, *said]))


@pytest.mark.parametrize("name", ["de", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_screen_of_every_game_is_in_the_language(cli, game, name):
    result = cli("--language", name, "play", game, "--seed", "7", typed="?\n")
    assert result.exit_code == 0, result.output
    head, _ = result.output.split("\n\n", 1)
    assert FIRST[name] in head
    assert not english_in(head)
    assert WORDS[name] in result.output
    assert SAVED[name] in result.output


@pytest.mark.parametrize("name", ["de", "es"])
def test_what_is_refused_is_refused_in_the_language(cli, monkeypatch, name):
    monkeypatch.setenv("MICROCIV_LANGUAGE", name)
    words = {
        "de": ("Fehler: keine Partie ist gespeichert", "! tippe eine Antwort"),
        "es": ("error: no hay ninguna partida guardada", "! escribe una respuesta"),
    }[name]
    assert words[0] in cli("play", "--resume").output
    assert words[1] in cli(*ALONE, typed="\n").output


@pytest.mark.parametrize("name", ["de", "es"])
def test_what_the_system_refuses_is_said_in_the_language(cli, tmp_path, name):
    """Of files that are read, and of the folder of a league."""
    nothing, occupied = tmp_path / "none.json", tmp_path / "file"
    occupied.write_text("here", encoding="utf-8")
    words = {
        "de": ("nicht lesbar: Datei oder Ordner gibt es nicht", "das gibt es schon"),
        "es": ("no se puede leer: no existe ese archivo o carpeta", "ya existe"),
    }[name]
    read = cli("--language", name, "verify", nothing)
    assert read.exit_code == 1
    assert f"{nothing}: {words[0]}" in read.stderr.replace("\n", " ")
    written = cli("--language", name, "league", "5x", "--bots", "easy,random", "--out", occupied)
    assert written.exit_code == 1
    assert words[1] in written.stderr.replace("\n", " ")


@pytest.mark.parametrize("variable", LOCALES)
def test_the_terminal_says_which_language_it_speaks(cli, monkeypatch, variable):
    monkeypatch.setenv(variable, "de_AT.UTF-8")
    assert FIRST["de"] in cli(*ALONE).output
    assert "Type ? for help" in cli("--language", "en", *ALONE).output


def test_a_lesson_a_puzzle_and_a_record_are_told_in_the_language(cli, finished):
    lesson = cli("--language", "de", "learn", "5x", typed="skip\nn\n").output
    assert "Lehrpartie, 1 von " in lesson
    assert "Die Lehrpartie ist übersprungen." in lesson
    assert "gegen leichte Bots spielen? [j/n] n" in lesson
    assert "5X, Rätsel 1 von " in cli("--language", "de", "puzzle", "5x", typed="quit\n").output
    told = cli("--language", "es", "verify", finished).output
    assert "jugadas se repiten hasta el final" in " ".join(told.split())
    assert "Resultado en " in told


def test_yes_is_said_in_english_or_in_the_language():
    assert [word for word in ("y", "YES", "j", "ja", "s", "sí") if yes_or_no(word)] == ["y", "YES"]
    with speaking("de"):
        assert all(yes_or_no(word) for word in ("y", "j", "Ja"))
        assert [yes_or_no(word) for word in ("n", "nein", "no")] == [False] * 3
        assert yes_or_no("s") is None
    with speaking("es"):
        assert [yes_or_no(word) for word in ("y", "s", "sí", "si", "n")] == [True] * 4 + [False]
        assert yes_or_no("") is None


def test_the_summaries_are_those_of_the_games():
    for game in GAMES:
        assert summary_of(about(game)) == about(game).summary
        with speaking("es"):
            assert summary_of(about(game)) != about(game).summary


def test_days_clocks_and_levels_have_their_words():
    with speaking("de"):
        assert pace_words("daily", 48) == "tageweise, 2 Tage je Entscheidung"
        assert pace_words("blitz", None) == "mit Blitzuhr"
        assert due_words(3600).endswith("(noch 1 Stunde)")
        assert level_words("hard") == "schwer"
        assert level_words("bold") == "bold"
        [alone, _] = read_sittings("you,bot", "5x")
        assert alone.name == "Du"
        assert [one.name for one in read_sittings("you,you", "5x")] == ["Spieler 1", "Spieler 2"]


def test_what_the_line_says_in_its_thread_is_in_the_language(monkeypatch):
    said: SimpleQueue[str] = SimpleQueue()

    def run(line):
        said.put(t("your answer came too late: the table has gone on without it"))

    monkeypatch.setattr(Line, "_run", run)
    with speaking("es"):
        Line(Link("http://127.0.0.1:1", "t"), None, SimpleQueue())
    told = said.get(timeout=5)
    assert told == "tu respuesta llegó demasiado tarde: la mesa ha seguido sin ella"


def test_what_programs_read_is_the_same_in_every_language(cli):
    for asked in (["games"], ["cards", "5x"], ["cards", "civ-card-game"]):
        told = cli("--language", "en", *asked, "--json").stdout
        assert cli("--language", "de", *asked, "--json").stdout == told
