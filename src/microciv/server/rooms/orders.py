"""Orders that people leave at a table by the day, so that nobody has to come back for each small
step. They are told to nobody else; what they answer is stored with what opened the decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

import msgspec

from microciv.core.codec import plain_move
from microciv.core.errors import IllegalMove
from microciv.core.moves import Seat
from microciv.core.orders import Order, check_order, round_of
from microciv.server.store import orders_sql
from microciv.server.store.rows import Conflict, Entry, Unfit
from microciv.server.table.live_match import LiveMatch
from microciv.server.wire.messages import Refused
from microciv.server.wire.orders import LeaveOrders, OrdersView, OrderView, OrderWish, UsedOrder
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room

ATTEMPTS: Final = 6
_wishes = msgspec.json.Decoder(list[OrderWish])


@final
class Orders:
    """What people have left at one table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._number = 0
        """The match that they are for."""
        self._kept: dict[str, list[Order]] = {}
        """By person, known by hashed token."""

    async def read(self) -> None:
        """Read what others may have written; with the lock held.

        :raises Unfit: if it cannot be read.
        """
        self._kept, self._number = {}, self._room.table.match
        if not self._room.table.by_the_day:
            return
        store = self._room.services.store
        for holder, body in await store.run(orders_sql.kept(self._room.id, self._number)):
            try:
                self._kept[holder] = [_order(wish) for wish in _wishes.decode(body)]
            except (msgspec.DecodeError, UnicodeError):
                raise Unfit("its orders cannot be read") from None

    def obey(self, live: LiveMatch, before: int) -> list[Entry]:
        """Let orders answer decisions that have opened since this one; with the lock held."""
        entries: list[Entry] = []
        while self._kept and live.decision != before and live.open_decision is not None:
            before = live.decision
            for seat in live.match.to_act():
                entry = live.obey(seat, self._of(seat)) if live.decision == before else None
                if entry is not None:
                    entries += [entry, *live.hush(before)]
        return entries

    def left(self) -> dict[Seat, list[Order]]:
        """By seat, what its person has left for this match and not withdrawn."""
        seats = range(len(self._room.table.playing)) if self._kept else range(0)
        return {seat: orders for seat in seats if (orders := self._of(seat))}

    async def view(self, token: str | None) -> OrdersView:
        """What the holder of this token has left.

        :raises Refused: if it is nobody who plays here.
        """
        room = self._room
        async with room.lock:
            await room.refresh()
            return self._view(*self._whose(token))

    async def leave(self, token: str | None, wish: LeaveOrders) -> OrdersView:
        """Keep these orders in place of all that stand of the holder of this token, and those of
        rounds gone by for the replay; they are stored when this returns.

        :raises Refused: nothing has changed.
        """
        return await self._room.services.protect(self._leave(token, wish))

    async def _leave(self, token: str | None, wish: LeaveOrders) -> OrdersView:
        room = self._room
        async with room.lock:
            for _ in range(ATTEMPTS):
                await room.refresh()
                live, seat, holder = self._whose(token)
                if not room.table.by_the_day:
                    raise Refused("illegal", t("orders are for tables by the day"))
                live.check(wish.match, live.decision)
                orders = [_order(one) for one in wish.orders]
                try:
                    for order in orders:
                        check_order(live.game, order)
                except IllegalMove as error:
                    raise Refused("illegal", str(error)) from None
                now = round_of(live.observe(seat))
                past = [one for one in self._of_holder(holder) if 0 < one.round < now]
                orders = [*past, *[one for one in orders if not 0 < one.round < now]]
                person = room.table.person_of(token)
                id_ = "" if person is None else person.id
                body = msgspec.json.encode([_wish(order) for order in orders]).decode()
                store = room.services.store
                try:
                    await store.run(
                        orders_sql.put(room.id, wish.match, holder, id_, body, store.server)
                    )
                except Conflict:
                    room.doubt()
                    continue
                except BaseException:
                    room.doubt()
                    raise
                if self._number != live.number:
                    self._number, self._kept = live.number, {}
                self._kept[holder] = orders
                return self._view(live, seat, holder)
        raise Refused("unavailable", t("the server is busy; try again"))

    def _whose(self, token: str | None) -> tuple[LiveMatch, Seat, str]:
        """The match, and who plays in it with this token.

        :raises Refused: "not_your_seat", if nobody does.
        """
        table, live = self._room.table, self._room.playing()
        number = table.chair_of(token)
        seat, person = table.seat_of(number), table.person_of(token)
        if seat is None or person is None:
            raise Refused("not_your_seat", t("you watch this match; orders are for players"))
        return live, seat, person.token

    def _of(self, seat: Seat) -> list[Order]:
        """What answers for a seat: nothing where a bot plays."""
        table = self._room.table
        chair = table.chairs[table.playing[seat]]
        if not table.by_the_day or chair.kind != "person" or chair.person is None:
            return []
        return self._of_holder(chair.person.token)

    def _of_holder(self, holder: str) -> list[Order]:
        live = self._room.live
        stands = live is not None and live.number == self._number
        return self._kept.get(holder, []) if stands else []

    def _view(self, live: LiveMatch, seat: Seat, holder: str) -> OrdersView:
        """What stands, without what can be of no use any more; and what was used."""
        parse = live.game.moves.parse
        now = round_of(live.observe(seat))
        terms = live.game.order_terms() if self._room.table.by_the_day else {}
        return OrdersView(
            match=live.number,
            terms=terms,
            orders=[
                OrderView(
                    phase=order.phase,
                    round=order.round,
                    when=order.when,
                    wishes=[plain_move(parse(wish)) for wish in order.wishes],
                )
                for order in self._of_holder(holder)
                if order.round == 0 or order.round >= now
            ],
            used=[
                UsedOrder(
                    decision=entry.decision,
                    phase=phase,
                    round=round_,
                    moves=[plain_move(parse(text)) for text in entry.moves],
                )
                for ply, (phase, round_) in live.ordered.items()
                if (entry := live.log[ply]).seat == seat
            ],
        )


def _order(wish: OrderWish) -> Order:
    return Order(wish.phase, wish.round, wish.when, tuple(wish.wishes))


def _wish(order: Order) -> OrderWish:
    return OrderWish(phase=order.phase, round=order.round, when=order.when, wishes=[*order.wishes])
