"""What is asked: the question, what has been answered so far, the menu of Purchase, remarks."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from microciv.cli.looks import generic
from microciv.cli.looks.civ_card_game.wishes import pinned_told, wishes
from microciv.cli.looks.civ_card_game.words import (
    KINDS,
    amounts,
    card_row,
    damage,
    does,
    income_of,
    is_own_turn,
    note,
    own,
    plot_price,
    plot_told,
    plots_of,
    population_prices,
    priced,
    side,
    yields,
)
from microciv.cli.looks.frame import DOT, titled
from microciv.cli.looks.reading import Row, counted, is_seated, number, rows, table_of, words
from microciv.cli.scene import Scene
from microciv.core.moves import Move
from microciv.speech import t

OWN_AFTERMATH = ("discard", "receive")
"""Phases that only go on with what the reader has done in its own turn."""
LOSSES = ("yield", "raze", "vacate")
"""Phases that only go on with an attack, which the reader has been asked about."""


def ask(scene: Scene) -> str:
    """The question, or how it goes on."""
    texts, phase = scene.texts, scene.phase
    if phase == "turn":
        stage = str(scene.seen["stage"])
        if stage == "collect":
            return ask_split(scene)
        if stage == "declare" and declared(scene):
            stage = "more"
        if stage == "pay":
            return t("How much of it in {resource}?", resource=pay_word(scene))
        return texts.look("phases", phase, stage) or generic.ask(scene)
    if phase in ("discard", "cull") and scene.observation.answer:
        return texts.look("phases", phase, "discard") or generic.ask(scene)
    return generic.ask(scene)


def ask_split(scene: Scene) -> str:
    """Which plot, how much, and of what."""
    plot = number(scene.seen, "plot")
    here = plots_of(own(scene))[plot - 1]
    printed = [kind for kind in KINDS if card_row(scene, str(here["card"])).get(kind)]
    name = t("{card} (plot {plot})", card=scene.texts.card(here["card"]), plot=plot)
    many = scene.seen["left"]
    if len(printed) != 2:
        return t("{plot}: how many of {many} of the first kind?", plot=name, many=many)
    first, second = [scene.texts.value("kind", kind) for kind in printed]
    return t(
        "{plot}: how many of {many} are {first}, not {second}?",
        plot=name,
        many=many,
        first=first,
        second=second,
    )


def pay_word(scene: Scene) -> str:
    in_hammers = scene.observation.legal[0].parts()["verb"] == "hammers"
    return scene.texts.value("kind", "H" if in_hammers else "F")


def goes_on(scene: Scene) -> bool:
    """Is an answer begun, or is this the rest of the reader's own turn?"""
    if scene.phase in OWN_AFTERMATH:
        return is_own_turn(scene)
    return bool(scene.observation.answer) or scene.phase in LOSSES


def declared(scene: Scene) -> list[Row]:
    return [unit for unit in rows(scene.seen, "units") if unit["state"] == "declared"]


# --- what is at stake


def stakes(scene: Scene) -> str:
    """What has been answered so far, what is in stock, what is pinned."""
    if not is_seated(scene) or scene.seat not in scene.observation.asked:
        return ""
    lines: list[str] = []
    answer = list(scene.observation.answer)
    if answer:
        lines.append(t("So far: {answer}.", answer=scene.game.line(scene.observation, answer)))
    told = STAKES.get(scene.phase)
    if told:
        lines += [line for line in told(scene) if line]
    return "\n".join(lines)


def _of_turn(scene: Scene) -> list[str]:
    """By stage; where it can be bought, what the last technology ends."""
    return [*_of_stage(scene, str(scene.seen["stage"])), _of_last(scene)]


def _of_last(scene: Scene) -> str:
    last = scene.notes.get("last")
    if not isinstance(last, dict) or scene.seen["stage"] not in ("collect", "buy"):
        return ""
    told = scene.texts.phrase(f"last_{last['when']}", last)
    return f"{told} {scene.texts.phrase('last_place', last)}"


def _of_stage(scene: Scene, stage: str) -> list[str]:
    if stage == "collect":
        advised = " ".join(words(scene.notes, "splits"))
        income = income_of(scene, scene.seat)
        if not advised:
            return [t("Collect gives {income}.", income=income)]
        return [
            t(
                "Collect gives {income}; collect takes the split {split}, as does any purchase.",
                income=income,
                split=advised,
            )
        ]
    if stage == "pay":
        return [
            t(
                "{card}: {n} still to be paid; you have {held}.",
                card=scene.texts.card(scene.seen["card"]),
                n=scene.seen["left"],
                held=amounts(own(scene)["stock"], zeros=True),
            )
        ]
    if stage == "rob":
        use = [move for move in scene.observation.answer if move.parts()["verb"] == "use"][-1]
        target = use.parts()["target"]
        stock = table_of(scene)[int(target)]["stock"]
        held = amounts(stock, zeros=True)
        return [t("{name} has {held}.", name=scene.names[int(target)], held=held)]
    if stage != "buy":
        return []
    lines: list[str] = []
    if scene.observation.answer:
        held = f"{own(scene)['points']} {scene.texts.label('points')}"
        held = f"{amounts(own(scene)['stock'], zeros=True)}, {held}"
        loose = amounts(scene.seen["loose"])
        lines.append(
            t("You have {held}, {loose} of it lost if unspent.", held=held, loose=loose)
            if loose
            else t("You have {held}.", held=held)
        )
        if scene.pinned:
            lines.append(t("Goal: {goal}.", goal=pinned_told(scene)))
    with_trades = [wish for wish in wishes(scene) if wish["verdict"] == "now-with"]
    if with_trades:
        told = ", ".join([scene.texts.card(str(wish["wish"]).partition(" ")[2])
                          for wish in with_trades
                          if not str(wish["wish"]).startswith("populate")])  # fmt: skip
        if told:
            lines.append(t("With goods or the bank (apply …): {wishes}.", wishes=told))
    return lines


def _of_block(scene: Scene) -> list[str]:
    """What the unit would do."""
    units = rows(scene.seen, "units")
    facing = number(scene.seen, "facing")
    lines: list[str] = []
    legal = scene.observation.legal
    if len(legal) == 1:
        lines.append(scene.texts.look("phases", "block", "nothing"))
    elif 0 <= facing < len(units):
        unit = scene.texts.card(units[facing]["card"])
        index = len([one for one in units[: facing + 1] if one["target"] == scene.seat])
        lines.append(f"{index} {unit}: {does(scene, str(units[facing]['card']))}.")
    return lines


STAKES = {
    "turn": _of_turn,
    "block": _of_block,
}


# --- the menu of Purchase


def menu(scene: Scene) -> RenderableType | None:
    """All purchases by sort, a line each; other questions have a list."""
    if scene.phase != "turn" or scene.seen["stage"] != "buy":
        return None
    groups: dict[str, list[str]] = {}
    for index, move in enumerate(scene.observation.legal, start=1):
        verb = str(move.parts()["verb"])
        groups.setdefault(verb, []).append(f"{index} {item(scene, move)}")
    grid = titled("bold")
    for verb in ORDER:
        if verb in groups:
            grid.add_row(verb, Text("   ".join(groups[verb])))
    told = t("no more; end does the same")
    if may_attack(scene):
        told = t("then attack or not; at once: attack W Chariot, or end without a fight")
    grid.add_row("1 done", Text(told, style="dim"))
    return grid


ORDER = ("buy", "build", "claim", "populate", "play", "bank", "use", "demolish")


def item(scene: Scene, move: Move) -> str:
    """A purchase in a few words, with its price."""
    parts = move.parts()
    card = str(parts.get("card", ""))
    verb = parts["verb"]
    if verb == "bank":
        return f"{parts['given']}>{parts['wanted']}"
    if verb == "populate":
        plot = int(parts["plot"])
        prices = population_prices(scene, scene.seat)
        price = f" ({prices[plot - 1]}F)" if plot <= len(prices) else ""
        return f"{scene.texts.label('plot')} {plot}{price}"
    if verb == "claim":
        return f"{scene.texts.card(card)} ({plot_price(scene, scene.seat)})"
    if verb == "use":
        name = scene.names[int(parts["target"])]
        return t("{card} on {name}", card=scene.texts.card(card), name=name)
    if verb == "demolish":
        return t("{card} on plot {plot}", card=scene.texts.card(card), plot=parts["plot"])
    name = scene.texts.card(card)
    return f"{name} ({priced(scene, card).removeprefix(name).strip()})"


def may_attack(scene: Scene) -> bool:
    """Is there a unit in hand that attacks, and is it time to?"""
    peace = getattr(scene.game.options, "peace_rounds", 0)
    hand = words(own(scene), "known")
    attackers = [card for card in hand if card_row(scene, card).get("attacks")]
    return bool(attackers) and number(scene.seen, "round") > peace


# --- remarks beside the answers


def remark(scene: Scene, move: Move) -> str:
    """What the move is about, in a few words."""
    parts: Row = dict(move.parts())
    verb = str(parts.get("verb", ""))
    told = REMARKS.get(verb)
    return told(scene, parts) if told is not None and is_seated(scene) else ""


def _of_plot_card(scene: Scene, parts: Row) -> str:
    return yields(scene, str(parts["card"]))


def _of_own_plot(scene: Scene, parts: Row) -> str:
    told = plot_told(scene, own(scene), number(parts, "plot"))
    if parts["verb"] != "grow" and parts["verb"] != "settle":
        return told
    prices = population_prices(scene, scene.seat)
    at = number(parts, "plot") - 1
    return t("{plot}, saves {n}F", plot=told, n=prices[at]) if at < len(prices) else told


def _of_hand_card(scene: Scene, parts: Row) -> str:
    card = str(parts["card"])
    price = priced(scene, card).removeprefix(scene.texts.card(card)).strip()
    held = words(own(scene), "known").count(card)
    named = [move.parts().get("card") for move in scene.observation.answer]
    left = held - named.count(card)
    told = [price if price != yields(scene, card) else "", does(scene, card)]
    many = [t("you have {held}", held=left)] if left > 1 else []
    return ", ".join([part for part in (*told, *many) if part])


def _of_attack(scene: Scene, parts: Row) -> str:
    """Where they sit, what it does, and who can stop it, as far as is known."""
    card = str(parts["card"])
    target = number(parts, "target")
    stoppers = note(scene, "blockers").get(card)
    stops = [
        f"{scene.texts.card(row['card'])} {row['seen']}/{row['copies']}"
        for row in (stoppers if isinstance(stoppers, list) else [])
        if isinstance(row, dict)
    ]
    against = t("blocked by {units} seen", units=", ".join(stops)) if stops else ""
    told = [side(scene, target), damage(scene, card), against]
    return "; ".join([part for part in told if part])


def _of_target(scene: Scene, parts: Row) -> str:
    row = table_of(scene)[number(parts, "target")]
    return f"{counted(number(row, 'hand'))}{DOT}{amounts(row['stock'], zeros=True)}"


def _of_unit(scene: Scene, parts: Row) -> str:
    return does(scene, str(parts["card"]))


def _of_structure(scene: Scene, parts: Row) -> str:
    """On which plot it stands, and what it does."""
    return (
        f"{does(scene, str(parts['card']))}; {plot_told(scene, own(scene), number(parts, 'plot'))}"
    )


def _of_resource(scene: Scene, _parts: Row) -> str:
    stock = own(scene)["stock"]
    return t("you have {held}", held=amounts(stock, zeros=True))


REMARKS = {
    "take": _of_plot_card,
    "found": _of_own_plot,
    "on": _of_own_plot,
    "grow": _of_own_plot,
    "settle": _of_own_plot,
    "yield": _of_own_plot,
    "discard": _of_hand_card,
    "block": _of_unit,
    "repel": _of_unit,
    "attack": _of_attack,
    "use": _of_target,
    "raze": _of_structure,
    "rob": _of_resource,
    "give": _of_resource,
}
