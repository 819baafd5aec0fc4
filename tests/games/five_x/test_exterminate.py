"""B.5: Exterminate, and its leaders."""

from __future__ import annotations

import pytest

from microciv.games.five_x.cards import LEADER_NAMES
from tests.games.five_x.table import asked_after, resources, round_of, told

IMMUNE = {"elizabeth", "cleopatra", "catharine"}
EXPLOITERS = ["exploit", "elizabeth", "gandhi", "qin"]
EXTERMINATORS = ["exterminate", "boudicca", "genghis", "montezuma"]
EXPANDERS = ["expand", "cleopatra", "napoleon", "tokugawa"]
EXPLORERS = ["explore", "dido", "erik", "isabella"]
EXCAVATORS = ["excavate", "caesar", "catharine", "suleiman"]
ALL = [*EXPLOITERS, *EXTERMINATORS, *EXPANDERS, *EXPLORERS, *EXCAVATORS]


def hits(cards: str, **options: object) -> set[tuple[object, object]]:
    """Who takes from whom in step 2."""
    match = asked_after(cards, [9] * len(cards.split()), options=options)
    pairs = [(event["seat"], event["target"]) for event in told(match, "hit")]
    assert len(set(pairs)) == len(pairs)
    return set(pairs)


def taken(cards: str, **options: object) -> list[int]:
    """What step 2 brings to each seat when all hold plenty."""
    found = [0] * len(cards.split())
    for attacker, target in hits(cards, **options):
        assert isinstance(attacker, int)
        assert isinstance(target, int)
        found[attacker] += 1
        found[target] -= 1
    return found


@pytest.mark.parametrize("target", ALL)
def test_exterminate_reaches_exploit_and_expand_less_the_immune(target: str):
    """5X-32, 5X-38, 5X-40: the basic reaches no other action, leader or not."""
    reached = target in EXPLOITERS + EXPANDERS and target not in IMMUNE
    assert reached == ((0, 1) in hits(f"exterminate {target} explore"))


def test_everybody_takes_for_itself():
    """5X-33: a target loses one to each who hits it."""
    assert [3, 3, 3, -3, -3, -3] == taken("exterminate genghis montezuma exploit exploit expand")


@pytest.mark.parametrize("target", ["gandhi", "qin", "napoleon", "tokugawa"])
def test_a_card_takes_one_whatever_its_reasons(target: str):
    """5X-34: Boudicca has two."""
    assert [1, -1, 0] == taken(f"boudicca {target} excavate")


def test_the_supply_makes_up_what_a_target_lacks():
    """5X-35."""
    outcome = round_of("expand exterminate exterminate exterminate", held=[2, 0, 0, 0])
    assert [0, 1, 1, 1] == outcome["S2"]
    assert [0, 0, 1] == [event["supply"] for event in told(outcome.match, "hit")]


def test_nobody_falls_below_nothing():
    """5X-35."""
    outcome = round_of("expand exterminate genghis", held=[0, 0, 0])
    assert [0, 1, 1] == outcome["S2"]


def test_what_a_target_can_give_is_measured_first():
    """5X-36: Genghis has nothing when Boudicca comes, and what he takes then is safe."""
    outcome = round_of("genghis boudicca exploit", held=[0, 5, 5])
    assert [1, 7, 6] == outcome["S2"]
    assert [(0, 2, 0), (1, 0, 1), (1, 2, 0)] == sorted(
        (event["seat"], event["target"], event["supply"]) for event in told(outcome.match, "hit")
    )


def test_what_a_target_can_give_is_measured_first_whoever_sits_where():
    """5X-36: the same from the other side of the table."""
    assert [6, 7, 1] == round_of("exploit boudicca genghis", held=[5, 5, 0])["S2"]


def test_income_of_exploit_can_be_lost_at_once():
    """5X-37."""
    outcome = round_of("exploit exterminate explore", held=[0, 0, 0])
    assert ([3, 0, 0], [2, 1, 0]) == (outcome["S1"], outcome["S2"])


def test_income_of_later_steps_is_safe():
    """5X-37, 5X-119: an explorer, Catharine and the bonus of a Wonder come after the raid."""
    outcome = round_of(
        "isabella catharine expand exterminate boudicca",
        {2: "bid 1"},
        held=[0, 0, 3, 0, 0],
        round=1,
    )
    assert [2, 1, 2, 1, 2] == outcome["END"]
    assert [0, 0, 1, 1, 2] == outcome["S2"]


@pytest.mark.parametrize("target", sorted(IMMUNE))
@pytest.mark.parametrize("attacker", EXTERMINATORS)
def test_from_the_immune_nobody_gets_anything(attacker: str, target: str):
    """5X-38: not from the supply either; 5X-39: before the card's own step."""
    assert [0, 0, 0] == taken(f"{attacker} {target} explore")


def test_immunity_protects_nobody_else():
    """5X-38."""
    assert [1, 0, -1] == taken("exterminate elizabeth exploit")


@pytest.mark.parametrize("target", ["cleopatra", "catharine"])
def test_immunity_holds_before_the_cards_own_step(target: str):
    """5X-39."""
    match = asked_after(f"{target} boudicca expand", held=[3, 3, 3])
    assert [3, 4, 2] == resources(match)


@pytest.mark.parametrize("target", EXTERMINATORS[1:] + EXPLORERS + EXCAVATORS)
def test_the_basic_spares_the_other_actions(target: str):
    """5X-40."""
    assert (0, 1) not in hits(f"exterminate {target} exploit")
    assert (0, 2) in hits(f"exterminate {target} exploit")


# --- Boudicca


@pytest.mark.parametrize("target", ALL)
def test_boudicca_reaches_exploit_expand_and_every_leader(target: str):
    """5X-76(a), 5X-76(b), 5X-76(d): 1 each, less the immune; no other basic."""
    reached = target in EXPLOITERS + EXPANDERS + LEADER_NAMES and target not in IMMUNE
    if target != "boudicca":
        assert reached == ((0, 1) in hits(f"boudicca {target} explore"))


@pytest.mark.parametrize(
    "target", ["dido", "erik", "isabella", "caesar", "suleiman", "genghis", "montezuma"]
)
def test_boudicca_reaches_leaders_whom_a_basic_spares(target: str):
    """5X-76(c)."""
    assert (0, 1) in hits(f"boudicca {target} explore")
    assert (0, 1) not in hits(f"exterminate {target} explore")


@pytest.mark.parametrize("target", ["explore", "excavate", "exterminate"])
def test_boudicca_spares_the_other_basics(target: str):
    """5X-76(d)."""
    assert [0, 0, 0] == taken(f"boudicca {target} explore")


def test_boudicca_takes_nothing_from_herself():
    """5X-76(e)."""
    outcome = round_of("boudicca explore explore", held=[3, 3, 3])
    assert ([3, 3, 3], []) == (outcome["S2"], told(outcome.match, "hit"))


def test_boudicca_loses_to_nobody():
    """5X-76(f)."""
    pairs = hits("boudicca exterminate genghis montezuma")
    assert {(0, 2), (0, 3)} == pairs


# --- Genghis Khan


@pytest.mark.parametrize("target", ALL)
def test_genghis_reaches_excavate_as_well(target: str):
    """5X-77(a)."""
    reached = target in EXPLOITERS + EXPANDERS + EXCAVATORS and target not in IMMUNE
    if target != "genghis":
        assert reached == ((0, 1) in hits(f"genghis {target} explore"))


def test_genghis_reaches_caesar_and_suleiman_but_not_catharine():
    """5X-77(b), 5X-86(c)."""
    assert [2, -1, -1, 0] == taken("genghis caesar suleiman catharine")


@pytest.mark.parametrize("leader", ["genghis", "montezuma"])
def test_only_boudicca_takes_from_genghis(leader: str):
    """5X-77(c)."""
    other = "montezuma" if leader == "genghis" else "genghis"
    assert [0, 0, 0] == taken(f"{leader} {other} exterminate")
    assert [-1, 1, 0] == taken(f"{leader} boudicca explore")


# --- Montezuma


@pytest.mark.parametrize("target", ALL)
def test_montezuma_does_as_genghis_does(target: str):
    """5X-78."""
    if target not in {"genghis", "montezuma"}:
        assert hits(f"genghis {target} explore") == hits(f"montezuma {target} explore")


def test_both_take_two_from_an_excavator():
    """5X-78."""
    assert [1, 1, -2] == taken("genghis montezuma excavate")


@pytest.mark.parametrize("target", ["explore", "dido", "erik", "isabella"])
def test_by_ruling_montezuma_reaches_explore_instead(target: str):
    """5X-78, montezuma_extra_target: explore."""
    by_ruling = {"montezuma_extra_target": "explore"}
    assert {(0, 1)} == hits(f"montezuma {target} excavate", **by_ruling)
    assert {(0, 1)} == hits("montezuma exploit excavate", **by_ruling)
    assert set() == hits("montezuma caesar excavate", **by_ruling)
    assert {(0, 2)} == hits(f"genghis {target} excavate", **by_ruling)
