"""Turns, in simulated time: nobody waits for what somebody else has much of."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from microciv.core.rng import Rng
from microciv.server.fair_queue import FairQueue, Whose

EXPERT, EASY = 1000, 5  # milliseconds


@dataclass
class Simulated:
    """Workers that take as long as they are told."""

    workers: int
    most: int
    """What one visitor may have under way."""
    now: int = 0
    queue: FairQueue[tuple[int, int]] = field(default_factory=FairQueue)
    ends: list[tuple[int, int, Whose, int, int]] = field(default_factory=list)
    done: list[tuple[Whose, int]] = field(default_factory=list)
    """Whose each was, and how long it took from when it was asked."""

    count: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.free = self.workers

    def ask(self, visitor: str, table: str, takes: int, person: str = "") -> None:
        self.queue.add(Whose(visitor, table, person), (takes, self.now))

    def run(self, until: int, go_on: Callable[[Whose], None] = lambda _: None) -> None:
        """Work; `go_on` asks what follows the end of something."""
        while True:
            while self.free and (taken := self.queue.take(self.most)) is not None:
                whose, (takes, asked) = taken
                heapq.heappush(self.ends, (self.now + takes, next(self.count), whose, takes, asked))
                self.free -= 1
            if not self.ends or self.ends[0][0] > until:
                return
            self.now, _, whose, takes, asked = heapq.heappop(self.ends)
            self.free += 1
            self.queue.done(whose, takes)
            self.done.append((whose, self.now - asked))
            go_on(whose)

    def shares(self) -> Counter[str]:
        """How many things of each visitor are done."""
        return Counter([whose.visitor for whose, _ in self.done])

    def waits(self, visitor: str) -> list[int]:
        return [took for whose, took in self.done if whose.visitor == visitor]


def test_what_waits_of_a_table_is_done_in_order():
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.add(Whose("ann", "one"), number)
    found = []
    while (taken := queue.take(1)) is not None:
        found.append(taken[1])
        queue.done(taken[0], 1.0)
    assert [*range(5)] == found


@pytest.mark.parametrize("tables", [1, 40])
def test_visitors_get_as_much_time_however_many_tables_they_have(tables: int):
    """Ann's things take four times as long as Ben's: so four of his are done for one of hers."""
    site = Simulated(1, 1)
    for _ in range(400 // tables):
        for table in range(tables):
            site.ask("ann", str(table), 400)
    for _ in range(400):
        site.ask("ben", "his", 100)
    site.run(40_000)
    assert {"ann": 50, "ben": 200} == site.shares()


def test_tables_of_one_visitor_take_turns_too():
    site = Simulated(1, 1)
    for table, takes in (("long", 400), ("short", 100)):
        for _ in range(400):
            site.ask("ann", table, takes)
    site.run(40_000)
    assert {"long": 50, "short": 200} == Counter([whose.table for whose, _ in site.done])


def test_several_workers_are_shared_by_visitors():
    site = Simulated(2, 2)
    for table in range(40):
        site.ask("ann", str(table), EXPERT)
    site.ask("ben", "his", EXPERT)
    site.ask("cleo", "hers", EXPERT)
    site.run(2 * EXPERT)
    assert {"ann": 2, "ben": 1, "cleo": 1} == site.shares()


def test_neither_many_guests_at_an_address_nor_many_addresses_of_a_person_get_more():
    for homes, persons in (("home", "guest 0"), ("home 0", "ann")):
        site = Simulated(1, 1)
        for number in range(9):
            for _ in range(100):
                home, person = homes.replace("0", str(number)), persons.replace("0", str(number))
                site.ask(home, "theirs", 100, person)
        for _ in range(400):
            site.ask("ben's", "his", 100, "ben")
        site.run(40_000)
        assert 200 == pytest.approx(site.shares()["ben's"], abs=2)


def test_guests_at_one_address_take_turns():
    site = Simulated(1, 1)
    for person, takes in (("ann", 400), ("cleo", 100)):
        for _ in range(400):
            site.ask("home", "theirs", takes, person)
    site.run(40_000)
    assert {"ann": 50, "cleo": 200} == Counter([whose.person for whose, _ in site.done])


def test_who_comes_later_catches_nothing_up():
    site = Simulated(1, 1)
    for _ in range(400):
        site.ask("ann", "hers", 100)
    site.run(10_000)
    for _ in range(400):
        site.ask("ben", "his", 100)
    site.run(20_000)
    assert 50 == pytest.approx(site.shares()["ben"], abs=1)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_easy_bots_take_no_longer_beside_forty_tables_of_experts(workers: int):
    """Ann has forty tables with three experts each, all of which ask again at once. Ben's easy bot
    is asked again as soon as it has answered. It waits for nobody, as there is one worker more.
    """

    def go_on(whose: Whose) -> None:
        takes = EASY if whose.visitor == "ben" else EXPERT
        site.ask(whose.visitor, whose.table, takes)

    site = Simulated(workers + 1, workers)
    for table in range(40):
        for _ in range(3):
            site.ask("ann", str(table), EXPERT)
    site.ask("ben", "his", EASY)
    site.run(60_000, go_on)
    assert max(site.waits("ben")) <= 2 * EASY
    assert workers * 60 == pytest.approx(site.shares()["ann"], abs=workers)


def test_nobody_starves_and_whoever_has_gone_is_forgotten():
    """Whatever is asked by whomever, all of it is done at last, each thing once."""
    draw = Rng(7)
    site = Simulated(3, 2)
    left = Counter({f"{visitor}": 60 for visitor in range(8)})

    def go_on(whose: Whose) -> None:
        if left[whose.visitor]:
            left[whose.visitor] -= 1
            site.ask(whose.visitor, f"{draw.below(4)}", 1 + draw.below(300))

    for visitor in left:
        for _ in range(3):
            site.ask(visitor, f"{draw.below(4)}", 1 + draw.below(300))
    site.run(10**9, go_on)
    assert dict.fromkeys(left, 63) == site.shares()
    assert 0 == len(site.queue)
    assert not [*site.queue._visitors, *site.queue._addresses, *site.queue._persons]


def test_a_visitor_has_no_more_under_way_than_that():
    queue: FairQueue[str] = FairQueue()
    queue.add(Whose("ann", "one"), "first")
    queue.add(Whose("ann", "two"), "second")
    assert (Whose("ann", "one"), "first") == queue.take(1)
    assert queue.take(1) is None
    queue.add(Whose("ben", "his"), "third")
    assert (Whose("ben", "his"), "third") == queue.take(1)
    assert (Whose("ann", "two"), "second") == queue.take(2)
    assert queue.take(2) is None
