import { expect, test } from 'vitest';
import { marketWords, secondsWords } from '../src/pages/pace';

const about = { seconds: 60, seconds_of: { market: 10, offer: 40, meld: 45 } };
const phases = {
  market: { title: 'Trade', ask: '', section: '' },
  offer: { title: 'Trade', ask: '', section: '' },
  meld: { title: 'Action', ask: '', section: '' },
};

test('a pace is told in seconds, phases of one title together', () => {
  expect(secondsWords('normal', about, { phases })).toBe(
    '60 seconds for a decision; Trade: 10 to 40; Action: 45.',
  );
  expect(secondsWords('blitz', about, {})).toBe(
    '30 seconds for a decision; Market: 5; Offer: 20; Meld: 23.',
  );
  expect(secondsWords('relaxed', { seconds: 45, seconds_of: {} }, {})).toBe(
    '90 seconds for a decision.',
  );
});

test('an open market has its minutes as a whole, and no more of them at leisure', () => {
  const open = { trade_mode: 'clock', trade_minutes: 4 };
  expect(marketWords('relaxed', open)).toBe('The open market: 4 minutes in all.');
  expect(marketWords('blitz', { ...open, trade_minutes: 2 })).toBe(
    'The open market: 1 minute in all.',
  );
  expect(marketWords('none', open)).toBe('');
  expect(marketWords('normal', { ...open, trade_mode: 'off' })).toBe('');
});
