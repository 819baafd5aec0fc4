import { describe, expect, test } from 'vitest';
import {
  civTapped,
  handTapped,
  keepsOf,
  listAfter,
  marksOf,
  mirrorOf,
  moved,
  NOTHING_BUILT,
  readBuilding,
  readOffer,
  stepsOf,
  stepsTo,
  toggled,
  type Building,
} from '../../src/games/five_ages/answers';

const A = 'offer 7S for W:4S';
const B = 'offer QH for E:KC';
const C = 'offer both for W';
const D = 'offer 7S for E:KC';

describe('offers', () => {
  test('are read from their text', () => {
    expect(readOffer(A)).toEqual({ text: A, side: 'W', both: false, given: '7S', wanted: '4S' });
    expect(readOffer(C)).toEqual({ text: C, side: 'W', both: true, given: '', wanted: '' });
    for (const other of ['pass', 'done', 'withdraw', 'keep 7S', 'offer 7S for X:4S']) {
      expect(readOffer(other)).toBeNull();
    }
  });

  test.each([A, B, C])('%s is mirrored by its neighbour, and back', (text) => {
    const offer = readOffer(text);
    const mirror = readOffer(offer ? mirrorOf(offer) : '');
    expect(mirror?.side).not.toBe(offer?.side);
    expect(mirror && mirrorOf(mirror)).toBe(text);
  });

  test('what stands after an answer', () => {
    expect(listAfter([A, B], [])).toEqual([A, B]);
    expect(listAfter([A, B], ['pass'])).toEqual([A, B]);
    expect(listAfter([A, B], ['done'])).toEqual([]);
    expect(listAfter([A, B], [C, D, 'pass'])).toEqual([C, D, A, B]);
    expect(listAfter([A, B], [B, 'pass'])).toEqual([B, A]);
    expect(listAfter([A, B], ['withdraw', B, 'pass'])).toEqual([B]);
    expect(listAfter([A, B], ['withdraw', 'pass'])).toEqual([]);
  });

  test('the steps to a list are as few as can be', () => {
    expect(stepsTo([], [])).toEqual([]);
    expect(stepsTo([A, B], [A, B])).toEqual([]);
    expect(stepsTo([], [A, B])).toEqual([A, B, 'pass']);
    expect(stepsTo([A], [B, A])).toEqual([B, 'pass']);
    expect(stepsTo([A, B], [B, A])).toEqual([B, 'pass']);
    expect(stepsTo([A, B], [A, C, B])).toEqual([A, C, 'pass']);
    expect(stepsTo([A], [A, B])).toEqual([A, B, 'pass']);
    expect(stepsTo([A, B], [B])).toEqual(['withdraw', B, 'pass']);
    expect(stepsTo([A], [])).toEqual(['withdraw', 'pass']);
  });

  const lists = orders([A, B, C]);
  test.each(lists.map((standing) => [standing]))(
    'from %j every list can be reached',
    (standing) => {
      for (const list of lists) {
        const steps = stepsTo(standing, list);
        expect(listAfter(standing, steps)).toEqual(list);
        expect(steps.includes('withdraw')).toBe(standing.some((offer) => !list.includes(offer)));
        expect(steps.length === 0 || steps.at(-1) === 'pass').toBe(true);
      }
    },
  );

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
    expect(readBuilding(['build AS', 'done'])).toEqual(plan('AS'));
    expect(readBuilding(['build AS', 'build 9H', 'replace 3:KS'])).toEqual({
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

  test('two cards for who was robbed: the third pushes the first out', () => {
    const two = handTapped(plan('AS'), 'KS', hand, 2);
    expect(two).toEqual(plan('AS', 'KS'));
    expect(handTapped(two, '9H', hand, 2)).toEqual(plan('KS', '9H'));
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

  test('the steps: whole when nothing is left to choose', () => {
    expect(stepsOf(plan(), 1, 0, hand)).toBeNull();
    expect(stepsOf(plan('AS'), 2, 0, hand)).toBeNull();
    expect(stepsOf({ built: ['AS'], slot: 1, incoming: '' }, 1, 2, hand)).toBeNull();
    expect(stepsOf({ built: [], slot: 1, incoming: 'AS' }, 1, 2, hand)).toBeNull();
    expect(stepsOf(plan('AS'), 1, 0, hand)).toEqual(['build AS']);
    expect(stepsOf(plan('AS', 'KS'), 2, 0, hand)).toEqual(['build AS', 'build KS']);
    expect(stepsOf(plan('AS'), 1, 2, hand)).toEqual(['build AS', 'done']);
    expect(stepsOf({ built: ['AS'], slot: 2, incoming: 'KS' }, 1, 2, hand)).toEqual([
      'build AS',
      'replace 2:KS',
    ]);
  });

  test('with nothing else to build there is nothing to exchange', () => {
    expect(stepsOf(plan('AS'), 1, 3, ['AS'])).toEqual(['build AS']);
    expect(stepsOf(plan('AS'), 1, 3, ['AS', 'KS'])).toEqual(['build AS', 'done']);
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

/** Every list of some of these, in every order. */
function orders(items: string[]): string[][] {
  return [
    [],
    ...items.flatMap((item) =>
      orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
    ),
  ];
}
