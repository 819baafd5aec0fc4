import type { GameEvent } from '../../generated/types';
import { t, tn } from '../../language/words';
import { caption, cardTitle, phrase, stepOf, type Naming } from '../../match/captions';
import type { Line } from '../../match/lines';
import { bagOf } from './kinds';
import { sweepSums, lastSweep } from './view';
import { cards, inside, title } from './words';

const CARDS: Record<string, string> = {
  ...{ drew: 'drew', dealt: 'drew', discarded: 'discarded', gave: 'gave', took: 'took' },
  ...{ returned: 'returned', learned: 'learned', stole: 'stole', lost: 'lost' },
};
/** How much of what has happened is kept in sight. */
const KEPT = 160;
const HEADS = new Set(['round', 'turn']);
/** What comes when the last turn of a round is over. */
const AFTER_TURNS = new Set(['privileges', 'score', 'end']);
const SILENT = new Set(['ordered', 'stopped', 'led', 'cultured', 'wild', 'rolled', 'dealt']);

/** The newest events in few lines: what one seat does of a kind is one of them. */
export function recap(naming: Naming, events: GameEvent[], me: number): Line[] {
  const newest = events.slice(-KEPT);
  const lines: Line[] = [];
  let stage = '';
  const say = (text: string, event: GameEvent, head = false): void => {
    const mine = [event['seat'], event['target'], event['receiver']].includes(me);
    if (text) lines.push({ text, head, mine: me >= 0 && mine });
  };
  for (let at = 0; at < newest.length; at += 1) {
    const event = newest[at];
    if (!event) break;
    const name = event.event;
    const now = stepOf(naming.texts, event) || stage;
    if (now !== stage && AFTER_TURNS.has(now)) {
      say(naming.texts.steps?.[now]?.title ?? '', { event: '' }, true);
    }
    stage = now;
    if (CARDS[name]) {
      const run = runFrom(newest, at);
      at += run.length - 1;
      if (name !== 'dealt') say(cardsWords(naming, run), event);
    } else if (name === 'led') {
      const run = runOf(newest, at, new Set(['led', 'cultured']));
      at += run.length - 1;
      say(leadsWords(naming, run), event);
    } else if (name === 'ordered') {
      const run = runOf(newest, at, new Set(['ordered']));
      at += run.length - 1;
      const inOrder = [...run].sort((a, b) => Number(a['place']) - Number(b['place']));
      const names = inOrder.map((one) => inside(naming, seatOf(one)));
      say(t('Order: {names}', { names: names.join(', ') }), event);
    } else if (name === 'melded') {
      const wild = runOf(newest, at + 1, new Set(['wild']));
      say(meldWords(naming, event, wild), event);
    } else if (name === 'stopped' && !event['melds']) say(caption(naming, event), event);
    else if (!SILENT.has(name)) say(caption(naming, event), event, HEADS.has(name));
  }
  return lines;
}

function seatOf(event: GameEvent): number {
  return Number(event['seat']);
}

/** Events from here on that are of these names. */
function runOf(events: GameEvent[], from: number, wanted: Set<string>): GameEvent[] {
  let end = from;
  while (wanted.has(events[end]?.event ?? '')) end += 1;
  return events.slice(from, end);
}

/** Events from here on that are the same but for their cards. */
function runFrom(events: GameEvent[], from: number): GameEvent[] {
  const first = events[from];
  let end = from;
  const same = (one: GameEvent | undefined): boolean =>
    !!one && ['event', 'seat', 'target', 'receiver'].every((part) => one[part] === first?.[part]);
  while (same(events[end])) end += 1;
  return events.slice(from, end);
}

function cardsWords(naming: Naming, run: GameEvent[]): string {
  const [first] = run;
  if (!first) return '';
  const known = run
    .map((event) => event['card'])
    .filter((card) => typeof card === 'string' && card);
  const number = run.length.toString();
  const many =
    run.length === 1 ? cardTitle(naming.texts, '') : tn(run.length, '{n} card', '{n} cards');
  const list = known.length === run.length ? cards(naming, bagOf(known.map(String))) : many;
  return (
    phrase(naming, CARDS[first.event] ?? '', { ...first, list, number }) || caption(naming, first)
  );
}

function meldWords(naming: Naming, event: GameEvent, wild: GameEvent[]): string {
  const kinds = wild.map((one) => `${String(one['amount'])} ${title(naming, String(one['kind']))}`);
  const meld = caption(naming, event);
  return kinds.length ? t('{meld} (wild: {cards})', { meld, cards: kinds.join(', ') }) : meld;
}

function leadsWords(naming: Naming, run: GameEvent[]): string {
  const sweep = lastSweep(run);
  if (!sweep) return '';
  const sums = sweepSums(sweep, naming.names.length);
  const parts = sums.map((sum, seat) => `${naming.names[seat] ?? ''} +${sum.toString()}`);
  return t('Leads, {points} VP each: {seats}', { points: sweep.points, seats: parts.join(', ') });
}
