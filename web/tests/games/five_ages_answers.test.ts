import { describe, expect, test } from 'vitest';
import type { Move } from '../../src/generated/types';
import {
  civTapped,
  handTapped,
  keepsOf,
  lineOf,
  lineOfBuilding,
  marksOf,
  moved,
  NOTHING_BUILT,
  offersOf,
  readBuilding,
  toggled,
  type Building,
  type Offer,
  type Side,
} from '../../src/games/five_ages/answers';

const offer = (side: Side, given?: string, wanted?: string): Offer => ({
  text: given && wanted ? `offer ${given} for ${side}:${wanted}` : `offer both for ${side}`,
  verb: given ? 'offer' : 'offer_both',
  side,
  ...(given && wanted ? { given, wanted } : {}),
});
const A = offer('W', '7S', '4S');
const B = offer('E', 'QH', 'KC');
const C = offer('W');

describe('offers', () => {
  test('are found by their verbs', () => {
    const others = ['pass', 'done', 'withdraw', 'keep'].map((verb) => ({ text: verb, verb }));
    expect(offersOf([...others, A, C])).toEqual([A, C]);
  });

  test('a list is sent as one line', () => {
    expect(lineOf([A, B, C])).toBe('list 7S for W:4S, QH for E:KC, both for W');
    expect(lineOf([])).toBe('list');
  });

  test('a tap puts new offers above what stood, in the order of the taps', () => {
    const one = toggled([C], [C], A, false);
    expect(one).toEqual([A, C]);
    expect(toggled([C], one, B, false)).toEqual([A, B, C]);
    expect(toggled([], toggled([], [], A, false), B, false)).toEqual([A, B]);
  });

  test('a tap accepts on the very top, and another takes it back', () => {
    const list = toggled([C], [A, C], B, true);
    expect(list).toEqual([B, A, C]);
    expect(toggled([C], list, B, true)).toEqual([A, C]);
    expect(toggled([C], list, C, false)).toEqual([B, A]);
  });

  test('an offer is moved', () => {
    expect(moved([A, B, C], 2, 0)).toEqual([C, A, B]);
    expect(moved([A, B, C], 0, 1)).toEqual([B, A, C]);
    expect(moved([A, B, C], 0, 3)).toEqual([A, B, C]);
    expect(moved([A, B, C], 0, -1)).toEqual([A, B, C]);
    expect(moved([A], 4, 0)).toEqual([A]);
  });
});

describe('building', () => {
  const hand = ['9H', 'KS', 'AS'];
  const plan = (...built: string[]): Building => ({ ...NOTHING_BUILT, built });

  test('is read from a sealed answer', () => {
    expect(readBuilding([])).toEqual(NOTHING_BUILT);
    const build = (card: string): Move => ({ text: `build ${card}`, verb: 'build', card });
    const swap = { text: 'replace 3:KS', verb: 'replace', slot: 3, card: 'KS' };
    expect(readBuilding([build('AS'), { text: 'done', verb: 'done' }])).toEqual(plan('AS'));
    expect(readBuilding([build('AS'), build('9H'), swap])).toEqual({
      built: ['AS', '9H'],
      slot: 3,
      incoming: 'KS',
    });
  });

  test('one card: a tap builds, another changes, the same takes back', () => {
    const first = handTapped(NOTHING_BUILT, 'AS', hand, 1);
    expect(first).toEqual(plan('AS'));
    expect(handTapped(first, '9H', hand, 1)).toEqual(plan('9H'));
    expect(handTapped(first, 'AS', hand, 1)).toEqual(NOTHING_BUILT);
  });

  test('two cards for who was robbed: a third changes nothing', () => {
    const two = handTapped(plan('AS'), 'KS', hand, 2);
    expect(two).toEqual(plan('AS', 'KS'));
    expect(handTapped(two, '9H', hand, 2)).toBe(two);
    expect(handTapped(two, 'AS', hand, 2)).toEqual(plan('KS'));
  });

  test('two cards that look alike can both be built', () => {
    const jokers = ['9H', 'Jk', 'Jk'];
    const two = handTapped(plan('Jk'), 'Jk', jokers, 2);
    expect(two).toEqual(plan('Jk', 'Jk'));
    expect(handTapped(two, 'Jk', jokers, 2)).toEqual(plan('Jk'));
    expect(marksOf(jokers, plan('Jk'))).toEqual(['', 'built', '']);
  });

  test('an exchange: the old card, then the one that comes', () => {
    const open = civTapped(plan('AS'), 2);
    expect(open).toEqual({ built: ['AS'], slot: 2, incoming: '' });
    const whole = handTapped(open, '9H', hand, 1);
    expect(whole).toEqual({ built: ['AS'], slot: 2, incoming: '9H' });
    expect(marksOf(hand, whole)).toEqual(['incoming', '', 'built']);
    expect(civTapped(whole, 3)).toEqual({ ...whole, slot: 3 });
    expect(civTapped(whole, 2)).toEqual(plan('AS'));
    expect(handTapped(whole, '9H', hand, 1)).toEqual(plan('AS'));
    expect(handTapped(whole, 'KS', hand, 1)).toEqual({ ...whole, built: ['KS'] });
  });

  test('the card that was to be built can come in exchange instead', () => {
    const whole = handTapped(civTapped(plan('AS'), 1), 'AS', hand, 1);
    expect(whole).toEqual({ built: [], slot: 1, incoming: 'AS' });
    expect(handTapped(whole, 'KS', hand, 1)).toEqual({ built: ['KS'], slot: 1, incoming: 'AS' });
  });

  test('the line: there is one when nothing is left to choose', () => {
    expect(lineOfBuilding(plan(), 1)).toBeNull();
    expect(lineOfBuilding(plan('AS'), 2)).toBeNull();
    expect(lineOfBuilding({ built: ['AS'], slot: 1, incoming: '' }, 1)).toBeNull();
    expect(lineOfBuilding({ built: [], slot: 1, incoming: 'AS' }, 1)).toBeNull();
    expect(lineOfBuilding(plan('AS', 'KS'), 2)).toBe('build AS; build KS; done');
    expect(lineOfBuilding({ built: ['AS'], slot: 2, incoming: 'KS' }, 1)).toBe(
      'build AS; replace 2:KS',
    );
  });
});

test('what a kept card leaves to be said', () => {
  const legal = [
    { text: 'keep AS attack W', verb: 'attack', card: 'AS', side: 'W' },
    { text: 'keep AS attack E', verb: 'attack', card: 'AS', side: 'E' },
    { text: 'keep Jk', verb: 'keep', card: 'Jk' },
    { text: 'build AS', verb: 'build', card: 'AS' },
  ];
  expect(keepsOf(legal, 'AS').map(({ text }) => text)).toEqual([
    'keep AS attack W',
    'keep AS attack E',
  ]);
  expect(keepsOf(legal, 'Jk')).toHaveLength(1);
  expect(keepsOf(legal, '2C')).toEqual([]);
});
