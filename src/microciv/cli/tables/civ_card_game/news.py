"""What happened in Civilization: The Card Game: a turn is a few words under its player's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from microciv.cli.tables.look import Captions
from microciv.cli.tables.reading import Row, enumerated, inside, is_you, number
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


# --- Collect and Purchase


def collected(group: Group, _names: Sequence[str]) -> list[str]:
    amounts = [f"{event['kind']}{event['amount']}" for event in group]
    return [f"collected {' '.join(amounts)}"]


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


def built(group: Group, _names: Sequence[str]) -> list[str]:
    """A structure, and what was paid for it."""
    told: list[str] = []
    for event in group:
        if event["event"] == "built":
            told.append(f"built {some([event['card']])} on plot {event['plot']}")
        elif told:
            told[-1] += f" ({event['price']}H)"
    return told


def stole(group: Group, names: Sequence[str]) -> list[str]:
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
    walls = [f"{event['card']} on plot {event['plot']}" for event in group]
    return [f"the attack breached {whose(seat_of(group[0], names))} {enumerated(walls)}"]


def blocked(group: Group, names: Sequence[str]) -> list[str]:
    texts = texts_for(GAME)
    name = seat_of(group[0], names)
    pairs = [f"{texts.card(row['attacker'])} with {texts.card(row['card'])}" for row in group]
    return [f"{inside(name)} blocked {', '.join(pairs)}"]


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


def short(group: Group, names: Sequence[str]) -> list[str]:
    """All cards of the group in a few words, with what the first event says besides."""
    event = group[0]
    words = IN_SHORT[str(event["event"])]
    parts = {
        "cards": some([each.get("card", each.get("attacker")) for each in group]),
        "whose": whose(seat_of(event, names)),
        "who": inside(seat_of(event, names)),
        "whom": inside(seat_of(event, names, "target")),
    }
    return [words.format(**{**event, **parts})] if words else []


def shortly(group: Group, names: Sequence[str]) -> list[str]:
    """The same, each event by itself."""
    return [line for event in group for line in short([event], names)]


IN_SHORT = {
    "market_plot": "new: {cards}",
    "market_tech": "new: {cards}",
    "played": "played {cards}",
    "claimed": "claimed {cards} ({price})",
    "bought": "bought {cards} ({price}C)",
    "gained": "gained {kind}{amount}",
    "grew": "added free population on plot {plot}",
    "demolished": "took {cards} down on plot {plot}",
    "stole_card": "took {cards} from the hand of {whom}",
    "repelled": "{whose} walls sent back {cards}",
    "unblocked": "{who} let {cards} through",
    "drew": "drew {cards}",
    "discarded": "discarded {cards}",
    # What other words tell already.
    "stored": "",
    "peace": "",
    "retreated": "",
}

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
