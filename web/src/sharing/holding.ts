/** Who sits at this device, and when it is passed on. */
import type { SeatView, SharedSeat, TableView } from '../generated/types';
import { called } from '../match/called';

/** Somebody who shares this device with others; the name in the language of the page. */
export interface Sharer {
  name: string;
  token: string;
  seat: number;
  status: SeatView['status'];
}

/** Who plays at this device, in seat order; for whom a bot plays is not here. */
export function sharers({ seats, here }: TableView, known: SharedSeat[]): Sharer[] {
  return seats.flatMap(({ name, seat, kind, status }) => {
    const token = known.find((one) => one.name === name)?.token;
    const plays = here.includes(seat) && kind === 'person' && name !== null && token;
    return plays ? [{ name: called(name), token, seat, status }] : [];
  });
}

/** To whom the device goes: whoever is still to act, in seat order. */
export function nextOf(people: Sharer[]): Sharer | null {
  return people.find(({ status }) => status === 'thinking') ?? null;
}

/** What tells whether somebody has done what the device was for. */
export interface Play {
  seen: { asked: number[] } | null;
  over: boolean;
  /** The number of the open decision. */
  decision: number;
  toAct: boolean;
  sending: string[] | null;
}

/** The time in which one person has the device. */
export class Holding {
  private begun = false;
  private decision = -1;
  private alone = true;

  constructor(private readonly others: number[]) {}

  /** Is it over? To be asked after every change, of a seat's match. Who only looks may keep it, and
   * so may who is asked once more while nobody else here is; what others here have answered, too, is
   * seen by all before the next answers.
   */
  isOver({ seen, over, decision, toAct, sending }: Play): boolean {
    if (!seen) return false;
    const alone = !this.others.some((seat) => seen.asked.includes(seat));
    const closed = this.decision >= 0 && decision !== this.decision && !(alone && this.alone);
    this.decision = decision;
    this.alone = alone;
    if (over || closed) return true;
    if (sending) this.begun = true;
    else if (!toAct) return this.begun;
    else this.begun = true;
    return false;
  }
}
