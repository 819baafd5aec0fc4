import type { GameEvent } from '../../generated/types';
import { caption, capital, label, type Naming } from '../../match/captions';

export interface Line {
  text: string;
  /** It is about the reader. */
  mine: boolean;
}

/** The captions of a step; what happens to many at once is one line, so that all of it fits. */
export function lines(naming: Naming, events: GameEvent[], me = -1): Line[] {
  const said: Line[] = [];
  const done = new Set<string>();
  for (const event of events) {
    const together = gather(event);
    if (together && done.has(together)) continue;
    if (together) done.add(together);
    const same = together ? events.filter((other) => gather(other) === together) : [event];
    const mine = same.some(({ seat, target }) => me >= 0 && (seat === me || target === me));
    said.push({ text: line(naming, event, same), mine });
  }
  return said;
}

/** What is told together: the hits of one attacker, all bids, all that losers pay. */
function gather(event: GameEvent): string {
  if (event.event === 'hit') return `hit ${String(event['seat'])}`;
  return event.event === 'bid' || event.event === 'lost' ? event.event : '';
}

function line(naming: Naming, event: GameEvent, same: GameEvent[]): string {
  const name = (seat: unknown): string => naming.names[Number(seat)] ?? '';
  const inside = (seat: unknown): string => (name(seat) === 'You' ? 'you' : name(seat));
  if (event.event === 'hit') {
    const from = same.map(({ target, supply }) =>
      supply ? `${inside(target)} (paid by the supply)` : inside(target),
    );
    return `${name(event['seat'])} +${same.length.toString()} from ${from.join(', ')}`;
  }
  if (same.length < 2) return caption(naming, event);
  const sign = event.event === 'lost' ? '−' : '';
  const each = same.map(({ seat, amount }) => `${inside(seat)} ${sign}${String(amount)}`);
  return `${capital(label(naming, event.event === 'bid' ? 'bids' : 'lost'))}: ${each.join(', ')}`;
}
