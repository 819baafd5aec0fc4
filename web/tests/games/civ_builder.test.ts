import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../../src/generated/types';
import { spread } from '../../src/games/civ_builder/charts';
import {
  bagOf,
  common,
  holds,
  kindsIn,
  listed,
  minus,
  plus,
  size,
} from '../../src/games/civ_builder/kinds';
import {
  cardsOf,
  first,
  kindTapped,
  lineOf,
  ready,
  shrunk,
  sizeOf,
  wildTapped,
  type Draft,
} from '../../src/games/civ_builder/melds';
import type { MeldNote, Parts } from '../../src/games/civ_builder/notes';
import { meldIn } from '../../src/games/civ_builder/suggested';
import {
  ANYBODY,
  counterLine,
  cycled,
  returned,
  offerLine,
  partnersIn,
  stillPossible,
  turned,
  lacking,
  mostOf,
  type Sizes,
} from '../../src/games/civ_builder/terms';
import {
  change,
  draw,
  lastSweep,
  leadersIn,
  ownFirst,
  sweepSums,
  type CivSeen,
  type SeatKnown,
} from '../../src/games/civ_builder/view';
import { raceLine, raceWords } from '../../src/games/civ_builder/words';
import type { Naming } from '../../src/match/captions';

const naming: Naming = { texts: {}, names: ['You', 'Bo', 'Ana'], reader: 0, wonders: {}, unit: 1 };

function seat(scores: number[], more: Partial<SeatKnown> = {}): SeatKnown {
  const all = [...scores, ...Array<number>(10).fill(0)].slice(0, 10);
  return {
    civ: '',
    scores: all,
    points: 0,
    sources: [],
    hand: 5,
    known: [],
    sees_all: false,
    ...more,
  };
}

describe('bags', () => {
  test('count cards and are written in the order of the rules', () => {
    const bag = bagOf(['Lea', 'Cul', 'Con', 'Cul']);
    expect(kindsIn(bag)).toEqual(['Con', 'Cul', 'Lea']);
    expect(listed(bag)).toBe('Con+2Cul+Lea');
    expect(size(plus(bag, 'Cul', -2))).toBe(2);
    expect(minus(bag, { Cul: 1, Lea: 1 })).toEqual({ Con: 1, Cul: 1 });
    expect(common(bag, { Cul: 5, Sci: 1 })).toEqual({ Cul: 2 });
    expect(holds(bag, { Cul: 2 })).toBe(true);
    expect(holds(bag, { Cul: 3 })).toBe(false);
  });
});

describe('melds', () => {
  const parts = (natural: number, sea = 0, disaster = 0, leader = 0): Parts => ({
    natural,
    sea,
    disaster,
    leader,
  });
  const offered = (least: number, attributes: MeldNote['attributes']): MeldNote => ({
    ...{ least, grows: 1, natural: 1, sea: 2, disaster: 2, attributes },
  });
  const wild = offered(1, {
    Cul: { most: parts(3, 0, 2, 1), first: parts(3) },
    Tra: { most: parts(1, 2, 2, 1), first: parts(1) },
  });

  test('a tap takes a kind, again shrinks it, and from the smallest it is the first again', () => {
    const two = offered(2, { Cul: { most: parts(3, 0, 0, 1), first: parts(3) } });
    const one = kindTapped(two, null, 'Cul');
    expect(one && lineOf(one)).toBe('meld Cul*3');
    const second = kindTapped(two, one, 'Cul');
    expect(second && lineOf(second)).toBe('meld Cul*2');
    const third = kindTapped(two, second, 'Cul');
    expect(third && lineOf(third)).toBe('meld Cul*3');
  });

  test('a wild card goes on, and off again unless it is needed', () => {
    let draft: Draft = first(wild, 'Tra');
    draft = wildTapped(wild, draft, 'Sea');
    draft = wildTapped(wild, draft, 'Sea');
    draft = wildTapped(wild, draft, 'Lea');
    expect(lineOf(draft)).toBe('meld Tra*1+Sea*2+L');
    expect(cardsOf(draft)).toEqual({ Tra: 1, Sea: 2, Lea: 1 });
    expect(wildTapped(wild, draft, 'Sea')).toMatchObject({ sea: 0, leader: 1 });
    const needed = offered(4, { Cul: { most: parts(3, 0, 0, 1), first: parts(3, 0, 0, 1) } });
    expect(wildTapped(needed, first(needed, 'Cul'), 'Lea')).toMatchObject({ leader: 1 });
    expect(kindTapped(wild, null, 'Lea')).toBeNull();
  });

  test('a meld that is too small is not ready, nor one that is not offered', () => {
    const two = offered(2, { Tra: { most: parts(1, 0, 0, 1), first: parts(1, 0, 0, 1) } });
    expect(ready(two, first(two, 'Tra'))).toBe(true);
    expect(ready(two, { attribute: 'Tra', ...parts(1) })).toBe(false);
    expect(ready(two, { attribute: 'Cul', ...parts(3) })).toBe(false);
    expect(ready(undefined, first(undefined, 'Tra'))).toBe(false);
    expect(shrunk(two, first(two, 'Tra'))).toEqual(first(two, 'Tra'));
    expect(sizeOf(first(two, 'Tra'))).toBe(2);
  });

  test('where no natural card is needed, wild ones do', () => {
    const free = {
      ...offered(1, { Cul: { most: parts(1, 0, 0, 1), first: parts(1) } }),
      natural: 0,
    };
    const wildOnly = shrunk(free, { attribute: 'Cul', ...parts(1, 0, 0, 1) });
    expect(wildOnly).toMatchObject({ natural: 0, leader: 1 });
  });
});

describe('terms', () => {
  const deal = {
    seat: 1,
    target: 0,
    number: 0,
    open: true,
    given: ['Cul', 'Cul'],
    wanted: ['Sci', 'Lea'],
  };

  test('are written as whole answers', () => {
    const terms = { give: { Cul: 2, Lea: 1 }, want: { Sci: 3 } };
    expect(offerLine(terms, ANYBODY)).toBe('offer 2Cul+Lea > any : 3Sci');
    expect(offerLine(terms, 1)).toBe('offer 2Cul+Lea > B : 3Sci');
    expect(counterLine(terms)).toBe('counter 2Cul+Lea : 3Sci');
  });

  test('a counter begins with what is there of what was wanted', () => {
    expect(turned(deal, { Sci: 2 })).toEqual({ give: { Sci: 1 }, want: { Cul: 2 } });
  });

  test('both sides have cards, as many as the table says', () => {
    const said = (give: number, want: number, sizes: Sizes): string =>
      lacking({ give: { Cul: give }, want: { Sci: want } }, sizes);
    const both: Sizes = [[1, 1], [1, 2], [2, 1], [2, 2]]; // prettier-ignore
    expect(mostOf(both)).toBe(2);
    expect(said(0, 0, both)).toBe('Tap what you give.');
    expect(said(0, 1, both)).toBe('Tap what you give.');
    expect(said(1, 0, both)).toBe('Tap what you want for it.');
    expect(said(1, 2, both)).toBe('');
    const equal: Sizes = [[1, 1], [2, 2]]; // prettier-ignore
    expect(said(1, 2, equal)).toBe('Tap what you give.');
    expect(said(2, 1, equal)).toBe('Tap what you want for it.');
    expect(said(2, 2, equal)).toBe('');
    expect(said(1, 0, [[1, 0]])).toBe('');
    expect(said(3, 1, both)).not.toBe('');
  });

  test('a meld that is suggested has all of what its steps need not name', () => {
    const parts = { natural: 1, sea: 0, disaster: 0, leader: 1 };
    const offered: MeldNote = {
      ...{ least: 1, grows: 1, natural: 1, sea: 0, disaster: 0 },
      attributes: { Cul: { most: parts, first: parts } },
    };
    const steps = [
      { text: 'meld Cul', verb: 'meld', card: 'Cul' },
      { text: 'leader 0', verb: 'leader', amount: 0 },
    ];
    const draft = meldIn(steps, offered);
    expect(draft).toEqual({ attribute: 'Cul', natural: 1, sea: 0, disaster: 0, leader: 0 });
    expect(draft && ready(offered, draft)).toBe(true);
    expect(meldIn([{ text: 'stop', verb: 'stop' }], offered)).toBeNull();
  });

  test('a tap wants one more, and after the last none', () => {
    expect(cycled({}, 'Cul', 2, 3)).toEqual({ Cul: 1 });
    expect(cycled({ Cul: 1 }, 'Cul', 2, 2)).toEqual({ Cul: 2 });
    expect(cycled({ Cul: 2 }, 'Cul', 2, 1)).toEqual({});
    expect(cycled({ Cul: 1, Sci: 2 }, 'Cul', 2, 0)).toEqual({ Sci: 2 });
    expect(cycled({ Sci: 2 }, 'Cul', 2, 0)).toBeNull();
  });

  test('what was offered before is suggested as far as it is there', () => {
    const terms = { give: { Cul: 2 }, want: { Sci: 1 } };
    expect(stillPossible(terms, { Cul: 1 })).toEqual({ give: { Cul: 1 }, want: { Sci: 1 } });
    expect(stillPossible(terms, {})).toEqual({ give: {}, want: { Sci: 1 } });
  });

  test('what is given back is of little use', () => {
    const spare = ['Dis', 'Sci', 'Agr', 'Con', 'Cul', 'Cul', 'Lea'];
    expect(returned(spare, { Sci: 1 })).toEqual({ Dis: 1 });
    expect(returned(spare, { Sci: 1, Con: 1 })).toEqual({ Dis: 1, Agr: 1 });
    expect(returned(['Sci'], { Sci: 2 })).toEqual({ Sci: 2 });
    expect(returned([], { Sci: 2 })).toEqual({ Sci: 2 });
  });

  test('partners are those that the moves name', () => {
    const moves = [
      { text: 'offer B', verb: 'offer', target: 1 },
      { text: 'offer any', verb: 'offer_any' },
      { text: 'pass', verb: 'pass' },
    ];
    expect(partnersIn(moves)).toEqual([1, ANYBODY]);
  });
});

describe('races', () => {
  const seats = [seat([4, 6, 5]), seat([6, 6, 4]), seat([6, 2, 5])];

  test('everybody whose score nobody exceeds leads', () => {
    expect(leadersIn([4, 6, 6])).toEqual([1, 2]);
    expect(leadersIn([0, 0])).toEqual([0, 1]);
  });

  test.each([
    [0, 2, 'draws level with Bo and Ana'],
    [0, 3, 'overtakes Bo and Ana'],
    [0, 1, '1 behind Bo and Ana'],
    [1, 1, 'overtakes Bo'],
    [2, 2, 'overtakes Ana'],
  ])('attribute %i by %i: %s', (attribute, by, words) => {
    const turns = change(seats, 0, attribute, by);
    const leaders = leadersIn(seats.map(({ scores }) => scores[attribute] ?? 0));
    expect(raceWords(naming, turns, leaders, 0)).toBe(words);
  });

  test('who leads alone goes on leading', () => {
    const turns = change([seat([9]), seat([3])], 0, 0, 2);
    expect(turns).toMatchObject({ from: 9, to: 11, takes: false, breaks: false, behind: 0 });
    expect(raceWords(naming, turns, [0], 0)).toBe('you lead already');
  });

  test('what it takes to win', () => {
    const race = { behind: 4, to_come: 180 };
    expect(raceLine(naming, race, [10, 14, 3], 0)).toBe(
      '4 VP behind Bo; up to 180 VP for leads still to come',
    );
    expect(raceLine(naming, { behind: 4, to_come: 0 }, [10, 14, 14], 0)).toBe(
      '4 VP behind Bo and Ana',
    );
    expect(raceLine(naming, { behind: -2, to_come: 0 }, [5, 3, 3], 0)).toBe('You lead by 2 VP');
    expect(raceLine(naming, { behind: 0, to_come: 0 }, [3, 3, 3], 0)).toBe('Level with the first');
    expect(raceLine(naming, undefined, [3, 3], 0)).toBe('');
  });

  test("one's own seat comes first", () => {
    expect(ownFirst(4, 2)).toEqual([2, 3, 0, 1]);
    expect(ownFirst(3, -1)).toEqual([0, 1, 2]);
  });
});

describe('what happens', () => {
  const seen = { table: [seat([4]), seat([6])] } as unknown as CivSeen;

  test('is drawn on what was seen', () => {
    const events: GameEvent[] = [
      { event: 'melded', seat: 0, attribute: 'Con', size: 3 },
      { event: 'robbed', seat: 0, target: 1, attribute: 'Con' },
      { event: 'gained', seat: 0, attribute: 'Cul', points: 4 },
      { event: 'stole', seat: 1, target: 0, card: 'Cul' },
      { event: 'gave', seat: 1, receiver: 0, card: 'Cul' },
      { event: 'plundered', seat: 1, target: 0, points: 2 },
      { event: 'lost', seat: 0, target: 1, card: 'Sci' },
      { event: 'opened', seat: 1 },
      { event: 'drew', seat: 0, card: 'Sci' },
      { event: 'discarded', seat: 0, card: 'Sci' },
    ];
    const notes = { card: { raises: 1, points: 1 }, point: 1 };
    const [one, other] = draw(seen, events, notes);
    expect(one).toMatchObject({ points: 5, hand: 2, seesAll: false });
    expect(one?.scores[0]).toBe(8);
    expect(other).toMatchObject({ points: 2, hand: 4, seesAll: true });
    expect(other?.scores[0]).toBe(5);
    expect(seen.table[0]?.scores[0]).toBe(4);
  });

  test('is drawn with the numbers of the table at once', () => {
    const melded = { event: 'melded', seat: 0, attribute: 'Con', size: 3 };
    const pointed = { event: 'pointed', seat: 0, attribute: 'Con' };
    const notes = { card: { raises: 2, points: 0 }, point: 3 };
    const [one] = draw(seen, [melded, pointed], notes);
    expect([one?.scores[0], one?.points, one?.hand]).toEqual([4 + 6 + 3, 0, 2]);
  });

  test('a scoring is summed by seat', () => {
    const led = (attribute: string, who: number): GameEvent => ({
      event: 'led',
      attribute,
      seat: who,
      points: 2,
    });
    const events: GameEvent[] = [
      led('Con', 1),
      { event: 'round', round: 5, stakes: 2 },
      led('Con', 0),
      led('Con', 1),
      led('Cul', 0),
      { event: 'cultured', seat: 0, points: 3 },
      { event: 'round', round: 6, stakes: 2 },
    ];
    const sweep = lastSweep(events);
    expect(sweep?.led[0]).toEqual([0, 1]);
    expect(sweep && sweepSums(sweep, 2)).toEqual([7, 2]);
    expect(lastSweep([{ event: 'round', round: 1, stakes: 1 }])).toBeNull();
  });

  test('labels stand apart and inside', () => {
    const places = spread([50, 51, 99], 10, 0, 100);
    expect(places).toEqual([50, 60, 99]);
    expect(spread([99, 100], 10, 0, 100)).toEqual([90, 100]);
  });
});
