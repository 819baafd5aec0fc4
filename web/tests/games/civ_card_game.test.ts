import { expect, test } from 'vitest';
import type { GameEvent, Move } from '../../src/generated/types';
import { cardsOf, doesWords, typeOf, type CardRow } from '../../src/games/civ_card_game/cards';
import type { CivSeen, PlotSeen, SeatSeen } from '../../src/games/civ_card_game/known';
import { ready, type Attacker, type Bonus, type Wish } from '../../src/games/civ_card_game/notes';
import { recap } from '../../src/games/civ_card_game/recap';
import {
  mustAsk,
  NO_ORDERS,
  judgedBlocks,
  standingBlocks,
  type Orders,
} from '../../src/games/civ_card_game/standing';
import {
  attackSteps,
  bonusSums,
  claimLine,
  collectLine,
  deeds,
  blockLine,
  facings,
  splitsOf,
  type Blocks,
  payment,
  shifted,
  turned,
} from '../../src/games/civ_card_game/steps';
import { draw } from '../../src/games/civ_card_game/view';
import { planWords, verdictWords, wanted, wishWords } from '../../src/games/civ_card_game/words';

const cards = cardsOf({});
const naming = {
  texts: {
    events: { bought: '{seat} {seat:buy|buys} {card} for {price} coins', turn: "{seat's} turn" },
    phrases: { collected: '{seat} {seat:collect|collects} {list}' },
  },
  names: ['You', 'Bo', 'Cy'],
  reader: 0,
  wonders: {},
  unit: 1,
};

function plot(card: string, population = 0, ...structures: string[]): PlotSeen {
  return { card, population, structures, places: 1 };
}

function seat(plots: PlotSeen[], known: string[] = []): SeatSeen {
  return {
    plots,
    stock: [1, 2, 3],
    techs: [],
    powers: [],
    culture: 0,
    happiness: 0,
    points: plots.reduce((sum, { population }) => sum + population, 0),
    population: plots.reduce((sum, { population }) => sum + population, 0),
    wonders: 0,
    acquired: 0,
    rate: 3,
    hand: known.length,
    known,
  };
}

function seen(table: SeatSeen[], more: Partial<CivSeen> = {}): CivSeen {
  return {
    ...{ seat: 0, phase: 'turn', asked: [0], answer: [], legal: [], round: 3, turn: 0 },
    ...{ market_plots: [], market_techs: ['Mining'], plot_deck: 5, tech_deck: 5, deck: 9 },
    ...{ revealed: [], units: [], highest_culture: [], highest_happiness: [] },
    table,
    ...more,
  } as unknown as CivSeen;
}

// --- cards

test('rows of a table are laid over the printed ones', () => {
  const patch = { fingerprint: 'ab', rows: [{ name: 'Granary', cost: 3 }] };
  expect(cardsOf({ cards: patch }).get('Granary')?.cost).toBe(3);
  expect(cardsOf({ cards: [{ name: 'Granary', cost: 4 }] }).get('Granary')?.cost).toBe(4);
  expect(cards.get('Granary')?.cost).toBe(7);
});

test('a table may have cards of its own, and printed ones taken out', () => {
  const rows = [
    { name: '*', copies: 0 },
    { name: 'Forest' },
    { name: 'Temple', type: 'wonder', cost: 9 },
    { name: 'Spear Bearers', type: 'unit', attacks: true, breach: 2, blocks: ['War Cart'] },
    { name: 'War Cart', type: 'unit', copies: 0 },
    { name: 'Grain Pit', type: 'building', cost: 5, effects: [['double_base', 'F']] },
  ];
  const own = cardsOf({ cards: rows });
  expect([...own.keys()]).toEqual(['Grain Pit', 'Temple', 'Spear Bearers', 'Forest']);
  expect(typeOf(own, 'Temple')).toBe('wonder');
  expect(doesWords(own, 'Spear Bearers', naming)).toBe(
    'attacks, breaches 2 walls, blocks War Cart',
  );
  expect(doesWords(own, 'Grain Pit', naming)).toBe('doubles food here');
  expect(cardsOf({ cards: [{ name: 'Corn', copies: 0 }] }).has('Corn')).toBe(false);
});

test('what a card does is said in few words', () => {
  expect(doesWords(cards, 'Library', naming)).toBe('+1 culture, technologies cost 1 less');
  expect(doesWords(cards, 'Hill Country', naming)).toBe('1 hammer 1 coin');
  expect(doesWords(cards, 'Chariot', naming)).toBe('attacks: takes a population');
  expect(doesWords(cards, 'Archers', naming)).toBe('blocks Spearmen, Axemen, Swordsmen, Catapult');
});

test('every effect of the set has words of its own', () => {
  const rows = [...cards.values()] as CardRow[];
  expect(rows).toHaveLength(73);
  for (const { name } of rows)
    expect(doesWords(cards, name, naming)).not.toMatch(/undefined|NaN|_/);
});

// --- what population gives

const land = seat([plot('Plains', 3), plot('Forest', 2), plot('Oasis', 2), plot('Coast')]);
const bonuses: Bonus[] = [
  { plot: 1, kinds: ['F', 'H'], gives: [2, 1] },
  { plot: 3, kinds: ['F', 'C'], gives: [0, 2] },
];

test('what population gives is one line', () => {
  const splits = bonuses.map(({ gives }) => gives);
  expect(collectLine(bonuses, splits)).toBe('collect F2H1 F0C2');
  expect(bonusSums(bonuses, splits)).toEqual([2, 1, 2]);
});

test('a tap turns one of a kind to the next', () => {
  expect(turned([[2, 1]], 0, 0)).toEqual([[1, 2]]);
  expect(turned([[0, 3]], 0, 1)).toEqual([[1, 2]]);
  expect(turned([[0, 3]], 0, 0)).toEqual([[0, 3]]);
});

// --- the answer of a turn

test('what was done is taken back as the game says that it goes together', () => {
  const verbs = (...all: string[]): Move[] => all.map((verb) => ({ text: verb, verb }));
  const done = verbs('split', 'split', 'bank', 'build', 'on');
  const apart = [verbs('split', 'split'), verbs('bank'), verbs('build', 'on')];
  expect(deeds(done, [2, 1, 2])).toEqual(apart);
  expect(deeds([], [])).toEqual([]);
});

test('what is on its way, or on its way back, is one thing', () => {
  const [one, two, three] = ['play Corn', 'bank F C', 'buy Mining'].map((text) => ({ text }));
  const all = [one, two, three] as Move[];
  expect(deeds(all, [1])).toEqual([[one], [two, three]]);
  expect(deeds(all.slice(0, 1), [1, 2])).toEqual([[one]]);
});

test('a plot is paid as near to what is wished as can be', () => {
  expect(claimLine('claim Forest', [5, 10, 0])).toBe('claim Forest 5F 10H 0C');
  expect(payment([5, 10, 5], 15, [9, 9, 0])).toEqual([5, 9, 1]);
  expect(payment([1, 1, 1], 15, [0, 0, 0])).toBeNull();
});

test('a payment is changed one by one, as far as there is something', () => {
  expect(shifted([5, 9, 1], [5, 10, 5], 2, 1)).toEqual([5, 8, 2]);
  expect(shifted([5, 9, 1], [5, 10, 5], 0, 1)).toBeNull();
  expect(shifted([5, 9, 1], [5, 10, 5], 0, -1)).toEqual([4, 9, 2]);
});

test('an attack is declared at once', () => {
  const aims = [
    { card: 'Chariot', target: 1 },
    { card: 'Axemen', target: 3 },
  ];
  expect(attackSteps(aims)).toEqual(['attack B Chariot', 'attack D Axemen', 'fight']);
});

// --- defence

function attacked(...units: [string, ...string[]][]): Attacker[] {
  return units.map(([card, ...blockers], place) => ({
    place,
    card,
    blockers,
    takes_population: false,
  }));
}

test('one blocker stops one attacker', () => {
  const all = attacked(['Chariot'], ['Axemen', 'Archers'], ['Swordsmen', 'Archers']);
  const hand = ['Archers', 'Corn'];
  const left = (blocks: Blocks): string[][] =>
    facings(all, hand, blocks).map(({ blockers }) => blockers);
  expect(left({})).toEqual([[], ['Archers'], ['Archers']]);
  expect(left({ 1: 'Archers' })).toEqual([[], ['Archers'], []]);
  expect(blockLine(all, hand, { 1: 'Archers', 2: 'Archers' })).toBe('block Archers>2');
  expect(blockLine(all, [...hand, 'Archers'], { 1: 'Archers', 2: 'Archers' })).toBe(
    'block Archers>2 Archers>3',
  );
  expect(blockLine(all, hand, {})).toBe('block none');
});

test('standing orders do what is suggested, else spend the first unit that may be spent', () => {
  const now = attacked(['Axemen', 'Archers', 'Axemen']);
  const hand = ['Archers', 'Axemen'];
  const orders = { ...NO_ORDERS, block: true };
  const never = (...cards: string[]): Blocks =>
    standingBlocks(now, hand, { ...orders, never: cards }, null);
  expect(never()).toEqual({ 0: 'Archers' });
  expect(never('Archers')).toEqual({ 0: 'Axemen' });
  expect(never('Archers', 'Axemen')).toEqual({ 0: '' });
  const axemen = { text: 'block Axemen', verb: 'block', card: 'Axemen' };
  const judged = judgedBlocks(now, hand, [axemen]);
  expect(standingBlocks(now, hand, orders, judged)).toEqual({ 0: 'Axemen' });
  const spared = { ...orders, never: ['Axemen'] };
  expect(standingBlocks(now, hand, spared, judged)).toEqual({ 0: 'Archers' });
  const passed = judgedBlocks(now, hand, [{ text: 'pass', verb: 'pass' }]);
  expect(standingBlocks(now, hand, orders, passed)).toEqual({ 0: '' });
  const two = attacked(['Axemen', 'Archers'], ['Axemen', 'Archers']);
  expect(standingBlocks(two, ['Archers'], orders, null)).toEqual({ 0: 'Archers', 1: '' });
  // Who can be stopped by nobody is not asked about.
  const three = attacked(
    ['Chariot'],
    ...[...two].map(({ card, blockers }) => [card, ...blockers] as [string, ...string[]]),
  );
  const steps = [{ text: 'pass', verb: 'pass' }, axemen];
  expect(judgedBlocks(three, ['Archers', 'Axemen'], steps)).toEqual({ 0: '', 1: '', 2: 'Axemen' });
});

test('what is suggested of splits is shared plot by plot', () => {
  const bonuses: Bonus[] = [
    { plot: 1, kinds: ['F', 'H'], gives: [2, 1] },
    { plot: 2, kinds: ['F', 'H', 'C'], gives: [0, 2, 0] },
  ];
  expect(splitsOf(bonuses, [0, 2])).toEqual([
    [0, 3],
    [2, 0, 0],
  ]);
  expect(splitsOf(bonuses, [])).toEqual([
    [2, 1],
    [1, 1, 0],
  ]);
});

test('standing orders ask when that was said, and only where it is at stake', () => {
  const own = seat([plot('Plains', 1, 'Stonehenge')], ['Archers']);
  const orders = { ...NO_ORDERS, block: true };
  const must = (takes_population: boolean, more: Partial<Orders>): boolean => {
    const [unit] = attacked(['Swordsmen', 'Archers']);
    return !!unit && mustAsk(cards, [{ ...unit, takes_population }], own, { ...orders, ...more });
  };
  expect(must(true, {})).toBe(false);
  expect(must(true, { population: true })).toBe(true);
  expect(must(true, { wonder: true })).toBe(true);
  expect(must(false, { population: true })).toBe(false);
});

// --- words

const bank = { text: 'bank F C', verb: 'bank', given: 'F', wanted: 'C' };
const named = (verb: string, card: string): Move => ({ text: `${verb} ${card}`, verb, card });
const split = { text: 'split 1', verb: 'split', amount: 1 };
const mining = named('buy', 'Mining');
const wish: Wish = {
  wish: mining,
  on: [],
  verdict: 'now-with',
  turns: 0,
  steps: [split, bank, bank, named('play', 'Gold'), mining],
};

test('a wish is told with what it takes', () => {
  expect(ready(wish)).toBe(true);
  expect(planWords(naming, wish.steps, 3, 'buy Mining')).toBe('3F▸C ×2, play Gold');
  expect(verdictWords(naming, wish, 3)).toBe('now: 3F▸C ×2, play Gold');
  expect(verdictWords(naming, { ...wish, verdict: 'later', turns: 2 }, 3)).toBe(
    'in 2 turns, from your income',
  );
  const on = { text: 'on 3', verb: 'on', plot: 3 };
  const first = { ...wish, steps: [named('build', 'Library'), on, mining] };
  expect(verdictWords(naming, first, 3)).toBe('now: build Library');
  const unsure = { ...wish, verdict: 'later', turns: 2, exact: false };
  expect(verdictWords(naming, unsure, 3)).toContain('in 2 turns at the latest');
  const short = { ...wish, verdict: 'short', turns: -1, short: [0, 2, 6], why: 'yield' };
  expect(verdictWords(naming, short, 3)).toContain('2 hammers or 6 coins short');
  expect(wanted(cards, 'populate 2')).toEqual({ verb: 'populate', card: '', plot: 2 });
  expect(wanted(cards, 'claim Hill Country')).toEqual({
    verb: 'claim',
    card: 'Hill Country',
    plot: 0,
  });
  expect(wanted(cards, 'claim Mining').verb).toBe('');
  expect(wishWords(naming, wanted(cards, 'populate 1'), land.plots)).toBe(
    'Add population on Plains',
  );
});

test('what happened is told in few lines', () => {
  const events: GameEvent[] = [
    { event: 'turn', seat: 1 },
    { event: 'collected', seat: 1, amount: 3, kind: 'F' },
    { event: 'collected', seat: 1, amount: 2, kind: 'C' },
    { event: 'banked', seat: 1, amount: 3, kind: 'F' },
    { event: 'exchanged', seat: 1, kind: 'C' },
    { event: 'bought', seat: 1, card: 'Mining', price: 9 },
  ];
  expect(recap(naming, events, 0).map(({ text }) => text)).toEqual([
    "Bo's turn",
    'Bo collects 3 food, 2 coins',
    'Bo at the bank: 3 food for 1 coin',
    'Bo buys Mining for 9 coins',
  ]);
});

// --- playback

test('events are drawn on top of what was seen', () => {
  const before = seen([seat([plot('Plains', 1)]), seat([plot('Coast', 2, 'Granary')], ['Corn'])]);
  const drawn = draw(
    cards,
    before,
    [
      { event: 'collected', seat: 1, amount: 4, kind: 'F' },
      { event: 'populated', seat: 1, plot: 1, price: 4 },
      { event: 'bought', seat: 1, card: 'Mining', price: 2 },
      { event: 'attacked', seat: 1, target: 0, card: 'Chariot' },
      { event: 'unblocked', seat: 0, attacker: 'Chariot' },
      { event: 'robbed', seat: 1, target: 0, plot: 1 },
      { event: 'resettled', seat: 1, plot: 1 },
    ],
    null,
  );
  expect(drawn.seats[1]?.stock).toEqual([1, 2, 1]);
  expect(drawn.seats[1]?.points).toBe(5);
  expect(drawn.seats[0]?.plots[0]?.population).toBe(0);
  expect(drawn.marketTechs).toEqual([]);
  expect(drawn.units.map(({ state }) => state)).toEqual(['unblocked']);
  expect(before.table[1]?.points).toBe(2);
});

test('one’s own deeds are shown as they are, not once more', () => {
  const before = seen([seat([plot('Plains', 1)])]);
  const after = seen([seat([plot('Plains', 2)])]);
  const drawn = draw(cards, before, [{ event: 'populated', seat: 0, plot: 1, price: 8 }], after);
  expect(drawn.seats[0]?.plots[0]?.population).toBe(2);
});
