"""Several people at one device, which goes round among them.

Each of them has a token, which shows what their seat sees. The device has one of its own: it is
there for all of them, whoever has it in hand, speaks for them in what concerns the table, and sees
no more of a match than everybody does.
"""

from __future__ import annotations

import msgspec

from microciv.server import refusals
from microciv.server.table.seating import with_chair
from microciv.server.table.tables import Chair, Person, Table, hash_token, new_person, new_token
from microciv.server.wire.lobby import SharedSeat
from microciv.server.wire.messages import NewTable, Refused
from microciv.speech import t


def seat_all(table: Table, token: str, wish: NewTable) -> tuple[Table, str, list[SharedSeat]]:
    """The new table with those who sit "here", beside its host who has this token; the device's
    token, and theirs. Where nobody does, it stays the host's alone.

    :raises Refused: for a table that cannot be played like that, or a name that cannot be shown.
    """
    numbers = [number for number, plan in enumerate(wish.seats) if plan.kind == "here"]
    if not numbers:
        return table, token, []
    if wish.pace != "none":
        raise Refused("bad_option", refusals.no_clock())
    if wish.rated:
        raise Refused(
            "bad_option", t("rated: people who share a device see each other play; leave one out")
        )
    device = new_token()
    hashed = hash_token(device)

    def shares(person: Person) -> Person:
        return msgspec.structs.replace(person, device=hashed)

    tokens = {table.host.token: token}
    table = table.with_persons(shares)
    for number in numbers:
        own = new_token()
        name = wish.seats[number].name or t("Player {n}", n=number + 1)
        person = shares(new_person(name, table.taken_names(), own, None))
        tokens[person.token] = own
        table = with_chair(table, number, Chair("person", None, person))
    people = [SharedSeat(name=one.name, token=tokens[one.token]) for one in table.seated]
    return table, device, people
