"""What happened in Civilization: The Card Game: a turn is a few words under its player's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from microciv.cli.looks.look import Captions
from microciv.cli.looks.reading import (
    Row,
    accusative,
    counted,
    dative,
    is_you,
    number,
)
from microciv.core.lists import all_of
from microciv.speech import t
from microciv.texts import texts_for

GAME = "civ-card-game"
Told: TypeAlias = list[tuple[Row, str]]
Group: TypeAlias = Sequence[Row]
Teller: TypeAlias = Callable[[Group, Sequence[str]], list[str]]


def digest(captions: Captions, names: Sequence[str]) -> Captions:
    """Group by group in the order of what happened; who acts stands before."""
    told: Told = []
    events = list(captions)
    index = 0
    rung = ""
    while index < len(events):
        event, sentence = events[index]
        kind = str(event.get("event"))
        rung = actor(event, names) or rung
        end = index + 1
        teller = TELLERS.get(kind)
        if kind == "turn":
            pass
        elif teller is None:
            told.append((event, sentence))
        else:
            while end < len(events) and together(kind, event, events[end][0]):
                end += 1
            group = [row for row, _sentence in events[index:end]]
            words = teller(group, names)
            title: Row = {"event": kind}
            if rung and kind not in AT_THE_START:
                title["rung"] = rung
            elif not rung and kind in NAMELESS:
                words = [discarded(seat_of(event, names), group)]
            told += [(title, line) for line in words]
        index = end
    return told


def actor(event: Row, names: Sequence[str]) -> str:
    """Whose turn it is, as far as the event says it."""
    kind = str(event.get("event"))
    if kind == "turn" or kind in OF_THE_TURN:
        return names[number(event, "seat")]
    return names[number(event, "target")] if kind == "repelled" else ""


def together(kind: str, first: Row, event: Row) -> bool:
    """Is this event told with the first one of its group?"""
    if event.get("event") not in ALONG.get(kind, {kind}):
        return False
    return kind in OF_ALL or event.get("seat", first.get("seat")) == first.get("seat")


# --- names and cards


def some(cards: Sequence[object]) -> str:
    """Cards by name, the same ones counted; hidden ones are counted only."""
    texts = texts_for(GAME)
    if None in cards:
        return texts.card(None) if len(cards) == 1 else counted(len(cards))
    names = [texts.card(card) for card in cards]
    return ", ".join([
        f"{names.count(name)} {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ])  # fmt: skip


def seat_of(event: Row, names: Sequence[str], part: str = "seat") -> str:
    return names[number(event, part)]


# --- the start


def starts(group: Group, names: Sequence[str]) -> list[str]:
    """What everybody is dealt, or takes: a sentence a player."""
    kind = str(group[0]["event"])
    cards: dict[int, list[object]] = {}
    for event in group:
        cards.setdefault(number(event, "seat"), []).append(event["card"])
    told: list[str] = []
    for seat, dealt in cards.items():
        name = names[seat]
        if kind != "took_plot":
            told.append(f"{name}: {some(dealt)}")
        elif is_you(name):
            told.append(t("You took {cards}", cards=some(dealt)))
        else:
            told.append(t("{name} took {cards}", name=name, cards=some(dealt)))
    return told


def discarded(name: str, group: Group) -> str:
    """With the name: it is nobody's turn."""
    cards = some([event["card"] for event in group])
    if is_you(name):
        return t("You discarded {cards}", cards=cards)
    return t("{name} discarded {cards}", name=name, cards=cards)


# --- Collect and Purchase


def collected(group: Group, _names: Sequence[str]) -> list[str]:
    amounts = [f"{event['kind']}{event['amount']}" for event in group]
    return [t("collected {resources}", resources=" ".join(amounts))]


def banked(group: Group, _names: Sequence[str]) -> list[str]:
    """All trades in a row: bank 3F>H, 3F>C."""
    trades: list[str] = []
    given = ""
    for event in group:
        if event["event"] == "banked":
            given += f"{event['amount']}{event['kind']}"
        else:
            trades.append(f"{given}>{event['kind']}")
            given = ""
    told = [
        f"{trades.count(trade)}× {trade}" if trades.count(trade) > 1 else trade
        for trade in dict.fromkeys(trades)
    ]
    return [t("bank {trades}", trades=", ".join(told))]


def populated(group: Group, _names: Sequence[str]) -> list[str]:
    """All population that is bought in a row."""
    plots = [str(event["plot"]) for event in group]
    price = sum([number(event, "price") for event in group])
    many = [
        t("{n} on plot {plot}", n=plots.count(plot), plot=plot)
        if plots.count(plot) > 1
        else f"{texts_for(GAME).label('plot')} {plot}"
        for plot in dict.fromkeys(plots)
    ]
    told = all_of(many)
    if plots.count(plots[0]) > 1:
        return [t("population {plots} ({price}F)", plots=told, price=price)]
    return [t("population on {plots} ({price}F)", plots=told, price=price)]


def built(group: Group, _names: Sequence[str]) -> list[str]:
    """A structure, and what was paid for it."""
    told: list[str] = []
    for event in group:
        if event["event"] == "built":
            card = some([event["card"]])
            told.append(t("built {card} on plot {plot}", card=card, plot=event["plot"]))
        elif told:
            told[-1] += f" ({event['price']}H)"
    return told


def stole(group: Group, names: Sequence[str]) -> list[str]:
    kinds = [str(event["kind"]) for event in group]
    taken = " ".join([f"{kind}{kinds.count(kind)}" for kind in dict.fromkeys(kinds)])
    name = dative(seat_of(group[0], names, "target"))
    return [t("took {resources} from {name}", resources=taken, name=name)]


# --- combat


def attacked(group: Group, names: Sequence[str]) -> list[str]:
    sent: dict[int, list[object]] = {}
    for event in group:
        sent.setdefault(number(event, "target"), []).append(event["card"])
    return [
        t("attacked {name} with {cards}", name=accusative(names[seat]), cards=some(cards))
        for seat, cards in sent.items()
    ]


def breached(group: Group, names: Sequence[str]) -> list[str]:
    texts, name = texts_for(GAME), seat_of(group[0], names)
    walls = all_of([
        t("{card} on plot {plot}", card=texts.card(event["card"]), plot=event["plot"])
        for event in group
    ])  # fmt: skip
    if is_you(name):
        return [t("the attack breached your {walls}", walls=walls)]
    return [t("the attack breached {name}'s {walls}", name=name, walls=walls)]


def blocked(group: Group, names: Sequence[str]) -> list[str]:
    texts = texts_for(GAME)
    name = seat_of(group[0], names)
    pairs = ", ".join([
        t("{attacker} with {card}", attacker=texts.card(row["attacker"]),
          card=texts.card(row["card"]))
        for row in group
    ])  # fmt: skip
    if is_you(name):
        return [t("you blocked {pairs}", pairs=pairs)]
    return [t("{name} blocked {pairs}", name=name, pairs=pairs)]


def struck(group: Group, names: Sequence[str]) -> list[str]:
    """What unblocked units did, all of them together."""
    told: list[str] = []
    for event in group:
        kind = event["event"]
        if kind == "robbed":
            told.append(robbed(seat_of(event, names, "target"), event["plot"]))
        elif kind == "resettled":
            name = seat_of(event, names)
            if told:
                told[-1] = f"{told[-1]} ({resettled(name, event['plot'])})"
            else:
                told = [settled(name, event["plot"])]
        elif kind == "razed":
            told.append(razed(seat_of(event, names), some([event["card"]]), event["plot"]))
        elif kind == "vacated":
            card = some([event["card"]])
            told.append(
                t("{card} had no place any more on plot {plot}", card=card, plot=event["plot"])
            )
    return told


def robbed(name: str, plot: object) -> str:
    if is_you(name):
        return t("you lost a population of plot {plot}", plot=plot)
    return t("{name} lost a population of plot {plot}", name=name, plot=plot)


def resettled(name: str, plot: object) -> str:
    """Where the population goes, after what was said of it."""
    if is_you(name):
        return t("to your plot {plot}", plot=plot)
    return t("to {name}'s plot {plot}", name=name, plot=plot)


def settled(name: str, plot: object) -> str:
    """The same by itself."""
    if is_you(name):
        return t("it goes to your plot {plot}", plot=plot)
    return t("it goes to {name}'s plot {plot}", name=name, plot=plot)


def razed(name: str, card: str, plot: object) -> str:
    if is_you(name):
        return t("you lost {card} on plot {plot}", card=card, plot=plot)
    return t("{name} lost {card} on plot {plot}", name=name, card=card, plot=plot)


def short(group: Group, names: Sequence[str]) -> list[str]:
    """All cards of the group in a few words, with what the first event says besides."""
    cards = some([each.get("card", each.get("attacker")) for each in group])
    told = in_short(group[0], cards, names)
    return [told] if told else []


def shortly(group: Group, names: Sequence[str]) -> list[str]:
    """The same, each event by itself."""
    return [line for event in group for line in short([event], names)]


def in_short(event: Row, cards: str, names: Sequence[str]) -> str:
    """Empty for what other words tell already."""
    price, plot = event.get("price"), event.get("plot")
    match event["event"]:
        case "market_plot" | "market_tech":
            return t("new: {cards}", cards=cards)
        case "played":
            return t("played {cards}", cards=cards)
        case "claimed":
            return t("claimed {cards} ({price})", cards=cards, price=price)
        case "bought":
            return t("bought {cards} ({price}C)", cards=cards, price=price)
        case "gained":
            return t("gained {resources}", resources=f"{event['kind']}{event['amount']}")
        case "grew":
            return t("added free population on plot {plot}", plot=plot)
        case "demolished":
            return t("took {cards} down on plot {plot}", cards=cards, plot=plot)
        case "drew":
            return t("drew {cards}", cards=cards)
        case "discarded":
            return t("discarded {cards}", cards=cards)
    return by_whom(event, cards, names)


def by_whom(event: Row, cards: str, names: Sequence[str]) -> str:
    """The same of what another player has a part in."""
    match event["event"]:
        case "stole_card":
            name = seat_of(event, names, "target")
            if is_you(name):
                return t("took {cards} from the hand of you", cards=cards)
            return t("took {cards} from the hand of {name}", cards=cards, name=name)
        case "repelled":
            name = seat_of(event, names)
            if is_you(name):
                return t("your walls sent back {cards}", cards=cards)
            return t("{name}'s walls sent back {cards}", name=name, cards=cards)
        case "unblocked":
            name = seat_of(event, names)
            if is_you(name):
                return t("you let {cards} through", cards=cards)
            return t("{name} let {cards} through", name=name, cards=cards)
    return ""


IN_SHORT = (
    "market_plot", "market_tech", "played", "claimed", "bought", "gained", "grew", "demolished",
    "stole_card", "repelled", "unblocked", "drew", "discarded", "stored", "peace", "retreated",
)  # fmt: skip

TELLERS: dict[str, Teller] = {
    **dict.fromkeys(IN_SHORT, short),
    **dict.fromkeys(("claimed", "bought", "gained", "grew", "demolished"), shortly),
    "dealt_plot": starts,
    "took_plot": starts,
    "dealt": starts,
    "collected": collected,
    "banked": banked,
    "populated": populated,
    "built": built,
    "stole": stole,
    "attacked": attacked,
    "breached": breached,
    "blocked": blocked,
    "struck": struck,
    "robbed": struck,
    "resettled": struck,
    "razed": struck,
    "vacated": struck,
}
AT_THE_START = ("dealt_plot", "took_plot", "dealt")
"""What happens before anybody has a turn."""
OF_THE_TURN = frozenset({
    "collected", "played", "banked", "exchanged", "populated", "claimed", "bought", "built",
    "paid", "gained", "grew", "demolished", "stored", "stole_card", "stole", "waived", "peace",
    "attacked", "drew", "struck", "robbed", "resettled", "retreated",
})  # fmt: skip
"""What is done by the player whose turn it is."""
NAMELESS = ("discarded",)
"""What is told without a name, and needs one where nobody's turn is being told."""
DAMAGE = {"struck", "robbed", "resettled", "razed", "vacated", "retreated"}
ALONG = {
    "banked": {"banked", "exchanged"},
    "built": {"built", "paid"},
    "struck": DAMAGE,
    "robbed": DAMAGE,
    "resettled": DAMAGE,
    "razed": DAMAGE,
    "vacated": DAMAGE,
    "market_plot": {"market_plot", "market_tech"},
}
"""What is told together with events of this kind."""
OF_ALL = ("dealt_plot", "took_plot", "dealt", "struck", "robbed", "resettled", "razed", "vacated")
"""Kinds that are told together, whatever seat they are about."""
