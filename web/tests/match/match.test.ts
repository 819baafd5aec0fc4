import { expect, test } from 'vitest';
import { RecordedConnection } from '../../src/connection/recorded';
import type { Update } from '../../src/generated/types';
import { SLIP } from '../../src/match/slips';
import { SeatMatch } from '../../src/match/match.svelte';
import { LONGEST, type Clock } from '../../src/match/playback';
import { table, updates } from '../recorded/five_x';

/** A clock that waits until it is told to go on. */
class HandClock implements Clock {
  waited = 0;
  private then: (() => void) | null = null;

  wait(ms: number, then: () => void): () => void {
    this.waited += ms;
    this.then = then;
    return () => (this.then = null);
  }

  run(): void {
    while (this.then) {
      const then = this.then;
      this.then = null;
      then();
    }
  }
}

function begin(still = false) {
  const connection = new RecordedConnection(updates);
  const clock = new HandClock();
  const time = { now: 0 };
  const match = new SeatMatch(connection, {
    clock,
    tempo: () => (still ? 0 : 1),
    now: () => time.now,
  });
  match.start();
  return { match, connection, clock, time };
}

function firstReveal(match: SeatMatch, connection: RecordedConnection): void {
  while (!match.events.some((event) => event.event === 'revealed')) connection.next();
}

test('a page comes in where the match is: what was before is not played', () => {
  const { match, connection } = begin();
  connection.next();
  expect(match.showing).toBe(false);
  expect(match.told).toBe(match.events.length);
});

test('a reveal unfolds beat by beat in at most four seconds, then the observation stands', () => {
  const { match, connection, clock } = begin();
  firstReveal(match, connection);
  expect(match.showing).toBe(true);
  expect(match.unfolding.every((event) => event.event === match.unfolding[0]?.event)).toBe(true);
  clock.run();
  expect(clock.waited).toBeLessThanOrEqual(2 * LONGEST);
  expect(match.showing).toBe(false);
  expect(match.shown).toBe(match.seen);
});

test('notes and sources on show are those of the observation on show', () => {
  const { match, connection, clock } = begin();
  const noted = (step: number): Record<string, unknown> => ({ step });
  updates.forEach((update, step) => match.receive({ ...update, notes: noted(step) }));
  expect(match.shownNotes).toEqual(noted(updates.length - 2));
  expect(match.moments.at(-2)?.notes).toEqual(noted(updates.length - 2));
  clock.run();
  expect(match.shownNotes).toEqual(noted(updates.length - 1));
  expect(connection.sent).toEqual([]);
});

test('what can be answered does not wait for what is being shown', () => {
  const { match, connection } = begin();
  firstReveal(match, connection);
  expect(match.showing).toBe(true);
  expect(match.legal).toBe(updates.find(({ seen }) => seen === match.seen)?.legal);
});

test('that it is decided is told when what decides it has been shown', () => {
  const { match, connection, clock } = begin();
  firstReveal(match, connection);
  clock.run();
  const [last, next] = [
    match.shown,
    updates[updates.findIndex(({ seen }) => seen === match.seen) + 1],
  ];
  if (!next) throw new Error('the recording is too short');
  const finish = { winner: 2, decision: next.decision, people: [0], agreed: [] };
  match.hear({ type: 'table', table: { ...table, finish } });
  expect([match.shown, match.finish]).toEqual([last, null]);
  connection.next();
  expect([match.showing, match.finish]).toEqual([true, null]);
  clock.run();
  expect(match.finish).toEqual(finish);
  match.agree(true);
  expect(connection.sent).toEqual([{ match: 1, agree: true }]);
  match.hear({ type: 'table', table: { ...table, finish: { ...finish, agreed: [0] } } });
  expect(match.finish?.agreed).toEqual([0]);
  match.hear({ type: 'table', table });
  expect(match.finish).toBeNull();
});

test('skip shows the rest at once', () => {
  const { match, connection } = begin();
  firstReveal(match, connection);
  match.skip();
  expect(match.showing).toBe(false);
  expect(match.told).toBe(match.events.length);
});

test('with reduced motion nothing waits', () => {
  const { match, connection, clock } = begin(true);
  while (connection.next()) expect(match.showing).toBe(false);
  expect(clock.waited).toBe(0);
  expect(match.over).toBe(true);
  expect(match.places?.length).toBe(4);
});

test('all events of the match are heard once, in order', () => {
  const { match, connection } = begin(true);
  while (connection.next());
  expect(match.events).toEqual(updates.flatMap((update) => update.events));
});

test('a reconnection may repeat events; they are not heard twice', () => {
  const { match, connection } = begin(true);
  for (let step = 0; step < 10; step += 1) connection.next();
  const heard = match.events;
  const last = updates[9];
  if (!last) throw new Error('the recording is too short');
  match.receive({ ...last, from: 0, events: heard });
  expect(match.events).toEqual(heard);
  expect(match.showing).toBe(false);
});

test('a rematch begins anew', () => {
  const { match, connection } = begin(true);
  while (connection.next());
  const first = updates[0];
  if (!first) throw new Error('the recording is empty');
  match.receive({ ...first, match: 2 });
  expect(match.over).toBe(false);
  expect(match.events).toEqual(first.events);
});

test('tap locks, tap another changes, tap the same takes back', () => {
  const { match, connection, time } = begin();
  connection.next();
  const [one, two] = match.legal.map((move) => move.text);
  if (!one || !two) throw new Error('two moves are wanted');
  match.tap(one);
  expect(match.locked).toEqual([one]);
  match.tap(two);
  expect(match.locked).toEqual([two]);
  time.now += SLIP;
  match.tap(two);
  expect(match.locked).toEqual([]);
  expect(connection.sent).toEqual(
    [one, two, null].map((move) => ({
      match: 1,
      decision: updates[0]?.decision,
      moves: move ? [move] : [],
    })),
  );
});

test('two quick taps on the same card are one', () => {
  const { match, connection } = begin();
  connection.next();
  const [one = ''] = match.legal.map((move) => move.text);
  match.tap(one);
  match.tap(one);
  expect(match.locked).toEqual([one]);
  expect(match.taps).toBe(1);
});

/** A seat that spells: letters, and `stop` after the first. */
function spell() {
  const { match, connection, time } = begin();
  const [first] = updates;
  if (!first) throw new Error('the recording is empty');
  const hear = (answer: string[], complete: boolean): void => {
    const legal = (answer.length && !complete ? ['a', 'b', 'stop'] : ['a', 'b']).map((text) => ({
      text,
    }));
    const steps = answer.map((text) => ({ text }));
    match.receive({ ...first, from: 0, answer: steps, complete, legal });
    time.now += SLIP;
  };
  hear([], false);
  const sent = () => connection.sent.map((one) => (one as { moves: string[] }).moves.join(' '));
  return { match, hear, sent };
}

test('an answer of several steps is gone on with tap by tap', () => {
  const { match, hear, sent } = spell();
  match.tap('a');
  expect([match.locked, match.sealing]).toEqual([['a'], 'sending']);
  hear(['a'], false);
  expect([match.locked, match.sealing, match.mustChoose]).toEqual([['a'], 'open', true]);
  match.tap('a');
  expect(match.locked).toEqual(['a', 'a']);
  hear(['a', 'a'], true);
  expect([match.sealing, match.mustChoose]).toEqual(['sealed', false]);
  expect(sent()).toEqual(['a', 'a a']);
});

test('a tap on a sealed step takes it back, and what came after it', () => {
  const { match, hear, sent } = spell();
  hear(['b', 'stop'], true);
  match.tap('stop');
  hear(['b'], false);
  match.tap('stop');
  hear(['b', 'stop'], true);
  match.tap('b');
  hear([], false);
  expect(sent()).toEqual(['b', 'b stop', '']);
});

test('another first step begins the answer anew', () => {
  const { match, hear, sent } = spell();
  hear(['b', 'stop'], true);
  match.tap('a');
  hear(['a'], false);
  match.tap('stop');
  expect(sent()).toEqual(['a', 'a stop']);
});

test('a step that is on its way is changed like any other', () => {
  const { match, hear, sent } = spell();
  hear(['a'], false);
  match.tap('b');
  match.tap('stop');
  expect(sent()).toEqual(['a b', 'a stop']);
});

test('a board seals an answer of several steps at once', () => {
  const { match, hear, sent } = spell();
  match.seal(['a', 'stop']);
  expect([match.locked, match.sealing]).toEqual([['a', 'stop'], 'sending']);
  match.seal(['a', 'stop']);
  hear(['a', 'stop'], true);
  match.seal(['b', 'a']);
  match.seal([]);
  expect(sent()).toEqual(['a stop', 'b a', '']);
});

test('what is not legal is not sent', () => {
  const { match, connection } = begin();
  connection.next();
  match.tap('bid 99');
  expect(connection.sent).toEqual([]);
});

test('an answer is on its way until the server has it, whatever else is told meanwhile', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  const [one = ''] = match.legal.map((move) => move.text);
  if (!now) throw new Error('nothing is told');
  match.tap(one);
  match.hear({ ...now, events: [], from: match.events.length });
  expect(match.sending).toEqual([one]);
  match.hear({ type: 'accepted', id: 'of another answer', moment: 0 });
  match.hear({ type: 'accepted', id: connection.sent.length.toString() });
  expect(match.grace).toBe(0); // no moment was told
  match.hear({
    ...now,
    events: [],
    from: match.events.length,
    answer: [{ text: one }],
    complete: true,
  });
  expect([match.sending, match.locked, match.sealing]).toEqual([null, [one], 'sealed']);
});

test('an answer to a question that is closed is on its way no more', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  if (!now) throw new Error('nothing is told');
  match.tap(match.legal[0]?.text ?? '');
  match.hear({ ...now, events: [], from: match.events.length, decision: now.decision + 1 });
  expect(match.sending).toBeNull();
});

test('a refusal opens the answer again and says why', () => {
  const { match, connection } = begin();
  connection.next();
  const [one = ''] = match.legal.map((move) => move.text);
  match.tap(one);
  match.hear({
    type: 'refused',
    code: 'illegal',
    message: 'not now; you hold 3',
    clauses: '5X-43',
    id: null,
  });
  expect(match.locked).toEqual([]);
  expect(match.refusal?.message).toBe('not now; you hold 3');
});

test('what was refused is said until the question is closed; what came too late, until it is read', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  if (!now) throw new Error('nothing is told');
  const later = { ...now, events: [], from: match.events.length, decision: now.decision + 1 };
  match.hear({ type: 'refused', code: 'illegal', message: 'not now', id: null });
  match.hear({ ...later, decision: now.decision });
  expect(match.refusal?.code).toBe('illegal');
  match.hear(later);
  expect(match.refusal).toBeNull();
  match.hear({ type: 'refused', code: 'late', message: 'too late', id: null });
  match.hear({ ...later, decision: later.decision + 1 });
  expect(match.refusal?.code).toBe('late');
});

test('an answer that came too late is forgotten without a word', () => {
  const { match, connection } = begin();
  connection.next();
  match.tap(match.legal[0]?.text ?? '');
  match.hear({ type: 'refused', code: 'stale', message: 'too late', id: null });
  expect([match.locked, match.refusal]).toEqual([[], null]);
});

test('who did not agree stays at the result until they follow', () => {
  const { match, connection } = begin();
  while (!match.over) connection.next();
  const seats = table.seats.map((seat) => (seat.seat ? seat : { ...seat, kind: 'bot' as const }));
  match.hear({ type: 'table', table: { ...table, match: 2, seats } });
  const first = updates[0];
  if (!first) throw new Error('the recording is empty');
  match.hear({ ...first, type: 'update', match: 2 });
  expect([match.over, match.next?.match, match.table?.match]).toEqual([true, 2, undefined]);
  match.follow();
  expect([match.over, match.next, match.table?.match]).toEqual([false, null, 2]);
  expect(match.seen).toEqual(first.seen);
});

test('while the line is down an answer is kept, and never called sealed', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  const [one = '', other = ''] = match.legal.map((move) => move.text);
  if (!now) throw new Error('nothing is told');
  match.hear({ ...now, events: [], from: 0, answer: [{ text: other }], complete: true });
  expect(match.sealing).toBe('sealed');
  match.seal([one]);
  expect([match.sealing, match.locked]).toEqual(['sending', [one]]);
  connection.lose();
  expect([match.sealing, match.locked, match.toAct]).toEqual(['unsent', [one], false]);
  match.retry();
  expect(match.sealing).toBe('sending');
});

test('a moment to change an answer begins when the server has it, and ends with the set', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  const [one = '', other = ''] = match.legal.map((move) => move.text);
  if (!now) throw new Error('nothing is told');
  match.seal([one]);
  match.hear({ type: 'accepted', id: '1', moment: 1500 });
  expect(match.grace).toBe(1500);
  match.seal([other]);
  expect(match.grace).toBe(0);
  match.hear({ type: 'accepted', id: '2', moment: 1500 });
  match.hear({ ...now, events: [], from: match.events.length, decision: now.decision + 1 });
  expect(match.grace).toBe(0);
});

test('an answer that came too late over a lost line is named', () => {
  const { match, connection } = begin();
  connection.next();
  const now = updates[0];
  const [move] = match.legal;
  if (!now || !move) throw new Error('nothing is asked');
  match.tap(move.text);
  match.hear({ ...now, events: [], from: match.events.length, decision: now.decision + 1 });
  match.hear({ type: 'refused', code: 'late', message: 'too late', id: '1' });
  expect([match.late, match.refusal?.code]).toEqual([[move], 'late']);
  match.hear({ type: 'refused', code: 'illegal', message: 'not now', id: null });
  expect(match.late).toEqual([]);
});

test('a hint takes the place of what was suggested, until something is sealed', () => {
  const { match, connection } = begin();
  connection.next();
  const now = { ...updates[0], events: [], from: match.events.length } as Update;
  const [usual, best, ...others] = match.legal;
  if (!usual || !best) throw new Error('nothing is asked');
  match.hear({ type: 'table', table: { ...table, hints: 'on' } });
  match.hear({ ...now, suggested: [usual] });
  expect(match.suggested).toEqual([usual]);
  match.hint();
  const chance = { chance: 0.5, error: 0.1, why: { gain: null, loss: null } };
  const options = [best, ...others].map((move) => ({ move, ...chance }));
  const { decision } = now;
  match.hear({
    type: 'hinted',
    match: 1,
    decision,
    answer: [],
    options,
    follows: others,
    id: null,
  });
  expect(match.suggested).toEqual([best, ...others]);
  match.hear({ ...now, suggested: [usual] });
  expect(match.suggested).toEqual([best, ...others]);
  match.hear({ ...now, suggested: [usual], answer: [usual] });
  expect(match.suggested).toEqual([usual]);
});

test('a hint is neither asked for nor waited for while the line is down', () => {
  const { match, connection } = begin();
  connection.next();
  match.hear({ type: 'table', table: { ...table, hints: 'on' } });
  match.hint();
  expect(match.advice).toEqual({ told: null, problem: '' });
  connection.lose();
  expect(match.advice?.problem).toContain('offline');
  match.hint();
  match.hint();
  expect(match.advice?.problem).toContain('offline');
  expect(connection.sent).toEqual([{ match: 1, decision: 1, hint: true }]);
});

test('an event can be shown again from any moment', () => {
  const { match, connection, clock } = begin(true);
  for (let step = 0; step < 12; step += 1) connection.next();
  const moment = match.momentBefore(15);
  if (!moment) throw new Error('there is no such moment');
  match.replayFrom(moment);
  expect(match.shown).toBe(moment.seen);
  clock.run();
  expect(match.shown).toBe(match.seen);
});

test('nothing of the last match is shown once the table tells of a rematch', () => {
  const { match, connection } = begin();
  while (!match.over) connection.next();
  match.hear({ type: 'table', table: { ...table, match: 2 } });
  expect([match.over, match.places, match.seen, match.shown]).toEqual([false, null, null, null]);
});
