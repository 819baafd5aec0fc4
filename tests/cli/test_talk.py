"""What bots say of their answers, at a terminal."""

import re

from microciv.cli.talk import Talk
from microciv.texts import Reader, texts_for

NAMES = (Reader("You"), "Bo", "Cy")
TEXTS = texts_for("5-ages")


def news(talk: Talk, number: int, reader: int = 0) -> list[str]:
    return [line.plain for line in talk.news(number, reader, NAMES, TEXTS)]


def test_a_reason_is_told_to_each_reader_once_and_not_before_its_set_is_closed():
    talk = Talk()
    talk.intend(1, 1, ("suit", {"suit": "S"}))
    assert [] == news(talk, 1)
    said = ['Bo: "I could use spades."']
    assert said == news(talk, 2)
    talk.intend(2, 2, ("attack", {"target": 0}))
    assert [] == news(talk, 2)
    assert ['Cy: "You have more to lose."'] == news(talk, 3)
    assert [*said, 'Cy: "You have more to lose."'] == news(talk, 3, reader=1)


def test_the_last_step_of_an_answer_has_its_reason():
    talk = Talk()
    talk.intend(1, 1, ("accept", {}))
    talk.intend(1, 2, ("accept", {}))
    talk.intend(1, 1, ("refuse", {}))
    talk.intend(1, 2, ("", {}))
    assert ['Bo: "Not worth it."'] == news(talk, 2)


def test_bots_say_why_after_the_ladder(cli):
    result = cli(
        *("play", "5-ages", "--seed", "6", "--seats", "you,bot:easy,bot:easy"),
        typed="1\n" + "pass\n" * 3,
    )
    assert re.search(r'^\w+: "[A-Z].*\."$', result.output, re.MULTILINE), result.output
