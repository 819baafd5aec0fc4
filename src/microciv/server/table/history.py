"""What is noted of a match for those who have played it, when it is over."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from microciv.core.codec import digest, plain
from microciv.core.options import changed, make_options
from microciv.games import about
from microciv.server.store.rows import Outcome, Played
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.rated_tables import rated_bots, rated_of
from microciv.server.table.tables import Chair, Table
from microciv.server.wire.people import Company


def noted(
    outcome: Outcome, table: Table, live: LiveMatch, told: tuple[str, ...] | None = None
) -> Outcome:
    """What is kept of a match, with who has played it, for what rating, and who is told so."""
    rated = rated_of(table, live) or rated_bots(table, live)
    return replace(outcome, played=played_of(table, live), rated=rated, told=told)


def played_of(table: Table, live: LiveMatch) -> tuple[Played, ...]:
    """Who of those at a table is somebody that has played its match to the end."""
    places, scores = live.match.places(), live.match.scores()
    chairs = [table.chairs[number] for number in table.playing]
    if not any([_who(chair) for chair in chairs]):
        return ()
    company = [
        Company(
            name=table.name_of(number) or "",
            level=_level(table.chairs[number]),
            owner=_owner(table.chairs[number]),
        )
        for number in table.playing
    ]
    written = msgspec.json.encode(company).decode()
    people = len([chair for chair in chairs if chair.person is not None])
    variant = variant_of(table)
    return tuple(
        [
            Played(
                person=_who(chair),
                table=table.id,
                number=live.number,
                seat=seat,
                variant=variant,
                company=written,
                people=people,
                seats=len(chairs),
                place=places[seat],
                score=scores[seat],
                unit=live.game.unit,
            )
            for seat, chair in enumerate(chairs)
            if _who(chair)
        ]
    )


def _who(chair: Chair) -> str:
    return "" if chair.person is None else chair.person.id


def _owner(chair: Chair) -> str:
    return "" if chair.person is None else chair.person.owner


def _level(chair: Chair) -> str | None:
    return chair.level if chair.is_bots else None


def variant_of(table: Table) -> str:
    """The variant that is played at a table: its name, "" for the usual rules, or a digest."""
    if not table.options:
        return ""
    known = about(table.game)
    for variant in known.variants:
        options = plain(changed(make_options(known, {**variant.options})))
        if options == {**table.options, "seats": known.seats[0]}:
            return variant.name
    return digest(table.options)
