"""The table of 5X: seats, Wonders, what each rival can still play."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.looks import generic
from microciv.cli.looks.frame import framed, player, round_told
from microciv.cli.looks.look import Captions, Look
from microciv.cli.looks.reading import Row, dative, number, table_of, who, words
from microciv.cli.scene import Scene
from microciv.core.lists import all_of
from microciv.core.moves import Move
from microciv.speech import t, tn
from microciv.texts import points_text

COLOURS = {
    "exploit": "green",
    "exterminate": "red",
    "expand": "yellow",
    "explore": "cyan",
    "excavate": "magenta",
}
UNIT = 2  # points are counted in halves
LATE = "explore"
LAST_OF_ALL = "erik"


def draw(scene: Scene) -> RenderableType:
    blank: list[RenderableType] = [Text()] if scene.is_wide else []
    parts = [_track(scene), *blank, _seats(scene), *blank, _legend(scene)]
    return framed(scene, _head(scene), *parts)


def remark(scene: Scene, move: Move) -> str:
    """What the card does, in a few words; what a bid leaves."""
    parts = move.parts()
    card = str(parts.get("card", ""))
    if not card:
        return ""
    action = scene.texts.look("cards", card, "action")
    short = generic.remark(scene, move)
    return short if action == card or scene.is_wide else f"{scene.texts.card(action)}: {short}"


def stakes(scene: Scene) -> str:
    """Who else is asked, and with what means."""
    rows = table_of(scene)
    asked = [seat for seat in scene.observation.asked if seat < len(rows)]
    if scene.phase == "bid":
        holdings = [f"{who(scene, seat)} {rows[seat]['resources']}" for seat in asked]
        card = str(rows[scene.seat]["played"]) if scene.seat in asked else ""
        losing = scene.texts.look("cards", card, "losing")
        held = t("Bidding, with what they hold: {holdings}.", holdings=", ".join(holdings))
        bidding = f"{losing} {held}".strip()
        if scene.texts.look("cards", card, "action") in ("", card):
            return bidding
        return f"{bidding}\n{scene.texts.card(card)}: {scene.texts.look('cards', card, 'short')}."
    if scene.phase == "pass" and scene.seat in asked:
        return scene.texts.look("phases", "pass", "help")
    if scene.phase == "select" and scene.seat in asked:
        others = [who(scene, seat) for seat in asked if seat != scene.seat]
        late = [seat for seat in range(len(rows)) if seat not in asked and not rows[seat]["played"]]
        lines: list[str] = []
        if len(asked) + len(late) < len(rows):
            lines.append(t("You see the cards above before you choose."))
        if late:
            lines.append(
                tn(
                    len(late),
                    "{names} will see your card first.",
                    "{names} will see your card first.",
                    names=all_of([who(scene, seat) for seat in late]),
                )
            )
        if others and len(lines) > 0:
            lines.append(
                tn(
                    len(others),
                    "{names} chooses with you.",
                    "{names} choose with you.",
                    names=all_of(others),
                )
            )
        return " ".join(lines)
    return ""


def digest(captions: Captions, names: Sequence[str]) -> Captions:
    """The hits of one Exterminate in one sentence, with their sum."""
    told: list[tuple[dict[str, object], str]] = []
    places: dict[object, int] = {}
    targets: dict[object, list[str]] = {}
    for event, sentence in captions:
        if event.get("event") != "hit":
            places.clear()
            told.append((event, sentence))
            continue
        seat, target = event["seat"], event["target"]
        if seat not in places:
            places[seat] = len(told)
            targets[seat] = []
            told.append((event, sentence))
        name = dative(names[target]) if isinstance(target, int) else "?"
        targets[seat].append(
            t("{name} (paid by the supply)", name=name) if event["supply"] else name
        )
        if len(targets[seat]) > 1 and isinstance(seat, int):
            count, robbed = len(targets[seat]), all_of(targets[seat])
            sum_told = t("{name} +{n} from {names}", name=names[seat], n=count, names=robbed)
            told[places[seat]] = (event, sum_told)
    return told


# ---------------------------------------------------------------------------------------------


def _head(scene: Scene) -> Text:
    seen = scene.seen
    if scene.phase == "over":
        return Text(scene.texts.counted("after", number(seen, "rounds")), style="bold")
    head = Text(round_told(scene, number(seen, "rounds")), style="bold")
    stack = seen["stack"]
    if isinstance(stack, list) and stack:
        letter = str(stack[0])
        row, texts = _wonder(scene, letter), scene.texts
        name = texts.called("wonder", letter, texts.named(scene.game.options))
        bonus = f", {texts.label('bonus')} {row['bonus']}" if row.get("bonus") else ""
        worth = f"{_points(row.get('halves'))} {texts.label('points')}"
        head.append(f" · {name}: {worth}{bonus}", style="yellow")
    return head


def _track(scene: Scene) -> Text:
    """The Wonders in order: whose, gone, on offer, to come."""
    text = Text(f"{scene.texts.label('wonders')}  ", style="dim")
    whose = {
        str(letter): seat
        for seat, row in enumerate(table_of(scene))
        for letter in words(row, "wonders")
    }
    stack = [str(letter) for letter in words(scene.seen, "stack")]
    letters = sorted({*whose, *stack, *[str(letter) for letter in words(scene.seen, "removed")]})
    for index, letter in enumerate(letters):
        if index:
            text.append("  ")
        if letter in whose:
            text.append(f"{letter}:{scene.names[whose[letter]]}", style="bold")
        elif letter not in stack:
            text.append(f"{letter} {scene.texts.label('removed')}", style="dim")
        elif letter == stack[0] and scene.phase != "over":
            text.append(
                f"[{letter} {_points(_wonder(scene, letter).get('halves'))}]", style="bold yellow"
            )
        else:
            text.append(f"{letter} {_points(_wonder(scene, letter).get('halves'))}", style="yellow")
    return text


def _seats(scene: Scene) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title, kind in _columns(scene):
        grid.add_column(
            title, justify="right" if kind == "number" else "left", no_wrap=kind != "wrap"
        )
    for seat, row in enumerate(table_of(scene)):
        grid.add_row(
            Text("» " if seat == scene.seat else "  ").append_text(player(scene, seat)),
            str(row["resources"]),
            _points(row["halves"]),
            "".join([str(letter) for letter in words(row, "wonders")]),
            _plays(scene, seat, row),
            _pile(scene, row),
            _now(scene, seat, row),
        )
    return grid


def _legend(scene: Scene) -> Text:
    text = Text("  ")
    for index, (card, letter) in enumerate(_letters(scene).items()):
        text.append("   " if index else "")
        text.append(letter, style=COLOURS.get(card, ""))
        text.append(f" {scene.texts.card(card)}", style="dim")
    return text


def _columns(scene: Scene) -> list[tuple[str, str]]:
    """Their heads, and what stands in them."""
    label = scene.texts.label
    return [
        ("", "text"),
        (t("res"), "number"),
        (label("points"), "number"),
        (t("won"), "text"),
        (t("can play"), "text"),
        (label("pile"), "wrap"),
        (t("this round"), "wrap"),
    ]


def _plays(scene: Scene, seat: int, row: Row) -> Text:
    """The five letters, and how many leaders; those that the observer knows by name. A table that
    leaves this to memory (5X-90) shows how many cards the others hold (5X-88).
    """
    text = Text()
    if seat != scene.seat and not getattr(scene.game.options, "show_known_hands", True):
        leaders = row.get("leaders")
        count = len(words(row, "basics")) + (leaders if isinstance(leaders, int) else 0)
        return Text(scene.texts.counted("cards_held", count), style="dim")
    held = words(row, "basics")
    for card, letter in _letters(scene).items():
        if card in held:
            text.append(f"{letter} ", style=COLOURS.get(card, ""))
        else:
            text.append("· ", style="dim")
    known = [_short(scene, str(card)) for card in words(row, "known")]
    leaders = row.get("leaders")
    hidden = (leaders if isinstance(leaders, int) else 0) - len(known)
    if known:
        text.append(" ".join(known))
    if hidden > 0:
        text.append(f"{' ' if known else ''}+{hidden}", style="dim")
    return text


def _pile(scene: Scene, row: Row) -> Text:
    letters = _letters(scene)
    text = Text()
    for card in words(row, "pile"):
        name = str(card)
        shown = letters.get(name) or _short(scene, name)
        text.append(f"{shown} ", style=COLOURS.get(scene.texts.look("cards", name, "action"), ""))
    text.rstrip()
    return text if len(text) else Text("–", style="dim")


def _now(scene: Scene, seat: int, row: Row) -> Text:
    """The card and bid of the round; who chooses late; who is asked."""
    played = str(row["played"])
    if played:
        action = scene.texts.look("cards", played, "action")
        text = Text(scene.texts.card(played), style=COLOURS.get(action, ""))
        if row.get("bid"):
            text.append(f", {scene.texts.label('bid')} {row['bid']}")
        return text
    if scene.phase == "over":
        return Text()
    if seat == scene.seat and scene.observation.answer:
        return Text(scene.texts.label("locked"), style="bold")
    if scene.phase == "select":
        previous = str(row["previous"])
        if previous == LAST_OF_ALL:
            return Text(scene.texts.label("sees_all"), style="cyan")
        if scene.texts.look("cards", previous, "action") == LATE:
            return Text(scene.texts.label("sees_first"), style="cyan")
    return Text(t("chooses") if seat in scene.observation.asked else "", style="dim")


# ---------------------------------------------------------------------------------------------


def _letters(scene: Scene) -> dict[str, str]:
    letters = scene.texts.data.get("letters")
    return (
        {str(card): str(letter) for card, letter in letters.items()}
        if isinstance(letters, dict)
        else {}
    )


def _short(scene: Scene, card: str) -> str:
    """A leader's name in a narrow column: the first word of its title."""
    return scene.texts.card(card).split()[0]


def _wonder(scene: Scene, letter: str) -> Row:
    rows = scene.game.card_data().get("wonders", [])
    return next((row for row in rows if row["letter"] == letter), {})


def _points(halves: object) -> str:
    return points_text(halves, UNIT) if isinstance(halves, int) else "?"


LOOK = Look(draw, remark, stakes, generic.ask, generic.results, digest)
