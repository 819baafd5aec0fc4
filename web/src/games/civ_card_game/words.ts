import { capital, cardTitle, label, type Naming } from '../../match/captions';
import { KINDS, signWords } from './cards';
import type { Wish } from './notes';
import { verbOf } from './steps';

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

/** "F+7 H+4". */
export function gainLetters(amounts: number[]): string {
  return KINDS.flatMap((kind, at) =>
    amounts[at] ? [`${kind}+${amounts[at].toString()}`] : [],
  ).join(' ');
}

export function countWords(number: number, one: string, more = `${one}s`): string {
  return `${number.toString()} ${number === 1 ? one : more}`;
}

/** What a wish is about: "buy Mining" is the technology, "populate 2" one more on plot 2. */
export interface Wanted {
  verb: string;
  /** A card; "" for population. */
  card: string;
  /** An own plot, from 1; 0 for cards. */
  plot: number;
}

export function wanted(wish: string): Wanted {
  const verb = verbOf(wish);
  const rest = wish.slice(verb.length + 1);
  return verb === 'populate'
    ? { verb, card: '', plot: Number(rest) }
    : { verb, card: rest, plot: 0 };
}

/** What the purchase is called on its button. */
export function wishWords(naming: Naming, wish: string, plots: { card: string }[]): string {
  const { verb, card, plot } = wanted(wish);
  if (verb === 'populate') {
    const where = plots[plot - 1]?.card ?? '';
    return `Settle one more on ${title(naming, where)}`;
  }
  const doing: Record<string, string> = { buy: 'Buy', claim: 'Claim', build: 'Build' };
  return `${doing[verb] ?? capital(verb)} ${title(naming, card)}`;
}

/** The same as a thing. */
export function wishTitle(naming: Naming, wish: string, plots: { card: string }[]): string {
  const { card, plot } = wanted(wish);
  return card ? title(naming, card) : `population on ${title(naming, plots[plot - 1]?.card ?? '')}`;
}

/** What a plan does before it buys: "3 coins for a hammer, twice; play Gold". */
export function planWords(naming: Naming, steps: string[], rate: number): string {
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (!['bank', 'play'].includes(verbOf(step))) continue;
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
export function stepWords(naming: Naming, step: string, rate: number): string {
  const [verb, ...rest] = step.split(' ');
  const last = rest.at(-1) ?? '';
  if (verb === 'bank') {
    const given = rest[0] ?? '';
    return given.length === 1 ? `${rate.toString()}${given}▸${last}` : `${given}▸${last}`;
  }
  if (verb === 'split') return 'collect';
  if (verb === 'play') return `play ${title(naming, rest.join(' '))}`;
  if (verb === 'populate') return `settle on plot ${last}`;
  return `${verb ?? ''} ${title(naming, rest.join(' '))}`.trim();
}

/** When it can be had: "now", "now, with 3C▸H", "in 2 turns", "2 hammers short". */
export function verdictWords(naming: Naming, wish: Wish, rate: number): string {
  if (wish.verdict === 'now') return 'now';
  if (wish.verdict === 'now-with') return `now: ${planWords(naming, wish.steps, rate)}`;
  if (wish.verdict === 'later') {
    const turns = wish.turns === 1 ? 'next turn' : `in ${wish.turns.toString()} turns`;
    const waits = ['fresh', 'bought', 'place', 'twice'].includes(wish.why ?? '');
    return waits ? `${turns}: ${REASONS[wish.why ?? ''] ?? ''}` : `${turns}, at what you get`;
  }
  return shortWords(wish);
}

const REASONS: Record<string, string> = {
  place: 'no free place for it',
  twice: 'the plots with a free place have one already',
  supply: 'no population is left',
  bought: 'not twice in a turn',
  fresh: 'new to the market: from the next turn on',
  gone: 'it is gone',
  yield: 'nothing that you get would pay it',
  rounds: 'the match is over before',
};

/** What is missing: "2 hammers short, or 6 coins". */
export function shortWords(wish: Wish): string {
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

/** How many turns it takes, for a small sign. */
export function verdictSign(wish: Wish | undefined): string {
  if (!wish) return '';
  if (wish.verdict === 'now') return '✓';
  if (wish.verdict === 'now-with') return '⇄';
  return wish.verdict === 'later' ? `${wish.turns.toString()}↻` : '–';
}

export function sourceWord(naming: Naming, source: string): string {
  return naming.texts.sources?.[source] ?? label(naming, source);
}
