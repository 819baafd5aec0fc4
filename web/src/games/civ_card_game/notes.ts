import type { Worth } from './view';
import type { Move } from '../../generated/types';
import type { Kind } from './cards';

/** What the game worked out for this seat (outlook.py), as the page reads it; any of it may be missing. */
export interface Wish {
  /** To buy, claim or build a card, or to populate a plot. */
  wish: Move;
  /** Own plots where it may be, from 1, the best one first. */
  on?: number[];
  /** now, now-with (trades, goods, thefts or other purchases first), later, short. */
  verdict: string;
  /** How many own Collects from now; -1: never. */
  turns: number;
  /** What is to be sealed in this answer, in order; the rest follows when it is out. */
  steps: Move[];
  /** Plot by plot, what population with a choice gives for it, by its kinds. */
  gives?: number[][];
  price?: number;
  /** How many more of this resource alone would do: food, hammers, coins. */
  short?: number[];
  /** Why not, in one word. */
  why?: string;
  /** False: there was more to do in this turn than was looked at. */
  exact?: boolean;
}

export interface Income {
  /** Of each resource, whatever is chosen. */
  fixed: number[];
  /** Bonuses that are chosen freely. */
  free: number;
}

interface Prices {
  /** By own plot. */
  population: number[];
  plot: number;
  techs: Record<string, number>;
  structures: Record<string, number>;
}

/** Who can stop a unit, and how many of them are certainly not in other hands. */
interface Blocker {
  card: string;
  copies: number;
  seen: number;
}

/** What a plot gives: by resource before population, and what population may give. */
export interface PlotGives {
  gives: number[];
  kinds: Kind[];
}

/** A plot whose population may give this or that, and what it gives for the best as things are. */
export interface Bonus {
  /** From 1. */
  plot: number;
  kinds: Kind[];
  gives: number[];
}

/** A unit that attacks the seat. */
export interface Attacker {
  /** In the combat area. */
  place: number;
  card: string;
  /** Who of the hand can stop it, the least useful first. */
  blockers: string[];
  /** Does it take population if nobody stops it? */
  takes_population: boolean;
}

export interface Notes {
  /** Of a population, a technology, a wonder. */
  points?: Worth;
  /** By seat and plot; players are told of their own alone. */
  lands?: Record<string, PlotGives[]>;
  bonuses?: Bonus[];
  /** Who may be attacked after the purchases. */
  targets?: number[];
  income?: Income[];
  prices?: Prices;
  rivals?: { population: number[]; plot: number }[];
  sites?: Record<string, number[]>;
  wishes?: Wish[];
  payment?: Record<string, number[]>;
  blockers?: Record<string, Blocker[]>;
  /** Who attacks the seat, one after the other. */
  attackers?: Attacker[];
  /** How many steps each thing has that was done in the answer so far. */
  deeds?: number[];
  losses?: string[];
  /** The technology whose purchase ends the match, when (at once, after the turn, the round), and who buys it as which place. */
  last?: { card: string; when: string; place?: number };
  /** Whom nobody can catch any more. */
  decided?: number | null;
}

/** The steps of plans come by text, their parts beside them or with what is legal. */
interface Told extends Omit<Notes, 'wishes'> {
  wishes?: (Omit<Wish, 'steps'> & { steps: string[] })[];
  moves?: Move[];
}

export function asNotes(notes: Record<string, unknown>, legal: Move[]): Notes {
  const { wishes, moves = [], ...others } = notes as Told;
  if (!wishes) return others;
  const known = new Map([...legal, ...moves].map((move) => [move.text, move]));
  const whole = (text: string): Move => known.get(text) ?? { text };
  return { ...others, wishes: wishes.map((one) => ({ ...one, steps: one.steps.map(whole) })) };
}

export function wishOf(notes: Notes, wish: string): Wish | undefined {
  return notes.wishes?.find((one) => one.wish.text === wish);
}

/** Can it be had in this answer? */
export function ready(wish: Wish | undefined): boolean {
  return wish?.verdict === 'now' || wish?.verdict === 'now-with';
}

export function sitesOf(wish: Wish | undefined): number[] {
  return wish?.on ?? [];
}
