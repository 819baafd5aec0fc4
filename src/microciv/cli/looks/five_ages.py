"""The table of 5 Ages: left and right neighbours, the reader's civilization, offers, the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from microciv.cli.looks import generic
from microciv.cli.looks.frame import (
    DOT,
    NONE,
    framed,
    nth_told,
    player,
    round_told,
    ruled,
    titled,
)
from microciv.cli.looks.look import Captions, Look
from microciv.cli.looks.reading import (
    Row,
    is_seated,
    is_you,
    number,
    rows,
    table_of,
    who,
    words,
)
from microciv.cli.scene import Scene
from microciv.core.lists import all_of
from microciv.core.moves import Move
from microciv.speech import t
from microciv.texts import aim_words, beat_words, hand_words, texts_for

OFFSETS = {"W": 1, "E": -1}  # from a seat to its neighbour on this side
RED = "♥♦"


def draw(scene: Scene) -> RenderableType:
    """The whole table; in a panel with the neighbours at both sides where there is room."""
    if scene.phase == "over":
        return _final(scene)
    if not is_seated(scene):
        return Group(ruled(scene, _head(scene)), _strip(scene, _round(scene, 0)), _offers(scene))
    if not scene.is_wide:
        left, *far, right = _round(scene, scene.seat)[1:]
        others = _strip(scene, [*far, left, right])
        return Group(ruled(scene, _head(scene)), others, _own(scene), _offers(scene))
    _left, *far, _right = _round(scene, scene.seat)[1:]
    sides = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for ratio in (2, 3, 2):
        sides.add_column(ratio=ratio)
    sides.add_row(_neighbour(scene, "W"), _own(scene), _neighbour(scene, "E"))
    strip: list[RenderableType] = [_strip(scene, far), Text()] if far else []
    return framed(scene, _head(scene), *strip, sides, _offers(scene))


def remark(scene: Scene, move: Move) -> str:
    """What the move means at this table: for whom, which card goes, whether it is an agreement."""
    parts = move.parts()
    verb, side = str(parts.get("verb", "")), str(parts.get("side", ""))
    if verb in ("keep", "attack"):
        laid = words(scene.seen, "hand")
        laid.remove(str(parts["card"]))
        told = f"{scene.texts.label('lay')} {' '.join([scene.texts.card(card) for card in laid])}"
        targets = [who(scene, _neighbour_at(scene, scene.seat, end)) for end in _ends(side)]
        if not targets:
            return told
        return t("{offer}, against {names}", offer=told, names=all_of(targets))
    if verb in ("offer", "offer_both"):
        other = _neighbour_at(scene, scene.seat, side)
        name = scene.names[other]
        return t("accepts {name}'s offer", name=name) if _is_agreed(scene, move) else name
    if verb == "replace":
        card = words(scene.seen, "civ")[int(parts["slot"]) - 1]
        return t("{card} goes back to hand", card=scene.texts.card(card))
    return _remark_of_word(scene.phase, verb, bool(scene.observation.answer))


def _remark_of_word(phase: str, verb: str, is_begun: bool) -> str:
    """Of a move that is a single word."""
    match phase, verb, is_begun:
        case "trade", "pass", False:
            return t("offer nothing new")
        case "trade", "pass", True:
            return t("that is all for this step")
        case "trade", "withdraw", False:
            return t("then offer anew, or skip this step")
        case "trade", "done", False:
            return t("trading, for this age")
        case "build", "done", True:
            return t("swap nothing")
    return ""


def stakes(scene: Scene) -> str:
    """What has been answered so far, and what is special about this question."""
    if not is_seated(scene) or scene.seat not in scene.observation.asked:
        return ""
    answer = scene.observation.answer
    if answer and answer[-1].parts()["verb"] in WHOLE:
        return t("Locked: {answer}.", answer="; ".join([scene.label(step) for step in answer]))
    texts = [move.text for move in answer]
    if scene.phase == "row" and "Jk" in words(scene.seen, "hand"):
        ends = [who(scene, _neighbour_at(scene, scene.seat, end)) for end in OFFSETS]
        west, east = ends
        return t("A Joker that you offer attacks: W is {west}, E is {east}.", west=west, east=east)
    if scene.phase == "trade" and texts:
        listed = _numbered(words(scene.notes, "list"), scene)
        if not listed:
            return t("On your list now: nothing; pass when that is all.")
        return t("On your list now: {offers}; pass when that is all.", offers=listed)
    if scene.phase == "trade" and scene.seen["tick"] == scene.seen["ticks"]:
        return t("This is the last step: what is not agreed now is not traded.")
    if scene.phase == "build":
        built = [scene.texts.card(text.split()[-1]) for text in texts]
        count = number(scene.seen, "to_place")
        if built:
            return t("So far you build {cards}.", cards=all_of(built))
        return t("You were robbed, so you build {n} cards.", n=count) if count > 1 else ""
    return ""


WHOLE = ("keep", "attack", "pass", "done", "replace")  # the last steps of answers


def ask(scene: Scene) -> str:
    """The question, or how it goes on."""
    step = ""
    if scene.observation.answer:
        verbs = {move.parts().get("verb") for move in scene.observation.legal}
        step = "second" if scene.phase == "build" and "done" not in verbs else "more"
    return scene.texts.look("phases", scene.phase, step) or generic.ask(scene)


def results(scene: Scene, scores: Sequence[int]) -> list[str]:
    hands = rows(scene.notes, "hands")
    if len(hands) < len(scores):
        return generic.results(scene, scores)
    return [hand_words(scene.texts, hand["hand"], hand["ranks"]) for hand in hands]


# --- what happened


def digest(captions: Captions, names: Sequence[str]) -> Captions:
    """A swap is one sentence; so are several cards, or several offers, of one player."""
    told: list[tuple[dict[str, object], str]] = []
    for event, sentence in captions:
        last, before = told[-1] if told else ({}, "")
        kind = event.get("event")
        if kind != last.get("event"):
            told.append((event, sentence))
        elif kind == "gave" and last.get("receiver") == event["seat"]:
            told[-1] = ({**last, "receiver": None}, _swap(last, event, names))
        elif kind in SEVERAL and last.get("seat") == event["seat"]:
            told[-1] = (last, f"{before}, {_more(event)}")
        else:
            told.append((event, sentence))
    return told


SEVERAL = (
    *("dealt", "drew", "built", "refilled", "shown", "left_over", "offered", "withdrew"),
    *("missed", "lapsed"),
)


def _swap(gave: Row, got: Row, names: Sequence[str]) -> str:
    """Both halves of a swap; the reader's own comes first."""
    texts = texts_for(GAME)
    parts = {"seat": gave["seat"], "other": got["seat"], "given": gave["card"]}
    parts["wanted"] = got["card"]
    if is_you(names[number(got, "seat")]):
        parts = {"seat": got["seat"], "other": gave["seat"], "given": got["card"]}
        parts["wanted"] = gave["card"]
    return texts.phrase("swapped", parts, names)


def _more(event: Row) -> str:
    texts = texts_for(GAME)
    return texts.phrase("swap", event) if "given" in event else texts.card(event["card"])


# --- the table


def _head(scene: Scene) -> Text:
    """Age, phase, tick, deck, who breaks ties, Jokers fired."""
    seen, label = scene.seen, scene.texts.label
    head = Text(round_told(scene, _ages(scene)), style="bold")
    head.append(f"{DOT}{scene.texts.phase(scene.phase)}", style="yellow")
    if scene.phase == "trade":
        tick = nth_told(label("tick"), seen["tick"], seen["ticks"])
        head.append(f", {tick}", style="yellow")
    head.append(f"{DOT}{label('deck')} {seen['deck']}")
    token = number(seen, "token")
    verb = "token" if token == scene.seat else "tokens"
    head.append(f"{DOT}{scene.names[token]} {label(verb)}")
    if getattr(scene.game.options, "jokers", 0):
        head.append(f"{DOT}{label('fired')} {seen['fired']}", style="magenta")
    return head


def _ages(scene: Scene) -> int:
    """How many there are; cards of a civilization, too."""
    return int(getattr(scene.game.options, "rounds", 0))


def _strip(scene: Scene, seats: Sequence[int]) -> Table:
    """A line a seat: where it sits, its row, how much it has, what is known of it."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _column in range(5):
        grid.add_column(no_wrap=True)
    grid.add_column()
    for seat in seats:
        row = table_of(scene)[seat]
        grid.add_row(
            Text(_side(scene, seat), style="dim"),
            player(scene, seat),
            _row(scene, row),
            Text(f"{scene.texts.label('hand')} {row['hand']}", style="dim"),
            Text(f"{scene.texts.label('built')} {row['civ']}", style="dim"),
            Text(DOT).join(_remembered(scene, seat)),
        )
    return grid


def _neighbour(scene: Scene, side: str) -> RenderableType:
    seat = _neighbour_at(scene, scene.seat, side)
    row, label = table_of(scene)[seat], scene.texts.label
    counts = f"{label('hand')} {row['hand']}{DOT}{label('built')} {row['civ']}"
    head = Text(f"{side}  {label(SIDES[side])}", style="dim")
    lines = [head, player(scene, seat), _row(scene, row), Text(counts, style="dim")]
    return Group(*lines, *_remembered(scene, seat))


def _own(scene: Scene) -> Table:
    """The reader's cards: row, hand, civilization with the numbers of its places, what it makes."""
    label, row = scene.texts.label, table_of(scene)[scene.seat]
    grid = titled()
    name = Text(f"» {scene.names[scene.seat]}", style="bold not dim")
    grid.add_row(name, Text(DOT).join(_state(scene, scene.seat)))
    if row["left"] or row["right"]:
        grid.add_row(f"  {label('row')}", _row(scene, row))
    grid.add_row(f"  {label('hand')}", _cards(scene, words(scene.seen, "hand")))
    civ = words(scene.seen, "civ")
    built = _cards(scene, civ)
    if civ:
        titles = [scene.texts.card(card) for card in civ]
        places = [str(index).ljust(len(title)) for index, title in enumerate(titles, start=1)]
        built.append(f"\n{'  '.join(places)}", style="dim")
    grid.add_row(f"  {label('built')}", built)
    made = scene.notes.get("made")
    if isinstance(made, dict) and made:
        grid.add_row(f"  {label('made')}", hand_words(scene.texts, made["hand"], made["ranks"]))
    aims = [
        aim_words(scene.texts, aim) for aim in rows(scene.notes, "aims") if number(aim, "have") > 1
    ]
    if aims:
        grid.add_row(f"  {label('aims')}", "\n".join(aims))
    return grid


def _offers(scene: Scene) -> Table:
    """Standing offers: the reader's own ranked, those to the reader, those of others."""
    own: list[str] = []
    to_you: list[str] = []
    others: list[str] = []
    for seat, row in enumerate(table_of(scene)):
        offers = words(row, "offers")
        if seat == scene.seat:
            own = [_numbered(offers, scene)] if offers else []
            continue
        for text in offers:
            other = _target(scene, seat, text)
            told = f"{scene.names[seat]}: {_offer(scene, seat, text)}"
            (to_you if other == scene.seat else others).append(told)
    grid = titled()
    for name, told_of in (("to_you", to_you), ("list", own), ("others", others)):
        if told_of:
            grid.add_row(f"  {scene.texts.label(name)}", DOT.join(told_of))
    return grid


def _final(scene: Scene) -> RenderableType:
    """Everybody's five cards in the order of the ranking, and why each is before the next."""
    notes = scene.notes
    hands, beats = rows(notes, "hands"), rows(notes, "beats")
    order = [number(beats[0], "seat"), *[number(beat, "other") for beat in beats]]
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _column in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column()
    place = 1
    for at, seat in enumerate(order):
        row = table_of(scene)[seat]
        if at and beats[at - 1]["by"] != "nothing":
            place = at + 1
        grid.add_row(
            str(place),
            player(scene, seat),
            _cards(scene, words(row, "shown")),
            hand_words(scene.texts, hands[seat]["hand"], hands[seat]["ranks"]),
        )
        if words(row, "left_over"):
            left = Text(f"{scene.texts.label('left_over')} ", style="dim")
            grid.add_row("", "", left.append_text(_cards(scene, words(row, "left_over"))), "")
    why = [f"  {beat_words(scene.texts, beat, hands)}" for beat in beats]
    title = Rule(Text(scene.texts.label("after"), style="bold"), style="dim", align="left")
    return Group(title, grid, Text(), Text("\n".join(why), style="dim"))


# --- parts of it


GAME = "5-ages"
SIDES = {"W": "side_left", "E": "side_right"}


def _round(scene: Scene, first: int) -> list[int]:
    """All seats clockwise from this one."""
    count = len(table_of(scene))
    return [(first + offset) % count for offset in range(count)]


def _neighbour_at(scene: Scene, seat: int, side: str) -> int:
    return (seat + OFFSETS[side]) % len(table_of(scene))


def _ends(side: str) -> list[str]:
    return list(OFFSETS) if side == "both" else [side] if side else []


def _side(scene: Scene, seat: int) -> str:
    """W or E for the neighbours, as offers name them."""
    if is_seated(scene):
        for side in OFFSETS:
            if seat == _neighbour_at(scene, scene.seat, side):
                return f"{side} {scene.texts.label('left' if side == 'W' else 'right')}"
        return scene.texts.label("far")
    return ""


def _cards(scene: Scene, names: Sequence[str]) -> Text:
    return Text("  ").join([_card(scene, name) for name in names]) if names else Text(NONE)


def _card(scene: Scene, name: str) -> Text:
    title = scene.texts.card(name)
    style = "red" if title[-1] in RED else "magenta" if name == "Jk" else ""
    return Text(title, style=style)


def _row(scene: Scene, row: Row) -> Text:
    cards = [str(row[slot]) for slot in ("left", "right") if row[slot]]
    shown = [Text.assemble("[", _card(scene, card), "]") for card in cards]
    return Text(" ").join(shown) if shown else Text(NONE, style="dim")


def _remembered(scene: Scene, seat: int) -> list[Text]:
    """What the seat does, then the cards that it has for certain or perhaps (5A-39)."""
    found = _state(scene, seat)
    if getattr(scene.game.options, "show_memory", True):
        row = table_of(scene)[seat]
        for name in ("known", "suspected"):
            if words(row, name):
                told = Text(f"{scene.texts.label(name)} ", style="dim")
                cards = [_card(scene, card) for card in words(row, name)]
                found.append(told.append_text(Text(" ").join(cards)))
    return found


def _state(scene: Scene, seat: int) -> list[Text]:
    """Is the seat done, without a partner, or robbed in this age?"""
    label, row = scene.texts.label, table_of(scene)[seat]
    found: list[Text] = []
    if scene.phase == "trade" and row["done"]:
        found.append(Text(label("done"), style="cyan"))
    elif scene.phase == "trade" and seat not in scene.observation.asked:
        found.append(Text(label("nothing_to_trade"), style="cyan"))
    past = rows(scene.seen, "past")
    if past and not past[-1]["over"]:
        for attack in rows(past[-1], "attacks"):
            if attack["target"] == seat and not attack["void"]:
                robber = who(scene, number(attack, "seat"))
                found.append(Text(f"{label('robbed')} {robber}", style="magenta"))
    return found


# --- offers


def _target(scene: Scene, seat: int, text: str) -> int:
    """Whom this offer of the seat is for."""
    return _neighbour_at(scene, seat, str(scene.game.moves.parse(text).parts()["side"]))


def _offer(scene: Scene, seat: int, text: str) -> str:
    parts = {**scene.game.moves.parse(text).parts(), "other": _target(scene, seat, text)}
    name = "swap_of_both" if parts["verb"] == "offer_both" else "swap_with"
    return scene.texts.phrase(name, parts, scene.names)


def _numbered(offers: Sequence[str], scene: Scene) -> str:
    """A list of the reader's, best first."""
    told = [_offer(scene, scene.seat, text) for text in offers]
    return "  ".join([f"{index}. {offer}" for index, offer in enumerate(told, start=1)])


def _is_agreed(scene: Scene, move: Move) -> bool:
    """Does the neighbour offer the very same swap?"""
    return move.text in words(scene.notes, "wishes")


LOOK = Look(draw, remark, stakes, ask, results, digest)
