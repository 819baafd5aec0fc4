import type { ClientMessage, DealView, ServerMessage, TableView } from '../generated/types';
import { canHash, hashOf, keepDeal, keptDeal, newDeal, newNonce, type Kept } from './deal';

type Part = Extract<ClientMessage, { type: 'promise' | 'reveal' }>;

const DEAL = 'deal-';

/**
 * Takes this browser's part in the deals of a table, behind all else: it sends the hash of a number
 * of its own as soon as it has seen the table's seal, and the number when all hashes stand.
 */
export class Dealer {
  private last = '';
  private work = Promise.resolve();
  /** What was sent on this line, by the id of its receipt. */
  private sent = new Map<string, Part>();
  private count = 0;

  constructor(
    private readonly table: string,
    private readonly send: (message: ClientMessage) => void,
  ) {}

  /** There is a new line: what was sent on the one before may not have arrived. */
  begin(): void {
    this.last = '';
    this.sent.clear();
  }

  /** Of people who share a device, the first lends the browser a seat in the deal. */
  hear({ match, coming, deal, me, you, here }: TableView): void {
    const told = JSON.stringify([match, coming, deal, me, you, here]);
    if (told === this.last || !canHash()) return;
    this.last = told;
    this.work = this.work
      .then(async () => {
        if (deal) await this.look(match, deal, you ?? here[0] ?? null);
        if (coming && (me !== null || here.length))
          await this.promise(coming.match, coming.seal, coming.hash);
      })
      .catch(() => undefined); // the match goes on without it, and the check at the end says so
  }

  /** Was this the receipt of something sent from here? */
  receipt(message: Extract<ServerMessage, { type: 'accepted' | 'refused' }>): boolean {
    const { id } = message;
    if (!id?.startsWith(DEAL)) return false;
    const sent = this.sent.get(id);
    if (message.type === 'accepted' && sent?.type === 'reveal') {
      const kept = keptDeal(this.table, sent.match);
      if (kept) keepDeal(this.table, { ...kept, revealed: true });
    }
    return true;
  }

  private async promise(match: number, seal: string, known: string | null): Promise<void> {
    const kept = this.keep(match, { seal }, newNonce());
    const hash = await hashOf(kept.nonce);
    // To another secret than the one that was sealed first nothing is given.
    if (kept.seal !== seal || known === hash) return;
    this.post({ type: 'promise', match, hash });
  }

  private async look(match: number, deal: DealView, seat: number | null): Promise<void> {
    const { seal, hashes } = deal;
    const kept = this.keep(match, { seal, ...(deal.asked ? { hashes, seat } : {}) });
    if (!deal.asked || !kept.nonce || kept.revealed || seat === null) return;
    const stands = kept.seal === seal && JSON.stringify(kept.hashes) === JSON.stringify(hashes);
    if (!stands || hashes[seat] !== (await hashOf(kept.nonce))) return;
    this.post({ type: 'reveal', match, nonce: kept.nonce });
  }

  /** Keep what was seen first; what comes later does not replace it. */
  private keep(match: number, seen: Partial<Kept>, nonce = ''): Kept {
    const before = keptDeal(this.table, match) ?? newDeal(match);
    const kept: Kept = {
      ...before,
      nonce: before.nonce || nonce,
      seal: before.seal || (seen.seal ?? ''),
      hashes: before.hashes.length ? before.hashes : (seen.hashes ?? []),
      seat: before.hashes.length ? before.seat : (seen.seat ?? null),
    };
    if (JSON.stringify(kept) !== JSON.stringify(before)) keepDeal(this.table, kept);
    return kept;
  }

  private post(message: Part): void {
    const { type, match } = message;
    if ([...this.sent.values()].some((one) => one.type === type && one.match === match)) return;
    const id = `${DEAL}${(this.count += 1).toString()}`;
    this.sent.set(id, message);
    this.send({ ...message, id });
  }
}
