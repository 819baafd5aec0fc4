import { expect, test } from 'vitest';
import { RecordedConnection } from '../../src/connection/recorded';
import type { Said, TableView } from '../../src/generated/types';
import { choicesOf, choiceWords, partsOfTalk, saying } from '../../src/match/captions';
import { SeatMatch } from '../../src/match/match.svelte';
import type { Clock } from '../../src/match/playback';
import { isNews, TableTalk } from '../../src/match/talk.svelte';
import { naming, updates } from '../recorded/five_x';

const talking = {
  ...naming,
  texts: {
    ...naming.texts,
    labels: { you: 'You', your: 'Your' },
    cards: { '7S': { title: '7♠' } },
    values: { 'suit.S': 'spades', 'suit.H': 'hearts', 'suits.S': 'no' },
    talk: { suit_wanted: 'I collect {suit}.', look: '{target:Look|{target}, look} at my offer.' },
    reasons: {
      attack: '{target} {target:have|has} more to lose.',
      spoil: '{card} would help {target} more than me.',
    },
  },
};

function said(seat: number, key: string, parts: Said['parts'] = {}): Said {
  return {
    type: 'said',
    match: 1,
    decision: 1,
    seat,
    key,
    parts,
    after: 2,
    text: '',
    name: '',
    id: '',
  };
}

class Waiting implements Clock {
  readonly then: (() => void)[] = [];

  wait(_: number, then: () => void): () => void {
    this.then.push(then);
    return () => undefined;
  }

  pass(): void {
    for (const then of this.then.splice(0)) then();
  }
}

test('that the game answered for a bot is news, and what bots and people say is not', () => {
  const keys = ['no_answer', 'attack', 'look'];
  expect(keys.map((key) => isNews(said(1, key)))).toEqual([true, false, false]);
});

test('phrases and reasons are sentences, about you or about somebody else', () => {
  expect(saying(talking, 'suit_wanted', { suit: 'S' })).toBe('I collect spades.');
  expect(saying(talking, 'look', { target: 1 })).toBe('Ana, look at my offer.');
  expect(saying(talking, 'look', { target: 0 })).toBe('Look at my offer.');
  expect(saying(talking, 'attack', { target: 0 })).toBe('You have more to lose.');
  expect(saying(talking, 'attack', { target: 1 })).toBe('Ana has more to lose.');
  expect(saying(talking, 'spoil', { card: '7S', target: 0 })).toBe(
    '7♠ would help you more than me.',
  );
  expect(saying(talking, 'unheard_of', {})).toBe('');
});

test('what a phrase names is a seat of somebody else or one of the values', () => {
  expect(partsOfTalk(talking.texts, 'look')).toEqual(['target']);
  expect(partsOfTalk(talking.texts, 'suit_wanted')).toEqual(['suit']);
  expect(choicesOf(talking, 'suit', 0)).toEqual(['S', 'H']);
  expect(choicesOf(talking, 'target', 1)).not.toContain(1);
  expect(choiceWords(talking, 'suit', 'H')).toBe('hearts');
});

test('what was said stays until the next set closes, and for a while at the least', () => {
  const clock = new Waiting();
  const talk = new TableTalk(clock);
  talk.open(2);
  talk.hear(said(1, 'attack'));
  talk.open(3);
  expect(Object.keys(talk.now)).toEqual(['1']);
  clock.pass();
  expect(talk.now).toEqual({});
  talk.hear(said(2, 'attack'));
  clock.pass();
  expect(Object.keys(talk.now)).toEqual(['2']);
  talk.open(4);
  expect(talk.now).toEqual({});
  expect(talk.log.map(({ seat }) => seat)).toEqual([1, 2]);
});

test('a later sentence has its own time, and what comes again is noted once', () => {
  const clock = new Waiting();
  const talk = new TableTalk(clock);
  talk.open(1);
  talk.hear(said(1, 'attack'));
  const [first] = clock.then.splice(0);
  talk.open(2);
  talk.hear(said(1, 'accept'));
  talk.hear(said(1, 'accept'));
  first?.();
  expect(talk.now[1]?.key).toBe('accept');
  expect(talk.log.map(({ key }) => key)).toEqual(['attack', 'accept']);
});

function words(id: string, text: string, more: Partial<Said> = {}): Said {
  return { ...said(1, ''), text, name: 'Ana', id, ...more };
}

test('words are kept from match to match and heard once, phrases last for a match', () => {
  const talk = new TableTalk(new Waiting());
  talk.hear(words('a', 'before', { match: 0, decision: 0 }));
  talk.begin(1);
  talk.open(5);
  talk.hear(said(1, 'attack'));
  talk.hear(words('a', 'before', { match: 0, decision: 0 }));
  talk.hear(words('b', 'told again', { decision: 2 }));
  expect(Object.values(talk.now).map(({ key }) => key)).toEqual(['attack']);
  talk.hear(words('c', 'now', { decision: 5 }));
  expect(Object.values(talk.now).map(({ text }) => text)).toEqual(['now']);
  talk.begin(2);
  expect(talk.log.map(({ text }) => text)).toEqual(['before', 'told again', 'now']);
  expect(talk.now).toEqual({});
});

test('a draft is there until it was heard, and what refused it is told beside it', () => {
  const connection = new RecordedConnection(updates);
  const match = new SeatMatch(connection);
  match.start();
  while (!match.asked || !match.legal.length) connection.next();
  match.table = { me: 'Ana' } as TableView;
  match.talk.draft = ' hello ';
  match.write();
  match.write();
  expect(connection.sent).toEqual([{ match: 1, text: 'hello' }]);
  match.hear({ type: 'refused', code: 'too_fast', message: 'wait', id: 'aside-1' });
  expect([match.talk.problem, match.talk.draft, match.refusal]).toEqual(['wait', ' hello ', null]);
  match.write();
  match.hear(words('a', 'hello'));
  expect([match.talk.problem, match.talk.draft]).toEqual(['', '']);
  match.talk.draft = 'not heard';
  connection.lose();
  match.write();
  expect(match.talk.draft).toBe('not heard');
  expect(connection.sent).toHaveLength(2);
});

test('a match hears what is said in it, and a refused phrase unlocks no answer', () => {
  const connection = new RecordedConnection(updates);
  const match = new SeatMatch(connection);
  match.start();
  while (!match.asked || !match.legal.length) connection.next();
  match.hear(said(1, 'attack'));
  match.hear({ ...said(2, 'attack'), match: 2 });
  expect(match.talk.log.map(({ seat }) => seat)).toEqual([1]);
  match.say('hello', {});
  expect(connection.sent.at(-1)).toEqual({ match: 1, phrase: 'hello', parts: {} });
  match.seal([match.legal[0]?.text ?? '']);
  match.hear({ type: 'refused', code: 'too_fast', message: 'wait', id: 'aside-1' });
  expect(match.sending).not.toBeNull();
  expect(match.refusal?.message).toBe('wait');
  const id = connection.sent.length.toString();
  match.hear({ type: 'refused', code: 'illegal', message: 'no', id });
  expect(match.sending).toBeNull();
});

test.each([
  ['hello there', 'there'],
  ['something else', 'something else'],
])(
  'of what is written while words are on their way, %j, no more goes than was sent',
  (now, left) => {
    const connection = new RecordedConnection(updates);
    const match = new SeatMatch(connection);
    match.start();
    while (!match.asked || !match.legal.length) connection.next();
    match.table = { me: 'Ana' } as TableView;
    match.talk.draft = 'hello';
    match.write();
    match.talk.draft = now;
    match.hear(words('a', 'hello'));
    expect(match.talk.draft).toBe(left);
  },
);
