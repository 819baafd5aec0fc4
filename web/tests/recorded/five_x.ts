import type { GameEvent, TableView, Texts, Update } from '../../src/generated/types';
import recording from './5x.json';

/** What seat 0 received in a whole match of four; written by tests/e2e/record_stream.py. */
export const updates = recording.updates as unknown as Update[];

/** The update at this place, from the end if below 0. */
export function updateAt(place: number): Update {
  const update = updates.at(place);
  if (!update) throw new Error('the recording is too short');
  return update;
}

export const texts: Texts = {
  labels: { hidden_card: 'a leader', wonder: 'Wonder' },
  events: {
    exploited: '{seat} +{amount}: 3 − {crowd} for the crowd',
    hit: '{seat} +1 from {target}{supply?, paid by the supply|}',
    scored: '{seat}: {halves} VP, place {place}',
    passed: '{seat} to {receiver}: {card}',
    won: '{seat} −{amount}: {wonder}',
  },
  moves: { pass: 'Pass {card} to the left', bid: 'Bid {amount}' },
  steps: {
    exploit: { title: '1 Exploit', events: ['exploited'] },
    exterminate: { title: '2 Exterminate', events: ['hit', 'immune', 'missed'] },
    build: { title: 'Leaders build', events: ['built', 'blocked', 'cannot_build', 'declined'] },
    cleanup: { title: 'Clean-up', events: ['returned', 'discarded', 'bonus', 'removed'] },
  },
  ladder: { quiet: ['returned', 'discarded', 'scored'] },
  cards: {
    gandhi: { title: 'Gandhi', action: 'exploit' },
    dido: { title: 'Dido', action: 'explore' },
    suleiman: { title: 'Suleiman', action: 'excavate' },
  },
};

export const naming = {
  texts,
  names: ['You', 'Ana', 'Bo', 'Cy'],
  reader: 0,
  wonders: { A: 'the Pyramids' },
  unit: 2,
};

export function event(name: string, parts: Record<string, unknown> = {}): GameEvent {
  return { event: name, ...parts };
}

export const table: TableView = {
  table: 'abc',
  talk: 'phrases',
  hints: 'on',
  pauses: 'on',
  listed: false,
  rated: false,
  programs: false,
  day: '',
  watching: 'on',
  spectators: { count: 0, names: [] },
  fills: null,
  lesson: false,
  again: null,
  game: '5x',
  title: '5X',
  options: recording.options,
  changed: {},
  unit: 2,
  state: 'playing',
  match: 1,
  seats: naming.names.map((name, seat) => ({
    seat,
    kind: seat ? 'bot' : 'person',
    name,
    level: seat ? 'easy' : null,
    status: 'thinking',
    host: seat === 0,
    program: false,
    stands_in: false,
    since: null,
    owner: '',
  })),
  you: 0,
  host: true,
  here: [],
  pace: 'none',
  hours: null,
  wishes: [],
  holidays: [],
  coming: null,
  deal: null,
  seed_hash: 'abc123',
  seed: null,
  finish: null,
  agreed: null,
  paused: false,
  next: null,
  free: [],
  late: [],
  score: [],
  me: 'You',
  link: '/t/abc',
};
