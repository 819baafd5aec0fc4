import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { begin, CHOICES, choose, habits, type Habit } from '../../src/settings/habits.svelte';

const data = document.documentElement.dataset;
const query = new EventTarget();

function device(still: boolean): void {
  vi.stubGlobal('matchMedia', () => Object.assign(query, { matches: still }));
}

beforeEach(() => device(false));

afterEach(() => {
  for (const habit of Object.keys(CHOICES) as Habit[]) choose(habit, CHOICES[habit][0]);
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('a habit is at once on the page and kept as the first script of the page reads it', () => {
  choose('theme', 'dark');
  choose('size', '130');
  expect([data['theme'], data['size']]).toEqual(['dark', '130']);
  expect(JSON.parse(localStorage.getItem('microciv.habits') ?? '')).toEqual({
    language: 'system',
    theme: 'dark',
    motion: 'system',
    size: '130',
    suits: 'four',
    sound: 'off',
  });
});

it('what moves goes by the device, even when it changes its mind, until somebody chooses', () => {
  begin();
  expect(data['motion']).toBe('normal');
  device(true);
  query.dispatchEvent(new Event('change'));
  expect(data['motion']).toBe('none');
  choose('motion', 'calm');
  expect(data['motion']).toBe('calm');
});

it('damaged habits are as good as none', async () => {
  localStorage.setItem('microciv.habits', '{"theme": "plaid", "size": "150", "suits": 4}');
  vi.resetModules();
  const fresh = await import('../../src/settings/habits.svelte');
  expect({ ...fresh.habits }).toEqual({ ...habits, size: '150' });
});
