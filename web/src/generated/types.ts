// Written by tools/export_types.py from the messages, the observations and the texts. Do not edit.

/** A move with its parts: nobody takes its text apart. */
export interface Move {
  text: string;
  verb?: string;
  [part: string]: unknown;
}

/** An event as one seat heard it; a part that it may not know is null. */
export interface GameEvent {
  event: string;
  [part: string]: unknown;
}

export type Engine = 'compiled' | 'interpreted';
export type SeatKind = 'open' | 'person' | 'bot' | 'closed';
export type SeatStatus = 'thinking' | 'locked' | 'waiting' | 'away' | 'ready';
export type TableState = 'lobby' | 'playing' | 'finished' | 'stranded';
export type Pace = 'none' | 'relaxed' | 'normal' | 'blitz' | 'daily';

/** All that one seat may know; the game's own fields come on top. */
export interface Observation {
  seat: number;
  phase: string;
  asked: number[];
  answer: string[];
  legal: string[];
  [field: string]: unknown;
}

/** One seat as the observer sees it. Cards are named as in moves: "explore", "gandhi". */
export interface SeatSeen {
  /** How many it has. */
  resources: number;
  /** In hand; public in effect. */
  basics: string[];
  /** How many leaders are in hand; public in effect. */
  leaders: number;
  /** Those of them that the observer knows; its own: all. */
  known: string[];
  /** Those of them that everybody knows: Caesar fetched them. */
  shown: string[];
  /** Face up. */
  pile: string[];
  /** This round's card once revealed; "" before. */
  played: string;
  /** Last round's card, which settles who selects when; "" in round 1. */
  previous: string;
  /** This round's bid once revealed; 0 before, or if there is none. */
  bid: number;
  /** Letters of the Wonders built. */
  wonders: string[];
  /** Victory points so far, counted in halves. */
  halves: number;
}

/** All that one seat may know. */
export interface FiveXObservation extends Observation {
  /** 1 ... rounds; the last one's number when the match is over. */
  round: number;
  /** Of the match. */
  rounds: number;
  /** In seat order. */
  table: SeatSeen[];
  /** Letters still to come, the current Wonder first. */
  stack: string[];
  /** Letters out of the game, face up. */
  removed: string[];
  /** The leader this seat gave to the left; "" if none. */
  passed: string;
  /** The leader it got from the right. */
  received: string;
  /** How many leaders were set aside unseen. */
  aside: number;
}

/** A Wonder of the stack; `halves` are victory points counted in halves. */
export interface Wonder {
  letter: string;
  name: string;
  halves: number;
  bonus: number;
  /** Where the numbers come from: "stated", "inferred", "placeholder", "patched". */
  source: string;
}

export type FiveXPhase =
  | 'over' | 'pass' | 'select' | 'bid' | 'dido' | 'dig';
export type FiveXEventName =
  | 'round' | 'dealt' | 'passed' | 'revealed' | 'exploited' | 'hit' | 'immune' | 'missed'
  | 'shut_out' | 'no_bids' | 'bid' | 'won' | 'tied' | 'lost' | 'explored' | 'built'
  | 'blocked' | 'cannot_build' | 'declined' | 'took' | 'fetched' | 'no_leader'
  | 'dug_nothing' | 'granted' | 'returned' | 'discarded' | 'bonus' | 'removed' | 'scored';
export type FiveXVerb =
  | 'play' | 'pass' | 'take' | 'fetch' | 'build' | 'decline' | 'bid';

/** One seat as the observer sees it. Cards are named as in moves: "7S", "Jk". */
export interface FiveAgesSeatSeen {
  /** How many cards are hidden in hand. */
  hand: number;
  /** How many cards the civilization has. */
  civ: number;
  /** What lies in the row on the left, the seat's own left; "" for nothing. */
  left: string;
  /** The same on its right. */
  right: string;
  /** That stand, as moves of that seat; one's own in order, best first. */
  offers: Move[];
  /** With the trade of this phase. */
  done: boolean;
  /** In hand or civilization for certain, by perfect memory. */
  known: string[];
  /** With this seat or with one that stole from it, or it from one. */
  suspected: string[];
  /** The civilization, when the match is over. */
  shown: string[];
  /** The hand then, if hands break ties. */
  left_over: string[];
}

/** A Joker fired. */
export interface AttackSeen {
  /** Who attacks. */
  seat: number;
  /** The neighbour that is attacked. */
  target: number;
  /** The reasons: "another_attacks", "mutual", "nothing_built"; none: a hit. */
  void: string[];
  /** For thief and victim; else "". */
  stolen: string;
}

/** One card for one card. */
export interface SwapSeen {
  /** One of the two. */
  seat: number;
  /** Its left neighbour. */
  other: number;
  /** The card that `seat` gave. */
  given: string;
  /** The card that it got. */
  got: string;
}

/** What the observer has seen of a round. */
export interface AgeSeen {
  /** Its number, from 1. */
  round: number;
  /** By seat, cards hidden in hand when the rows were turned up. */
  kept: number[];
  /** By seat, the size of the civilization then. */
  built: number[];
  /** By seat, the row: left, right. */
  laid: ([string, string])[];
  /** Of the war. */
  attacks: AttackSeen[];
  /** In the order they were made. */
  swaps: SwapSeen[];
  /** Who exchanged a card, if that is told. */
  exchanged: number[];
  /** Has everybody built? */
  over: boolean;
}

/** All that one seat may know. */
export interface FiveAgesObservation extends Observation {
  /** From 1. */
  round: number;
  /** 1 ... ticks while there is trade; else 0. */
  tick: number;
  /** Of trade in a round, at most. */
  ticks: number;
  /** Who breaks exact ties of trade in this round (F.3). */
  token: number;
  /** How many cards it has. */
  deck: number;
  /** Jokers out of the game. */
  fired: number;
  /** The observer's own. */
  hand: string[];
  /** The observer's civilization. */
  civ: string[];
  /** How many cards the observer builds in this round. */
  to_place: number;
  /** How many ticks in a row the observer has passed. */
  idle: number;
  /** In seat order. */
  table: FiveAgesSeatSeen[];
  /** The rounds so far, this one last once its rows are turned up. */
  past: AgeSeen[];
}

export type FiveAgesPhase =
  | 'over' | 'row' | 'trade' | 'build';
export type FiveAgesEventName =
  | 'round' | 'dealt' | 'laid' | 'hit' | 'void' | 'stole' | 'drew' | 'tick' | 'offered'
  | 'offered_both' | 'withdrew' | 'withdrew_both' | 'quit' | 'gave' | 'missed'
  | 'missed_both' | 'lapsed' | 'lapsed_both' | 'unanswered' | 'trade_over' | 'returned'
  | 'built' | 'exchanged' | 'refilled' | 'shown' | 'left_over' | 'ranked';
export type FiveAgesVerb =
  | 'pass' | 'done' | 'withdraw' | 'keep' | 'attack' | 'build' | 'replace' | 'offer_both'
  | 'offer';

/** A unit in the combat area. */
export interface UnitSeen {
  /** Its name. */
  card: string;
  /** Who is attacked. */
  target: number;
  /** "" if there is none, or not yet. */
  blocker: string;
  /** Attacking, blocked, unblocked; declared: only by the observer, not yet open. */
  state: string;
}

/** A plot and what is on it. */
export interface PlotSeen {
  /** Its name. */
  card: string;
  /** How many cards. */
  population: number;
  /** In the order they were built. */
  structures: string[];
  /** Structures that it may hold now; more may stand there. */
  places: number;
}

/** One seat as the observer sees it. */
export interface CivCardGameSeatSeen {
  /** In the order of their numbers, the first is 1. */
  plots: PlotSeen[];
  /** Food, hammers, coins. */
  stock: [number, number, number];
  /** In the order they were bought. */
  techs: string[];
  /** Cards whose theft is still to be used. */
  powers: string[];
  /** How much it has. */
  culture: number;
  /** How much it has. */
  happiness: number;
  /** Victory points. */
  points: number;
  /** On all its plots. */
  population: number;
  /** How many it has built. */
  wonders: number;
  /** All population it ever got. */
  acquired: number;
  /** What the bank wants for one resource. */
  rate: number;
  /** How many cards. */
  hand: number;
  /** Those of them that the observer knows; its own: all. */
  known: string[];
}

/** What the others see of the observer while its answer has steps. */
export interface Before {
  /** The observer's row of the table. */
  realm: CivCardGameSeatSeen;
  /** As in the observation, as are all that follow. */
  supply: number;
  /** What may not be bought again in this turn. */
  bought: string[];
  /** Of the stock, what will be lost unless it is spent. */
  loose: [number, number, number];
  /** Has a structure been taken down in this turn? */
  demolished: boolean;
  /** Who has Highest Culture. */
  highest_culture: number[];
  /** Who has Highest Happiness. */
  highest_happiness: number[];
}

/** What the observer knows of what has happened to hidden cards since the deck was last shuffled, and what it knew then. Bags are numbers: the sum over their cards of 16 to the power of the kind; -1 for unknown cards. */
export interface Past {
  /** By seat, the cards that it knew then. */
  hands: number[];
  /** By seat, the number of cards in hand then. */
  sizes: number[];
  /** From the top, the kinds that it knew; -1 for those between. */
  deck: number[];
  /** The number of cards in the deck then. */
  left: number;
  /** The cards that had been shuffled, at the bottom of the deck. */
  fresh: number;
  /** The cards that lay open, on the discard pile and elsewhere. */
  open: number;
  /** In order, as it knows them. */
  facts: number[][];
}

/** All that one seat may know. Plots have numbers from 1, as in moves; 0 is none. */
export interface CivCardGameObservation extends Observation {
  /** From 1; 0 while the table is set. */
  round: number;
  /** Who goes first in every round. */
  first: number;
  /** Whose turn it is; NOBODY while the table is set. */
  turn: number;
  /** Of the observer's own turn: collect, buy, place, pay, grow, rob, declare, use. */
  stage: string;
  /** Own plot that the question is about. */
  plot: number;
  /** Card that the question is about; the unit that strikes. */
  card: string;
  /** How much is still to be split, paid, robbed, grown, given or discarded. */
  left: number;
  /** How many cards or resources a discard or a surrender is about, in all. */
  due: number;
  /** Does the turn's first answer begin with what population gives? */
  collecting: boolean;
  /** Plots to draft. */
  revealed: string[];
  /** Plots on sale. */
  market_plots: string[];
  /** Technologies on sale. */
  market_techs: string[];
  /** How many plots, the last ones, may not be bought in this turn. */
  fresh_plots: number;
  /** How many technologies, the last ones, may not be bought in this turn. */
  fresh_techs: number;
  /** Technologies that were removed. */
  faded: string[];
  /** How many plots are left. */
  plot_deck: number;
  /** How many technologies are left. */
  tech_deck: number;
  /** How many cards are left to draw. */
  deck: number;
  /** How many of each kind of the play deck, in the order of the set. */
  discard: number[];
  /** Population cards; below 0 where there is no limit. */
  supply: number;
  /** What may not be bought again in this turn: tech, population, plot. */
  bought: string[];
  /** Of the stock, what will be lost unless it is spent. */
  loose: [number, number, number];
  /** Has a structure been taken down in this turn? */
  demolished: boolean;
  /** In the combat area, in the order of declaration. */
  units: UnitSeen[];
  /** The unit, by its place, that the observer may block; NOBODY else. */
  facing: number;
  /** The unit whose damage is being done; NOBODY else. */
  striking: number;
  /** How many of its instructions have been carried out. */
  instruction: number;
  /** Own plot of the target that has too many structures. */
  vacating: number;
  /** How many units this defender has yet to send back. */
  sent_back: number;
  /** Thefts to be used now or never. */
  pending: string[];
  /** Who has Highest Culture. */
  highest_culture: number[];
  /** Who has Highest Happiness. */
  highest_happiness: number[];
  /** Rounds since a technology was bought. */
  drought: number;
  /** Was a technology bought in this round? */
  tech_sold: boolean;
  /** Is the last technology sold, and the match about to end? */
  ending: boolean;
  /** In seat order. */
  table: CivCardGameSeatSeen[];
  /** While the observer's answer has steps. */
  before: Before | null;
  /** Of hidden cards, for those who deal again. */
  past: Past;
}

/** One kind of card as it is printed. */
export interface Row {
  id: string;
  name: string;
  /** Plot, tech, building, wonder, unit, goods. */
  type: string;
  /** Coins of a technology, hammers of a structure; else 0. */
  cost: number;
  copies: number;
  effects: unknown[][];
  /** Printed on a plot, given by goods; else 0. */
  F: number;
  H: number;
  C: number;
  /** Of units. */
  attacks: boolean;
  blocks: string[];
  damage: unknown[][];
  /** City Walls that it takes away. */
  breach: number;
  source: string;
}

/** The rows of a table's cards that differ from the printed set, in its order, then its own. The fingerprint is that of the complete set they make: two tables with the same one play with the same cards. A record has both. */
export interface Patch {
  /** "" of the printed set. */
  fingerprint: string;
  rows: Row[];
}

export type CivCardGamePhase =
  | 'over' | 'draft' | 'found' | 'cull' | 'turn' | 'breach' | 'repel' | 'block' | 'yield'
  | 'receive' | 'raze' | 'vacate' | 'surrender' | 'discard';
export type CivCardGameEventName =
  | 'dealt_plot' | 'revealed' | 'took_plot' | 'market_plot' | 'market_tech' | 'founded'
  | 'dealt' | 'discarded' | 'round' | 'turn' | 'collected' | 'played' | 'banked'
  | 'exchanged' | 'populated' | 'claimed' | 'bought' | 'built' | 'paid' | 'gained' | 'grew'
  | 'drew' | 'stored' | 'stole_card' | 'stole' | 'waived' | 'demolished'
  | 'highest_culture' | 'culture_lost' | 'highest_happiness' | 'happiness_lost' | 'peace'
  | 'attacked' | 'breached' | 'repelled' | 'blocked' | 'unblocked' | 'struck'
  | 'no_population' | 'no_building' | 'harmless' | 'nobody_left' | 'exhausted'
  | 'plots_out' | 'techs_out' | 'spoiled' | 'truce_over' | 'robbed' | 'resettled' | 'razed'
  | 'vacated' | 'retreated' | 'shuffled' | 'faded' | 'capped' | 'last_tech';
export type CivCardGameVerb =
  | 'done' | 'peace' | 'fight' | 'pass' | 'waive' | 'take' | 'found' | 'discard' | 'split'
  | 'play' | 'bank' | 'populate' | 'claim' | 'food' | 'hammers' | 'buy' | 'build' | 'on'
  | 'grow' | 'use' | 'rob' | 'give' | 'demolish' | 'attack' | 'raze' | 'repel' | 'block'
  | 'yield' | 'settle';

/** An offer that the observer may read, or of which it knows only whom it is between. */
export interface DealSeen {
  /** Who offers. */
  seat: number;
  /** NOBODY if it is for anyone who is willing. */
  target: number;
  /** In the market, from 1; 0 otherwise. */
  number: number;
  /** May the observer read it? */
  open: boolean;
  /** Cards that the offering seat gives; none if they may not be read. */
  given: string[];
  /** Cards that it wants for them. */
  wanted: string[];
}

/** One seat as the observer sees it. Cards and attributes are named as in moves: "Cul". */
export interface CivBuilderSeatSeen {
  /** "" before it is picked. */
  civ: string;
  /** By attribute. */
  scores: number[];
  /** Victory points. */
  points: number;
  /** Where they came from. */
  sources: ([string, number])[];
  /** How many cards. */
  hand: number;
  /** Those of them that the observer knows; its own: all. */
  known: string[];
  /** Looks at every hand. */
  sees_all: boolean;
}

/** All that one seat may know. */
export interface CivBuilderObservation extends Observation {
  /** 1 to 12; 0 while civilizations are picked. */
  round: number;
  /** Of the round; of the picks before it. */
  order: number[];
  /** Whose turn it is in the Action phase; NOBODY else. */
  acting: number;
  /** Made in this turn. */
  melds: number;
  /** Attributes that may not be melded again in it. */
  melded: string[];
  /** The attribute whose special action is to be settled; "" else. */
  action: string;
  /** Whose hand is looked at; NOBODY else. */
  target: number;
  /** Cards of the deck that the observer looks at now. */
  looked: string[];
  /** In the Trade phase. */
  trading: boolean;
  /** Of offers; 0 else. */
  pass_number: number;
  /** Has anybody made a proposal in this pass? */
  proposed: boolean;
  /** Of the market; 0 else. */
  ticks: number;
  /** By seat, in the market. */
  ready: boolean[];
  /** The proposal that is being answered; the offers of the market. */
  deals: DealSeen[];
  /** Who would accept: the proposer sees all, each other itself. */
  willing: number[];
  /** Who may still add a point after this seat. */
  scholars: number[];
  /** How many cards. */
  deck: number;
  /** Its cards that the observer can name, from the top; "" between. */
  top: string[];
  /** How many of each kind, in the order of the deck (a.1). */
  discard: number[];
  /** By attribute, who has its privilege now. */
  tops: number[][];
  /** By seat and attribute, what they were as the round began. */
  round_scores: number[];
  /** By round that is over, everybody's victory points. */
  chart: number[][];
  /** In seat order. */
  table: CivBuilderSeatSeen[];
  /** Of hidden cards, for those who deal again. */
  past: Past;
}

export type CivBuilderPhase =
  | 'over' | 'pick' | 'sixth' | 'offer' | 'answer' | 'reply' | 'choose' | 'market' | 'meld'
  | 'act' | 'exchange' | 'study' | 'point' | 'dump' | 'discard';
export type CivBuilderEventName =
  | 'picked' | 'rolled' | 'extra' | 'round' | 'tie_roll' | 'ordered' | 'shuffled' | 'dealt'
  | 'drew' | 'opened' | 'closed' | 'proposed' | 'proposed_all' | 'countered' | 'declined'
  | 'nobody_willing' | 'chose_nobody' | 'gave' | 'posted' | 'withdrew' | 'void' | 'ready'
  | 'turn' | 'melded' | 'wild' | 'stopped' | 'skipped' | 'robbed' | 'saw' | 'took'
  | 'returned' | 'studied' | 'learned' | 'stole' | 'plundered' | 'lost' | 'discarded'
  | 'gained' | 'pointed' | 'led' | 'cultured' | 'dumped' | 'ran_out' | 'shut_out'
  | 'too_late' | 'unposted' | 'ended' | 'found_nothing' | 'left_all' | 'unled' | 'waived'
  | 'empty_handed';
export type CivBuilderVerb =
  | 'draw' | 'skip' | 'for' | 'done' | 'pass' | 'accept' | 'decline' | 'counter' | 'ready'
  | 'stop' | 'use' | 'dump' | 'keep' | 'pick' | 'offer' | 'offer_any' | 'give' | 'want'
  | 'with' | 'withdraw' | 'accept_offer' | 'meld' | 'natural' | 'sea' | 'disaster'
  | 'leader' | 'steal' | 'exchange' | 'raid' | 'point' | 'take' | 'return' | 'discard';

/** What a card is called and does. */
export interface CardText {
  title: string;
  people?: string;
  action?: string;
  effect?: string;
  short?: string;
  clause?: string;
  losing?: string;
  source?: string;
  privilege?: string;
}

/** One section of the rules, in light Markdown. */
export interface RulesSection {
  name: string;
  title: string;
  text: string;
}

/** The words of a game; whatever is missing is called by its bare name. */
export interface Texts {
  labels?: Record<string, string>;
  levels?: Record<string, string>;
  phases?: Record<string, { title: string; ask: string; section: string; help?: string; more?: string; tap?: string; second?: string; discard?: string; line?: string; collect?: string; buy?: string; place?: string; pay?: string; grow?: string; rob?: string; declare?: string; use?: string; line_collect?: string; line_buy?: string; line_pay?: string; line_declare?: string; nothing?: string; give?: string; want?: string; more_wanted?: string; natural?: string; sea?: string; disaster?: string; leader?: string; Con?: string; Tra?: string; Cul?: string; Sci?: string; Agr?: string; Rel?: string; Sea?: string; Gov?: string; Equ?: string; Eng?: string; point?: string; line_Con?: string; line_Gov?: string; take?: string; return?: string }>;
  moves?: Record<string, string>;
  phrases?: Record<string, string>;
  assets?: Record<string, string>;
  ladder?: Record<string, string[]>;
  typed?: Record<string, string>;
  places?: Record<string, string>;
  options?: Record<string, { title: string; help?: string; choices?: Record<string, string> }>;
  about?: Record<string, { title: string; text: string; section?: string }>;
  reasons?: Record<string, string>;
  talk?: Record<string, string>;
  letters?: Record<string, string>;
  named?: Record<string, string>;
  values?: Record<string, string>;
  units?: Record<string, number>;
  tables?: Record<string, Record<string, Record<string, string> | string> | string>;
  events?: Record<string, string>;
  steps?: Record<string, { title: string; events: string[] }>;
  sources?: Record<string, string>;
  variants?: Record<string, { title: string; help?: string }>;
  name?: string;
  made?: Record<string, string>;
  aims?: Record<string, string>;
  beats?: Record<string, string>;
  parts?: Record<string, string[]>;
  gaps?: Record<string, string>;
  effects?: Record<string, { and: string; nothing: string; culture: string; happiness: string; vp: string; 'discount.tech': string; 'discount.building': string; 'discount.wonder': string; 'discount.population': string; 'discount.plot': string; income: string; income_per_plot: string; double_base: string; extra_draw: string; extra_draw_one?: string; places: string; places_one: string; bank_rate: string; bounce: string; bounce_one: string; wall: string; gain_per_plot: string; draw: string; draw_one?: string; grow: string; steal_card: string; steal_card_one: string; steal_resources: string; steal_resources_one: string; steal_population: string; destroy_building: string; destroy_building_one: string; breach: string; breach_one: string; attack: string; harmless: string; no_attack: string; block: string; no_block: string; amount: string; 'yields.plot': string; 'yields.goods': string }>;
  civs?: Record<string, { title: string; attribute: string; blurb: string }>;
  names?: Record<string, string>;
  cards?: Record<string, Partial<CardText>>;
  rules?: RulesSection[];
}

/** The server: its version, and the engine that bots, hints and reviews think with. */
export interface ServerAbout {
  version: string;
  engine: Engine;
  /** May visitors run studies? */
  design: boolean;
}

/** A game of the catalogue, as a list of games has it. */
export interface GameTitle {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  /** Those that need no option. */
  usual_seats: number[];
  minutes: number;
  /** For a decision, with a clock of normal pace. */
  seconds: number;
  /** The same, of phases that differ. */
  seconds_of: Record<string, number>;
  levels: string[];
  /** An installed package brings it. */
  brought: boolean;
  /** What it calls a `round` and its `points`. */
  labels: Record<string, string>;
  /** Of the package that brings the game, if it brings one. */
  board: BoardAbout | null;
  /** How many there are. */
  puzzles: number;
  /** Does it have a first match that teaches it? */
  lesson: boolean;
}

/** A game of the catalogue, with what its tables may settle. */
export interface GameAbout {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  /** Those that need no option. */
  usual_seats: number[];
  minutes: number;
  /** For a decision, with a clock of normal pace. */
  seconds: number;
  /** The same, of phases that differ. */
  seconds_of: Record<string, number>;
  levels: string[];
  /** An installed package brings it. */
  brought: boolean;
  /** What it calls a `round` and its `points`. */
  labels: Record<string, string>;
  /** Of the package that brings the game, if it brings one. */
  board: BoardAbout | null;
  /** How many there are. */
  puzzles: number;
  /** Does it have a first match that teaches it? */
  lesson: boolean;
  options: OptionAbout[];
  variants: VariantAbout[];
  /** How it was measured what options do. */
  measured: string;
}

/** Where the files of a package's board are; a changed file has another address. */
export interface BoardAbout {
  /** An ES module. */
  script: string;
  style: string | null;
}

/** One option, ruling or number of a game, for the form in the lobby. */
export interface OptionAbout {
  name: string;
  kind: string;
  help: string;
  clause: string;
  default: unknown;
  choices: (string | number | boolean)[];
  advanced: boolean;
  /** What it does, in a sentence or more; empty if nobody has measured. */
  measured: string;
  /** Of a number, as are the next two. */
  least: number;
  most: number;
  step: number;
}

/** A named set of options. */
export interface VariantAbout {
  name: string;
  help: string;
  options: Record<string, unknown>;
}

/** A table that waits for players. */
export interface WaitingTable {
  table: string;
  game: string;
  title: string;
  host: string;
  open: number;
  seats: number;
  /** That sit there already. */
  bots: number;
  pace: Pace;
  /** For each decision, by the day. */
  hours: number | null;
  rated: boolean;
  /** Not by the usual rules. */
  changed: boolean;
  /** It starts by itself, soon. */
  quick: boolean;
  /** That matches of people take here; null: too few have been played. */
  minutes: number | null;
}

/** How long matches of people take on this site. */
export interface Duration {
  game: string;
  seats: number;
  /** The median of the last ones. */
  minutes: number;
  /** That it comes from. */
  matches: number;
}

/** Who watches, as everybody at the table may know. */
export interface Spectators {
  /** Connections; from 10 on rounded down to 10, 20, 50, 100 and so on. */
  count: number;
  /** Of those who are known here. */
  names: string[];
}

/** Who takes a seat of a new table. */
export interface SeatPlan {
  /** Here: at the same device, in turn. */
  kind: 'you' | 'here' | 'open' | 'bot' | 'closed';
  level?: string | null;
  /** Of who sits "here". */
  name?: string;
  /** A bot account to be asked, in place of a bot of a level. */
  program?: string;
}

/** A table as its host wants it; it starts at once when no seat is open. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  /** To begin with, in place of a deal; it has the options. */
  position?: Record<string, unknown> | null;
  name?: string;
  /** Relaxed gives twice the game's own time limits, blitz half of them. */
  pace?: Pace;
  /** For each decision, by the day; null: 24. */
  hours?: number | null;
  /** Off: not even reasons of bots; null: free, or phrases if listed. */
  talk?: 'off' | 'phrases' | 'free' | null;
  /** Null: on if one person plays with bots alone. */
  hints?: 'on' | 'off' | null;
  /** Off: nothing pauses for people; null: off among programs alone. */
  pauses?: 'on' | 'off' | null;
  /** Shown to everybody while seats are open; else the link is needed. */
  listed?: boolean;
  /** May somebody who comes late take a bot's seat? */
  late?: boolean;
  /** Of the host's nonce for the first match. */
  hash?: string | null;
  /** Is the host a program? */
  program?: boolean;
  /** May the host ask bot accounts to play? */
  programs?: boolean;
  /** For people's ratings: a clock, no hints, the usual rules, nobody late. */
  rated?: boolean;
  /** Later: three decisions behind; off: a match is seen by its players. */
  watching?: 'on' | 'later' | 'off';
  /** Starts when full, or then with bots. */
  fill?: number | null;
  /** With `fill`: only if no such table waits for players ("taken"). */
  quick?: boolean;
  /** Of mine, whose members are shown the table. */
  group?: string;
}

/** A first match that teaches, where `GameAbout.lesson`: the game says all else. */
export interface NewLesson {
  game: string;
  name?: string;
}

/** Take a seat. */
export interface Sit {
  name: string;
  seat?: number | null;
  /** In a match: only be asked for the next one. */
  wait?: boolean;
  /** Does a program answer? Everybody at the table sees that. */
  program?: boolean;
}

/** The host opens or closes a seat, or gives it to a bot; between matches, for the next one. */
export interface SeatChange {
  kind: 'open' | 'bot' | 'closed';
  level?: string | null;
  /** A bot account to be asked, before the first match. */
  program?: string;
}

/** The host starts the match; open seats become bots of the level `fill`. Between matches: without those who have not answered. */
export interface Start {
  fill?: string | null;
}

/** A seat whose token the client has, and which finished match it knows the result of. */
export interface HeldSeat {
  table: string;
  token: string;
  known?: number;
}

/** How do my tables stand? */
export interface HeldSeats {
  seats: HeldSeat[];
}

/** A table in one line; no more than its seat may know. */
export interface HeldTable {
  table: string;
  state: 'lobby' | 'playing' | 'finished' | 'stranded' | 'gone';
  game: string;
  match: number;
  others: OtherSeat[];
  /** Seats that wait for a person. */
  open: number;
  /** Where the game counts them, as is the next. */
  round: number | null;
  rounds: number | null;
  /** An answer of this seat, or of one that shares its device, is wanted. */
  turn: boolean;
  /** Seconds until this decision is due, by the day. */
  due: number | null;
  /** Seconds since this decision was opened, or the match finished. */
  moved: number | null;
  /** Of a finished match, unless it is known. */
  result: HeldResult | null;
}

/** How a match ended for a seat. */
export interface HeldResult {
  place: number;
  /** In score units. */
  score: number;
  /** Score units per point. */
  unit: number;
}

/** Who else plays at a table: a person, or a bot of a level. */
export interface OtherSeat {
  name: string;
  level: string | null;
}

/** Leave the seat. It becomes open in the lobby; in a match a bot plays on, and whoever left may come back. */
export interface Leave {
  /** For good; after a match it always is. */
  resign?: boolean;
}

/** The host removes a person, by name; that token is refused from then on. */
export interface Remove {
  name: string;
}

/** Say whether you want another match after this one; without a number, after the finished one. It begins when all who are present have answered, and somebody wants it. */
export interface Rematch {
  match?: number | null;
  /** False: the others may go on without you; null: as before. */
  agree?: boolean | null;
  /** The number of a bot's chair that you want, or of yours. */
  seat?: number | null;
  /** The host's word: everybody gets another chair. */
  shuffle?: boolean | null;
}

/** Your seat. The token is yours alone; the server keeps only its hash. */
export interface Seating {
  table: string;
  /** Of a shared device: it speaks for all of its people, and shows no hand. */
  token: string;
  /** Index in `TableView.seats`; -1 for a host who only watches. */
  seat: number;
  /** Sharing the device, in seat order. */
  people: SharedSeat[];
}

/** Somebody who shares a device with others, and the token that shows their cards. */
export interface SharedSeat {
  name: string;
  token: string;
}

/** A table as one client may see it. */
export interface TableView {
  table: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  changed: Record<string, unknown>;
  /** Score units per point: 2 where half points exist. */
  unit: number;
  state: TableState;
  /** 0 in the lobby, then 1, 2, … with each rematch. */
  match: number;
  seats: SeatView[];
  /** Your number in the match. */
  you: number | null;
  /** What you are called here, if you are anybody. */
  me: string | null;
  /** Whom the token speaks for, if several people share a device: their seats. */
  here: number[];
  /** You may change seats. */
  host: boolean;
  /** Of the clock. */
  pace: Pace;
  /** For each decision, by the day. */
  hours: number | null;
  wishes: WishView[];
  holidays: HolidayView[];
  /** What people may say; off: nobody says anything. */
  talk: 'off' | 'phrases' | 'free';
  /** Off: no hints. */
  hints: 'on' | 'off';
  /** Off: bots answer at once, and nothing is played for a seat that can answer. */
  pauses: 'on' | 'off';
  /** Shown to everybody while seats are open. */
  listed: boolean;
  /** Its people play for their ratings. */
  rated: boolean;
  /** Its host may ask bot accounts to play. */
  programs: boolean;
  /** The day whose deal the first match has; empty: none. */
  day: string;
  /** Who only watches sees a match: later, three decisions behind; off, not. */
  watching: 'on' | 'later' | 'off';
  spectators: Spectators;
  /** Seconds until bots take the open seats, and the match begins. */
  fills: number | null;
  /** A first match that teaches; its deal is the same for everybody. */
  lesson: boolean;
  /** The match has the deal of another, which is no secret. */
  again: AgainView | null;
  /** Null: the seed of the next match is given, as in a lesson. */
  coming: ComingDeal | null;
  /** Of the match; null: in the lobby, or its seed was given. */
  deal: DealView | null;
  /** Published at the deal; none of a lesson's. */
  seed_hash: string | null;
  /** Only when the match is finished. */
  seed: string | null;
  /** The match is decided, and people may agree to finish. */
  finish: Finishing | null;
  /** The decision from which bots play out the rest, as all people agreed. */
  agreed: number | null;
  /** The match waits until somebody who sits here is back. */
  paused: boolean;
  /** After a match. */
  next: NextMatch | null;
  /** In a match, indices of bots' seats that a latecomer may take. */
  free: number[];
  /** People who have come late and do not play yet. */
  late: LateView[];
  /** Of all matches that are over, the winner of most first. */
  score: ScoreView[];
  link: string;
}

/** What is said of the next match, by the names of people. */
export interface NextMatch {
  /** By these. */
  wanted: string[];
  /** By these, whom nobody waits for. */
  unwanted: string[];
  /** Present, and have not answered yet. */
  silent: string[];
  /** The number of a bot's chair that somebody would rather have. */
  seats: Record<string, number>;
  /** Chairs that nobody plays. */
  closed: number[];
  shuffle: boolean;
}

/** Somebody who has come late. */
export interface LateView {
  name: string;
  /** The index of the bot's seat taken at the next decision; null: the next match. */
  seat: number | null;
}

/** What a person has won at this table; a shared victory counts. */
export interface ScoreView {
  name: string;
  won: number;
  played: number;
}

/** A seat of a table. It reveals nothing about what was chosen. */
export interface SeatView {
  /** Number in the match, clockwise; -1: closed. */
  seat: number;
  kind: SeatKind;
  name: string | null;
  level: string | null;
  status: SeatStatus;
  host: boolean;
  /** A program answers here, by its own account. */
  program: boolean;
  /** A bot plays for the person of this name. */
  stands_in: boolean;
  /** The round that a latecomer began in, 0 without rounds; null: the first. */
  since: number | null;
  /** Whose bot account plays, or is asked to where the seat is open; empty: none. */
  owner: string;
}

/** A finished match once more, with bots: its deal, or on from one of its decisions. */
export interface Again {
  /** None: the last that is over. */
  match?: number | null;
  /** That is mine. */
  seat?: number;
  /** To begin with: what the seat did not know is dealt anew. */
  decision?: number | null;
  /** Of the bots. */
  level?: string | null;
  name?: string;
}

/** Why the deal of a match is known: it is that of another, which is over, so that everybody can have seen it; or the host has set its position up. */
export interface AgainView {
  /** Empty: it was set up. */
  table: string;
  match: number;
  /** From this one on; what the person did not know then was dealt anew. */
  decision: number | null;
}

/** Who has as good as won. When all people agree, bots play out the rest at once. */
export interface Finishing {
  winner: number;
  /** In which it holds. */
  decision: number;
  /** The seats that people play. */
  people: number[];
  /** Those of them who agree. */
  agreed: number[];
}

/** What the next match will be dealt from. */
export interface ComingDeal {
  match: number;
  /** SHA-256 of the table's secret. */
  seal: string;
  /** Of your nonce, if the server has it. */
  hash: string | null;
}

/** What a match is dealt from: the table's secret, and the nonces of its people. */
export interface DealView {
  /** SHA-256 of the secret. */
  seal: string;
  /** Of the nonces, by seat; null: it has no part in the deal. */
  hashes: (string | null)[];
  /** The nonces are asked for now, and the cards are dealt then. */
  asked: boolean;
}

/** Everything that a match was dealt from: 32 bytes each, in hexadecimal. */
export interface DealRecord {
  table: string;
  match: number;
  /** SHA-256 of the secret. */
  seal: string;
  secret: string;
  /** SHA-256 of the nonces, by seat; null: it had no part in the deal. */
  hashes: (string | null)[];
  /** By seat; null: not revealed in time. */
  nonces: (string | null)[];
}

/** What the person who kept a record saw of its deal, for `microciv verify`. */
export interface DealWitness {
  /** Before the hash of its own nonce was sent; empty: not seen. */
  seal: string;
  seat: number | null;
  /** Its own; empty: none. */
  nonce: string;
  /** As they stood when nonces were asked for; empty: not seen. */
  hashes: (string | null)[];
  /** The server said that it has the nonce. */
  revealed: boolean;
}

/** A finished match as text; it always replays to the same states. */
export interface RecordView {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  seed: string;
  moves: ([number, string])[];
  position?: Record<string, unknown> | null;
  /** The ply from which bots played out the rest, as all people agreed. */
  agreed?: number | null;
  /** Or hmac-sha256, of which `seed` is the key. */
  generator?: string;
  deal?: DealRecord | null;
  /** Never from the server: whoever keeps the record adds it. */
  witness?: DealWitness | null;
  /** The plies that orders gave. */
  ordered?: number[];
  /** As the match ended, used or not. */
  left?: RecordedOrder[];
}

/** A finished match from one seat's view; the last step is the end. */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  seats: string[];
  steps: ReplayStep[];
  /** The decision from which bots played out the rest. */
  agreed: number | null;
  /** The orders of all seats, used or not. */
  left: LeftOrder[];
}

/** One decision of a finished match, as one seat saw it, and all answers to it. */
export interface ReplayStep {
  decision: number;
  /** Heard since the step before. */
  events: GameEvent[];
  seen: Observation;
  legal: Move[];
  /** By seat; empty in the last step. */
  answers: Record<string, Move[]>;
  /** By seat, where its points come from. */
  sources: (Record<string, number>)[];
  /** What the game computes for the seat, by name. */
  notes: Record<string, unknown>;
  /** The seats that have answered by order. */
  ordered: number[];
}

/** An order as its seat left it; open to all once the match is over. */
export interface RecordedOrder {
  seat: number;
  /** The question. */
  phase: string;
  /** In which it stood; 0: in every one. */
  round: number;
  when: string;
  wishes: string[];
  /** Has it ever answered? */
  used: boolean;
}

/** An order of a match that is over. */
export interface LeftOrder {
  /** The question. */
  phase: string;
  /** In which it applies; 0: in every one. */
  round: number;
  /** Under which condition; empty: none. */
  when: string;
  wishes: Move[];
  seat: number;
  /** Has it ever answered? */
  used: boolean;
}

/** A record from anywhere, to be shown as one seat saw its match. */
export interface WatchRecord {
  /** A `RecordView`. */
  record: Record<string, unknown>;
  /** Of the seats. */
  names?: string[];
  /** None: as everybody saw it. */
  seat?: number | null;
}

/** The match of a record, at a table like the one where it was played. */
export interface WatchedRecord {
  /** With bots, and no match: for its game and options. */
  table: TableView;
  replay: Replay;
}

/** A record from anywhere, for the review of how one seat played in its match. */
export interface RecordReview {
  /** A `RecordView`. */
  record: Record<string, unknown>;
  seat: number;
}

/** The match of a record from anywhere, on from one of its decisions, with bots. */
export interface RecordAgain {
  /** A `RecordView`. */
  record: Record<string, unknown>;
  /** That is mine. */
  seat: number;
  /** What the seat did not know then is dealt anew. */
  decision: number;
  /** Of the bots. */
  level?: string | null;
  name?: string;
}

/** A position in the match of a record. */
export interface AskPosition {
  /** A `RecordView`. */
  record: Record<string, unknown>;
  /** As this decision opened. */
  decision: number;
}

/** A position document of its game, as for `NewTable.position`. */
export interface PositionView {
  position: Record<string, unknown>;
}

/** The review waits for its turn: visitors take turns, and each has one worked on at a time. */
export interface ReviewWaits {
  type: 'waits';
  /** Reviews of whose end or beginning it waits. */
  before: number;
}

/** How many decisions a review will cover: its first line, once it does not wait. */
export interface ReviewPlan {
  type: 'plan';
  seat: number;
  decisions: number;
}

/** A complete answer of the seat; the same set again replaces it, after a second look. Chances are of winning, from 0 to 1, given what the seat saw. */
export interface ReviewedDecision {
  type: 'decision';
  /** As in `ReplayStep.decision`. */
  decision: number;
  phase: string;
  /** With the best answer. */
  before: number;
  played: number;
  loss: number;
  /** The standard error of the loss. */
  error: number;
  /** The loss exceeds the noise of the search. */
  clear: boolean;
}

/** The last line of a review. */
export interface ReviewSum {
  type: 'sum';
  costliest: CostlyDecision[];
  account: ReviewAccount | null;
}

/** The last line of a review that failed; it may be requested again. */
export interface ReviewBroken {
  type: 'broken';
  message: string;
}

/** One of the costliest decisions, by its costliest step. */
export interface CostlyDecision {
  decision: number;
  better: Move;
  played: Move;
  /** Of the better move. */
  hope: number;
  /** Of the one that was played. */
  chance: number;
  clear: boolean;
  /** Another decision, not told, may have cost as much. */
  tied: boolean;
  /** Of the better move. */
  why: Why;
}

/** The chance of winning from start to end: `start` and all shares add up to `end`. */
export interface ReviewAccount {
  start: number;
  end: number;
  /** Clear losses; for complete answers, the difference from default ones. */
  choice: ReviewShare;
  /** Draws, dice, thefts, deals. */
  luck: ReviewShare;
  /** What the others chose. */
  others: ReviewShare;
  /** Both at once, where they cannot be separated. */
  mixed: ReviewShare;
}

/** How much something changed the chance of winning over the match, and the standard error. */
export interface ReviewShare {
  change: number;
  error: number;
}

/** Ask the others for another pace, or for a holiday: it comes true when all agree. */
export interface AskFor {
  pace?: Pace | null;
  /** For each decision, by the day. */
  hours?: number | null;
  /** Away until then, in seconds since 1970; 0: here again. */
  back?: number | null;
}

/** Agree to what somebody asks for, or not: then it is off. Whoever asked may withdraw it so. */
export interface Agree {
  agree: boolean;
}

/** What somebody asks the others for, until all agree: another pace, or a holiday. */
export interface WishView {
  id: string;
  /** Their name. */
  by: string;
  /** Null: a holiday. */
  pace: Pace | null;
  /** For each decision, by the day. */
  hours: number | null;
  /** In seconds since 1970. */
  back: number | null;
  /** By name. */
  agreed: string[];
  /** Who have yet to agree, by name. */
  silent: string[];
}

/** Who is away by consent: nothing of theirs is due before they are back. */
export interface HolidayView {
  name: string;
  /** In seconds since 1970. */
  back: number;
}

/** My quiet hours from now on; null: none. */
export interface SetQuiet {
  quiet: QuietHours | null;
}

/** When nobody can expect me to play by the day; nobody else is told. */
export interface QuietHours {
  /** Such as "Europe/Berlin". */
  zone: string;
  /** From this minute of every day on. */
  start: number;
  /** Until this one, of the next day if that is earlier. */
  end: number;
}

/** My orders from now on, in place of all before: the first that gives a whole answer gives it. None: all are withdrawn. */
export interface LeaveOrders {
  match: number;
  orders: OrderWish[];
}

/** What to answer for me to a question, once it is asked: step by step the first of the wishes that can be played then. */
export interface OrderWish {
  /** The question. */
  phase: string;
  /** In which it applies; 0: in every one. */
  round?: number;
  /** Under which condition, one of those in `OrdersView.terms`; empty: none. */
  when?: string;
  wishes: string[];
}

/** My orders at a table; nobody else is told of them. */
export interface OrdersView {
  match: number;
  /** By question, the conditions there are; none: no orders here. */
  terms: Record<string, string[]>;
  orders: OrderView[];
  used: UsedOrder[];
}

/** An order that stands. */
export interface OrderView {
  /** The question. */
  phase: string;
  /** In which it applies; 0: in every one. */
  round: number;
  /** Under which condition; empty: none. */
  when: string;
  wishes: Move[];
}

/** An answer that my orders gave. */
export interface UsedOrder {
  decision: number;
  /** The question. */
  phase: string;
  /** In which it was asked. */
  round: number;
  moves: Move[];
}

/** Who I am here. Nobody else is told any of it. */
export interface Me {
  /** This browser has a key. */
  known: boolean;
  /** There is a way to sign in. */
  account: boolean;
  /** What I was called last. */
  name: string;
  /** Matches. */
  played: number;
  devices: Device[];
  passkeys: Passkey[];
  /** Where I sit, by id. */
  tables: string[];
  /** When nobody can expect me to play by the day. */
  quiet: QuietHours | null;
  /** Where mails go, and by which I sign in. */
  address: string;
  /** One that has still to be confirmed. */
  unconfirmed: string;
  /** About turns are wanted. */
  mails: boolean;
  /** This device is told of turns. */
  push: boolean;
}

/** A browser or program that has a key of somebody's. */
export interface Device {
  id: string;
  label: string;
  /** In seconds since 1970, like all these times. */
  made: number;
  /** The day. */
  seen: number;
  here: boolean;
}

/** A passkey of somebody's. */
export interface Passkey {
  id: string;
  label: string;
  made: number;
  /** The day. */
  seen: number;
}

/** A key for a program, as a cookie; a browser gets one with its first seat. */
export interface BeKnown {
  name?: string;
}

/** Sign devices out: one by its id, or all but this one. */
export interface SignOut {
  device?: string | null;
  others?: boolean;
}

/** A passkey no longer opens anything here. */
export interface ForgetPasskey {
  passkey: string;
}

/** This device belongs to the person who was shown the code. */
export interface UseCode {
  words: string;
}

/** Six words, good once. */
export interface DeviceCode {
  words: string;
  /** In which the words are valid. */
  seconds: number;
}

/** What the browser has made of that, as `PublicKeyCredential.toJSON()` has it. */
export interface Credential {
  credential: Record<string, unknown>;
}

/** The options of WebAuthn, in the form of `parseCreationOptionsFromJSON` and the like. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** Some of my matches, the last first. */
export interface History {
  matches: PastMatch[];
  /** The index of the first of them among all that were asked for. */
  first: number;
  /** Of those. */
  total: number;
  /** How many there are of each game in all. */
  games: Record<string, number>;
  /** In which records are kept at least, once a match is over. */
  days: number;
}

/** A match that I have played to its end. */
export interface PastMatch {
  table: string;
  match: number;
  game: string;
  /** Of the game; "": the usual rules; else a digest of what was otherwise. */
  variant: string;
  seat: number;
  /** By seat, mine too. */
  company: Company[];
  place: number;
  /** In score units. */
  score: number;
  unit: number;
  /** Null: nobody has noted it. */
  begun: number | null;
  ended: number;
  /** Its record and replay are still there. */
  kept: boolean;
  /** Mine before and after; null: it was not rated. */
  rating: [number, number] | null;
}

/** Who has played in a seat: a person, a bot of a level, or a bot account. */
export interface Company {
  name: string;
  level: string | null;
  /** Of a bot account. */
  owner: string;
}

/** By what ways this site can tell people of their turns. */
export interface NoticesAbout {
  mail: boolean;
  /** The key that browsers subscribe with; empty: it cannot. */
  push: string;
  webhooks: boolean;
}

/** An address of mine: six words are sent there. */
export interface SetAddress {
  address: string;
}

/** Whether I want mails about turns. */
export interface SetMails {
  wanted: boolean;
}

/** The words that were sent to my address. */
export interface ConfirmAddress {
  words: string;
}

/** Forget my address. */
export interface ForgetAddress {
}

/** Tell this device of my turns, as `PushSubscription.toJSON()` has it. */
export interface SetPush {
  endpoint: string;
  keys: PushKeys;
}

/** The keys to encrypt with for a browser. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Stop telling this device of my turns. */
export interface ForgetPush {
}

/** Send words that sign in to this address, if it is somebody's. */
export interface AskSignIn {
  address: string;
}

/** What address is told whose turn it is at this table; null: none. */
export interface SetHook {
  url: string | null;
}

/** What address is told whose turn it is; the host alone is told. */
export interface HookView {
  url: string | null;
}

/** Some of a ladder, the strongest first; provisional ratings come after all others. */
export interface Ladder {
  game: string;
  seats: number;
  rows: LadderRow[];
  /** The index of the first person among all of this ladder. */
  first: number;
  /** People on a page. */
  most: number;
  total: number;
  /** All that there are. */
  ladders: LadderSize[];
}

/** Somebody on a ladder, or a level of bots as a landmark. */
export interface LadderRow {
  /** Null: a bot, or provisional. */
  place: number | null;
  /** At the last rated table; of a bot empty. */
  name: string;
  /** Of bots. */
  level: string | null;
  rating: Rating;
  you: boolean;
  /** Of a bot account. */
  owner: string;
}

/** A ladder, and how many people have a rating there. */
export interface LadderSize {
  game: string;
  seats: number;
  people: number;
}

/** How strong somebody is believed to be. */
export interface Rating {
  points: number;
  /** Half the width of the 95 % interval. */
  error: number;
  /** It is too wide still to have a place on the ladder. */
  provisional: boolean;
  matches: number;
}

/** A rating of mine. */
export interface MyRating {
  game: string;
  seats: number;
  /** On its ladder; null: provisional. */
  place: number | null;
  rating: Rating;
}

/** How a rated match has changed somebody's rating. */
export interface RatingChange {
  seat: number;
  before: number;
  after: number;
  provisional: boolean;
}

/** A bot account of yours. */
export interface BotView {
  id: string;
  name: string;
  /** In seconds since 1970, like all these times. */
  made: number;
  /** Its token was made. */
  renewed: number;
  /** The day when its token was used last; 0: it never was. */
  used: number;
}

/** A bot account for a program of yours. */
export interface NewBot {
  name: string;
}

/** A new token; the former one no longer opens anything. */
export interface RenewBot {
  bot: string;
}

/** No such account any more; bots play its matches on. */
export interface DeleteBot {
  bot: string;
}

/** The token of an account, this once: the server keeps only its hash. */
export interface BotToken {
  token: string;
  bots: BotView[];
}

/** Your answer to an open decision, complete or its first steps; it replaces what was sealed. */
export interface Answer {
  match: number;
  decision: number;
  moves: string[];
}

/** A host invites you to a table: accept or decline. It is sent again to every new stream. */
export interface BotInvited {
  type: 'invited';
  id: string;
  table: string;
  game: string;
  /** The host's name. */
  by: string;
  /** That play. */
  seats: number;
  pace: string;
  /** Those that are not as usual. */
  options: Record<string, unknown>;
}

/** You are not asked to this table any more, and do not play there. */
export interface BotWithdrawn {
  type: 'withdrawn';
  id: string;
  table: string;
}

/** A match begins, or you come to one. */
export interface BotMatch {
  type: 'match';
  id: string;
  table: string;
  match: number;
  game: string;
  options: Record<string, unknown>;
  /** Score units per point. */
  unit: number;
  /** The names, in the order of the seats. */
  seats: string[];
  /** Yours. */
  seat: number;
}

/** Your decision. One of several steps is asked for step by step. */
export interface BotChoose {
  type: 'choose';
  id: string;
  table: string;
  match: number;
  decision: number;
  /** How many events you had heard before these. */
  since: number;
  events: GameEvent[];
  seen: Observation;
  /** The steps that are sealed; moves to answer with are these and one more. */
  answer: string[];
  legal: Move[];
  /** Until the game answers for you; null: no clock. */
  seconds: number | null;
}

/** What happened: answers are revealed, cards dealt. */
export interface BotHeard {
  type: 'heard';
  id: string;
  table: string;
  match: number;
  since: number;
  events: GameEvent[];
}

/** The match has ended. If people want another one, you play it too, unless you leave. */
export interface BotOver {
  type: 'over';
  id: string;
  table: string;
  match: number;
  since: number;
  events: GameEvent[];
  seen: Observation;
  scores: number[];
  places: number[];
}

/** You do not sit at this table any more, or it is gone. */
export interface BotLeft {
  type: 'left';
  id: string;
  table: string;
  because: string;
}

/** The deals of today, one for each game; the day's own game comes first. */
export interface Daily {
  day: string;
  /** Seconds until the next day. */
  left: number;
  games: DailyState[];
  /** Of the days ahead, sealed already; the day's own game. */
  coming: DailyDeal[];
}

/** A deal of today, and how far I am with it. */
export interface DailyState {
  deal: DailyDeal;
  seats: number;
  /** Of the bots. */
  level: string;
  state: 'new' | 'playing' | 'played';
  /** Mine among all so far, once I have played to the end. */
  place: number | null;
  /** Who have played it to the end. */
  players: number;
}

/** A deal of the day. */
export interface DailyDeal {
  /** As 2026-11-25, in UTC. */
  day: string;
  game: string;
  /** SHA-256 of the seed, as records have it. */
  seal: string;
  /** When the day is over. */
  seed: string | null;
}

/** Make a group, with whoever asks as its first member. */
export interface NewGroup {
  title: string;
  name: string;
}

/** Become a member, or change my name there. */
export interface JoinGroup {
  name: string;
}

/** Leave a group; the host may also name somebody else who is to leave. */
export interface LeaveGroup {
  name?: string;
}

/** The host renames the group. */
export interface RenameGroup {
  title: string;
}

/** Rounds of matches at several tables; the host begins it. */
export interface NewTournament {
  game: string;
  /** Everyone meets everyone as evenly as can be; or who has as many points. */
  pairing: 'everyone' | 'swiss';
  /** People at a table. */
  most: number;
  rounds: number;
  players: string[];
  pace?: Pace;
  /** For each decision, by the day; null: 24. */
  hours?: number | null;
}

/** Draw the next round; the host does. */
export interface NextRound {
  /** Its number: asked for twice, it is drawn once. */
  round: number;
  /** Also if a table is not finished: that match counts for nobody. */
  unfinished?: boolean;
}

/** Forget a tournament; the host does. Its matches stay. */
export interface EndTournament {
}

/** A group that I am a member of. */
export interface GroupCard {
  group: string;
  title: string;
  members: number;
  /** Of its tables, those with an open seat. */
  waiting: number;
}

/** A group, as whoever has its link sees it. */
export interface GroupView {
  group: string;
  title: string;
  size: number;
  /** Null: you are no member. */
  inside: GroupInside | null;
}

/** What members alone see of a group. */
export interface GroupInside {
  /** Are you? */
  host: boolean;
  /** Who has been there longest comes first, and is the host. */
  members: GroupMember[];
  tables: GroupTable[];
  /** The matches of the last twelve hours. */
  evening: GroupScore[];
  ever: GroupScore[];
  tournaments: TournamentView[];
}

/** Somebody in a group. */
export interface GroupMember {
  name: string;
  host: boolean;
  you: boolean;
}

/** A table of the group that is not over. */
export interface GroupTable {
  table: string;
  /** Of the game. */
  title: string;
  /** Of the people there. */
  names: string[];
  /** Seats that wait for somebody. */
  open: number;
  mine: boolean;
  playing: boolean;
  pace: Pace;
  hours: number | null;
}

/** What a member has won at the group's tables: 100 points for the first place, none for the last, and evenly between. */
export interface GroupScore {
  name: string;
  you: boolean;
  matches: number;
  won: number;
  /** Of all matches together. */
  points: number;
}

/** A tournament as it stands. */
export interface TournamentView {
  tournament: string;
  game: string;
  /** Of the game. */
  title: string;
  pairing: 'everyone' | 'swiss';
  rounds: number;
  pace: Pace;
  hours: number | null;
  standings: TournamentStanding[];
  /** By round. */
  drawn: TournamentTable[][];
  /** Drawable: the next round may be drawn. */
  state: 'playing' | 'drawable' | 'over';
}

/** How somebody stands in a tournament. */
export interface TournamentStanding {
  place: number;
  name: string;
  you: boolean;
  matches: number;
  won: number;
  points: number;
}

/** A table of a round. */
export interface TournamentTable {
  table: string;
  /** Of its people. */
  names: string[];
  /** Of these, when the match is over; 0: nothing is known any more. */
  places: number[] | null;
  mine: boolean;
  /** It was left or closed before its match was over. */
  gone: boolean;
}

/** Play today's deal of a game: the first time at a new table, then on at the same. */
export interface PlayDaily {
  game: string;
  name?: string;
}

/** All who have played a deal, the best first and who left last: when I have played it, or the day is over. */
export interface DailyResults {
  deal: DailyDeal;
  results: DailyResult[];
}

/** Who has played a deal, and how it ended. */
export interface DailyResult {
  /** Among all who have played it to the end; null: left. */
  place: number | null;
  name: string;
  /** The place at the table, if it is over. */
  ended: number;
  /** In score units. */
  score: number;
  unit: number;
  you: boolean;
  table: string;
  seat: number;
  /** Who has left may have left a match that nobody plays on. */
  over: boolean;
}

/** The puzzles of a game. */
export interface GamePuzzles {
  game: string;
  puzzles: PuzzleCard[];
}

/** A puzzle in the list of its game. */
export interface PuzzleCard {
  /** From 1. */
  number: number;
  /** Identifies it, whatever its number. */
  id: string;
  seats: number;
  phase: string;
}

/** A puzzle: one decision of a match, as its seat saw it. */
export interface PuzzleView {
  number: number;
  id: string;
  /** Puzzles of the game. */
  of: number;
  /** With bots in the other seats. */
  table: TableView;
  update: Update;
}

/** How I would answer: what stands sealed already, and at least one step more. */
export interface AnswerPuzzle {
  moves: string[];
}

/** How the answer compares with all others. Only its next step is weighed. */
export interface PuzzleJudged {
  /** Up to that step. */
  answer: Move[];
  /** Of that step among all; 0: it is the best. */
  place: number;
  /** All steps that there were, the best first. */
  options: HintOption[];
  /** The place of what an easy bot would have played. */
  easy: number;
}

/** A move, and the chance of winning with it, from 0 to 1. */
export interface HintOption {
  move: Move;
  chance: number;
  /** The standard error of the chance. */
  error: number;
  /** Of the first beside the next, of the others beside the first. */
  why: Why;
}

/** What speaks most for a move beside another, and most against it; neither: too close. */
export interface Why {
  gain: Change | null;
  loss: Change | null;
}

/** How much more or less there is of something, on average, when playouts stop. */
export interface Change {
  /** A key in `assets` of the texts. */
  what: string;
  parts: Record<string, string | number>;
  /** Above 0: more. */
  amount: number;
  /** The rival's seat, if a rival has it; else -1. */
  whose: number;
}

/** Moves that are not legal now, and why not. */
export interface RefusedMoves {
  why: string;
  moves: Move[];
  /** Of the rules, which the reason leaves out: "5X-12, 5X-13"; empty: none. */
  clauses?: string;
}

/** What a lesson says in the open decision; each note once. */
export interface LessonNote {
  id: string;
  /** The thing on the screen that it is about. */
  at: string;
  text: string;
  /** What to try; empty: nothing. */
  hint: string;
  /** Of the rules; empty: none. */
  clause: string;
  /** How many have been said, this one included. */
  number: number;
  /** How many there are. */
  notes: number;
}

/** What a study may be asked for. */
export interface DesignAbout {
  /** Of each arm at each table, at the most. */
  matches: number;
  /** After which every study ends. */
  minutes: number;
  /** By game, the levels that play fast enough. */
  players: Record<string, string[]>;
  /** By game, what each of them can be kept from. */
  restrictions: Record<string, RestrictionAbout[]>;
}

/** Something that a player can be kept from: as `easy:never-attacks`. */
export interface RestrictionAbout {
  name: string;
  /** A sentence, in the language that is asked for. */
  about: string;
}

/** A change of a game, and the matches that show what it does: each of `players` makes up a table of its own for each number of seats. Without options, seats are compared with each other. */
export interface NewStudy {
  game: string;
  seats: number[];
  players: string[];
  options: Record<string, unknown>;
  /** Of each arm at each table, at the most. */
  matches?: number;
  seed?: number;
}

/** Go on with a study that has ended, up to this many matches. */
export interface MoreMatches {
  matches: number;
}

/** Play no more matches of a study; or forget all of it. */
export interface StopStudy {
  forget?: boolean;
}

/** A study of yours: whoever has its id may listen to it, and stop it. */
export interface StudyStarted {
  study: string;
}

/** The file with which `microciv study` finds the same: first of all that are wanted, and at the end of the matches that count. */
export interface StudyPlan {
  type: 'plan';
  key: string;
  toml: string;
}

/** How far a study is, from 0 to 1. */
export interface StudyProgress {
  type: 'progress';
  done: number;
}

/** What a study has found so far, in the words of this language. */
export interface StudyFindings {
  type: 'findings';
  language: string;
  answers: StudyAnswer[];
}

/** What was found at one table, in sentences and in numbers. */
export interface StudyAnswer {
  table: string;
  matches: number;
  /** Matches that the change left as they were; null: nothing was changed. */
  alike: number | null;
  sentences: string[];
  findings: StudyFinding[];
}

/** What a number is compared with: the same without the change, or what is fair. */
export interface StudyBeside {
  base: [number, number, number];
  difference: [number, number, number];
}

/** One number with the change. Of three, the last two are the ends of the 95 % interval. */
export interface StudyFinding {
  /** Of all numbers of its kind. */
  heading: string;
  title: string;
  unit: string;
  found: [number, number, number];
  /** Null: there is nothing to compare it with. */
  beside: StudyBeside | null;
  stands_out: boolean;
  count: number;
}

/** No more is played: all is, the time is up, or somebody stopped it. */
export interface StudyEnded {
  type: 'ended';
  why: 'done' | 'late' | 'stopped';
}

/** A study that failed, in the words of this language; it may be run again. */
export interface StudyBroken {
  type: 'broken';
  language: string;
  message: string;
}

/** Why a request was refused; nothing has changed. */
export interface Problem {
  error: string;
  message: string;
  /** Of the rules, which the message leaves out; empty: none. */
  clauses?: string;
}

/** The first message: who this is, and how many events of which match it has received. */
export interface Hello {
  type: 'hello';
  token?: string | null;
  since?: number;
  match?: number;
  /** As `de` or `es-MX`; reasons are in it. */
  language?: string;
}

/** The seat's answer in the open decision; it replaces what was sealed before. */
export interface Play {
  type: 'play';
  match: number;
  decision: number;
  moves: string[];
  id?: string | null;
}

/** Reopen this seat's sealed answer. */
export interface TakeBack {
  type: 'take_back';
  match: number;
  decision: number;
  id?: string | null;
}

/** Agree that bots play out the rest, or withdraw that; only while `TableView.finish` is set. */
export interface Finish {
  type: 'finish';
  match: number;
  agree: boolean;
  id?: string | null;
}

/** I am here again: ends a pause of the table, and takes a seat back that a bot keeps. */
export interface Return {
  type: 'return';
  id?: string | null;
}

/** Say something to everybody at the table: one of the game's phrases, or words of your own where `TableView.talk` is "free". The reply is `said` or `refused`. */
export interface Say {
  type: 'say';
  /** 0: in the lobby, where there are no phrases. */
  match: number;
  /** Its key in `talk` of the texts. */
  phrase?: string;
  /** Words of your own, 200 characters at most. */
  text?: string;
  /** Values for its placeholders. */
  parts?: Record<string, string | number>;
  id?: string | null;
}

/** Ask for a hint, where `TableView.hints` are on; the reply is `hinted` or `refused`. */
export interface AskHint {
  type: 'hint';
  match: number;
  decision: number;
  id?: string | null;
}

/** The hash of this person's nonce for the next match, `TableView.coming`: until that begins it may be another. The reply is `accepted` or `refused`. */
export interface Promise {
  type: 'promise';
  match: number;
  /** SHA-256 of the nonce. */
  hash: string;
  id?: string | null;
}

/** This seat's nonce, as `TableView.deal` asks for it, in 64 hexadecimal digits. The reply is `accepted` or `refused`. */
export interface Reveal {
  type: 'reveal';
  match: number;
  nonce: string;
  id?: string | null;
}

/** Ask for a `pong`, to check the connection. */
export interface Ping {
  type: 'ping';
}

export type ClientMessage = Hello | Play | TakeBack | Finish | Return | Say | AskHint | Promise | Reveal | Ping;

/** The table has changed. */
export interface TableMessage {
  type: 'table';
  table: TableView;
}

/** A new `table`, told as its differences from the last one. */
export interface Status {
  type: 'status';
  change: Record<string, unknown>;
}

/** What this seat may see after a change. It depends only on what the seat may know. */
export interface Update {
  type: 'update';
  match: number;
  decision: number;
  from: number;
  /** From the `from`-th on. */
  events: GameEvent[];
  seen: Observation;
  /** The next steps; once the answer is complete, what it may change to. */
  legal: Move[];
  /** What this seat has sealed, step by step. */
  answer: Move[];
  /** The answer has all its steps. */
  complete: boolean;
  /** The move of `legal` that the server plays by itself, now or soon. */
  obvious: string | null;
  /** The time-out move, one of `legal`. */
  absent: string | null;
  /** Where hints are on, steps that may well be added to the answer. */
  suggested: Move[];
  /** Moves that people may expect but that are not legal. */
  why: RefusedMoves[];
  /** By seat, as far as this seat may know. */
  scores: number[];
  /** By seat, where its points come from; may be empty. */
  sources: (Record<string, number>)[];
  /** What the game computes for this seat, by name. */
  notes: Record<string, unknown>;
  /** By seat, when the match is over. */
  places: number[] | null;
  /** What is new, at a table with a lesson. */
  note: LessonNote | null;
}

/** A new `update`, told as its differences from the last one. */
export interface Changed {
  type: 'changed';
  from: number;
  /** From the `from`-th on, in place of the last ones. */
  events?: GameEvent[];
  /** Of the rest. */
  change: Record<string, unknown>;
}

/** The time for the open decision; when it is up, the game plays time-out moves. */
export interface Countdown {
  type: 'countdown';
  match: number;
  decision: number;
  /** Milliseconds from now. */
  left: number;
  /** Milliseconds in all when it began. */
  given: number;
  /** Milliseconds left to this part of the match; 0: no limit. */
  part_left: number;
}

/** A seat said something: a person a phrase or words, a bot its reason for an answer that is open now, or that the game gave it. Words are told again to whoever says hello, to the end of the table. */
export interface Said {
  type: 'said';
  match: number;
  /** The open one; for a bot, the one that it answered. */
  decision: number;
  seat: number;
  /** In the texts: in `talk` for a phrase, in `reasons` for a bot's reason. */
  key: string;
  /** Values for its placeholders. */
  parts: Record<string, string | number>;
  /** The number of events sent before. */
  after: number;
  /** A person's own words, verbatim; then `key` is empty. */
  text: string;
  /** Whose words they are. */
  name: string;
  /** By which words that are sent again are recognised. */
  id: string;
}

/** Good next steps of this seat's answer, the highest chance first; only for whoever asked. */
export interface Hinted {
  type: 'hinted';
  match: number;
  decision: number;
  /** The steps sealed so far. */
  answer: string[];
  options: HintOption[];
  /** How the answer would continue after the first option. */
  follows: Move[];
  id: string | null;
}

/** The message with this id has been carried out and stored; an update follows. */
export interface Accepted {
  type: 'accepted';
  id: string | null;
  /** Milliseconds in which it can be changed before the bots answer; 0: not known. */
  moment?: number;
}

/** The message was refused and nothing has changed. After "stale" an update follows. */
export interface Refusal {
  type: 'refused';
  code: string;
  message: string;
  id: string | null;
  /** Of the rules, which the message leaves out; empty: none. */
  clauses?: string;
}

/** The reply to `ping`. */
export interface Pong {
  type: 'pong';
}

export type ServerMessage = TableMessage | Status | Update | Changed | Countdown | Said | Hinted | Accepted | Refusal | Pong;

export type ReviewLine = ReviewWaits | ReviewPlan | ReviewedDecision | ReviewSum | ReviewBroken;

export type StudyLine = StudyPlan | StudyProgress | StudyFindings | StudyEnded | StudyBroken;

/** Why something was refused. */
export type Code =
  | 'malformed' | 'bad_token' | 'unknown_key' | 'bad_code' | 'bad_passkey' | 'bad_origin'
  | 'not_host' | 'removed' | 'unwatched' | 'blocked' | 'not_your_seat' | 'not_found'
  | 'unknown_table' | 'started' | 'not_started' | 'not_finished' | 'taken' | 'seats'
  | 'over' | 'stale' | 'illegal' | 'stranded' | 'too_large' | 'bad_host' | 'bad_option'
  | 'too_fast' | 'unavailable';

/** An order takes as many. */
export const MOST_WISHES = 30;
