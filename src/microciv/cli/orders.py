"""Orders at a table by the day, in lines: what stands, what was used, what may be left."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from rich.text import Text

from microciv.cli.finding import find_any
from microciv.cli.ordered import asked, columns, condition, title, whole_question
from microciv.core.errors import MicrocivError
from microciv.core.orders import round_of
from microciv.server.wire.messages import MoveView
from microciv.server.wire.orders import OrdersView, OrderView, OrderWish, UsedOrder
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.cli.joined import Joined
    from microciv.cli.site import Site

WORDS: Final = frozenset({"order", "orders"})
ALWAYS: Final = "always"
DROP: Final = "drop"
IF: Final = "if"
AROUND: Final = " \t,:-"  # conditions, as somebody may write them
CLAUSE: Final = re.compile(r"(?:if|else)\b", re.IGNORECASE)
BETWEEN: Final = re.compile(r"\s*[,;]\s*(?=(?:if|else)\b)", re.IGNORECASE)


def obey_orders(site: Site, joined: Joined, word: str, rest: str) -> list[RenderableType]:
    """Do what was typed behind `order` or `orders`; what stands then, in lines.

    :raises MicrocivError: if it cannot be done; nothing has changed.
    """
    told = site.orders()
    if not told.terms:
        raise MicrocivError(t("orders are for tables by the day"))
    if word == "order":
        first, _, number = rest.partition(" ")
        if first.lower() == DROP:
            kept = left_after(told, number.strip())
        else:
            kept = [*read_order(joined, told, rest), *map(wish_of, told.orders)]
            kept.sort(key=lambda order: not order.when)  # what always answers comes last
        told = site.leave_orders(joined.number, kept)
    return lines(joined, told, whole=word == "orders")


# --- what is typed


def read_order(joined: Joined, told: OrdersView, words: str) -> list[OrderWish]:
    """`bid alone: bid 2; bid 1`: the question, perhaps conditions and `always`, and what is wished
    for, the most wanted first. Cards for cards are an order of their own. Several at once: `bid: if
    alone bid 1, if one bid 3; bid 2, else bid 4`.

    :raises MicrocivError: saying how it is written, or what could be meant.
    """
    head, colon, said = words.partition(":")
    named = head.split()
    if not colon or not named or not said.strip():
        raise MicrocivError(t("write an order as in `order bid alone: bid 2; bid 1`"))
    phase = question_meant(joined, told, named[0])
    known = told.terms[phase]
    rest = [word.lower() for word in named[1:]]
    for word in rest:
        check_condition(word, [*known, ALWAYS])
    whens = list(dict.fromkeys([word for word in rest if word != ALWAYS]))
    round_ = 0 if ALWAYS in rest else round_of(joined.seen)
    parts = clauses_in(said.strip(), known)
    if parts and whens:
        raise MicrocivError(t("say conditions before the colon or by `if`, not both"))
    said_of = parts or [(when, said) for when in whens or [""]]
    return [
        order
        for when, wishes in said_of
        for order in orders_of(joined, phase, round_, when, wishes, known)
    ]


def clauses_in(said: str, known: list[str]) -> list[tuple[str, str]]:
    """By condition, what is wished for then, in the order in which it was said, `else` last with
    none; nothing, if no `if` is said.

    :raises MicrocivError: saying which condition there is not, or what is missing.
    """
    if not CLAUSE.match(said):
        return []
    found: list[tuple[str, str]] = []
    for clause in BETWEEN.split(said):
        head = CLAUSE.match(clause)
        if head is None or (found and not found[-1][0]):
            raise MicrocivError(t("nothing can follow `else`"))
        when, rest = "", clause[head.end() :].lstrip(AROUND)
        if head[0].lower() == IF:
            when, _, rest = rest.partition(" ")
            when = when.lower().rstrip(AROUND)
            check_condition(when, known)
        if when in [before for before, _ in found]:
            raise MicrocivError(t("{when}: this condition is said twice", when=repr(when)))
        if not rest.strip():
            raise MicrocivError(t("{clause}: say what to answer then", clause=repr(clause.strip())))
        found.append((when, rest))
    return found


def check_condition(word: str, known: list[str]) -> None:
    """Refuse what is no condition of the question.

    :raises MicrocivError: naming those that it has.
    """
    if word not in known:
        allowed = ", ".join(known)
        raise MicrocivError(
            t("{words}: expected one of {choices}", words=repr(word[:30]), choices=allowed)
            if known
            else t("this question has no conditions")
        )


def orders_of(
    joined: Joined, phase: str, round_: int, when: str, said: str, known: list[str]
) -> list[OrderWish]:
    """What is wished for under one condition; cards for cards are an order of their own.

    :raises MicrocivError: if a wish is no move.
    """
    single: list[str] = []
    orders: list[OrderWish] = []
    for part in said.split(";"):
        wishes = wishes_meant(joined, phase, part.strip())
        if len(wishes) > 1:
            terms = when or known[0]
            orders.append(OrderWish(phase=phase, round=round_, when=terms, wishes=wishes))
        else:
            single += wishes
    if single:
        orders.append(OrderWish(phase=phase, round=round_, when=when, wishes=single))
    return orders


def question_meant(joined: Joined, told: OrdersView, word: str) -> str:
    """The question, by its name or its title.

    :raises MicrocivError: if there is none, or several have this title.
    """
    word = word.lower()
    titled = [phase for phase in told.terms if title(joined.texts, phase).lower() == word]
    found = [word] if word in told.terms else titled
    if len(found) != 1:
        raise MicrocivError(
            t(
                "{words}: expected one of {choices}",
                words=repr(word[:30]),
                choices=", ".join(found or told.terms),
            )
        )
    return found[0]


def wishes_meant(joined: Joined, phase: str, words: str) -> list[str]:
    """A move of the game, legal or not; or the steps of cards for cards.

    :raises MicrocivError: if it is neither.
    """
    meant = joined.look.written(joined.now(), joined.texts.meant(words))
    steps = joined.game.wishes(phase, meant)
    if len(steps) > 1:
        return steps
    return [find_any(meant, joined.game, joined.seen, joined.texts).text]


def left_after(told: OrdersView, number: str) -> list[OrderWish]:
    """All orders but the one of this number; `all`: none.

    :raises MicrocivError: if there is no such order.
    """
    last = len(told.orders)
    if number == "all":
        return []
    if not number.isdecimal() or not 1 <= int(number[:9]) <= last:
        raise MicrocivError(
            t(
                "expected `order drop all`, or the number of an order, 1 to {last}: `order drop 1`",
                last=last,
            )
            if last
            else t("No order of yours stands.")
        )
    gone = int(number) - 1
    return [wish_of(order) for index, order in enumerate(told.orders) if index != gone]


def wish_of(order: OrderView) -> OrderWish:
    """An order as it is sent again."""
    wishes = texts_of(order.wishes)
    return OrderWish(phase=order.phase, round=order.round, when=order.when, wishes=wishes)


# --- what is shown


def lines(joined: Joined, told: OrdersView, *, whole: bool) -> list[RenderableType]:
    """What stands, with numbers; and if the whole is wanted what was used, and what may be left."""
    grid = columns()
    for number, order in enumerate(told.orders, start=1):
        question = whole_question(joined.texts, order.phase, order.round, order.when)
        before = [one.when for one in told.orders[: number - 1] if same_question(one, order)]
        if not order.when and any(before):
            question = f"{question} · {t('else')}"
        grid.add_row(str(number), f"{question}: {joined.game.wishes_line(texts_of(order.wishes))}")
    stands = (
        t("Your orders; only you see them until the match is over:")
        if told.orders
        else t("No order of yours stands.")
    )
    shown: list[RenderableType] = [Text(stands, style="bold")]
    if told.orders:
        shown.append(grid)
    return [*shown, *used(joined, told.used), *may_be_left(joined, told)] if whole else shown


def same_question(one: OrderView, other: OrderView) -> bool:
    return (one.phase, one.round) == (other.phase, other.round)


def used(joined: Joined, answers: list[UsedOrder]) -> list[RenderableType]:
    """What orders have answered, the last first."""
    if not answers:
        return []
    grid = columns()
    for one in reversed(answers):
        said = joined.game.wishes_line(texts_of(one.moves))
        grid.add_row("", f"{asked(joined.texts, one.phase, one.round)}: {said}")
    return [Text(t("Given for you:"), style="bold"), grid]


def may_be_left(joined: Joined, told: OrdersView) -> list[RenderableType]:
    """The questions that can be answered beforehand, as they are typed, and the conditions."""
    grid = columns()
    for phase, known in told.terms.items():
        grid.add_row(phase, title(joined.texts, phase))
        for when in known:
            grid.add_row(f"{phase} {when}", condition(joined.texts, when))
    how = t(
        "`order bid: bid 2; bid 1` says what to answer in this round, the most wanted first;"
        " `order bid always: …` in every round;"
        " `order bid: if alone bid 1, if one bid 3; bid 2, else bid 4` by what is the case, the"
        " first that is. `order drop 1` withdraws the first."
    )
    return [Text(t("What may be left:"), style="bold"), grid, Text(how, style="dim")]


def texts_of(moves: list[MoveView]) -> list[str]:
    return [str(move["text"]) for move in moves]
