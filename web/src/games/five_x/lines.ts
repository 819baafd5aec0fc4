import type { GameEvent } from '../../generated/types';
import { caption, type Naming } from '../../match/captions';

/** The captions of a step; the many small hits of one attacker are one line. */
export function lines(naming: Naming, events: GameEvent[]): string[] {
  const said: string[] = [];
  const attackers = new Set<unknown>();
  for (const event of events) {
    if (event.event !== 'hit') said.push(caption(naming, event));
    else if (!attackers.has(event['seat'])) {
      attackers.add(event['seat']);
      said.push(hits(naming, event['seat'], events));
    }
  }
  return said;
}

function hits(naming: Naming, seat: unknown, events: GameEvent[]): string {
  const own = events.filter((event) => event.event === 'hit' && event['seat'] === seat);
  const name = (one: unknown): string => naming.names[Number(one)] ?? '';
  const from = own.map(({ target, supply }) => {
    const who = name(target) === 'You' ? 'you' : name(target);
    return supply ? `${who} (paid by the supply)` : who;
  });
  return `${name(seat)} +${own.length.toString()} from ${from.join(', ')}`;
}
