import { t, tn } from '../../language/words';
import { cardTitle, isReader, label, type Naming } from '../../match/captions';
import type { Move } from '../../generated/types';
import { amountOf, KINDS, type Cards } from './cards';
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
export function inside(naming: Naming, seat: number): string {
  return isReader(naming, seat) ? t('you') : nameOf(naming, seat);
}

export function nameOf(naming: Naming, seat: number): string {
  return naming.names[seat] ?? '';
}

/** "7 food, 4 hammers": only what there is. */
export function amountWords(amounts: number[]): string {
  return amountsSaid(amounts).join(', ') || t('nothing');
}

function amountsSaid(amounts: number[]): string[] {
  return KINDS.flatMap((kind, at) => (amounts[at] ? [amountOf(kind, amounts[at])] : []));
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
    return t('Add population on {plot}', { plot: title(naming, where) });
  }
  const what = { card: title(naming, card) };
  if (verb === 'buy') return t('Buy {card}', what);
  return verb === 'claim' ? t('Claim {card}', what) : t('Build {card}', what);
}

/** The same as a thing. */
export function wishTitle(
  naming: Naming,
  { card, plot }: Wanted,
  plots: { card: string }[],
): string {
  if (card) return title(naming, card);
  return t('population on {plot}', { plot: title(naming, plots[plot - 1]?.card ?? '') });
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
  if (verb === 'split') return t('collect');
  if (verb === 'populate')
    return t('add population on plot {plot}', { plot: String(step['plot']) });
  const card = step['card'] === undefined ? '' : title(naming, String(step['card']));
  const said: Record<string, string> = {
    play: t('play {card}', { card }),
    build: t('build {card}', { card }),
    buy: t('buy {card}', { card }),
    claim: t('claim {card}', { card }),
    use: t('use {card}', { card }),
    waive: t('waive {card}', { card }),
    attack: t('attack {card}', { card }),
    demolish: t('take down {card}', { card }),
  };
  if (card && said[verb]) return said[verb];
  return card ? `${verb} ${card}` : verb && text; // what is on its way may be a line
}

/** When it can be had: "now", "now, with 3C▸H", "in 2 turns", "2 hammers short". */
export function verdictWords(naming: Naming, wish: Wish, rate: number): string {
  if (wish.verdict === 'now') return t('now');
  if (wish.verdict === 'now-with') {
    return t('now: {steps}', { steps: planWords(naming, wish.steps, rate, wish.wish.text) });
  }
  if (wish.verdict === 'later') {
    const when = whenWords(wish.turns, wish.exact !== false);
    const waits = ['fresh', 'bought', 'place', 'twice'].includes(wish.why ?? '');
    return waits
      ? `${when}: ${REASONS()[wish.why ?? ''] ?? ''}`
      : t('{when}, from your income', { when });
  }
  const short = shortWords(wish);
  return wish.exact === false ? t('{short} as things are', { short }) : short;
}

function whenWords(n: number, exact: boolean): string {
  if (n === 1) return exact ? t('next turn') : t('next turn at the latest');
  return exact
    ? tn(n, 'in {n} turn', 'in {n} turns')
    : tn(n, 'in {n} turn at the latest', 'in {n} turns at the latest');
}

const REASONS = (): Record<string, string> => ({
  place: t('no free place for it'),
  twice: t('the plots with a free place have one already'),
  supply: t('no population is left'),
  bought: t('not twice in a turn'),
  fresh: t('new to the market: from the next turn on'),
  gone: t('it is gone'),
  yield: t('your income cannot pay for it'),
  rounds: t('the match is over before'),
});

/** What is missing: "2 hammers short, or 6 coins". */
function shortWords(wish: Wish): string {
  const short = wish.short ?? [];
  const said = amountsSaid(short);
  const why = REASONS()[wish.why ?? ''] ?? '';
  if (!said.length) return why || t('out of reach for now');
  const ways = said.reduce((one, other) => t('{one} or {other}', { one, other }));
  const same = new Set(short).size === 1;
  const missing = same ? t('{n} short', { n: short[0] ?? 0 }) : t('{ways} short', { ways });
  return why ? `${why}; ${missing}` : missing;
}

export function sourceWord(naming: Naming, source: string): string {
  return naming.texts.sources?.[source] ?? label(naming, source);
}
