"""The sheet of Civilization: The Card Game: market, every realm, combat, and the reader's land and
hand.
"""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.looks.civ_card_game.wishes import pinned_told
from microciv.cli.looks.civ_card_game.words import (
    LETTERS,
    amounts,
    at_table,
    card_row,
    damage,
    does,
    income_of,
    listed,
    own,
    packed,
    plot_price,
    plots_of,
    population_prices,
    price_of,
    priced,
    side,
    yields,
)
from microciv.cli.looks.frame import DOT, GAP, MARGIN, NONE, framed, round_told, titled
from microciv.cli.looks.reading import (
    Row,
    counted,
    is_seated,
    number,
    numbers,
    rows,
    table_of,
    who,
    words,
)
from microciv.cli.scene import Scene
from microciv.speech import t, tn

STAR = "*"  # who has the highest


def draw(scene: Scene) -> RenderableType:
    first = _first_column(scene)
    sheet = titled("", width=first)
    _add_market(scene, sheet)
    for seat in at_table(scene):
        _add_realm(scene, sheet, seat)
    parts: list[RenderableType] = [sheet]
    if is_seated(scene):
        parts.append(_own_land(scene))
        lower = titled(width=first)
        _add_hand(scene, lower)
        parts.append(lower)
    if rows(scene.seen, "units"):
        parts.append(combat(scene))
    return framed(scene, _head(scene), *parts)


def _first_column(scene: Scene) -> int:
    return max([len(_player(scene, seat)) for seat in range(len(table_of(scene)))])


def _packed(scene: Scene, parts: list[str], style: str = "") -> Text:
    """Items beside a name, broken between two of them."""
    room = scene.width - _first_column(scene) - GAP - (MARGIN if scene.is_wide else 0)
    return Text(packed(parts, room) or NONE, style=style)


# --- the head


def _head(scene: Scene) -> Text:
    """Round, whose turn and what of it, how many technologies are left, the decks."""
    seen, label = scene.seen, scene.texts.label
    now = number(seen, "round")
    if scene.phase == "over":
        return Text(scene.texts.counted("after", now), style="bold")
    if not now:
        return Text(scene.texts.phase(scene.phase), style="bold")
    most = getattr(scene.game.options, "max_rounds", 0)
    head = Text(round_told(scene, now if seen["ending"] else most), style="bold")
    acting = number(seen, "turn")
    if acting < 0:
        return Text(scene.texts.phase(scene.phase), style="bold")
    name = scene.names[acting]
    turn = t("your turn") if acting == scene.seat else t("{name}'s turn", name=name)
    stage = scene.texts.value("stage", seen["stage"]) if seen["stage"] else ""
    head.append(f"{DOT}{turn}", style="yellow")
    head.append(f", {stage or scene.texts.phase(scene.phase)}", style="yellow")
    left = len(words(seen, "market_techs")) + number(seen, "tech_deck")
    head.append(f"{DOT}{scene.texts.counted('techs_left', left)}")
    head.append(f"{DOT}{label('deck')} {seen['deck']}")
    return head


# --- the market


def _add_market(scene: Scene, sheet: Table) -> None:
    """Plots with what they print, technologies with the reader's price and what they do."""
    seen, label = scene.seen, scene.texts.label
    plots, techs = words(seen, "market_plots"), words(seen, "market_techs")
    if not number(seen, "round"):
        if plots:
            sheet.add_row(Text(label("market"), style="dim"), Text(_plots(scene, plots)))
            sheet.add_row("", _packed(scene, [_tech(scene, tech) for tech in techs]))
        return
    if scene.phase == "over":
        return
    price = plot_price(scene, scene.seat) if is_seated(scene) else 0
    each = t("{plots} for {price}", plots=label("plots"), price=price) if price else label("plots")
    told = _plots(scene, plots) or NONE
    deck = f" ({number(seen, 'plot_deck')} {label('plot_deck')})" if scene.is_wide else ""
    sheet.add_row(Text(label("market"), style="dim"), Text(f"{each}: {told}{deck}"))
    for tech in techs:
        sheet.add_row("", _line(_tech(scene, tech)))


def _plots(scene: Scene, plots: list[str]) -> str:
    return ", ".join([f"{scene.texts.card(plot)} {yields(scene, plot)}" for plot in plots])


def _tech(scene: Scene, tech: str) -> str:
    """With its price for the reader, or as it is printed."""
    price = price_of(scene, tech)
    cost = number(card_row(scene, tech), "cost") if price is None else price
    return f"{scene.texts.card(tech)} {cost}C: {does(scene, tech)}"


def _line(told: str) -> Text:
    return Text(told, no_wrap=True, overflow="ellipsis")


# --- realms


def _add_realm(scene: Scene, sheet: Table, seat: int) -> None:
    """Points and where they are from, stock, income, statuses, technologies; the land of others."""
    row = table_of(scene)[seat]
    label = scene.texts.label
    plots = plots_of(row)
    if not number(scene.seen, "round"):
        sheet.add_row(_player(scene, seat), _packed(scene, [_plot(scene, plot) for plot in plots]))
        return
    line = Text(f"{row['points']} {label('points')}", style="bold")
    line.append(_points_from(scene, seat), style="not bold dim")
    line.append(f"{DOT}{amounts(row['stock'], zeros=True)}", style="not bold")
    if scene.phase != "over":
        line.append(f"{DOT}{label('income')} {income_of(scene, seat)}", style="not bold")
    sheet.add_row(_player(scene, seat), line)
    sheet.add_row("", _packed(scene, _standing(scene, seat, row)))
    if seat != scene.seat:
        sheet.add_row("", _packed(scene, [_plot(scene, plot) for plot in plots], "dim"))


def _points_from(scene: Scene, seat: int) -> str:
    """Where the points come from: pop 5 tech 3."""
    sources = scene.game.sources(scene.observation)[seat]
    parts = [_points_of(scene, name, points) for name, points in sources.items() if points]
    return "".join([f" {part}" for part in parts])


def _points_of(scene: Scene, source: str, points: int) -> str:
    match source:
        case "population":
            return t("pop {n}", n=points)
        case "techs":
            return t("tech {n}", n=points)
        case "cards":
            return f"{scene.texts.label('hands')} {points}"
        case _:
            return f"{scene.texts.label(source)} {points}"


def _player(scene: Scene, seat: int) -> Text:
    """Where they sit, their letter and name."""
    mark = "»" if seat == scene.seat else side(scene, seat)
    style = "bold" if seat == scene.seat else ""
    text = Text(f"{mark or ' '} {LETTERS[seat]} ", style="dim")
    text.append(scene.names[seat], style=style or "not dim")
    if number(scene.seen, "turn") == seat and scene.phase != "over":
        text.append(" ◂", style="yellow")
    return text


def _standing(scene: Scene, seat: int, row: Row) -> list[str]:
    """Culture, happiness, cards, bank, technologies, thefts to come."""
    label = scene.texts.label
    parts = [
        f"{label(name)} {row[name]}{STAR if seat in numbers(scene.seen, f'highest_{name}') else ''}"
        for name in ("culture", "happiness")
    ]
    if number(row, "rate") != 3:
        parts.append(f"{label('bank')} {label('rate').replace('{rate}', str(row['rate']))}")
    if seat != scene.seat:
        known = words(row, "known")
        told = f" ({label('known')} {listed(scene, known)})" if known else ""
        parts.append(f"{counted(number(row, 'hand'))}{told}")
    powers = words(row, "powers")
    techs = [
        t("{card} (to use)", card=scene.texts.card(tech))
        if tech in powers
        else scene.texts.card(tech)
        for tech in words(row, "techs")
    ]
    return [*parts, *(techs or [t("no technologies")])]


def _plot(scene: Scene, plot: Row) -> str:
    """A plot of another player: Plains F1 H1 (pop 2, Granary)."""
    card = str(plot["card"])
    living = number(plot, "population")
    here = [t("pop {n}", n=living)] if living else []
    here += [scene.texts.card(name) for name in words(plot, "structures")]
    told = f"{scene.texts.card(card)} {yields(scene, card)}"
    return f"{told} ({', '.join(here)})" if here else told


# --- the reader's land and hand


def _own_land(scene: Scene) -> RenderableType:
    """A line a plot: number, card, yield, population and what one more costs, structures."""
    plots = plots_of(own(scene))
    if not number(scene.seen, "round") and scene.phase == "draft":
        return Group()
    prices = population_prices(scene, scene.seat) if scene.phase != "over" else []
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for style, justify in (("bold", "right"), ("", "left"), ("", "left"), ("", "left")):
        grid.add_column(style=style, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    grid.add_column()
    for at, plot in enumerate(plots):
        card = str(plot["card"])
        grid.add_row(
            f"   {at + 1}",
            scene.texts.card(card),
            yields(scene, card),
            Text.assemble(
                t("pop {n}", n=plot["population"]),
                (f", {t('next {n}F', n=prices[at])}" if at < len(prices) else "", "dim"),
            ),
            _places(scene, plot),
        )
    return grid


def _places(scene: Scene, plot: Row) -> Text:
    """The structures and what they do here, and free places."""
    standing = words(plot, "structures")
    text = Text(no_wrap=True, overflow="ellipsis")
    for number_of, card in enumerate(standing):
        text.append(", " if number_of else "")
        text.append(scene.texts.card(card))
        if scene.is_wide or len(standing) == 1:
            text.append(f" ({does(scene, card)})", style="dim")
    free = number(plot, "places") - len(standing)
    if free > 0:
        told = tn(free, "free place", "{n} free places")
        text.append(f"{', ' if standing else ''}{told}", style="dim")
    elif free < 0:
        text.append(f" ({scene.texts.label('over')})", style="dim")
    return text


def _add_hand(scene: Scene, grid: Table) -> None:
    """The reader's cards by type with their prices, and what is pinned."""
    hand = words(own(scene), "known")
    label = scene.texts.label
    sorts: dict[str, list[str]] = {}
    for card in hand:
        kind = str(card_row(scene, card).get("type"))
        sorts.setdefault(SORTS.get(kind, kind), []).append(card)
    told = [card for cards in sorts.values() for card in _sort(scene, cards)]
    if hand or number(scene.seen, "round"):
        grid.add_row(f"{label('hand')} {len(hand)}", _packed(scene, told))
    if scene.pinned:
        grid.add_row(label("wish"), Text(pinned_told(scene), style="cyan"))


SORTS = {"wonder": "building"}


def _sort(scene: Scene, cards: list[str]) -> list[str]:
    return [
        f"{cards.count(card)} {priced(scene, card)}" if cards.count(card) > 1 else
        priced(scene, card)
        for card in dict.fromkeys(cards)
    ]  # fmt: skip


# --- combat


def combat(scene: Scene) -> RenderableType:
    """Who attacks whom with what, and what blocks it."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    for _column in range(2):
        grid.add_column()
    numbers: dict[int, int] = {}
    for unit in rows(scene.seen, "units"):
        target = number(unit, "target")
        numbers[target] = numbers.get(target, 0) + 1
        told = f"{numbers[target]} {scene.texts.card(unit['card'])}"
        state = str(unit["state"])
        fate = {
            "blocked": f"{scene.texts.label('blocked')}: {scene.texts.card(unit['blocker'])}",
            "unblocked": scene.texts.label("unblocked"),
            "attacking": damage(scene, str(unit["card"])),
        }.get(state, scene.texts.label(state))
        title = scene.texts.label("combat") if len(grid.rows) == 0 else ""
        grid.add_row(title, f"{told} → {who(scene, target)}", Text(fate, style="dim"))
    return grid
