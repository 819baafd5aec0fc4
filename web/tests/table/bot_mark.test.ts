import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { SeatView } from '../../src/generated/types';
import { speak } from '../../src/language/words';
import { NAMELESS } from '../../src/match/called';
import BotMark from '../../src/table/BotMark.svelte';

const naming = {
  texts: { levels: { easy: 'Easy: plays sensibly' }, labels: { bot: 'bot' } },
  names: ['You', 'Memphis'],
  reader: 0,
  wonders: {},
  unit: 1,
};

function shown(change: Partial<SeatView>): string {
  const view: SeatView = {
    seat: 1,
    kind: 'bot',
    name: 'Memphis',
    level: 'easy',
    status: 'thinking',
    host: false,
    program: false,
    stands_in: false,
    since: null,
    owner: '',
    ...change,
  };
  const { container } = render(BotMark, { view, naming });
  return (container.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
}

it('says that a program answers, where a person could sit', () => {
  expect(shown({ kind: 'person', level: null, program: true })).toBe('program program');
});

it('says whose bot account plays', () => {
  const bot = { kind: 'person', level: null, program: true, owner: 'Ann' } as const;
  expect(shown(bot)).toBe('bot of Ann bot of Ann');
});

it('calls an owner who gave no name as the reader does', async () => {
  await speak('de');
  const bot = { kind: 'person', level: null, program: true, owner: NAMELESS } as const;
  expect(shown(bot)).toContain('Reisender');
  await speak('en');
});

it('says how well a bot plays, and nothing of a person', () => {
  expect(shown({})).toBe('bot, easy');
  expect(shown({ level: 'brought_along' })).toBe('bot, brought along');
  expect(shown({ level: null })).toBe('bot');
  expect(shown({ kind: 'person', level: null })).toBe('');
});
