"""What happened in Civ Builder: a turn is one line, so are draws, dice and what leads bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from microciv.cli.looks.civ_builder.words import listed, named
from microciv.cli.looks.look import Captions
from microciv.cli.looks.reading import Row, counted, dative, is_you, number
from microciv.core.lists import all_of
from microciv.speech import t
from microciv.texts import texts_for

GAME = "civ-builder"
Told: TypeAlias = list[tuple[Row, str]]

OF_TURNS = frozenset({
    "turn", "melded", "wild", "stopped", "skipped", "robbed", "saw", "took", "returned", "studied",
    "learned", "stole", "plundered", "lost", "gained", "found_nothing", "left_all",
})  # fmt: skip
ALSO_IN_TURNS = frozenset({"drew", "discarded", "shuffled", "opened", "closed", "ran_out"})


def digest(captions: Captions, names: Sequence[str]) -> Captions:
    """Group by group in the order of what happened."""
    told: Told = []
    events = list(captions)
    index = 0
    while index < len(events):
        kind = str(events[index][0].get("event"))
        length = run_of(events, index)
        group = events[index : index + length]
        told += turn(group, names) if kind in OF_TURNS else GROUPS.get(kind, as_is)(group, names)
        index += length
    return told


def run_of(events: Captions, index: int) -> int:
    """How many events from this index on are told together."""
    first = events[index][0]
    kind = first.get("event")
    end = index + 1
    if kind in OF_TURNS:
        while end < len(events) and goes_on(events, end):
            end += 1
        return end - index
    along = TOGETHER.get(str(kind), frozenset({kind}))
    while kind in GROUPS and end < len(events) and events[end][0].get("event") in along:
        end += 1
    return end - index


def goes_on(events: Captions, index: int) -> bool:
    """Does the turn go on here? It ends when another begins, or with what comes after all turns."""
    kind = events[index][0].get("event")
    before = events[index - 1][0].get("event")
    if kind == "turn" or before == "stopped":
        return False
    return kind in OF_TURNS or kind in ALSO_IN_TURNS


def as_is(group: Captions, _names: Sequence[str]) -> Told:
    return list(group)


# --- dice and draws


def rolls(group: Captions, names: Sequence[str]) -> Told:
    """Ten dice a player, with the extra one: one sentence a player."""
    dice: dict[int, list[str]] = {}
    extra: dict[int, str] = {}
    for event, _sentence in group:
        seat = number(event, "seat")
        dice.setdefault(seat, [])
        if event["event"] == "rolled":
            dice[seat].append(str(event["pips"]))
        else:
            title = texts_for(GAME).card(event["attribute"])
            extra[seat] = t("{pips} more for {attribute}", pips=event["pips"], attribute=title)
    told: Told = []
    for seat, pips in dice.items():
        name = names[seat]
        rolled = all_of([part for part in (" ".join(pips), extra.get(seat, "")) if part])
        told.append(
            (
                {"event": "rolled"},
                t("You roll {dice}", dice=rolled)
                if is_you(name)
                else t("{name} rolls {dice}", name=name, dice=rolled),
            )
        )
    return told


def tie_rolls(group: Captions, names: Sequence[str]) -> Told:
    """The dice that part equal players."""
    dice = [f"{names[number(event, 'seat')]} {event['pips']}" for event, _sentence in group]
    return [({"event": "tie_roll"}, t("dice: {dice}", dice=", ".join(dice)))]


def order(group: Captions, names: Sequence[str]) -> Told:
    seats = [names[number(event, "seat")] for event, _sentence in group]
    return [({"event": "ordered"}, ", ".join(seats))]


def draws(group: Captions, names: Sequence[str]) -> Told:
    """Cards by type for who sees them; the others' are counted, equal numbers together."""
    texts = texts_for(GAME)
    hidden: dict[int, int] = {}
    seen: dict[int, list[object]] = {}
    told: Told = []
    dealt = group[0][0]["event"] == "dealt"
    for event, sentence in group:
        if event["event"] == "shuffled":
            told.append((event, sentence))
            continue
        seat = number(event, "seat")
        if event["card"] is None:
            hidden[seat] = hidden.get(seat, 0) + 1
        else:
            seen.setdefault(seat, []).append(event["card"])
    for seat, cards in seen.items():
        told.append(({"event": "drew"}, drawn(seat, listed(texts, cards), dealt, names)))
    for amount in dict.fromkeys(hidden.values()):
        them = [seat for seat in hidden if hidden[seat] == amount]
        if len(them) == 1:
            told.append(({"event": "drew"}, drawn(them[0], counted(amount), dealt, names)))
            continue
        all_names = all_of([names[seat] for seat in them])
        told.append(
            (
                {"event": "drew"},
                t("{names} get {cards} each", names=all_names, cards=counted(amount))
                if dealt
                else t("{names} draw {cards} each", names=all_names, cards=counted(amount)),
            )
        )
    return told


def drawn(seat: int, cards: str, dealt: bool, names: Sequence[str]) -> str:
    """What one player gets at the start, or draws."""
    if not dealt:
        return phrase("drew", {"seat": seat}, cards, names)
    if is_you(names[seat]):
        return t("You get {cards}", cards=cards)
    return t("{name} gets {cards}", name=names[seat], cards=cards)


def phrase(name: str, seats: Row, cards: str, names: Sequence[str]) -> str:
    return texts_for(GAME).phrase(name, {**seats, "list": cards}, names)


# --- trade


def exchanges(group: Captions, names: Sequence[str]) -> Told:
    """What two have given each other, in one sentence; the reader's part comes first."""
    told: Told = []
    given: dict[tuple[int, int], list[object]] = {}
    for event, _sentence in group:
        pair = (number(event, "seat"), number(event, "receiver"))
        if given and pair not in given and (pair[1], pair[0]) not in given:
            told.append(exchange(given, names))
            given = {}
        given.setdefault(pair, []).append(event["card"])
    return [*told, exchange(given, names)]


def exchange(given: dict[tuple[int, int], list[object]], names: Sequence[str]) -> tuple[Row, str]:
    pairs = sorted(given, key=lambda pair: not is_you(names[pair[0]]))
    giver, taker = pairs[0]
    cards = some(given[pairs[0]])
    told = phrase("gave", {"seat": giver, "receiver": taker}, cards, names)
    back = given.get((taker, giver))
    if back:
        told = t("{gift} for {cards}", gift=told, cards=some(back))
    return {"event": "gave"}, told


def some(cards: Sequence[object]) -> str:
    """Cards by type, or their number if they are hidden."""
    if None in cards:
        return counted(len(cards))
    return listed(texts_for(GAME), cards)


# --- turns


def turn(group: Captions, names: Sequence[str]) -> Told:
    """A line a meld, under the player's name: its cards, and what its action did."""
    melds: list[tuple[str, list[str]]] = []
    cards: list[object] = []
    asides: Told = []
    for at, (event, sentence) in enumerate(group):
        kind = str(event["event"])
        following = group[at + 1][0].get("event") if at + 1 < len(group) else ""
        if kind == "melded":
            melds.append((f"{texts_for(GAME).card(event['attribute'])} ×{event['size']}", []))
            continue
        if kind == "stopped" and not event["melds"]:
            melds.append((t("no meld"), []))
        if not melds:
            melds.append(("", []))
        meld, effects = melds[-1]
        if kind == "wild":
            wild = named(texts_for(GAME), str(event["kind"]), number(event, "amount"))
            melds[-1] = (f"{meld} ({wild})".replace(") (", ", "), effects)
        elif kind in CARDS_OF_TURNS:
            cards.append(event["attribute"] if kind == "robbed" else event["card"])
            if following != kind:
                told = raised(cards) if kind == "robbed" else some(cards)
                effects.append(moved(kind, told, other_of(event, names)))
                cards = []
        elif kind in EFFECTS and following not in ("took", "returned"):
            effects.append(effect(event, names))
        elif kind in ALSO_IN_TURNS:
            asides.append((event, sentence))
    rung = names[number(group[0][0], "seat")]
    lines = [": ".join([part for part in (meld, ", ".join(done)) if part]) for meld, done in melds]
    news: Told = [({"event": "melded", "rung": rung}, line) for line in lines if line]
    return news + asides


CARDS_OF_TURNS = (
    "drew", "discarded", "took", "returned", "learned", "stole", "lost", "robbed"
)  # fmt: skip
EFFECTS = ("gained", "plundered", "saw", "skipped", "found_nothing", "left_all")


def moved(kind: str, cards: str, other: str) -> str:
    """What an action did with cards, or with points of attributes."""
    match kind:
        case "drew":
            return t("{cards} drawn", cards=cards)
        case "discarded":
            return t("{cards} discarded", cards=cards)
        case "returned":
            return t("{cards} back", cards=cards)
        case "learned":
            return t("{cards} off the deck", cards=cards)
        case "lost":
            return t("{cards} lost by {other}", cards=cards, other=other)
        case _:
            return t("{cards} from {other}", cards=cards, other=other)


def effect(event: Row, names: Sequence[str]) -> str:
    """What else an action did."""
    other = other_of(event, names)
    points = f"{event.get('points')} {texts_for(GAME).label('points')}"
    match event["event"]:
        case "gained":
            return f"+{points}"
        case "plundered":
            return t("{points} from {other}", points=points, other=other)
        case "saw" if is_you(names[number(event, "target")]):
            return t("a look at the hand of you")
        case "saw":
            return t("a look at the hand of {other}", other=other)
        case "skipped":
            return t("no action")
        case "found_nothing":
            return t("nothing to take from {other}", other=other)
        case _:
            return t("no card from {other}", other=other)


def raised(names: Sequence[object]) -> str:
    """Points of attributes: Science +2."""
    titles = [texts_for(GAME).card(name) for name in names]
    return ", ".join([f"{title} +{titles.count(title)}" for title in dict.fromkeys(titles)])


def other_of(event: Row, names: Sequence[str]) -> str:
    """The opponent inside a sentence."""
    return dative(names[number(event, "target")]) if "target" in event else ""


# --- scoring and the end


def leads(group: Captions, names: Sequence[str]) -> Told:
    """What each player gains for leads, added up."""
    texts = texts_for(GAME)
    points: dict[int, int] = {}
    titles: dict[int, list[str]] = {}
    for event, _sentence in group:
        seat = number(event, "seat")
        points[seat] = points.get(seat, 0) + number(event, "points")
        told = (
            t("top in {attribute}", attribute=texts.card("Cul"))
            if event["event"] == "cultured"
            else texts.card(event["attribute"])
        )
        titles.setdefault(seat, []).append(told)
    return [
        (
            {"event": "led"},
            f"{names[seat]} +{total} {texts.label('points')}: {', '.join(titles[seat])}",
        )
        for seat, total in points.items()
    ]


def discards(group: Captions, names: Sequence[str]) -> Told:
    gone: dict[int, list[object]] = {}
    for event, _sentence in group:
        gone.setdefault(number(event, "seat"), []).append(event["card"])
    return [
        ({"event": "discarded"}, phrase("discarded", {"seat": seat}, some(cards), names))
        for seat, cards in gone.items()
    ]


def dumps(group: Captions, names: Sequence[str]) -> Told:
    """A whole hand with what was in it; then others may discard."""
    event, sentence = group[0]
    last = 1 + number(event, "cards")
    cards = [gone["card"] for gone, _sentence in group[1:last]]
    told: Told = [(event, f"{sentence}: {some(cards)}" if cards else sentence)]
    return told + discards(group[last:], names)


TOGETHER = {
    "rolled": frozenset({"rolled", "extra"}),
    "dealt": frozenset({"dealt"}),
    "drew": frozenset({"drew", "shuffled"}),
    "led": frozenset({"led", "cultured"}),
    "dumped": frozenset({"discarded"}),
}
GROUPS = {
    "rolled": rolls,
    "extra": rolls,
    "tie_roll": tie_rolls,
    "ordered": order,
    "dealt": draws,
    "drew": draws,
    "gave": exchanges,
    "led": leads,
    "cultured": leads,
    "discarded": discards,
    "dumped": dumps,
}
