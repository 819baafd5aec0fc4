"""The report: one page with all that was found, which asks nothing of any network."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from random import Random
from typing import Final, final

import pytest

from microciv.games import about
from microciv.speech import speaking
from microciv.study import report
from microciv.study.estimates import Answer
from microciv.study.plan import Arm, Plan, Table, read_plan, tables_of, written
from microciv.study.words import told
from tests.study.studies import english
from tests.study.test_findings import found, made

LONG: Final = "</script><b>" + "x" * 300
PLAN: Final = Plan(
    "5x",
    (Arm("default", {}), Arm("changed", {"leader_pool": LONG})),
    (Table(4, ("easy",) * 4),),
    200,
)
VOID: Final = {"meta", "br", "link", "img"}


@final
class Page(HTMLParser):
    """Every tag closed in its order, every word, every address."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.addresses: list[str] = []
        self.scripts = 0
        self.charts: list[dict[str, object]] = []
        self.said: list[str] = []
        """What is for people: no plan, and no command."""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        self.addresses += [value for name, value in attrs if name in {"src", "href"}]

    def handle_endtag(self, tag):
        assert tag == self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in {"script", "style"}:
            self.words.append(data)
        if self.open[-1:] == ["script"] and data.startswith("{"):
            self.charts.append(json.loads(data))
        elif self.open[-1:] not in (["script"], ["style"], ["pre"], ["code"]):
            self.said.append(data)


@pytest.fixture(scope="module")
def study() -> tuple[list[Answer], str]:
    answers = found(made(Random(20), 200, strong=0.3), PLAN)
    return answers, report.report(PLAN, answers, about("5x"))


def test_it_is_one_page_of_sound_html_and_asks_nothing_of_a_network(study):
    page = Page(study[1])
    assert [] == page.open
    assert [] == page.addresses
    assert "default-src 'none'" in study[1]
    assert len(study[1].encode()) < 3_000_000
    outside = re.sub(r"<script>.*?</script>", "", study[1], flags=re.DOTALL)
    assert "http" not in outside.replace("http-equiv", "")


def test_it_has_every_sentence_and_every_number(study):
    answers, text = study
    words = " ".join("".join(Page(text).words).split())
    names = PLAN.names()
    for part in told(PLAN, answers, about("5x")):
        assert " ".join(part.heading.split()) in words
        for sentence in part.sentences:
            assert sentence in words
    for answer in answers:
        for finding in answer.findings:
            assert names.title(finding.subject) in words
            assert f"{finding.count:,}" in words
    assert "who are not people" in words


def test_what_a_plan_says_is_text_and_no_code(study):
    charts = study[1].count('<script type="application/json">')
    assert Page(study[1]).scripts == charts + 1
    assert charts > 1


def test_levels_stand_beside_each_other_where_there_are_several():
    plan = Plan("5x", PLAN.arms, tables_of((4,), (("easy",), ("medium",))), 200)
    answers = [
        Answer(table, answer.arm, answer.matches, answer.alike, answer.findings)
        for table in plan.tables
        for answer in found(made(Random(20), 200, strong=0.3), PLAN)
    ]
    text = report.report(plan, answers, about("5x"))
    assert "By who plays" in text
    assert "4 seats, medium" in text.partition("By who plays")[2].partition("<h2>")[0]


def test_nothing_played_and_nothing_changed_have_a_report_too():
    for answers in ([], found(made(Random(4), 50, felt=0.0), PLAN)):
        assert [] == Page(report.report(PLAN, answers, about("5x"), late=False)).open


@pytest.mark.parametrize("name, decimal", [("de", ","), ("es", ",")])
def test_it_speaks_the_language_of_who_writes_it(name: str, decimal: str):
    arms = (Arm("default", {}), Arm("changed", {"leader_pool": "all15"}))
    plan = Plan("5x", arms, tables_of((4,), (("easy",), ("random",))), 200, minutes=1.5)
    answers = [
        Answer(table, answer.arm, answer.matches, answer.alike, answer.findings)
        for table in plan.tables
        for answer in found(made(Random(20), 200, strong=0.3), PLAN)
    ]
    alone = Plan("5x", arms[:1], plan.tables[:1], 200)
    with speaking(name):
        whole = report.report(plan, answers, about("5x"), late=True)
        first = report.report(alone, answers[:1], about("5x"))
        sentences = [told(plan, answers, about("5x")), told(alone, answers[:1], about("5x"))]
    for text in (whole, first):
        page = Page(text)
        assert f'<html lang="{name}"' in text
        assert [] == english("\n".join(page.said))
        drawn = json.dumps(page.charts, ensure_ascii=False)
        titles = re.findall(r'"(?:title|description|what|when)": "([^"]*)"', drawn)
        assert titles
        assert [] == english("\n".join(titles))
        assert re.search(rf"\d{decimal}\d\s%\s+±\s\d", " ".join(page.said))
    assert [] == english("\n".join([line for some in sentences for one in some for line in one[1]]))


PLANS: Final = [
    Plan("5x", (Arm("default", {}),), tables_of((3, 4), (("easy",), ("easy", "random", "random")))),
    Plan(
        "5x",
        (Arm("default", {"leaders": "off"}), Arm("a-b", {"leader_pool": "all15"})),
        tables_of((4,), (("easy", "random"),)),
        20,
        0.5,
        10.0,
        7,
    ),
    Plan(
        "5x",
        (
            Arm("default", {}),
            Arm("tower", {"wonder_table": [{"letter": "F", "points": 5, "name": 'a "b" ñ'}]}),
        ),
        tables_of((3,), (("random",),)),
    ),
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_that_is_written_down_is_read_as_the_same(plan, tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(written(plan), encoding="utf-8")
    assert plan == read_plan(file)
