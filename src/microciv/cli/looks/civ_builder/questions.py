"""What is asked in Civ Builder: the question, what is at stake, remarks beside answers, advice."""

from __future__ import annotations

from rich.console import RenderableType

from microciv.cli.looks import generic
from microciv.cli.looks.civ_builder.words import (
    attributes,
    deal_told,
    listed,
    meld_line,
    most_melded,
    ordinal,
    overtaken,
    scores_of,
    tops,
)
from microciv.cli.looks.frame import GAP, titled
from microciv.cli.looks.reading import counted, is_seated, number, numbers, rows, table_of, words
from microciv.cli.scene import Scene
from microciv.core.lists import in_turn
from microciv.core.moves import Move
from microciv.speech import t, tn


def ask(scene: Scene) -> str:
    """The question, or how it goes on."""
    texts, phase = scene.texts, scene.phase
    if phase == "act" and not scene.observation.answer:
        return texts.look("phases", phase, str(scene.seen["action"])) or generic.ask(scene)
    if not scene.observation.answer:
        return generic.ask(scene)
    verbs = {str(move.parts()["verb"]) for move in scene.observation.legal}
    further = [verb for verb in FURTHER if verb in verbs]
    if "give" in verbs and "for" in verbs:
        further = ["more"]
    elif "want" in verbs and "done" in verbs:
        further = ["more_wanted"]
    asked = texts.look("phases", phase, further[0]) if further else ""
    return asked or generic.ask(scene)


FURTHER = (
    "give",
    "want",
    "natural",
    "sea",
    "disaster",
    "leader",
    "point",
    "return",
    "take",
    "discard",
)


def goes_on(scene: Scene) -> bool:
    """Is an answer begun, or is this about the action of the meld just made?"""
    return bool(scene.observation.answer) or scene.phase in ("act", "exchange", "study")


def stakes(scene: Scene) -> str:
    """What has been answered so far, the offer that is answered, the meld that is due."""
    if not is_seated(scene) or scene.seat not in scene.observation.asked:
        return ""
    answer = scene.observation.answer
    if answer and scene.phase in ("answer", "market") and answer[-1].parts()["verb"] in WHOLE:
        return t("Locked: {answer}.", answer=scene.game.line(scene.observation, list(answer)))
    told = STAKES.get(scene.phase)
    return told(scene) if told else ""


# Last steps of answers that may have to wait for those of others.
WHOLE = ("accept", "decline", "pass", "ready", "withdraw", "accept_offer", "done")


def _stakes_of_offer(scene: Scene) -> str:
    """The terms as far as they are named."""
    answer = scene.observation.answer
    parts = [move.parts() for move in answer]
    given = [str(part["card"]) for part in parts if part["verb"] == "give"]
    wanted = [str(part["card"]) for part in parts if part["verb"] == "want"]
    deals = [f"{deal_told(scene, deal)}." for deal in rows(scene.seen, "deals")]
    told = deals[:1] if scene.phase in ("answer", "reply", "choose") else []
    if given or wanted:
        cards = listed(scene.texts, given) or scene.texts.label("nothing")
        for_it = listed(scene.texts, wanted)
        told.append(
            t("So far you give {given} for {wanted}.", given=cards, wanted=for_it)
            if wanted
            else t("So far you give {given}.", given=cards)
        )
    return "\n".join(told)


def _stakes_of_meld(scene: Scene) -> str:
    """Which meld of the turn this is, what it must have, what is in hand; or the meld so far."""
    answer = scene.observation.answer
    options, made = scene.game.options, number(scene.seen, "melds")
    least = getattr(options, "first_meld", 1) + getattr(options, "meld_grows", 1) * made
    if answer:
        attribute = scene.texts.card(answer[0].parts()["card"])
        parts = {str(move.parts()["verb"]): move.parts()["amount"] for move in answer[1:]}
        chosen = [
            _made_of(verb, amount)
            for verb, amount in parts.items()
            if isinstance(amount, int) and amount
        ]
        if not chosen:
            return t(
                "{attribute} meld; {cards} at least in all.",
                attribute=attribute,
                cards=counted(least),
            )
        return t(
            "{attribute} meld: {chosen} so far; {cards} at least in all.",
            attribute=attribute,
            chosen=", ".join(chosen),
            cards=counted(least),
        )
    told = t(
        "Your {place} meld of the turn: {cards} at least.",
        place=ordinal(scene.texts, made + 1),
        cards=counted(least),
    )
    melds = [meld_line(meld) for meld in rows(scene.notes, "plan")]
    if not melds:
        return told
    return f"{told} {t('You can still make {n}: {melds}.', n=len(melds), melds=', '.join(melds))}"


def _made_of(verb: str, amount: int) -> str:
    """So many cards of a sort in a meld."""
    match verb:
        case "natural":
            return tn(amount, "{n} of its own", "{n} of its own")
        case "sea":
            return t("{n} Seafaring", n=amount)
        case "disaster":
            return tn(amount, "{n} Disasters", "{n} Disasters")
        case _:
            return tn(amount, "{n} Leader", "{n} Leader")


def _stakes_of_act(scene: Scene) -> str:
    answer = scene.observation.answer
    named_so_far = [str(move.parts()["card"]) for move in answer if "card" in move.parts()]
    if named_so_far:
        return t("So far: {answer}.", answer=listed(scene.texts, named_so_far))
    return ""


def _stakes_of_exchange(scene: Scene) -> str:
    """The hand that is looked at, and what has been taken and given back so far."""
    target = number(scene.seen, "target")
    parts = [move.parts() for move in scene.observation.answer]
    taken = [str(part["card"]) for part in parts if part["verb"] == "take"]
    back = [str(part["card"]) for part in parts if part["verb"] == "return"]
    hand = listed(scene.texts, words(table_of(scene)[target], "known"))
    held = hand or scene.texts.label("nothing")
    told = [t("{name} has {held}.", name=scene.names[target], held=held)]
    cards, returned = listed(scene.texts, taken), listed(scene.texts, back)
    if back:
        told.append(t("You take {taken}, and give back {given}.", taken=cards, given=returned))
    elif taken:
        told.append(t("You take {taken}.", taken=cards))
    return " ".join(told)


def _stakes_of_study(scene: Scene) -> str:
    return t("The top of the deck: {cards}.", cards=" ".join(words(scene.seen, "looked")))


def _stakes_of_discard(scene: Scene) -> str:
    is_top = scene.seat in tops(scene, "Con")
    limit = getattr(scene.game.options, "conquest_hand_limit" if is_top else "hand_limit")
    answer = scene.observation.answer
    gone = [str(move.parts()["card"]) for move in answer]
    to_go = number(table_of(scene)[scene.seat], "hand") - limit - len(gone)
    told = t("You may keep {limit} cards: {n} more to discard.", limit=limit, n=to_go)
    return f"{told} {t('So far {cards}.', cards=listed(scene.texts, gone))}" if gone else told


STAKES = {
    "offer": _stakes_of_offer,
    "answer": _stakes_of_offer,
    "reply": _stakes_of_offer,
    "choose": _stakes_of_offer,
    "market": _stakes_of_offer,
    "meld": _stakes_of_meld,
    "act": _stakes_of_act,
    "exchange": _stakes_of_exchange,
    "study": _stakes_of_study,
    "discard": _stakes_of_discard,
}


# --- remarks beside the answers


def remark(scene: Scene, move: Move) -> str:
    """What the move would do, or what it is about, in a few words."""
    parts = move.parts()
    verb, card = str(parts.get("verb", "")), str(parts.get("card", ""))
    if verb == "pick":
        civ = str(parts["civ"])
        attribute = scene.texts.look("civs", civ, "attribute")
        blurb = f". {scene.texts.look('civs', civ, 'blurb')}" if scene.is_wide else ""
        return t("one more die in {attribute}", attribute=scene.texts.card(attribute)) + blurb
    if verb == "meld":
        return _remark_of_meld(scene, card)
    if verb == "point":
        return _remark_of_point(scene, card)
    target = parts.get("target")
    if isinstance(target, int):
        return _remark_of_target(scene, move, target)
    if card:
        return _remark_of_card(scene, verb, card)
    return _remark_of_word(scene.phase, verb)


def _remark_of_word(phase: str, verb: str) -> str:
    """Of a move that is a single word."""
    match phase, verb:
        case "market", "pass":
            return t("wait for others")
        case "market", "ready":
            return t("make and accept no more offers")
        case "choose", "decline":
            return t("trade with nobody")
    return ""


def _remark_of_meld(scene: Scene, card: str) -> str:
    """The largest meld: what it brings, whom it overtakes, which action follows."""
    cards = most_melded(scene, card)
    action = scene.texts.look("cards", card, "short")
    points = f"+{cards} {scene.texts.label('points')}"
    return f"+{cards} {card}, {points}, {overtaken(scene, card, cards)}; {action}"


def _remark_of_point(scene: Scene, card: str) -> str:
    """Where a point leads; what there is of it to be taken."""
    told = overtaken(scene, card, 1)
    if scene.phase != "act":
        return told
    target = scene.observation.answer[0].parts()["target"]
    at = attributes(scene.texts).index(card)
    theirs = scores_of(table_of(scene)[target])[at] if isinstance(target, int) else 0
    own = scores_of(table_of(scene)[scene.seat])[at]
    return t("{there} there, you have {held}; {change}", there=theirs, held=own, change=told)


def _remark_of_target(scene: Scene, move: Move, target: int) -> str:
    """What there is to take from the player, or to exchange."""
    parts, row = move.parts(), table_of(scene)[target]
    verb, action = parts["verb"], scene.seen["action"]
    if verb == "steal" and action == "Sea":
        return f"{row['points']} {scene.texts.label('points')}"
    if verb == "steal" and action == "Con":
        advised = scene.notes.get("conquest")
        cards = advised.get(str(target), []) if isinstance(advised, dict) else []
        return t("say, {cards}", cards=listed(scene.texts, cards)) if cards else ""
    if verb == "accept_offer":
        for deal in rows(scene.seen, "deals"):
            if (deal["seat"], deal["number"]) == (target, parts["number"]):
                return deal_told(scene, deal).partition(": ")[2]
    return counted(number(row, "hand"))


def _remark_of_card(scene: Scene, verb: str, card: str) -> str:
    """How many there are, less those that the answer has named already."""
    named = [move.parts() for move in scene.observation.answer]
    so_far = [part["verb"] for part in named if part.get("card") == card]
    own = words(table_of(scene)[scene.seat], "known").count(card)
    own += so_far.count("take") - so_far.count("return")
    if verb == "take":
        exchanging = scene.phase == "exchange"
        target = table_of(scene)[number(scene.seen, "target")] if exchanging else {}
        there = words(target, "known") if exchanging else words(scene.seen, "looked")
        left = there.count(card) - so_far.count("take")
        return t("{there} there, you have {held}", there=left, held=own)
    own -= so_far.count("give") + so_far.count("discard")
    return t("you have {held}", held=own) if own else ""


# --- advice


def advice(scene: Scene) -> RenderableType | None:
    """The best melds that the hand can still make, how far the leads are, what is to come."""
    notes = scene.notes
    if not notes or scene.phase == "over":
        return None
    label = scene.texts.label
    grid = titled("bold", indent=GAP)
    line = scene.texts.look("phases", scene.phase, "line") or scene.texts.look(
        "phases", scene.phase, f"line_{scene.seen['action']}"
    )
    if line:
        grid.add_row(label("line"), line)
    melds = [meld_line(meld) for meld in rows(notes, "plan")]
    if "plan" in notes:
        grid.add_row(label("plan"), in_turn(melds) or label("none"))
    gaps = numbers(notes, "gaps")
    if gaps:
        told = [
            f"{name} {-gap:+d}" for name, gap in zip(attributes(scene.texts), gaps, strict=False)
        ]
        grid.add_row(label("gaps"), " ".join(told).replace("+0", "=").replace("-", "−"))
    race = notes.get("race")
    if isinstance(race, dict):
        behind = number(race, "behind")
        name = "race_behind" if behind > 0 else "race_ahead" if behind < 0 else "race_level"
        told_so = label(name).replace("{points}", str(abs(behind)))
        grid.add_row(label("race"), told_so.replace("{more}", str(race["to_come"])))
    return grid
