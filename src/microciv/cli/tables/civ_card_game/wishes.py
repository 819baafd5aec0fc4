"""What can be wished for: the planner behind `?`, what is pinned, and how it is bought."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from microciv.cli.scene import Scene
from microciv.cli.tables.frame import GAP, titled
from microciv.cli.tables.reading import Row, is_seated, number, rows, words
from microciv.core.errors import MicrocivError

AT_ONCE = ("now", "now-with")
SOONER = " at the latest"
AS_IT_IS = " as things are"
"""What is said where there was more to do in the turn than was looked at."""
BUYING = ("apply", "pinned")
"""Words that buy what is pinned."""
WHY = {
    "place": "no free place",
    "twice": "every free place has one already",
    "supply": "no population left",
    "bought": "one a turn at this table",
    "fresh": "not before the next turn",
    "gone": "not to be had any more",
    "yield": "your income cannot pay for it",
    "rounds": "not before the match ends",
}
"""Why something cannot be bought at all."""
SAID = {"populate": "population on plot", "claim": "plot", "build": "", "buy": ""}


def wishes(scene: Scene) -> list[Row]:
    return rows(scene.notes, "wishes") if is_seated(scene) else []


def named(scene: Scene, wish: str) -> str:
    """What a wish is for: Library, plot Forest, population on plot 2."""
    verb, _, rest = wish.partition(" ")
    before = SAID.get(verb, "")
    return f"{before} {scene.texts.card(rest) if not rest.isdecimal() else rest}".strip()


def verdict(scene: Scene, wish: Row) -> str:
    """Now, with what, when, or what is missing."""
    found = str(wish.get("verdict"))
    if found in AT_ONCE:
        return f"now: {line_of(scene, wish)}" if words(wish, "steps") else "now"
    why = WHY.get(str(wish.get("why")), "")
    if found == "later":
        turns = number(wish, "turns")
        when = "next turn" if turns == 1 else f"in {turns} turns"
        when += SOONER if wish.get("exact") is False else ""
        missing = short(wish)
        return ", ".join([part for part in (when, missing, why) if part])
    perhaps = AS_IT_IS if wish.get("exact") is False else ""
    return (why or short(wish) or "out of reach") + perhaps


def short(wish: Row) -> str:
    """The cheapest shortfalls: 2H short, or 6C at the bank."""
    missing = wish.get("short")
    kind = str(wish.get("kind"))
    if not isinstance(missing, list) or not any(missing):
        return ""
    if not kind:
        return f"{min([amount for amount in missing if amount])} short"
    own, others = "", []
    for letter, amount in zip("FHC", missing, strict=False):
        if letter == kind and amount:
            own = f"{amount}{letter} short"
        elif amount:
            others.append(f"{amount}{letter}")
    bank = f"{' or '.join(others)} for the bank" if others else ""
    return f"{own} ({bank})" if own and bank else own or f"{bank} short"


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
        raise MicrocivError("only players have wishes")
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
        raise MicrocivError("there is nothing to wish for yet")
    listed = found or there
    all_told = ", ".join([str(wish["wish"]) for wish in listed])
    if found:
        raise MicrocivError(f"'{said[:40]}' could be {all_told}")
    raise MicrocivError(f"no wish {said[:40]!r}; there is {all_told}")


def names_of(scene: Scene, wish: Row) -> list[str]:
    text = str(wish["wish"])
    verb, _, rest = text.partition(" ")
    names = [text.lower(), rest.lower(), scene.texts.card(rest).lower()]
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
            bought = " (type apply)" if can_be_bought(wish) else ""
            return f"{told(scene, wish)} – {verdict(scene, wish)}{bought}"
    return f"{named(scene, scene.pinned)} – {WHY['gone']} (unpin)"


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
        raise MicrocivError("nothing is pinned: type pin Library, or apply Library")
    else:
        there = [wish for wish in wishes(scene) if wish["wish"] == scene.pinned]
        if not there:
            raise MicrocivError(f"{named(scene, scene.pinned)}: {WHY['gone']}")
        wish = there[0]
    if not can_be_bought(wish):
        turn = "" if scene.phase == "turn" else "it is not your Purchase; "
        raise MicrocivError(f"{told(scene, wish)}: {turn}{verdict(scene, wish)}")
    return words(wish, "steps")


# --- the planner


def planner(scene: Scene) -> RenderableType | None:
    """How a line is typed; every wish with its price and when it can be had, the nearest first."""
    there = wishes(scene)
    if not there or scene.phase == "over":
        return None
    grid = titled("bold", indent=GAP)
    line = scene.texts.look("phases", scene.phase, f"line_{scene.seen['stage']}")
    line = line or scene.texts.look("phases", scene.phase, "line")
    if line:
        grid.add_row("  in one line", line)
    order = sorted(there, key=lambda wish: (rank(wish), number(wish, "price")))
    for wish in order:
        mark = "» " if wish["wish"] == scene.pinned else "  "
        grid.add_row(f"{mark}{told(scene, wish)}", Text(verdict(scene, wish)))
    name = named(scene, str(order[0]["wish"])).lower()
    grid.add_row(f"  pin {name}", Text("keeps it in sight on every turn; unpin", style="dim"))
    grid.add_row("  apply", Text(f"buys what is pinned; apply {name} buys that", style="dim"))
    return grid


def rank(wish: Row) -> int:
    """Now, then turn by turn, then never."""
    found = str(wish.get("verdict"))
    if found in AT_ONCE:
        return AT_ONCE.index(found) - 1
    return number(wish, "turns") if found == "later" else 1000
