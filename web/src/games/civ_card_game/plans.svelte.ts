import type { Move } from '../../generated/types';
import { t } from '../../language/words';
import { textsOf } from '../../match/answer';
import { enough, picked } from '../../match/picks';
import type { BoardProps } from '../board';
import { cardsOf, isStructure, isUnit, typeOf, type Kind } from './cards';
import { asCiv } from './known';
import { recall, remember, type Reader } from './kept';
import { asNotes, ready, sitesOf, wishOf, type Notes, type Wish } from './notes';
import {
  judgedBlocks,
  keepOrders,
  mustAsk,
  NO_ORDERS,
  ordersOf,
  standingBlocks,
  type Orders,
} from './standing';
import {
  added,
  attackSteps,
  blockLine,
  bonusSums,
  claimLine,
  collectLine,
  deeds,
  payment,
  splitsOf,
  turned,
  type Aim,
  type Blocks,
  type Splits,
} from './steps';
import { title, wanted, type Wanted } from './words';

const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0);

/** Standing orders answer as fast as a person who has to look: not faster. */
const ORDER_PAUSE = 3500;
const TYPES = ['building', 'wonder', 'unit', 'goods'];
const ASKED_OF_A_PLOT = (): Record<string, string> => ({
  found: t('Settle here'),
  yield: t('Lose one here'),
  receive: t('Settle here'),
});
const PLOT_STAGES = (): Record<string, string> => ({
  place: t('Build here'),
  grow: t('Add here'),
});

/** What the reader has in mind, and how it becomes an answer. */
export class Plans {
  chosen = $state('');
  /** "attack" while an attack is put together; "raze" while something is to be taken down. */
  mode = $state('');
  aims = $state.raw<Aim[]>([]);
  orders = $state.raw<Orders>(NO_ORDERS);
  readonly pause = ORDER_PAUSE;

  private pin = $state('');
  /** By plot, what its population gives, as the reader turned it. */
  private own = $state.raw<Record<number, number[]>>({});
  private ownPicks = $state.raw<string[] | null>(null);
  /** Why the last tap on a card was refused, and how many were so far. */
  refused = $state.raw({ words: '', times: 0 });
  private ownBlocks = $state.raw<Blocks | null>(null);
  private waits = $state('');
  private readonly forget: () => void;

  constructor(private readonly props: () => BoardProps) {
    this.forget = $effect.root(() => {
      $effect(() => {
        const { reader } = this;
        this.orders = ordersOf(reader);
        this.pin = String((reader && recall('pin', reader)) ?? '');
      });
      $effect(() => {
        void this.question;
        this.mode = '';
        this.aims = [];
        this.ownPicks = null;
        this.refused = { words: '', times: 0 };
        this.ownBlocks = null;
      });
    });
  }

  stop(): void {
    this.forget();
  }

  // --- what there is

  private readonly table = $derived.by(() => this.props().table);
  private readonly match = $derived(`${this.table.table}:${(this.table.match ?? 0).toString()}`);
  readonly seen = $derived.by(() => asCiv(this.props().seen));
  readonly cards = $derived(cardsOf(this.table.options));
  /** Worked out from the truth, whatever is on show. */
  readonly notes: Notes = $derived.by(() => asNotes(this.props().outlook, this.props().legal));
  readonly me = $derived(this.seen.seat < this.seen.table.length ? this.seen.seat : -1);
  /** Who looks at the board now: people at one device do so in turn. */
  private readonly reader = $derived<Reader | null>(
    this.me < 0 ? null : { match: this.match, seat: this.me },
  );
  readonly seat = $derived(this.seen.table[this.me]);
  readonly hand = $derived(this.seat?.known ?? []);
  readonly rate = $derived(this.seat?.rate ?? 0);

  readonly able = $derived.by(() => this.props().asked && !this.props().past);
  readonly wanted = $derived.by(
    () => this.able && this.props().sealing === 'open' && !this.props().obvious,
  );
  readonly question = $derived(
    [this.seen.round, this.seen.phase, this.seen.turn, this.seen.striking, this.able].join(' '),
  );
  /** Steps that may well be added to the answer. */
  private readonly suggested = $derived.by(() => (this.wanted ? this.props().suggested : []));
  private readonly locked = $derived.by(() => this.props().locked);
  private readonly legal = $derived.by(() => this.props().legal.map(({ text }) => text));

  /** Of the reader's own turn; "" outside of it. */
  readonly stage = $derived(this.able && this.seen.phase === 'turn' ? this.seen.stage : '');
  readonly collecting = $derived(this.stage === 'collect');
  /** Something can be bought, at once or as it is collected. */
  readonly open = $derived(this.wanted && (this.collecting || this.stage === 'buy'));

  // --- what population gives

  /** One's own turn has been collected for; else the next Collect can be thought of. */
  readonly bonuses = $derived(this.notes.bonuses ?? []);
  readonly splits: Splits = $derived.by(() => {
    const pinned = this.collecting ? wishOf(this.notes, this.pinned) : undefined;
    const usual = ready(pinned) ? pinned?.gives : this.judged;
    return this.bonuses.map(({ plot, gives }, at) => {
      const own = this.own[plot] ?? [];
      const fits = own.length === gives.length && sum(own) === sum(gives);
      return fits ? own : (usual?.[at] ?? gives);
    });
  });
  /** What is suggested that population gives, if anything is. */
  private get judged(): Splits | undefined {
    const { suggested } = this;
    if (!this.collecting || suggested[0]?.verb !== 'split') return undefined;
    const steps = [...this.props().steps, ...suggested];
    const said = steps.filter(({ verb }) => verb === 'split').map((step) => Number(step['amount']));
    return splitsOf(this.bonuses, said);
  }
  /** What Collect gives; null: it has been taken. */
  readonly coming = $derived.by(() => {
    const income = this.notes.income?.[this.me];
    if (!this.collecting || !income) return null;
    return added(income.fixed, bonusSums(this.bonuses, this.splits));
  });
  /** What there is to spend, once it is collected. */
  readonly purse = $derived(added(this.seat?.stock ?? [0, 0, 0], this.coming ?? [0, 0, 0]));

  turnChip(plot: number, kind: Kind): void {
    const at = this.bonuses.findIndex((bonus) => bonus.plot === plot);
    const place = this.bonuses[at]?.kinds.indexOf(kind) ?? -1;
    if (at < 0 || place < 0) return;
    this.own = { ...this.own, [plot]: turned(this.splits, at, place)[at] ?? [] };
  }

  // --- wishes

  get pinned(): string {
    return this.pin;
  }

  get wish(): string {
    return this.chosen || this.pin;
  }

  togglePin(wish: string): void {
    this.pin = this.pin === wish ? '' : wish;
    if (this.reader) remember('pin', this.reader, this.pin);
    this.own = {};
    if (this.pin) this.chosen = '';
  }

  choose(wish: string): void {
    this.mode = '';
    this.chosen = this.chosen === wish ? '' : wish;
  }

  plan(wish: string): Wish | undefined {
    return wishOf(this.notes, wish);
  }

  about(wish: string): Wanted {
    return wanted(this.cards, wish);
  }

  private price(wish: string): { price: number; kind: number } | null {
    const { prices } = this.notes;
    if (!prices) return null;
    const { verb, card, plot } = this.about(wish);
    const found: Record<string, [number | undefined, number]> = {
      buy: [prices.techs[card], 2],
      build: [prices.structures[card], 1],
      populate: [prices.population[plot - 1], 0],
      claim: [prices.plot, -1],
    };
    const [price, kind] = found[verb] ?? [undefined, 0];
    return price === undefined ? null : { price, kind };
  }

  /** Is it there for one tap, with what there is, as the chips lie? */
  can(wish: string): boolean {
    if (!this.open) return false;
    if (!this.collecting) return this.legal.includes(wish);
    const cost = this.price(wish);
    if (!cost || !ready(this.plan(wish))) return false;
    const { purse } = this;
    const has = cost.kind < 0 ? sum(purse) : (purse[cost.kind] ?? 0);
    return has >= cost.price;
  }

  /** What is sealed before anything else in this answer. */
  private get before(): string[] {
    return this.collecting ? [collectLine(this.bonuses, this.splits)] : this.locked;
  }

  /** Get what is wished: as things lie, or else as the plan says. */
  take(wish: string, paid: number[] | null, plot = 0): void {
    const plan = this.plan(wish);
    const direct = this.can(wish);
    if (!this.open || (!direct && !ready(plan))) return;
    const steps = direct
      ? [...this.before, ...this.direct(wish, plan, paid, plot)]
      : [...(this.collecting ? [] : this.locked), ...this.placed(plan?.steps ?? [], wish, plot)];
    // A plan that goes on in the next answer keeps what it is for.
    const gets = direct || steps.includes(wish);
    if (this.pin === wish && gets && this.about(wish).card) this.togglePin(wish);
    this.chosen = '';
    this.own = {};
    this.props().answer(steps);
  }

  /** The purchase alone, without anything to make it possible. */
  private direct(
    wish: string,
    plan: Wish | undefined,
    paid: number[] | null,
    plot: number,
  ): string[] {
    const { verb, card } = this.about(wish);
    if (verb === 'claim') {
      const wanted = paid ?? this.notes.payment?.[card] ?? [];
      const all = payment(this.purse, this.notes.prices?.plot ?? 0, wanted);
      return [all ? claimLine(wish, all) : wish];
    }
    if (verb !== 'build') return [wish];
    const sites = this.sites(wish);
    const place = plot || sites[0] || 0;
    const grows = textsOf((plan?.steps ?? []).filter((step) => step.verb === 'grow'));
    return sites.length > 1 ? [wish, `on ${place.toString()}`, ...grows] : [wish, ...grows];
  }

  private placed(steps: Move[], wish: string, plot: number): string[] {
    const elsewhere = plot && this.sites(wish).length > 1 ? `on ${plot.toString()}` : '';
    return steps.map(({ text, verb }, place) =>
      elsewhere && verb === 'on' && steps[place - 1]?.text === wish ? elsewhere : text,
    );
  }

  /** Where a structure may stand, the best place first. */
  sites(wish: string): number[] {
    const planned = sitesOf(this.plan(wish));
    const allowed = this.notes.sites?.[this.about(wish).card];
    if (!allowed) return planned;
    return [...planned.filter((plot) => allowed.includes(plot)), ...allowed].filter(
      (plot, at, all) => all.indexOf(plot) === at,
    );
  }

  // --- the hand

  readonly held = $derived.by(() => {
    const rank = (card: string): number => TYPES.indexOf(typeOf(this.cards, card));
    const names = this.hand
      .filter((card, at, all) => all.indexOf(card) === at)
      .sort((one, other) => rank(one) - rank(other));
    return names.map((card) => ({
      card,
      count: this.hand.filter((one) => one === card).length,
    }));
  });

  readonly picking = $derived(this.able && ['cull', 'discard'].includes(this.seen.phase));
  readonly needed = $derived(this.picking ? Math.min(this.seen.due, this.hand.length) : 0);
  /** What goes: for the reader to say, except where all of it has to; it begins as suggested. */
  readonly picks: string[] = $derived.by(() => {
    if (!this.picking) return [];
    return this.needed === this.hand.length ? this.hand : (this.ownPicks ?? this.usualPicks);
  });

  private readonly usualPicks = $derived(
    this.suggested.filter(({ verb }) => verb === 'discard').map((step) => String(step['card'])),
  );
  /** Is just what is suggested chosen? */
  readonly asSuggested = $derived(
    this.usualPicks.length > 0 &&
      [...this.picks].sort().join() === [...this.usualPicks].sort().join(),
  );

  canCard(card: string): boolean {
    if (isStructure(this.cards, card)) return this.can(`build ${card}`);
    return typeOf(this.cards, card) === 'goods' && this.open;
  }

  /** What a tap on a card of the hand does. */
  saysOf(card: string): string {
    const name = title(this.props().naming, card);
    const says = { card: name };
    if (this.picking) return t('{card}: tap to discard or keep', says);
    if (isStructure(this.cards, card)) return t('{card}: tap to see when it can be built', says);
    if (typeOf(this.cards, card) === 'goods' && this.open) return t('Play {card}', says);
    return isUnit(this.cards, card) && this.mayFight
      ? t('{card}: tap to attack with it', says)
      : name;
  }

  moveOf(card: string): string {
    if (this.picking) return `discard ${card}`;
    if (!this.canCard(card)) return '';
    return `${isStructure(this.cards, card) ? 'build' : 'play'} ${card}`;
  }

  tapCard(card: string): void {
    if (this.picking) this.pick(card);
    else if (isStructure(this.cards, card)) this.choose(`build ${card}`);
    else if (typeOf(this.cards, card) === 'goods') {
      if (this.open) this.seal([`play ${card}`]);
    } else if (this.mayFight) this.mode = 'attack';
  }

  /** One more of these goes; after the last of them, none. */
  private pick(card: string): void {
    const has = this.hand.filter((one) => one === card).length;
    const next = picked(this.picks, card, has, this.needed);
    this.ownPicks = next ?? this.picks;
    this.refused = { words: next ? '' : enough(this.needed), times: this.refused.times + 1 };
  }

  confirmPicks(): void {
    if (this.picks.length === this.needed) {
      this.props().answer(this.picks.map((card) => `discard ${card}`));
    }
  }

  // --- a turn

  /** Seal these after what is sealed, and after what is collected. */
  seal(steps: string[]): void {
    if (this.open) this.props().answer([...this.before, ...steps]);
  }

  collect(): void {
    this.own = {};
    this.props().answer(this.before);
  }

  /** Is it asked for an attack after the purchases? */
  readonly targets = $derived(this.notes.targets ?? []);
  readonly mayFight = $derived(this.open && this.targets.length > 0);

  end(): void {
    this.seal(['end']);
  }

  fight(): void {
    const { aims } = this;
    if (!aims.length) return;
    if (this.stage === 'declare') {
      this.props().answer([...this.locked, ...attackSteps(aims)]);
    } else this.seal(['done', ...attackSteps(aims)]);
  }

  /** A whole answer that was put together elsewhere. */
  reply(moves: string[]): void {
    if (this.wanted) this.props().answer(moves);
  }

  /** What was done in the answer so far. */
  readonly deeds = $derived.by(() => deeds(this.props().steps, this.notes.deeds ?? []));

  undo(): void {
    this.props().answer(textsOf(this.deeds.slice(0, -1).flat()));
  }

  undoAll(): void {
    this.props().answer([]);
  }

  // --- answers that are given on the land and in the combat area

  /** An answer of one step, or the next step of a turn. */
  act(move: string): void {
    if (!this.wanted) return;
    const site = this.buildSites.find((plot) => this.onSite(plot) === move);
    if (site) this.take(this.wish, null, site);
    else if (this.seen.phase === 'turn') {
      this.mode = '';
      this.props().answer([...this.locked, move]);
    } else this.props().answer([move]);
  }

  readonly plotMoves: Record<number, { move: string; says: string }> = $derived.by(() => {
    const found: Record<number, { move: string; says: string }> = {};
    if (!this.wanted) return found;
    const says = ASKED_OF_A_PLOT()[this.seen.phase] ?? PLOT_STAGES()[this.stage];
    if (says) {
      for (const move of this.props().legal) {
        if (typeof move['plot'] === 'number') found[move['plot']] = { move: move.text, says };
      }
    } else {
      for (const plot of this.buildSites) {
        found[plot] = { move: this.onSite(plot), says: t('Build here') };
      }
    }
    return found;
  });

  /** Where the structure may stand that is chosen and can be had now. */
  private readonly buildSites: number[] = $derived.by(() => {
    const { chosen } = this;
    const can = chosen && this.open && ready(this.plan(chosen));
    return can && this.about(chosen).verb === 'build' ? this.sites(chosen) : [];
  });

  private onSite(plot: number): string {
    return `${this.chosen} on ${plot.toString()}`;
  }

  readonly razes: Record<number, Record<string, string>> = $derived.by(() => {
    const found: Record<number, Record<string, string>> = {};
    if (!this.wanted) return found;
    for (const move of this.props().legal) {
      const wanted = this.mode === 'raze' ? 'demolish' : 'raze';
      if (move.verb !== wanted || typeof move['plot'] !== 'number') continue;
      found[move['plot']] = { ...found[move['plot']], [String(move['card'])]: move.text };
    }
    return found;
  });

  readonly repels: Record<string, string> = $derived.by(() => {
    const moves = this.wanted ? this.props().legal.filter(({ verb }) => verb === 'repel') : [];
    return Object.fromEntries(moves.map((move) => [String(move['card']), move.text]));
  });

  /** The answer that is suggested, or where to build what is chosen; "": nothing is. */
  readonly best: string = $derived.by(() => {
    const { suggested } = this;
    if (!this.chosen) return suggested[0]?.text ?? '';
    const at = suggested.findIndex(({ text }) => text === this.chosen);
    const on = at < 0 ? undefined : suggested[at + 1];
    return on?.verb === 'on' ? this.onSite(Number(on['plot'])) : '';
  });
  /** Where something is lost, the least loss comes first. */
  readonly ranked: string[] = $derived(this.wanted ? (this.notes.losses ?? []) : []);

  // --- defence

  readonly blocking = $derived(this.able && this.seen.phase === 'block');
  readonly attackers = $derived(this.blocking ? (this.notes.attackers ?? []) : []);
  readonly blocks: Blocks = $derived.by(() => {
    if (this.ownBlocks) return this.ownBlocks;
    const { orders, attackers, hand } = this;
    const steps = [...this.props().steps, ...this.suggested];
    const judged = this.suggested.length ? judgedBlocks(attackers, hand, steps) : null;
    return orders.block ? standingBlocks(attackers, hand, orders, judged) : (judged ?? {});
  });

  setBlocks(blocks: Blocks): void {
    this.ownBlocks = blocks;
    this.wait();
  }

  block(): void {
    this.props().answer([blockLine(this.attackers, this.hand, this.blocks)]);
  }

  letThrough(): void {
    this.props().answer([blockLine(this.attackers, this.hand, {})]);
  }

  /** The standing orders will answer this question. */
  readonly soon = $derived(
    this.blocking &&
      this.wanted &&
      this.orders.block &&
      this.waits !== this.question &&
      !mustAsk(this.cards, this.attackers, this.seat, this.orders),
  );

  wait(): void {
    this.waits = this.question;
  }

  standBy(): void {
    if (this.soon) this.block();
  }

  setOrders(orders: Orders): void {
    this.orders = orders;
    if (this.reader) keepOrders(this.reader, orders);
  }
}
