"""Cards of Civ Builder by type and number, melds and offers in words, and players by letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from microciv.cli.looks.reading import (
    Row,
    number,
    numbers,
    table_of,
    who,
    whom,
    words,
)
from microciv.cli.scene import Scene
from microciv.core.lists import all_of
from microciv.speech import t, tn
from microciv.texts import Texts

LETTERS = "ABCDEFGHIJ"
LEADER = "Lea"
DISASTER = "Dis"
SEAFARING = "Sea"
RELIGION = "Rel"
WILD_SEA = ("Tra", "Con")  # attributes in whose melds Seafaring cards may be wild
TO_A_SEAT = (re.compile(r">\s*(?=\S)"), re.compile(r"^(offer|steal|exchange|raid|with)\s+(?=\S)"))
FROM_A_SEAT = re.compile(r"^accept\s+(?=\S)")


def attributes(texts: Texts) -> list[str]:
    return [card for card in texts.cards() if card not in (LEADER, DISASTER)]


def tops(scene: Scene, attribute: str) -> list[int]:
    """Who has the privilege of the attribute now."""
    everybody = scene.seen["tops"]
    found = (
        everybody[attributes(scene.texts).index(attribute)] if isinstance(everybody, list) else []
    )
    return [seat for seat in found if isinstance(seat, int)]


def scores_of(row: Row) -> list[int]:
    return numbers(row, "scores")


# --- cards


def bag(cards: Iterable[object]) -> dict[str, int]:
    held: dict[str, int] = {}
    for card in cards:
        held[str(card)] = held.get(str(card), 0) + 1
    return held


def named(texts: Texts, card: str, amount: int) -> str:
    """2 Culture, 1 Leader, 3 Disasters."""
    several = texts.value("kind", card) if amount > 1 and card in (LEADER, DISASTER) else ""
    return f"{amount} {several or texts.card(card)}"


def listed(texts: Texts, cards: Iterable[object] | Mapping[str, int]) -> str:
    """Cards by type and number, in table order."""
    held = cards if isinstance(cards, Mapping) else bag(cards)
    return ", ".join([named(texts, card, held[card]) for card in texts.cards() if held.get(card)])


# --- melds


def ordinal(texts: Texts, nth: int) -> str:
    """1st, 2nd, 3rd."""
    return texts.look("places", str(nth)) or t("{place}th", place=nth)


def meld_line(meld: Row) -> str:
    """A meld as it is typed: Cul*3+L."""
    attribute = str(meld["attribute"])
    sorts = ((attribute, "natural"), (SEAFARING, "sea"), (DISASTER, "disaster"), ("L", "leader"))
    parts: list[str] = []
    for name, part in sorts:
        amount = number(meld, part)
        if amount:
            parts.append(name if amount == 1 else f"{name}*{amount}")
    if parts and not number(meld, "natural"):
        parts.insert(0, attribute)
    return "+".join(parts)


def most_melded(scene: Scene, card: str) -> int:
    """How many cards the largest meld of the attribute has, wild ones included."""
    hand = bag(words(table_of(scene)[scene.seat], "known"))
    most = 1 if getattr(scene.game.options, "wild_limit", "") == "one_each" else len(hand) * 9
    leaders = getattr(scene.game.options, "leaders_in_meld", 1)
    cards = hand.get(card, 0) + min(leaders, hand.get(LEADER, 0))
    if scene.seat in tops(scene, RELIGION):
        cards += min(most, hand.get(DISASTER, 0))
    if card in WILD_SEA and scene.seat in tops(scene, SEAFARING):
        cards += min(most, hand.get(SEAFARING, 0))
    return cards


def overtaken(scene: Scene, attribute: str, points: int) -> str:
    """Who is overtaken if the reader's score rises by this many points."""
    at = attributes(scene.texts).index(attribute)
    scores = [scores_of(row)[at] for row in table_of(scene)]
    own = scores[scene.seat]
    others = [seat for seat in range(len(scores)) if seat != scene.seat]
    ahead = [seat for seat in others if own < scores[seat] < own + points]
    passed = [seat for seat in others if own == scores[seat]]
    level = [seat for seat in others if scores[seat] == own + points]
    still = [seat for seat in others if scores[seat] > own + points]
    label = scene.texts.label
    if still:
        best = max(still, key=lambda seat: scores[seat])
        told = label("stays_behind").replace("{points}", str(scores[best] - own - points))
        return told.replace("{names}", who(scene, best))
    if level:
        if len(level) > 2:
            return t("level with {n} players", n=len(level))
        return label("draws_level").replace("{names}", names_of(scene, level))
    if ahead or passed:
        return label("overtakes").replace("{names}", names_of(scene, ahead or passed))
    return label("keeps_lead")


def names_of(scene: Scene, seats: list[int]) -> str:
    """Bo and Cy; many of them are counted."""
    if len(seats) > 2:
        return tn(len(seats), "{n} player", "{n} players")
    return all_of([who(scene, seat) for seat in seats])


# --- offers


def deal_told(scene: Scene, deal: Row) -> str:
    """An offer from the reader's side, as far as it may be read."""
    seat, target = number(deal, "seat"), number(deal, "target")
    to = t("to {name}", name=whom(scene, target)) if target >= 0 else scene.texts.label("to_all")
    offer = f"{scene.names[seat]} {to}"
    if not deal["open"]:
        return f"{offer}: {scene.texts.label('secret')}"
    given = listed(scene.texts, words(deal, "given")) or scene.texts.label("nothing")
    wanted = listed(scene.texts, words(deal, "wanted")) or scene.texts.label("nothing")
    if seat == scene.seat:
        return t("{offer}: give {given} for {wanted}", offer=offer, given=given, wanted=wanted)
    if target != scene.seat:
        return t("{offer}: gives {given} for {wanted}", offer=offer, given=given, wanted=wanted)
    return t(
        "{offer}: gives {given} for {wanted} of yours", offer=offer, given=given, wanted=wanted
    )


# --- players by letters


def in_letters(scene: Scene, typed: str) -> str:
    """The line, in small letters, with the letters of seats where it names players."""
    for pattern in TO_A_SEAT:
        mark = pattern.search(typed)
        if mark:
            return with_letter(scene, typed, mark.end(), " ")
    mark = FROM_A_SEAT.search(typed)
    if mark:
        return with_letter(scene, typed, mark.end(), "")
    alone = [
        move.text
        for move in scene.observation.legal
        if isinstance(move.parts().get("target"), int)
        and seat_meant(scene, typed.strip()) == move.parts()["target"]
    ]
    return alone[0].lower() if len(alone) == 1 and not typed.strip().isdecimal() else typed


def with_letter(scene: Scene, typed: str, start: int, gap: str) -> str:
    """The line with a letter for the player who is named from here on."""
    rest = typed[start:]
    for name in sorted(names_typed(scene), key=len, reverse=True):  # names may have blanks in them
        after = rest[len(name) :]
        if rest.lower().startswith(name) and (not after or not after[0].isalnum()):
            letter = LETTERS[names_typed(scene)[name]].lower()
            return f"{typed[:start]}{letter}{gap}{after.lstrip()}".rstrip()
    word = re.split(r"[\s:]", rest, maxsplit=1)[0]
    seat = seat_meant(scene, word)
    if seat is None or not word:
        return typed
    after = rest[len(word) :].lstrip()
    return f"{typed[:start]}{LETTERS[seat].lower()}{gap}{after}".rstrip()


def names_typed(scene: Scene) -> dict[str, int]:
    """Everybody's name in small letters."""
    return {name.lower(): seat for seat, name in enumerate(scene.names)}


def seat_meant(scene: Scene, word: str) -> int | None:
    """The seat of this letter, or the one player whose name begins so."""
    word = word.lower()
    if len(word) == 1 and word.upper() in LETTERS[: len(scene.names)]:
        return LETTERS.index(word.upper())
    begun = [seat for name, seat in names_typed(scene).items() if word and name.startswith(word)]
    exact = names_typed(scene).get(word)
    if exact is not None:
        return exact
    return begun[0] if len(begun) == 1 else None
