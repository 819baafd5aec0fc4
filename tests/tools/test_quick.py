"""Which tests are beside a change."""

from tools.quick import ALWAYS, ROOT, beside, name_of


def near(*files: str) -> list[str]:
    tests, _games = beside(list(files))
    assert list(ALWAYS) == tests[-len(ALWAYS) :]
    return tests[: -len(ALWAYS)]


def test_a_rule_is_tested_by_its_game_its_laws_and_its_records():
    assert (["tests/games/five_x", *ALWAYS], ["five_x"]) == beside(
        ["src/microciv/games/five_x/rules/auction.py"]
    )
    assert "5x" == name_of("five_x")


def test_a_test_is_its_own_and_a_helper_that_of_its_folder():
    assert ["tests/cli/test_match.py"] == near("tests/cli/test_match.py")
    assert ["tests/games/five_x"] == near("tests/games/five_x/table.py")
    assert ["tests/e2e"] == near("tests/e2e/pilot.py")


def test_a_bot_is_tested_by_the_tests_of_its_name():
    found = near("src/microciv/bots/heuristics/civ_builder/easy.py")
    assert found
    assert all(path.startswith("tests/bots/test_civ_builder") for path in found)


def test_the_same_tests_are_run_once():
    assert ["tests/server"] == near(
        "src/microciv/server/http/app.py", "src/microciv/server/store/sql.py"
    )


def test_every_folder_of_the_package_has_beside():
    for folder in (ROOT / "src" / "microciv").iterdir():
        if (folder / "__init__.py").is_file():
            assert near(f"src/microciv/{folder.name}/any.py"), folder.name
