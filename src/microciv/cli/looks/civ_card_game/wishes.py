"""What can be wished for: what `?` says of it, what is pinned, and how it is bought."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from microciv.cli.looks.frame import GAP, titled
from microciv.cli.looks.reading import Row, is_seated, number, rows, small, words
from microciv.cli.scene import Scene
from microciv.core.errors import MicrocivError
from microciv.speech import t, tn

AT_ONCE = ("now", "now-with")
BUYING = ("apply", "pinned")
"""Words that buy what is pinned."""


def wishes(scene: Scene) -> list[Row]:
    return rows(scene.notes, "wishes") if is_seated(scene) else []


def named(scene: Scene, wish: str) -> str:
    """What a wish is for: Library, plot Forest, population on plot 2."""
    verb, _, rest = wish.partition(" ")
    if verb == "populate":
        return t("population on plot {plot}", plot=rest)
    card = scene.texts.card(rest)
    return f"{scene.texts.label('plot')} {card}" if verb == "claim" else card


def why_not(wish: Row) -> str:
    """Why it cannot be bought at all; empty if only something is missing."""
    match wish.get("why"):
        case "place":
            return t("no free place")
        case "twice":
            return t("every free place has one already")
        case "supply":
            return t("no population left")
        case "bought":
            return t("one a turn at this table")
        case "fresh":
            return t("not before the next turn")
        case "gone":
            return gone()
        case "yield":
            return t("your income cannot pay for it")
        case "rounds":
            return t("not before the match ends")
    return ""


def gone() -> str:
    return t("no longer available")


def verdict(scene: Scene, wish: Row) -> str:
    """Now, with what, when, or what is missing."""
    found = str(wish.get("verdict"))
    if found in AT_ONCE:
        now = scene.texts.label("now")
        return f"{now}: {line_of(scene, wish)}" if words(wish, "steps") else now
    why, missing = why_not(wish), short(wish)
    if found == "later":
        return ", ".join([part for part in (when(wish), missing, why) if part])
    told = why or missing or t("out of reach")
    # There was more to do in the turn than was looked at.
    return t("{verdict} as things are", verdict=told) if wish.get("exact") is False else told


def when(wish: Row) -> str:
    turns = number(wish, "turns")
    if wish.get("exact") is False:
        if turns == 1:
            return t("next turn at the latest")
        return tn(turns, "in {n} turn at the latest", "in {n} turns at the latest")
    return t("next turn") if turns == 1 else tn(turns, "in {n} turn", "in {n} turns")


def short(wish: Row) -> str:
    """The cheapest shortfalls: 2H short, or 6C at the bank."""
    missing = wish.get("short")
    kind = str(wish.get("kind"))
    if not isinstance(missing, list) or not any(missing):
        return ""
    if not kind:
        return t("{amount} short", amount=min([amount for amount in missing if amount]))
    own = ""
    others: list[str] = []
    for letter, amount in zip("FHC", missing, strict=False):
        if letter == kind and amount:
            own = f"{amount}{letter}"
        elif amount:
            others.append(f"{amount}{letter}")
    if not others:
        return t("{amount} short", amount=own)
    bank = others[0]
    for other in others[1:]:
        bank = t("{names} or {last}", names=bank, last=other)
    if own:
        return t("{amount} short ({bank} for the bank)", amount=own, bank=bank)
    return t("{bank} for the bank short", bank=bank)


def line_of(scene: Scene, wish: Row) -> str:
    """The steps that buy it, as they are typed."""
    moves = [scene.game.moves.parse(step) for step in words(wish, "steps")]
    return scene.game.line(scene.observation, moves)


def told(scene: Scene, wish: Row) -> str:
    kind = str(wish.get("kind"))
    price = f"{wish['price']}{kind}" if isinstance(wish.get("price"), int) else ""
    return " ".join([part for part in (named(scene, str(wish["wish"])), price) if part])


# --- what is pinned


def pin(scene: Scene, typed: str) -> str:
    """The wish that is meant.

    :raises MicrocivError: if there is none, or several.
    """
    if not is_seated(scene):
        raise MicrocivError(t("only players have wishes"))
    found = meant(scene, typed)
    return str(found["wish"])


def meant(scene: Scene, typed: str) -> Row:
    """The wish that these words name.

    :raises MicrocivError: if there is none, or several.
    """
    said = " ".join(typed.lower().split())
    there = wishes(scene)
    exact = [wish for wish in there if said in names_of(scene, wish)]
    found = exact or [wish for wish in there if begins(said, names_of(scene, wish))]
    if len(found) == 1:
        return found[0]
    if not there:
        raise MicrocivError(t("there is nothing to wish for yet"))
    listed = found or there
    all_told = ", ".join([str(wish["wish"]) for wish in listed])
    if found:
        raise MicrocivError(t("'{said}' could be {wishes}", said=said[:40], wishes=all_told))
    raise MicrocivError(
        t("no wish {said}; there is {wishes}", said=repr(said[:40]), wishes=all_told)
    )


def names_of(scene: Scene, wish: Row) -> list[str]:
    text = str(wish["wish"])
    verb, _, rest = text.partition(" ")
    names = [text.lower(), rest.lower(), scene.texts.card(rest).lower()]
    names.append(named(scene, text).lower())
    return [*names, f"plot {rest}", f"population {rest}"] if verb == "populate" else names


def begins(said: str, names: list[str]) -> bool:
    """Does each typed word begin the word in its place of one of the names?"""
    typed = said.split()
    return bool(typed) and any([
        len(typed) <= len(name.split())
        and all([
            full.startswith(word) for word, full in zip(typed, name.split(), strict=False)
        ])
        for name in names
    ])  # fmt: skip


def pinned_told(scene: Scene) -> str:
    """What is pinned, and when it can be had."""
    for wish in wishes(scene):
        if wish["wish"] == scene.pinned:
            goal = f"{told(scene, wish)} – {verdict(scene, wish)}"
            return t("{goal} (type apply)", goal=goal) if can_be_bought(wish) else goal
    return f"{named(scene, scene.pinned)} – {gone()} (unpin)"


def can_be_bought(wish: Row) -> bool:
    """Can its steps be sealed in the present answer?"""
    return str(wish.get("verdict")) in AT_ONCE and bool(words(wish, "steps"))


def bought(scene: Scene, typed: str) -> list[str]:
    """The steps that buy what is pinned, or what is named: `apply`, `apply Library`.

    :raises MicrocivError: if it cannot be bought now.
    """
    verb, _, rest = " ".join(typed.split()).partition(" ")
    if verb.lower() not in BUYING or not is_seated(scene):
        return []
    if rest:
        wish = meant(scene, rest)
    elif not scene.pinned:
        raise MicrocivError(t("nothing is pinned: type pin Library, or apply Library"))
    else:
        there = [wish for wish in wishes(scene) if wish["wish"] == scene.pinned]
        if not there:
            raise MicrocivError(f"{named(scene, scene.pinned)}: {gone()}")
        wish = there[0]
    if not can_be_bought(wish):
        why = f"{told(scene, wish)}: {verdict(scene, wish)}"
        if scene.phase != "turn":
            why = t(
                "{wish}: it is not your Purchase; {verdict}",
                wish=told(scene, wish),
                verdict=verdict(scene, wish),
            )
        raise MicrocivError(why)
    return words(wish, "steps")


# --- the advice


def advice(scene: Scene) -> RenderableType | None:
    """How a line is typed; every wish with its price and when it can be had, the nearest first."""
    there = wishes(scene)
    if not there or scene.phase == "over":
        return None
    grid = titled("bold", indent=GAP)
    line = scene.texts.look("phases", scene.phase, f"line_{scene.seen['stage']}")
    line = line or scene.texts.look("phases", scene.phase, "line")
    if line:
        grid.add_row(f"  {t('in one line')}", line)
    order = sorted(there, key=lambda wish: (rank(wish), number(wish, "price")))
    for wish in order:
        mark = "» " if wish["wish"] == scene.pinned else "  "
        grid.add_row(f"{mark}{told(scene, wish)}", Text(verdict(scene, wish)))
    name = small(named(scene, str(order[0]["wish"])))
    pins = t("keeps it in sight on every turn; unpin")
    buys = t("buys what is pinned; apply {name} buys that", name=name)
    grid.add_row(f"  pin {name}", Text(pins, style="dim"))
    grid.add_row("  apply", Text(buys, style="dim"))
    return grid


def rank(wish: Row) -> int:
    """Now, then turn by turn, then never."""
    found = str(wish.get("verdict"))
    if found in AT_ONCE:
        return AT_ONCE.index(found) - 1
    return number(wish, "turns") if found == "later" else 1000
