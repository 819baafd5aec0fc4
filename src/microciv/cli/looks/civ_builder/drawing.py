"""The table of Civ Builder: the race, your hand, what is known, offers, the best melds."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.looks.civ_builder.words import (
    DISASTER,
    LEADER,
    LETTERS,
    RELIGION,
    SEAFARING,
    WILD_SEA,
    attributes,
    bag,
    deal_told,
    listed,
    named,
    scores_of,
    tops,
)
from microciv.cli.looks.frame import DOT, GAP, MARGIN, NONE, framed, round_told, titled
from microciv.cli.looks.reading import (
    begun,
    is_seated,
    number,
    numbers,
    rows,
    small,
    table_of,
    who,
    whom,
    words,
)
from microciv.cli.scene import Scene
from microciv.core.lists import all_of
from microciv.speech import t

LEAST_NAME = 5  # columns for a letter and the beginning of a name
SHORT = 6  # columns, at most, for attributes by their letters and the heads of their lines
TOTALS = ("points", "hands", "order")


def draw(scene: Scene) -> RenderableType:
    lower = _lower(scene)
    has_scores = any([any(scores_of(row)) for row in table_of(scene)])
    parts: list[RenderableType] = [_race(scene)] if has_scores else []
    if lower.row_count:
        parts += [Text(), lower] if scene.is_wide and parts else [lower]
    return framed(scene, _head(scene), *parts)


# --- the head


def _head(scene: Scene) -> Text:
    """Round, phase, whose turn, the stakes, the deck."""
    seen, label = scene.seen, scene.texts.label
    if scene.phase == "over":
        return Text(label("after"), style="bold")
    now, rounds = number(seen, "round"), getattr(scene.game.options, "rounds", 0)
    head = Text(round_told(scene, rounds) if now else begun(label("civ")), style="bold")
    acting = number(seen, "acting")
    if now:
        head.append(f"{DOT}{scene.texts.phase(_phase(scene))}", style="yellow")
    if acting >= 0:
        name = scene.names[acting]
        turn = t("your turn") if acting == scene.seat else t("{name}'s turn", name=name)
        head.append(f"{DOT}{turn}")
    if seen["trading"] and number(seen, "pass_number"):
        passes = getattr(scene.game.options, "trade_passes", 1)
        told = label("pass_of").replace("{number}", str(seen["pass_number"]))
        head.append(f"{DOT}{told.replace('{passes}', str(passes))}")
    elif seen["trading"] and number(seen, "ticks"):
        head.append(f"{DOT}{label('tick')} {seen['ticks']}")
    if now:
        stakes = str(scene.notes.get("stakes", 1))
        head.append(f"{DOT}{label('stakes').replace('{points}', stakes)}")
    head.append(f"{DOT}{label('deck')} {seen['deck']}")
    return head


def _phase(scene: Scene) -> str:
    """Turns are the Action phase, whatever is asked in them."""
    return "meld" if number(scene.seen, "acting") >= 0 else scene.phase


# --- the race


def _race(scene: Scene) -> Table:
    """Attributes line by line, a column a seat; leaders have a star."""
    table, turns = table_of(scene), _turns(scene)
    layout = _layout(scene)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True, min_width=layout.title)
    if layout.privilege:
        grid.add_column(style="dim", no_wrap=True, min_width=layout.privilege)
    for _seat in table:
        grid.add_column(justify="right", no_wrap=True, max_width=layout.seat)
    aside = [""] if layout.privilege else []
    heads = [_seat_head(scene, seat, layout.seat) for seat in range(len(table))]
    about = [Text(scene.texts.label("privilege"), style="dim")] if layout.privilege else []
    grid.add_row("", *about, *heads)
    for at, name in enumerate(attributes(scene.texts)):
        best = max([scores_of(row)[at] for row in table])
        cells = [_score(scene, seat, scores_of(row)[at], best) for seat, row in enumerate(table)]
        title = name if layout.is_short else scene.texts.card(name)
        privilege = scene.texts.look("cards", name, "privilege") or NONE
        grid.add_row(title, *([privilege] if layout.privilege else []), *cells)
    points = [str(row["points"]) for row in table]
    hands = [str(row["hand"]) for row in table]
    totals = zip(TOTALS, (points, hands, turns), ("bold", "", "dim"), strict=True)
    for name, values, style in totals:
        if any(values):
            grid.add_row(
                Text(_cut(scene.texts.label(name), layout.title), style=style),
                *aside,
                *[_own(scene, seat, Text(value, style)) for seat, value in enumerate(values)],
            )
    return grid


@dataclass
class _Layout:
    """How wide the columns of the race are; 0 leaves the privileges out."""

    title: int
    privilege: int
    seat: int
    is_short: bool = False


def _layout(scene: Scene) -> _Layout:
    """As much as the width allows: whole names, then no privileges, then short titles."""
    seats = len(table_of(scene))
    room = scene.width - (MARGIN if scene.is_wide else 0)
    names = attributes(scene.texts)
    longest = max([len(scene.texts.card(name)) for name in names])
    privilege = max([len(scene.texts.look("cards", name, "privilege")) for name in names])
    totals = max([len(scene.texts.label(name)) for name in TOTALS])
    longest = max(longest, totals)
    short = min(SHORT, totals)
    wanted = max([len(name) + 2 for name in scene.names])
    for title, aside in ((longest, privilege), (longest, 0), (short, 0)):
        left = room - title - (aside + GAP if aside else 0)
        each = left // seats - GAP
        if each >= min(wanted, LEAST_NAME + 3) or title == short:
            return _Layout(title, aside, max(1, min(each, wanted)), title == short)
    raise AssertionError


def _cut(words: str, room: int) -> str:
    return words if len(words) <= room else f"{words[: room - 1]}…"


def _seat_head(scene: Scene, seat: int, room: int) -> Text:
    """The letter that stands for the seat in moves, and the name as far as there is room."""
    head = f"{LETTERS[seat]} {scene.names[seat]}"
    head = _cut(head, room) if room >= LEAST_NAME or len(head) <= room else LETTERS[seat]
    return Text(head, style="bold" if seat == scene.seat else "")


def _score(scene: Scene, seat: int, score: int, best: int) -> Text:
    leads = score == best and number(scene.seen, "round")
    return _own(scene, seat, Text(f"{score}{'*' if leads else ' '}", "yellow" if leads else ""))


def _own(scene: Scene, seat: int, cell: Text) -> Text:
    if seat == scene.seat:
        cell.stylize("bold")
    if not cell.plain.endswith(("*", " ")):
        cell.append(" ")
    return cell


def _turns(scene: Scene) -> list[str]:
    """By seat, when it is its turn in the order of the round, or of the picks."""
    order = numbers(scene.seen, "order")
    seats = len(table_of(scene))
    if not order or scene.phase == "over":
        return [""] * seats
    return [str(order.index(seat) + 1) if seat in order else "" for seat in range(seats)]


# --- below it


def _lower(scene: Scene) -> Table:
    """Your hand, what is known of other hands and of the deck, the discard pile, offers."""
    grid = titled()
    label = scene.texts.label
    if not number(scene.seen, "round"):
        _add_picks(scene, grid)
        return grid
    if scene.phase == "over":
        _add_chart(scene, grid)
        return grid
    room = _layout(scene).seat
    if any(len(name) + 2 > room for name in scene.names):  # the head of the race cuts them
        players = [f"{LETTERS[seat]} {name}" for seat, name in enumerate(scene.names)]
        grid.add_row(label("players"), ", ".join(players))
    if is_seated(scene):
        _add_hand(scene, grid)
    _add_privileges(scene, grid)
    viewers = [whom(scene, seat) for seat, row in enumerate(table_of(scene)) if row["sees_all"]]
    if viewers:
        grid.add_row(label("seen_by"), all_of(viewers))
    _add_memory(scene, grid)
    discard = numbers(scene.seen, "discard")
    if sum(discard):
        pairs = zip(scene.texts.cards(), discard, strict=False)
        shown = [f"{held} {card}" for card, held in pairs if held]
        grid.add_row(f"{label('discard')} {sum(discard)}", ", ".join(shown))
    _add_deals(scene, grid)
    if is_seated(scene):
        _add_sources(scene, grid)
    return grid


def _add_memory(scene: Scene, grid: Table) -> None:
    """Which cards are where for certain: what is seen now, and what a perfect memory keeps."""
    label = scene.texts.label
    remembers = getattr(scene.game.options, "show_memory", True)
    for seat, row in enumerate(table_of(scene)):
        sees = is_seated(scene) and table_of(scene)[scene.seat]["sees_all"]
        cards = words(row, "known")
        if seat != scene.seat and cards and (remembers or sees):
            hidden = number(row, "hand") - len(cards)
            more = f" + {hidden} ?" if hidden else ""
            grid.add_row(f"{scene.names[seat]} {label('known')}", f"{short(scene, cards)}{more}")
    top = words(scene.seen, "top")
    if top and remembers and not words(scene.seen, "looked"):
        grid.add_row(label("deck_top"), " ".join([card or "?" for card in top]))


def _add_picks(scene: Scene, grid: Table) -> None:
    """Everybody in the order of the picks, with what is picked already."""
    for seat in numbers(scene.seen, "order"):
        civ = str(table_of(scene)[seat]["civ"])
        texts = scene.texts
        attribute = texts.card(texts.look("civs", civ, "attribute"))
        told = f"{texts.look('civs', civ, 'title')}, {attribute}"
        choosing = texts.label("chooses") if seat in scene.observation.asked else NONE
        grid.add_row(scene.names[seat], told if civ else choosing)


def _add_hand(scene: Scene, grid: Table) -> None:
    """By type and number; wild cards and dead ones apart."""
    label, texts = scene.texts.label, scene.texts
    hand = bag(words(table_of(scene)[scene.seat], "known"))
    plain = {card: held for card, held in hand.items() if card in attributes(texts)}
    grid.add_row(
        f"{label('hand')} {sum(hand.values())}", Text(listed(texts, plain) or NONE, style="bold")
    )
    leaders, disasters, seas = [hand.get(card, 0) for card in (LEADER, DISASTER, SEAFARING)]
    wild: list[str] = []
    if leaders and getattr(scene.game.options, "leaders_in_meld", 1):
        held = named(texts, LEADER, leaders)
        wild.append(t("{leaders} (one a meld)", leaders=held) if leaders > 1 else held)
    if disasters and scene.seat in tops(scene, RELIGION):
        wild.append(named(texts, DISASTER, disasters))
    if seas and scene.seat in tops(scene, SEAFARING):
        melds = all_of([texts.card(name) for name in WILD_SEA])
        held = named(texts, SEAFARING, seas)
        wild.append(t("{cards} in {attributes}", cards=held, attributes=melds))
    if wild:
        grid.add_row(label("wild"), DOT.join(wild))
    if disasters and scene.seat not in tops(scene, RELIGION):
        grid.add_row(label("dead"), Text(named(texts, DISASTER, disasters), style="dim"))


def short(scene: Scene, cards: list[str]) -> str:
    """Cards of others: 2 Con, 1 Tra."""
    held = bag(cards)
    return ", ".join([f"{held[card]} {card}" for card in scene.texts.cards() if card in held])


def _add_privileges(scene: Scene, grid: Table) -> None:
    """Who has privileges, where the table gives them to others than all who lead."""
    told: list[str] = []
    for at, name in enumerate(attributes(scene.texts)):
        scores = [scores_of(row)[at] for row in table_of(scene)]
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if tops(scene, name) != leaders:
            told.append(f"{name} {' '.join([LETTERS[seat] for seat in tops(scene, name)]) or NONE}")
    if told:
        grid.add_row(scene.texts.label("top"), DOT.join(told))


def _add_deals(scene: Scene, grid: Table) -> None:
    """Offers that stand in the market, and the seats that have finished."""
    label = scene.texts.label
    if scene.phase != "market":
        return
    for deal in rows(scene.seen, "deals"):
        letter = f"{LETTERS[number(deal, 'seat')]}{deal['number']}"
        grid.add_row(f"{label('offer')} {letter}", deal_told(scene, deal))
    ready = numbers(scene.seen, "ready")
    done = [who(scene, seat) for seat, is_ready in enumerate(ready) if is_ready]
    if done:
        grid.add_row(label("ready"), all_of(done))


def _add_sources(scene: Scene, grid: Table) -> None:
    """Where the reader's points came from, and what is still to come."""
    own = table_of(scene)[scene.seat]
    sources = own["sources"]
    told: list[str] = []
    if isinstance(sources, list):
        told = [
            f"{small(scene.texts.source(str(name)))} {points}".replace("-", "−")
            for name, points in sources
            if points
        ]
    if told:
        grid.add_row(scene.texts.label("sources"), DOT.join(told))


def _add_chart(scene: Scene, grid: Table) -> None:
    chart = scene.seen["chart"]
    if not isinstance(chart, list) or not chart:
        return
    width = max([len(str(points)) for line in chart for points in line])
    head = " ".join([str(at_round).rjust(width) for at_round in range(1, len(chart) + 1)])
    grid.add_row(scene.texts.label("chart"), Text(head, style="dim", no_wrap=True))
    for seat, name in enumerate(scene.names):
        line = " ".join([str(points[seat]).rjust(width) for points in chart])
        grid.add_row(f"  {name}", Text(line, no_wrap=True))
