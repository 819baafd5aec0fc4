import { PRINTED, type CardRow, type Effect } from '../../generated/card_set';

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

const TARGETS: Record<string, string> = {
  tech: 'technologies',
  building: 'buildings',
  wonder: 'wonders',
  population: 'population',
  plot: 'plots',
};

const part = (text: string, sign?: string): Part => (sign ? { text, sign } : { text });
const many = (number: number, one: string, more: string): string =>
  number === 1 ? one : `${number.toString()} ${more}`;

/** An effect in few words; signs stand for what is counted. */
function effectParts(effect: Effect): Part[] {
  const [name, first, second] = effect;
  const kind = String(first);
  const number = Number(second ?? first);
  const amount = number.toString();
  switch (name) {
    case 'culture':
      return [part(`+${amount}`, 'culture')];
    case 'happiness':
      return [part(`+${amount}`, 'happiness')];
    case 'vp':
      return [part(`+${amount} VP`)];
    case 'discount':
      return [
        part(`${TARGETS[kind] ?? kind} ${kind === 'population' ? 'costs' : 'cost'} ${amount} less`),
      ];
    case 'income':
      return [part(`+${amount}`, kind), part('a turn')];
    case 'income_per_plot':
      return [part(`+${amount}`, kind), part('a turn for each plot with it')];
    case 'double_base':
      return [part('doubles', kind), part('here')];
    case 'extra_draw':
      return [part(`draw ${amount} more a turn`)];
    case 'places':
      return [part(`${amount} places on every plot`)];
    case 'bank_rate':
      return [part(`bank ${amount}:1`)];
    case 'bounce':
      return [part('sends an attacker back')];
    case 'wall':
      return [part('can be breached')];
    case 'gain_per_plot':
      return [part(`once +${amount}`, kind), part('a plot')];
    case 'draw':
      return [part(`once draw ${amount}`)];
    case 'grow':
      return [part(`once +${amount}`, 'population')];
    case 'steal_card':
      return [part(`once steal ${many(number, 'a card', 'cards')}`)];
    case 'steal_resources':
      return [part(`once steal ${many(number, 'a resource', 'resources')}`)];
    case 'steal_population':
      return [part(`takes ${many(number, 'a', '')}`.trim(), 'population')];
    case 'destroy_building':
      return [part(`destroys ${many(number, 'a building', 'buildings')}`)];
    default:
      return [part(String(name).replaceAll('_', ' '))];
  }
}

const SIGNS: Record<string, string> = {
  F: 'food',
  H: 'hammers',
  C: 'coins',
};

/** Of those that have another word for one. */
const ONE: Record<string, string> = { H: 'hammer', C: 'coin' };

export function signWords(sign: string, amount = 2): string {
  const word = SIGNS[sign] ?? sign;
  return amount === 1 ? (ONE[sign] ?? word) : word;
}

/** All that a card does. */
export function doesParts(cards: Cards, name: string): Part[][] {
  const row = cards.get(name);
  if (!row) return [];
  if (row.type === 'unit') return unitParts(row);
  if (row.type === 'goods' || row.type === 'plot') {
    return [amountsOf(row).map(([kind, amount]) => part(amount.toString(), kind))];
  }
  return row.effects.map(effectParts);
}

export function doesWords(cards: Cards, name: string): string {
  return doesParts(cards, name)
    .map((parts) =>
      parts
        .map(({ text, sign }) => (sign ? `${text} ${signWords(sign, Number(text))}` : text))
        .join(' '),
    )
    .join(', ');
}

function unitParts(row: CardRow): Part[][] {
  const found: Part[][] = [];
  if (row.attacks) {
    const damage = row.damage.flatMap(effectParts);
    found.push(damage.length ? [part('attacks:'), ...damage] : [part('attacks')]);
  }
  if (row.breach) found.push([part(`breaches ${many(row.breach, 'a wall', 'walls')}`)]);
  if (row.blocks.length) found.push([part(`blocks ${row.blocks.join(', ')}`)]);
  return found;
}
