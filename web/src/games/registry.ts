import type { Component } from 'svelte';
import { DIGITS, type Shortcut } from '../match/keys';
import type { Explainer } from '../table/About.svelte';
import type { BoardProps, StandingsProps } from './board';
import { boardOf } from './brought/load';

/** What a game brings to the page; fetched as one, so that the end of a match is there, too. */
export interface Pieces {
  Board: Component<BoardProps>;
  /** How the final ranking is shown, if it is not by points. */
  Standings?: Component<StandingsProps>;
  /** What explains the things on its table; none: the words of the texts do. */
  explainer?: Explainer;
}

interface Game {
  /** A download of their own. */
  pieces: () => Promise<Pieces>;
  /** The keys of the board; those of every table are in `match/keys.ts`. */
  keys: Shortcut[];
}

const digits: Shortcut = {
  shown: '1 … 9',
  keys: DIGITS,
  meaning: 'choose the card, bid or answer with this number; the same again takes it back',
};

const games = {
  '5-ages': {
    pieces: () => import('./five_ages/pieces'),
    keys: [
      {
        shown: '1 … 9',
        keys: DIGITS,
        meaning: 'choose the card of your hand with this number; again takes it back',
        when: 'hand',
      },
      {
        shown: '1 … 8',
        keys: [...'12345678'],
        meaning: 'the swap with this number, while there is trade',
        when: 'trade',
      },
      {
        shown: '9, 0',
        keys: ['9', '0'],
        meaning: 'both cards for both, with the left or the right neighbour',
        when: 'trade',
      },
      {
        shown: 'Enter',
        keys: ['enter'],
        meaning: 'skip this step of trading, or send the offers that are marked',
        when: 'trade',
      },
      { shown: 'D', keys: ['d'], meaning: 'finish trading', when: 'trade' },
      {
        shown: 'A … D',
        keys: [...'abcd'],
        meaning: 'swap this card of your civilization',
        when: 'hand',
      },
      {
        shown: 'W, E',
        keys: ['w', 'e'],
        meaning: 'attack the left or the right neighbour with the one Joker you offer',
        when: 'hand',
      },
    ],
  },
  '5x': {
    pieces: () => import('./five_x/pieces'),
    keys: [digits],
  },
  'civ-builder': {
    pieces: () => import('./civ_builder/pieces'),
    keys: [
      {
        shown: '1 … 9, 0',
        keys: [...DIGITS, '0'],
        meaning: 'choose the card, attribute, seat or offer in this place; again changes how many',
      },
      {
        shown: 'C, T, S …',
        keys: [...'ctsargeld'],
        meaning: 'choose a card by its first letter; the same again, the next one',
        when: 'cards',
      },
      { shown: 'P', keys: ['p'], meaning: 'choose other points to take', when: 'act' },
      { shown: 'Enter', keys: ['enter'], meaning: 'meld, offer, accept: what the red button says' },
      { shown: 'N', keys: ['n'], meaning: 'no: skip it, pass, decline, end your turn' },
      { shown: 'O, B', keys: ['o', 'b'], meaning: 'make an offer in the market; back' },
      { shown: 'C', keys: ['c'], meaning: 'answer with another offer', when: 'answer' },
      { shown: 'D', keys: ['d'], meaning: 'discard the whole hand for points', when: 'dump' },
      { shown: 'V', keys: ['v'], meaning: 'victory points' },
    ],
  },
  'civ-card-game': {
    pieces: () => import('./civ_card_game/pieces'),
    keys: [
      {
        shown: 'Enter',
        keys: ['enter'],
        meaning: 'collect, buy what is chosen or pinned, confirm: what the red button says',
      },
      {
        shown: '1 … 9, 0',
        keys: [...DIGITS, '0'],
        meaning:
          'choose the answer, unit or block with this number, or the card of the hand in this place',
      },
      {
        shown: 'M, Y, P',
        keys: ['m', 'y', 'p'],
        meaning: 'go through the market, your hand, the plots; Enter taps where one is',
      },
      { shown: 'C', keys: ['c'], meaning: 'collect, while the red button buys' },
      { shown: 'W', keys: ['w'], meaning: 'pin or unpin what is chosen' },
      { shown: 'A', keys: ['a'], meaning: 'put an attack together' },
      { shown: 'E', keys: ['e'], meaning: 'end your turn' },
      { shown: 'N', keys: ['n'], meaning: 'no: back, let all through' },
      { shown: 'U', keys: ['u'], meaning: 'undo the last thing that can be taken back' },
      { shown: 'O', keys: ['o'], meaning: 'standing orders for defence' },
      { shown: 'V, I', keys: ['v', 'i'], meaning: 'victory points, all cards' },
    ],
  },
} satisfies Record<string, Game>;

/** A game without a board of its own plays on the plain one. */
const plain = { pieces: () => import('./plain/pieces'), keys: [digits] } satisfies Game;

/** All games that have a board of their own. */
export const BOARDS = Object.keys(games);

function of(game: string): Game {
  return Object.hasOwn(games, game) ? games[game as keyof typeof games] : plain;
}

/** The page's own; else what a package brings for its game; else the plain ones. */
export async function piecesOf(game: string): Promise<Pieces> {
  if (!BOARDS.includes(game) && (await boardOf(game))) return import('./brought/pieces');
  return of(game).pieces();
}

export function keysOf(game: string): Shortcut[] {
  return of(game).keys;
}
