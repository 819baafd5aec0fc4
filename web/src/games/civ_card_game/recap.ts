import type { GameEvent } from '../../generated/types';
import { t, tn } from '../../language/words';
import { caption, phrase, type Naming } from '../../match/captions';
import type { Line } from '../../match/lines';
import { KINDS } from './cards';
import { title, amountWords } from './words';

/** How much of what has happened is kept in sight. */
const KEPT = 160;
const HEADS = new Set(['round', 'turn']);
/** Told with the event before them, or seen well enough. */
const SILENT = new Set([
  ...['paid', 'peace', 'retreated', 'dealt', 'dealt_plot', 'revealed', 'banked'],
  ...['market_plot', 'market_tech', 'resettled'],
]);
const CARDS = new Set(['drew', 'discarded']);

/** The newest events in few lines: what one seat does of a kind is one of them. */
export function recap(naming: Naming, events: GameEvent[], me: number): Line[] {
  const newest = events.slice(-KEPT);
  const lines: Line[] = [];
  const say = (text: string, event: GameEvent, head = false): void => {
    const mine = [event['seat'], event['target']].includes(me);
    if (text) lines.push({ text, head, mine: me >= 0 && mine });
  };
  for (let at = 0; at < newest.length; at += 1) {
    const event = newest[at];
    if (!event) break;
    const { event: name } = event;
    if (name === 'collected' || CARDS.has(name) || name === 'attacked') {
      const run = runFrom(newest, at);
      at += run.length - 1;
      say(runWords(naming, run), event);
    } else if (name === 'banked') {
      const run = tradesFrom(newest, at);
      at += run.length - 1;
      say(tradeWords(naming, run), event);
    } else if (!SILENT.has(name)) say(caption(naming, event), event, HEADS.has(name));
  }
  return lines;
}

/** Events from here on that are the same but for what they move. */
function runFrom(events: GameEvent[], from: number): GameEvent[] {
  const first = events[from];
  let end = from;
  const same = (one: GameEvent | undefined): boolean =>
    !!one && ['event', 'seat', 'target'].every((part) => one[part] === first?.[part]);
  while (same(events[end])) end += 1;
  return events.slice(from, end);
}

function tradesFrom(events: GameEvent[], from: number): GameEvent[] {
  let end = from;
  while (['banked', 'exchanged'].includes(events[end]?.event ?? '')) end += 1;
  return events.slice(from, end);
}

/** Amounts by resource in these events. */
function sums(run: GameEvent[], otherwise = 0): number[] {
  return KINDS.map((kind) =>
    run
      .filter((event) => event['kind'] === kind)
      .reduce((sum, event) => sum + Number(event['amount'] ?? otherwise), 0),
  );
}

function runWords(naming: Naming, run: GameEvent[]): string {
  const [first] = run;
  if (!first) return '';
  const list = first.event === 'collected' ? amountWords(sums(run)) : listed(naming, run);
  return phrase(naming, first.event, { ...first, list }) || caption(naming, first);
}

/** "2 Archers, Corn", or how many where they are hidden. */
function listed(naming: Naming, run: GameEvent[]): string {
  const known = run.flatMap(({ card }) => (typeof card === 'string' && card ? [card] : []));
  if (known.length < run.length) {
    return tn(run.length, 'a card', '{n} cards');
  }
  return [...new Set(known)]
    .map((card) => {
      const count = known.filter((one) => one === card).length;
      return count > 1 ? `${count.toString()} ${title(naming, card)}` : title(naming, card);
    })
    .join(', ');
}

function tradeWords(naming: Naming, run: GameEvent[]): string {
  const given = sums(run.filter(({ event }) => event === 'banked'));
  const got = sums(
    run.filter(({ event }) => event === 'exchanged'),
    1,
  );
  const name = naming.names[Number(run[0]?.['seat'])] ?? '';
  const said = { name, given: amountWords(given) };
  // The bank has been given something, and what it gives is still to be shown.
  if (got.every((amount) => !amount)) return t('{name} at the bank: {given}', said);
  return t('{name} at the bank: {given} for {got}', { ...said, got: amountWords(got) });
}
