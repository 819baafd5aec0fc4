import { capital, cardTitle, label, type Naming } from '../../match/captions';
import type { Move } from '../../generated/types';
import { KINDS, signWords, type Cards } from './cards';
import type { Wish } from './notes';

export function title(naming: Naming, card: string): string {
  return cardTitle(naming.texts, card);
}

/** What is asked in a phase; in a turn, at a stage of its answer. */
export function askOf(naming: Naming, phase: string, stage: string, otherwise: string): string {
  const words: Record<string, string | undefined> = naming.texts.phases?.[phase] ?? {};
  return (stage && words[stage]) || words['ask'] || otherwise;
}

/** "you" inside a sentence. */
export function inside(name: string): string {
  return name === 'You' ? 'you' : name;
}

export function nameOf(naming: Naming, seat: number): string {
  return naming.names[seat] ?? '';
}

export function names(naming: Naming, seats: number[]): string {
  const all = seats.map((seat) => inside(nameOf(naming, seat)));
  const last = all.at(-1) ?? '';
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last;
}

/** "7 food, 4 hammers": only what there is. */
export function amountWords(amounts: number[]): string {
  const found = KINDS.flatMap((kind, at) =>
    amounts[at] ? [`${amounts[at].toString()} ${signWords(kind, amounts[at])}`] : [],
  );
  return found.join(', ') || 'nothing';
}

/** What a wish is about: a card, or one more on a plot. */
export interface Wanted {
  verb: string;
  /** A card; "" for population. */
  card: string;
  /** An own plot, from 1; 0 for cards. */
  plot: number;
}

const NOTHING: Wanted = { verb: '', card: '', plot: 0 };
const GOT_BY: Record<string, string> = {
  ...{ tech: 'buy', plot: 'claim', building: 'build', wonder: 'build' },
};

/** Of all that can be wished for, the wish that is said so. */
export function wanted(cards: Cards, wish: string): Wanted {
  for (const { name, type } of cards.values()) {
    const verb = GOT_BY[type];
    if (verb && wish === `${verb} ${name}`) return { verb, card: name, plot: 0 };
  }
  const plot = PLOTS.find((one) => wish === `populate ${one.toString()}`);
  return plot ? { verb: 'populate', card: '', plot } : NOTHING;
}

/** More than anybody ever has. */
const PLOTS = Array.from({ length: 99 }, (_, at) => at + 1);

/** What the purchase is called on its button. */
export function wishWords(
  naming: Naming,
  { verb, card, plot }: Wanted,
  plots: { card: string }[],
): string {
  if (verb === 'populate') {
    const where = plots[plot - 1]?.card ?? '';
    return `Add population on ${title(naming, where)}`;
  }
  const doing: Record<string, string> = { buy: 'Buy', claim: 'Claim', build: 'Build' };
  return `${doing[verb] ?? capital(verb)} ${title(naming, card)}`;
}

/** The same as a thing. */
export function wishTitle(
  naming: Naming,
  { card, plot }: Wanted,
  plots: { card: string }[],
): string {
  return card ? title(naming, card) : `population on ${title(naming, plots[plot - 1]?.card ?? '')}`;
}

/** Steps of a plan that are told; the others only say where, or with what. */
const SAID_FIRST = [
  'bank',
  'play',
  'build',
  'buy',
  'claim',
  'populate',
  'use',
  'demolish',
  'waive',
];

/** What a plan does before it buys: "3 coins for a hammer, twice; play Gold; build Library". */
export function planWords(naming: Naming, steps: Move[], rate: number, wish = ''): string {
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (!SAID_FIRST.includes(step.verb ?? '') || step.text === wish) continue;
    const words = stepWords(naming, step, rate);
    if (!counts.has(words)) lines.push(words);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return lines
    .map((line) => {
      const times = counts.get(line) ?? 1;
      return times === 1 ? line : `${line} ×${times.toString()}`;
    })
    .join(', ');
}

/** One step of a turn in few words. */
export function stepWords(naming: Naming, step: Move, rate: number): string {
  const { text, verb = '' } = step;
  if (verb === 'bank') {
    const [given, wanted] = [String(step['given']), String(step['wanted'])];
    return given.length === 1 ? `${rate.toString()}${given}▸${wanted}` : `${given}▸${wanted}`;
  }
  if (verb === 'split') return 'collect';
  if (verb === 'populate') return `add population on plot ${String(step['plot'])}`;
  const card = step['card'] === undefined ? '' : title(naming, String(step['card']));
  if (verb === 'demolish') return `take down ${card}`;
  return card ? `${verb} ${card}` : verb && text; // what is on its way may be a line
}

/** When it can be had: "now", "now, with 3C▸H", "in 2 turns", "2 hammers short". */
export function verdictWords(naming: Naming, wish: Wish, rate: number): string {
  if (wish.verdict === 'now') return 'now';
  if (wish.verdict === 'now-with')
    return `now: ${planWords(naming, wish.steps, rate, wish.wish.text)}`;
  if (wish.verdict === 'later') {
    const when = wish.turns === 1 ? 'next turn' : `in ${wish.turns.toString()} turns`;
    const turns = wish.exact === false ? `${when} at the latest` : when;
    const waits = ['fresh', 'bought', 'place', 'twice'].includes(wish.why ?? '');
    return waits ? `${turns}: ${REASONS[wish.why ?? ''] ?? ''}` : `${turns}, from your income`;
  }
  return wish.exact === false ? `${shortWords(wish)} as things are` : shortWords(wish);
}

const REASONS: Record<string, string> = {
  place: 'no free place for it',
  twice: 'the plots with a free place have one already',
  supply: 'no population is left',
  bought: 'not twice in a turn',
  fresh: 'new to the market: from the next turn on',
  gone: 'it is gone',
  yield: 'your income cannot pay for it',
  rounds: 'the match is over before',
};

/** What is missing: "2 hammers short, or 6 coins". */
function shortWords(wish: Wish): string {
  const short = wish.short ?? [];
  const ways = KINDS.flatMap((kind, at) =>
    short[at] ? [`${short[at].toString()} ${signWords(kind, short[at])}`] : [],
  );
  const why = REASONS[wish.why ?? ''] ?? '';
  if (!ways.length) return why || 'out of reach for now';
  const same = new Set(short).size === 1;
  const missing = same ? `${(short[0] ?? 0).toString()} short` : `${ways.join(' or ')} short`;
  return why ? `${why}; ${missing}` : missing;
}

export function sourceWord(naming: Naming, source: string): string {
  return naming.texts.sources?.[source] ?? label(naming, source);
}
