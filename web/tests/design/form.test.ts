import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import { forget, ofTab } from '../../src/connection/storage';
import Design from '../../src/design/Design.svelte';
import type { DesignAbout, GameAbout, GameTitle, OptionAbout } from '../../src/generated/types';

const TYPED = '# not yet\n[[cards]';

function option(name: string, rest: Partial<OptionAbout>): OptionAbout {
  return {
    ...{ name, kind: 'option', help: '', clause: '', default: null, choices: [] },
    ...{ advanced: false, measured: '', least: 0, most: 0, step: 0, ...rest },
  };
}

const GAME = {
  ...{ name: 'x', title: 'X', seats: [2], levels: ['easy'], variants: [] },
  options: [
    option('cards', { default: { rows: [] } }),
    ...Array.from({ length: 8 }, (_, at) => option(`rule ${at.toString()}`, { default: false })),
  ],
} as unknown as GameAbout;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(api, 'games').mockResolvedValue([GAME as unknown as GameTitle]);
  vi.spyOn(api, 'game').mockResolvedValue(GAME);
  vi.spyOn(api, 'texts').mockResolvedValue({});
  vi.spyOn(api, 'design').mockResolvedValue({
    ...{ players: { x: ['easy'] }, restrictions: {}, matches: 20_000 },
  } as unknown as DesignAbout);
  return () => {
    vi.unstubAllGlobals();
    document.title = '';
    forget('microciv.study');
    forget('microciv.study.own', ofTab);
  };
});

test('what was typed stays as it was typed while other rules are sought', async () => {
  render(Design, { game: 'x', query: '' });
  const sought = await screen.findByLabelText('Find a rule');
  const field = (): HTMLTextAreaElement => screen.getByLabelText('Cards');
  await fireEvent.input(field(), { target: { value: TYPED } });
  await fireEvent.input(sought, { target: { value: 'rule 3' } });
  const seen = screen.getAllByText(/^Rule/).filter((one) => !one.closest('[hidden]'));
  expect(seen.map(({ textContent }) => textContent.trim())).toEqual(['Rule 3']);
  await fireEvent.input(sought, { target: { value: '' } });
  expect(field().value).toBe(TYPED);
});

test('a study that runs is told by its own number of matches, not by the form', async () => {
  const answer = { table: 'A', matches: 7, alike: 1, sentences: [], findings: [] };
  const line = { type: 'findings', language: 'en', answers: [answer] };
  const told = new Response(`${JSON.stringify(line)}\n`);
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(told);
  vi.spyOn(api, 'stopStudy').mockResolvedValue({});
  vi.spyOn(api, 'newStudy').mockResolvedValue({ study: 'one' });
  const { unmount } = render(Design, { game: 'x', query: 'matches=500' });
  await fireEvent.click(await screen.findByText('Run without a change'));
  await fireEvent.change(screen.getByLabelText(/^Matches/), { target: { value: '2000' } });
  expect(await screen.findByText('7 of 500 matches …')).toBeTruthy();
  unmount();
});
