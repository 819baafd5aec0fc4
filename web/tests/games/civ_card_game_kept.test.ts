import { afterEach, expect, test } from 'vitest';
import { recall, remember } from '../../src/games/civ_card_game/kept';
import { keepOrders, NO_ORDERS, ordersOf } from '../../src/games/civ_card_game/standing';

afterEach(() => localStorage.clear());

const MATCH = 'table:1';
const ANN = { match: MATCH, seat: 0 };
const BEN = { match: MATCH, seat: 1 };

test('what one player pins at a device is not what the next has pinned', () => {
  remember('pin', ANN, 'build Library');
  expect([recall('pin', ANN), recall('pin', BEN)]).toEqual(['build Library', undefined]);
  remember('pin', BEN, 'buy Mining');
  expect([recall('pin', ANN), recall('pin', BEN)]).toEqual(['build Library', 'buy Mining']);
});

test('what one player has said once for all answers for nobody else', () => {
  keepOrders(ANN, { ...NO_ORDERS, block: true });
  expect([ordersOf(ANN).block, ordersOf(BEN).block, ordersOf(null).block]).toEqual([
    true,
    false,
    false,
  ]);
});

test('of former matches nothing is kept, and what is damaged is nothing', () => {
  remember('pin', ANN, 'build Library');
  remember('pin', { match: 'table:2', seat: 0 }, 'buy Mining');
  expect(recall('pin', ANN)).toBeUndefined();
  localStorage.setItem('microciv.civ-card-game.pin', JSON.stringify({ [MATCH]: 'build Library' }));
  expect(recall('pin', ANN)).toBeUndefined();
});
