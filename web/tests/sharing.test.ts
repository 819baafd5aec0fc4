import { describe, expect, it } from 'vitest';
import type { SeatView, TableView } from '../src/generated/types';
import { called, NAMELESS } from '../src/match/called';
import { Holding, nextOf, sharers, type Play } from '../src/sharing/holding';
import { table } from './recorded/five_x';

const TOKENS = ['Ann', 'Ben'].map((name) => ({ name, token: `${name}’s` }));

function at(...seats: Partial<SeatView>[]): TableView {
  const plain = { ...table.seats[0], kind: 'person', status: 'thinking' } as SeatView;
  const all = seats.map((one, seat) => ({ ...plain, seat, ...one }));
  return { ...table, seats: all, here: [0, 1] };
}

describe('who shares a device', () => {
  it('is known by name, wherever a rematch seats them', () => {
    const people = sharers(at({ name: 'Ben' }, { name: 'Ann' }, { name: 'Cleo' }), TOKENS);
    expect(people.map(({ token, seat }) => [token, seat])).toEqual([
      ['Ben’s', 0],
      ['Ann’s', 1],
    ]);
  });

  it('is called as others are in the language of the page', () => {
    const nameless = [{ name: NAMELESS, token: 'one' }];
    expect(sharers(at({ name: NAMELESS }), nameless).map(({ name }) => name)).toEqual([
      called(NAMELESS),
    ]);
  });

  it('is not who has left it to a bot', () => {
    const people = sharers(at({ name: 'Ann', kind: 'bot' }, { name: 'Ben' }), TOKENS);
    expect(people.map(({ name }) => name)).toEqual(['Ben']);
  });

  it('gets it in seat order while they are still to act', () => {
    const locked = at({ name: 'Ann', status: 'locked' }, { name: 'Ben' });
    expect(nextOf(sharers(locked, TOKENS))?.name).toBe('Ben');
    const done = at({ name: 'Ann', status: 'locked' }, { name: 'Ben', status: 'locked' });
    expect(nextOf(sharers(done, TOKENS))).toBeNull();
  });
});

const play = (decision: number, asked: number[], how: Partial<Play> = {}): Play => ({
  seen: { asked },
  over: false,
  decision,
  toAct: asked.includes(0),
  sending: null,
  ...how,
});

/** What each look at the match of seat 0 came to; seat 1 is at the same device. */
function looks(...plays: Play[]): boolean[] {
  const holding = new Holding([1]);
  return plays.map((one) => holding.isOver(one));
}

describe('the time with the device', () => {
  it('is over once the answer is complete, and not while it is on its way', () => {
    const sent = play(1, [0, 1], { toAct: false, sending: ['a'] });
    const sealed = play(1, [0, 1], { toAct: false });
    expect(looks(play(1, [0, 1]), sent, play(1, [0, 1]), sent, sealed)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('goes on while nobody else here is asked', () => {
    expect(looks(play(1, [0]), play(2, [0]), play(3, [0, 2]))).toEqual([false, false, false]);
    expect(looks(play(1, [0]), play(2, [1]))).toEqual([false, true]);
  });

  it('is over when all have answered, as what came of it is for all to see', () => {
    expect(looks(play(1, [0, 1]), play(2, [0, 1]))).toEqual([false, true]);
    expect(looks(play(1, [0, 1]), play(2, [0]))).toEqual([false, true]);
  });

  it('lasts as long as they like for who only looks, until others here are asked', () => {
    const looked = play(1, [2]);
    expect(looks(looked, looked, play(2, [3]), play(3, [1]))).toEqual([false, false, false, true]);
  });

  it('is over for who has changed a sealed answer', () => {
    const sealed = play(1, [0, 1], { toAct: false });
    const changed = play(1, [0, 1], { toAct: false, sending: ['b'] });
    expect(looks(sealed, sealed, changed, sealed)).toEqual([false, false, false, true]);
  });

  it('begins when the match is there, and ends with it', () => {
    const nothing = play(0, [], { seen: null });
    expect(looks(nothing, play(9, [], { over: true }))).toEqual([false, true]);
  });
});
