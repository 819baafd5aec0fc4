import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import { forget, ofTab } from '../../src/connection/storage';
import { Study } from '../../src/design/study.svelte';

const WISH = { game: '5x', seats: [2], players: ['easy'], options: {}, matches: 500 };
const LINK = '/#design/5x?matches=500';

afterEach(() => {
  forget('microciv.study');
  forget('microciv.study.own', ofTab);
});

test('a study knows what it was asked for, also on and in a page that was loaded again', async () => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  vi.spyOn(api, 'newStudy').mockResolvedValue({ study: 'one' });
  vi.spyOn(api, 'moreMatches').mockResolvedValue({});
  const study = new Study();
  await study.run(WISH, LINK);
  expect(study.matches).toBe(500);
  await study.more(1000);
  expect(study.matches).toBe(1000);
  const again = new Study();
  again.resume(LINK);
  expect([again.id, again.matches]).toEqual(['one', 1000]);
});
