import type { GameEvent } from '../../generated/types';
import { t } from '../../language/words';
import { caption, isReader, type Naming } from '../../match/captions';

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
    const together = gather(event, events);
    if (together && done.has(together)) continue;
    if (together) done.add(together);
    const same = together ? events.filter((one) => gather(one, events) === together) : [event];
    const mine = same.some(({ seat, target }) => me >= 0 && (seat === me || target === me));
    said.push({ text: line(naming, event, same), mine });
  }
  return said;
}

/** What is told together: equal incomes, equal hits, all bids, all that losers pay. */
function gather(event: GameEvent, events: GameEvent[]): string {
  const { event: kind, seat, amount, crowd } = event;
  if (kind === 'hit') return `hit ${targets(seat, events).map(whom).join(' ')}`;
  if (kind === 'exploited' || kind === 'explored') {
    return [kind, amount, crowd].map(String).join(' ');
  }
  return kind === 'bid' || kind === 'lost' ? kind : '';
}

/** Whom this attacker hits. */
function targets(seat: unknown, events: GameEvent[]): GameEvent[] {
  return events.filter((event) => event.event === 'hit' && event['seat'] === seat);
}

function whom({ target, supply }: GameEvent): string {
  return `${String(target)}${supply ? 's' : ''}`;
}

function line(naming: Naming, event: GameEvent, same: GameEvent[]): string {
  const name = (seat: unknown): string => naming.names[Number(seat)] ?? '';
  const you = (seat: unknown): boolean => isReader(naming, seat);
  const inside = (seat: unknown): string => (you(seat) ? t('You').toLowerCase() : name(seat));
  const who = [...new Set(same.map(({ seat }) => seat))];
  const names = [name(who[0]), ...who.slice(1).map(inside)].join(', ');
  const each = who.length > 1 ? t('{names} each', { names }) : names;
  if (event.event === 'hit') {
    const own = targets(event['seat'], same);
    const mine = own.findIndex(({ target }) => you(target));
    const said = own.map(({ target, supply }) =>
      supply ? t('{name} (supply pays)', { name: name(target) }) : name(target),
    );
    const hits = { who: each, n: own.length };
    if (mine < 0) return t('{who} +{n} from {from}', { ...hits, from: said.join(', ') });
    const before = said.slice(0, mine).map((one) => `${one}, `);
    const after = said.slice(mine + 1).map((one) => `, ${one}`);
    const others = { ...hits, before: before.join(''), after: after.join('') };
    return own[mine]?.['supply']
      ? t('{who} +{n} from {before}you (supply pays){after}', others)
      : t('{who} +{n} from {before}you{after}', others);
  }
  const told = caption(naming, event);
  if (same.length < 2) return told;
  if (event.event === 'exploited' || event.event === 'explored') {
    return told.replace(name(event['seat']), each);
  }
  const sign = event.event === 'lost' ? '−' : '';
  const sums = same
    .map(({ seat, amount }) => `${inside(seat)} ${sign}${String(amount)}`)
    .join(', ');
  return event.event === 'bid' ? t('Bids: {sums}', { sums }) : t('Lost: {sums}', { sums });
}
