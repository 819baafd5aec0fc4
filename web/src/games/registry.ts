import type { Component } from 'svelte';
import type { BoardProps, StandingsProps } from './board';

/** What a game brings to the page; fetched as one, so that the end of a match is there, too. */
export interface Pieces {
  Board: Component<BoardProps>;
  /** How the final ranking is shown, if it is not by points. */
  Standings?: Component<StandingsProps>;
}

interface Game {
  /** A download of their own. */
  pieces: () => Promise<Pieces>;
  /** The keys of the board, each with its meaning. */
  keys: [string, string][];
}

const digits: [string, string] = [
  '1 … 9',
  'choose the card, bid or answer with this number; the same again takes it back',
];

const games = {
  '5-ages': {
    pieces: () => import('./five_ages/pieces'),
    keys: [
      ['1 … 9', 'choose the card of your hand or the swap with this number; again takes it back'],
      ['9, 0', 'both cards for both, with the left or the right neighbour'],
      ['Enter', 'pass, while there is trade'],
      ['D', 'be done with trade'],
      ['A … D', 'exchange this card of your civilization'],
      ['W, E', 'attack the left or the right neighbour with the one Joker you lay'],
    ],
  },
  '5x': { pieces: () => import('./five_x/pieces'), keys: [digits] },
  'civ-builder': {
    pieces: () => import('./civ_builder/pieces'),
    keys: [
      ['1 … 9, 0', 'choose the card, attribute or seat in this place; again changes how many'],
      ['C, T, S …', 'choose a card by its first letter; the same again, the next one'],
      ['P', 'take up the first of the best melds'],
      ['Enter', 'meld, offer, accept: what the red button says'],
      ['N', 'no: end the turn, do without, pass, decline'],
      ['V', 'victory points'],
      ['⇧ R, ⇧ L', 'rules and log, where R is Religion and L a Leader'],
    ],
  },
  'civ-card-game': {
    pieces: () => import('./civ_card_game/pieces'),
    keys: [
      ['Enter', 'collect, buy what is chosen or pinned, confirm: what the red button says'],
      [
        '1 … 9, 0',
        'choose the answer with this number, or else the card of the hand in this place',
      ],
      ['M, H, P', 'go through the market, the hand, the plots; Enter taps where one is'],
      ['W', 'pin or unpin what is chosen'],
      ['A', 'put an attack together'],
      ['E', 'end the turn'],
      ['N', 'no: back, let all through'],
      ['U', 'undo the last thing that can be taken back'],
      ['O', 'standing orders for defence'],
      ['V, I', 'victory points, all cards'],
    ],
  },
} satisfies Record<string, Game>;

/** A game without a board of its own plays on the plain one. */
const plain = { pieces: () => import('./plain/pieces'), keys: [digits] } satisfies Game;

function of(game: string): Game {
  return Object.hasOwn(games, game) ? games[game as keyof typeof games] : plain;
}

export function piecesOf(game: string): Promise<Pieces> {
  return of(game).pieces();
}

export function keysOf(game: string): [string, string][] {
  return of(game).keys;
}
