"""What happened in Civilization: The Card Game: a turn is a few words under its player's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from microciv.cli.tables.look import Captions
from microciv.cli.tables.reading import Row, enumerated, number
from microciv.texts import texts_for

GAME = "civ-card-game"
Told: TypeAlias = list[tuple[Row, str]]
Group: TypeAlias = Sequence[Row]
Teller: TypeAlias = Callable[[Group, Sequence[str]], list[str]]


def digest(captions: Captions, names: Sequence[str]) -> Captions:
    """Group by group in the order of what happened; who acts stands before."""
    told: Told = []
    events = list(captions)
    place = 0
    step = ""
    while place < len(events):
        event, sentence = events[place]
        kind = str(event.get("event"))
        step = actor(event, names) or step
        end = place + 1
        teller = TELLERS.get(kind)
        if kind == "turn":
            pass
        elif teller is None:
            told.append((event, sentence))
        else:
            while end < len(events) and together(kind, event, events[end][0]):
                end += 1
            group = [row for row, _sentence in events[place:end]]
            words = teller(group, names)
            title: Row = {"event": kind}
            if step and kind not in AT_THE_START:
                title["step"] = step
            elif not step and kind in NAMELESS:
                words = [f"{seat_of(event, names)} {line}" for line in words]
            told += [(title, line) for line in words]
        place = end
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


def is_you(name: str) -> bool:
    return name == texts_for(GAME).label("you")


def inside(name: str) -> str:
    return name.lower() if is_you(name) else name


def whose(name: str) -> str:
    """Your, or Bo's."""
    return "your" if is_you(name) else f"{name}'s"


def some(cards: Sequence[object]) -> str:
    """Cards by name, the same ones counted; hidden ones are counted only."""
    if None in cards:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    texts = texts_for(GAME)
    names = [texts.card(card) for card in cards]
    return ", ".join([
        f"{names.count(name)} {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ])  # fmt: skip


def seat_of(event: Row, names: Sequence[str], part: str = "seat") -> str:
    """A player's name."""
    return names[number(event, part)]


# --- the start


def starts(group: Group, names: Sequence[str]) -> list[str]:
    """What everybody is dealt, or takes: a sentence a player."""
    kind = str(group[0]["event"])
    cards: dict[int, list[object]] = {}
    for event in group:
        cards.setdefault(number(event, "seat"), []).append(event["card"])
    took = " took" if kind == "took_plot" else ":"
    return [f"{names[seat]}{took} {some(dealt)}" for seat, dealt in cards.items()]


def market(group: Group, _names: Sequence[str]) -> list[str]:
    return [f"new: {some([event['card'] for event in group])}"]


# --- Collect and Purchase


def collected(group: Group, _names: Sequence[str]) -> list[str]:
    amounts = [f"{event['kind']}{event['amount']}" for event in group]
    return [f"collected {' '.join(amounts)}"]


def played(group: Group, _names: Sequence[str]) -> list[str]:
    return [f"played {some([event['card'] for event in group])}"]


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
    counted = [
        f"{trades.count(trade)}× {trade}" if trades.count(trade) > 1 else trade
        for trade in dict.fromkeys(trades)
    ]
    return [f"bank {', '.join(counted)}"]


def populated(group: Group, _names: Sequence[str]) -> list[str]:
    """All population that is bought in a row."""
    plots = [str(event["plot"]) for event in group]
    price = sum([number(event, "price") for event in group])
    many = [
        f"{plots.count(plot)} on plot {plot}" if plots.count(plot) > 1 else f"plot {plot}"
        for plot in dict.fromkeys(plots)
    ]
    before = "" if many[0][0].isdecimal() else "on "
    return [f"population {before}{enumerated(many)} ({price}F)"]


def claimed(group: Group, _names: Sequence[str]) -> list[str]:
    """A plot of the market."""
    return [f"claimed {some([event['card']])} ({event['price']})" for event in group]


def bought(group: Group, _names: Sequence[str]) -> list[str]:
    return [f"learned {some([event['card']])} ({event['price']}C)" for event in group]


def built(group: Group, _names: Sequence[str]) -> list[str]:
    """A structure, and what was paid for it."""
    told: list[str] = []
    for event in group:
        if event["event"] == "built":
            told.append(f"built {some([event['card']])} on plot {event['plot']}")
        elif told:
            told[-1] += f" ({event['price']}H)"
    return told


def gained(group: Group, _names: Sequence[str]) -> list[str]:
    """At once, by a purchase."""
    return [f"gained {event['kind']}{event['amount']}" for event in group]


def grew(group: Group, _names: Sequence[str]) -> list[str]:
    """A free population."""
    return [f"a free population on plot {event['plot']}" for event in group]


def demolished(group: Group, _names: Sequence[str]) -> list[str]:
    """Taken down."""
    return [f"took {some([event['card']])} down on plot {event['plot']}" for event in group]


def stole_card(group: Group, names: Sequence[str]) -> list[str]:
    """Out of a hand."""
    target = inside(seat_of(group[0], names, "target"))
    return [f"took {some([event['card'] for event in group])} from the hand of {target}"]


def stole(group: Group, names: Sequence[str]) -> list[str]:
    """Out of a stock."""
    kinds = [str(event["kind"]) for event in group]
    taken = " ".join([f"{kind}{kinds.count(kind)}" for kind in dict.fromkeys(kinds)])
    return [f"took {taken} from {inside(seat_of(group[0], names, 'target'))}"]


# --- combat


def attacked(group: Group, names: Sequence[str]) -> list[str]:
    sent: dict[int, list[object]] = {}
    for event in group:
        sent.setdefault(number(event, "target"), []).append(event["card"])
    return [f"attacked {inside(names[seat])} with {some(cards)}" for seat, cards in sent.items()]


def breached(group: Group, names: Sequence[str]) -> list[str]:
    """Walls go back to hand."""
    walls = [f"{event['card']} on plot {event['plot']}" for event in group]
    return [f"the attack breached {whose(seat_of(group[0], names))} {enumerated(walls)}"]


def repelled(group: Group, names: Sequence[str]) -> list[str]:
    """Sent back by walls."""
    walls = whose(seat_of(group[0], names))
    return [f"{walls} walls sent back {some([event['card'] for event in group])}"]


def blocked(group: Group, names: Sequence[str]) -> list[str]:
    texts = texts_for(GAME)
    name = seat_of(group[0], names)
    pairs = [f"{texts.card(row['attacker'])} with {texts.card(row['card'])}" for row in group]
    return [f"{inside(name)} blocked {', '.join(pairs)}"]


def unblocked(group: Group, names: Sequence[str]) -> list[str]:
    """Let through."""
    name = seat_of(group[0], names)
    units = some([event["attacker"] for event in group])
    return [f"{inside(name)} let {units} through"]


def struck(group: Group, names: Sequence[str]) -> list[str]:
    """What unblocked units did, all of them together."""
    told: list[str] = []
    for event in group:
        kind = event["event"]
        if kind == "robbed":
            name = seat_of(event, names, "target")
            told.append(f"{inside(name)} lost a population of plot {event['plot']}")
        elif kind == "resettled":
            to = f"to {whose(seat_of(event, names))} plot {event['plot']}"
            told = [*told[:-1], f"{told[-1]} ({to})"] if told else [f"it goes {to}"]
        elif kind == "razed":
            name = seat_of(event, names)
            card = some([event["card"]])
            told.append(f"{inside(name)} lost {card} on plot {event['plot']}")
        elif kind == "vacated":
            told.append(f"{some([event['card']])} had no place any more on plot {event['plot']}")
    return told


# --- the end of a turn


def drew(group: Group, _names: Sequence[str]) -> list[str]:
    """Cards for those who see them, else their number."""
    return [f"drew {some([event['card'] for event in group])}"]


def discarded(group: Group, _names: Sequence[str]) -> list[str]:
    """They lie open."""
    return [f"discarded {some([event['card'] for event in group])}"]


def quiet(_group: Group, _names: Sequence[str]) -> list[str]:
    """What other words tell already."""
    return []


TELLERS: dict[str, Teller] = {
    "dealt_plot": starts,
    "took_plot": starts,
    "dealt": starts,
    "market_plot": market,
    "market_tech": market,
    "collected": collected,
    "played": played,
    "banked": banked,
    "populated": populated,
    "claimed": claimed,
    "bought": bought,
    "built": built,
    "gained": gained,
    "grew": grew,
    "demolished": demolished,
    "stored": quiet,
    "stole_card": stole_card,
    "stole": stole,
    "peace": quiet,
    "attacked": attacked,
    "breached": breached,
    "repelled": repelled,
    "blocked": blocked,
    "unblocked": unblocked,
    "struck": struck,
    "robbed": struck,
    "resettled": struck,
    "razed": struck,
    "vacated": struck,
    "retreated": quiet,
    "drew": drew,
    "discarded": discarded,
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
