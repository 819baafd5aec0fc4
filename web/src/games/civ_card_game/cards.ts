import { PRINTED, type CardRow, type Effect } from '../../generated/card_set';
import { frame, pieces, t, tn } from '../../language/words';
import { cardTitle, type Naming } from '../../match/captions';

export type { CardRow, Effect } from '../../generated/card_set';

export type Kind = 'F' | 'H' | 'C';
/** Food, hammers, coins: the order of stocks and incomes. */
export const KINDS: Kind[] = ['F', 'H', 'C'];

/** The cards of a table by name, in the order of its box. */
export type Cards = ReadonlyMap<string, CardRow>;

const TYPES = ['building', 'wonder', 'unit', 'goods', 'tech', 'plot'];
/** The row that takes all printed cards out that no other row names. */
const EVERY_CARD = '*';
const BLANK: Omit<CardRow, 'name' | 'type'> = {
  id: '',
  cost: 0,
  copies: 1,
  effects: [],
  F: 0,
  H: 0,
  C: 0,
  attacks: false,
  blocks: [],
  damage: [],
  breach: 0,
  source: 'patched',
};

/** The printed cards as the table's own rows leave them, and the cards that only the rows have:
    type by type, those without copies left out. */
export function cardsOf(options: Record<string, unknown>): Cards {
  const rows = new Map(rowsIn(options['cards']).map((row) => [String(row.name), row]));
  const printed = new Map(PRINTED.map((row) => [row.name, row]));
  const isNew = (row: Partial<CardRow>): boolean =>
    row.name !== EVERY_CARD &&
    (row.type ?? printed.get(String(row.name))?.type) !== printed.get(String(row.name))?.type;
  const kept = PRINTED.flatMap((row): CardRow[] => {
    const own = rows.get(row.name);
    if (own) return isNew(own) ? [] : [changed(row, own)];
    return rows.has(EVERY_CARD) ? [] : [row];
  });
  const added = [...rows.values()]
    .filter(isNew)
    .map((row): CardRow => ({ ...BLANK, name: '', type: '', ...row }));
  const whole = [...kept, ...added].filter(({ copies }) => copies > 0);
  const box = TYPES.flatMap((type) => whole.filter((row) => row.type === type));
  return new Map(box.map((row) => [row.name, row]));
}

/** The printed row with what the table changes in it. */
function changed(row: CardRow, own: Partial<CardRow>): CardRow {
  const both = { ...row, ...own };
  return JSON.stringify(both) === JSON.stringify(row) ? row : { ...both, source: 'patched' };
}

function rowsIn(value: unknown): Partial<CardRow>[] {
  if (Array.isArray(value)) return value as Partial<CardRow>[];
  const rows = (value as { rows?: unknown } | undefined)?.rows;
  return Array.isArray(rows) ? (rows as Partial<CardRow>[]) : [];
}

export function typeOf(cards: Cards, name: string): string {
  return cards.get(name)?.type ?? '';
}

export function isStructure(cards: Cards, name: string): boolean {
  return ['building', 'wonder'].includes(typeOf(cards, name));
}

export function isUnit(cards: Cards, name: string): boolean {
  return typeOf(cards, name) === 'unit';
}

/** What a plot prints, or goods give. */
export function amountsOf(row: CardRow | undefined): [Kind, number][] {
  return KINDS.flatMap((kind): [Kind, number][] => (row?.[kind] ? [[kind, row[kind]]] : []));
}

// --- what cards do, in few words and signs

/** A sign among words: a resource, culture, happiness, population, a card. */
export interface Part {
  text: string;
  sign?: string;
}

/** Words, maybe with a sign among them where `{sign}` stands: of how many. */
interface Sentence {
  words: string;
  sign: string;
  amount: number;
}

const say = (words: string, sign = '', amount = 2): Sentence => ({ words, sign, amount });

function discountWords(kind: string, n: number): string {
  const words: Record<string, string> = {
    tech: t('technologies cost {n} less', { n }),
    building: t('buildings cost {n} less', { n }),
    wonder: t('wonders cost {n} less', { n }),
    population: t('population costs {n} less', { n }),
    plot: t('plots cost {n} less', { n }),
  };
  return words[kind] ?? kind;
}

/** An effect in few words; signs stand for what is counted. */
function effectSaid(effect: Effect): Sentence {
  const [name, first, second] = effect;
  const kind = String(first);
  const n = Number(second ?? first);
  switch (name) {
    case 'culture':
    case 'happiness':
      return say(`+${n.toString()} {sign}`, name, n);
    case 'vp':
      return say(t('+{n} VP', { n }));
    case 'discount':
      return say(discountWords(kind, n));
    case 'income':
      return say(frame('+{n} {sign} a turn', { n }), kind, n);
    case 'income_per_plot':
      return say(frame('+{n} {sign} a turn for each plot with it', { n }), kind, n);
    case 'double_base':
      return say(frame('doubles {sign} here'), kind);
    case 'extra_draw':
      return say(t('draw {n} more a turn', { n }));
    case 'places':
      return say(tn(n, '{n} places on every plot', '{n} places on every plot'));
    case 'bank_rate':
      return say(t('bank {n}:1', { n }));
    case 'bounce':
      return say(t('sends an attacker back'));
    case 'wall':
      return say(t('can be breached'));
    case 'gain_per_plot':
      return say(frame('once +{n} {sign} a plot', { n }), kind);
    case 'draw':
      return say(t('once draw {n}', { n }));
    case 'grow':
      return say(frame('once +{n} {sign}', { n }), 'population');
    case 'steal_card':
      return say(tn(n, 'once steal a card', 'once steal {n} cards'));
    case 'steal_resources':
      return say(tn(n, 'once steal a resource', 'once steal {n} resources'));
    case 'steal_population':
      return say(
        n === 1 ? frame('takes a {sign}') : frame('takes {n} {sign}', { n }),
        'population',
      );
    case 'destroy_building':
      return say(tn(n, 'destroys a building', 'destroys {n} buildings'));
    default:
      return say(String(name).replaceAll('_', ' '));
  }
}

/** What the texts call a resource in `[about]`. */
export const ABOUT: Record<Kind, string> = { F: 'food', H: 'hammers', C: 'coins' };

export function signWords(sign: string, amount = 2): string {
  const one = amount === 1;
  const words: Record<string, string> = {
    F: t('food'),
    H: one ? t('hammer') : t('hammers'),
    C: one ? t('coin') : t('coins'),
    culture: t('culture'),
    happiness: t('happiness'),
    population: t('population'),
  };
  return words[sign] ?? sign;
}

/** "1 hammer", "3 hammers". */
export function amountOf(kind: Kind, n: number): string {
  if (kind === 'F') return t('{n} food', { n });
  return kind === 'H' ? tn(n, '{n} hammer', '{n} hammers') : tn(n, '{n} coin', '{n} coins');
}

/** All that a card does. */
export function doesParts(cards: Cards, name: string, naming: Naming): Part[][] {
  return doesSaid(cards, name, naming).map((said) => said.flatMap(partsOf));
}

function doesSaid(cards: Cards, name: string, naming: Naming): Sentence[][] {
  const row = cards.get(name);
  if (!row) return [];
  if (row.type === 'unit') return unitSaid(row, naming);
  if (row.type === 'goods' || row.type === 'plot') {
    return [amountsOf(row).map(([kind, n]) => say(`${n.toString()} {sign}`, kind, n))];
  }
  return row.effects.map((effect) => [effectSaid(effect)]);
}

/** The sign follows the words that stand before it. */
function partsOf({ words, sign }: Sentence): Part[] {
  const parts: Part[] = [];
  for (const { words: text, hole } of pieces(words)) {
    const last = parts.at(-1);
    if (!hole) parts.push({ text: text.trim() });
    else if (last) last.sign = sign;
    else parts.push({ text: '', sign });
  }
  return parts;
}

export function doesWords(cards: Cards, name: string, naming: Naming): string {
  return doesSaid(cards, name, naming)
    .map((said) =>
      said
        .map(({ words, sign, amount }) => words.replace('{sign}', signWords(sign, amount)))
        .join(' '),
    )
    .join(', ');
}

function unitSaid(row: CardRow, naming: Naming): Sentence[][] {
  const found: Sentence[][] = [];
  if (row.attacks) {
    const damage = row.damage.map(effectSaid);
    found.push(damage.length ? [say(t('attacks:')), ...damage] : [say(t('attacks'))]);
  }
  const n = row.breach;
  if (n) found.push([say(tn(n, 'breaches a wall', 'breaches {n} walls'))]);
  const units = row.blocks.map((card) => cardTitle(naming.texts, card)).join(', ');
  if (units) found.push([say(t('blocks {units}', { units }))]);
  return found;
}
