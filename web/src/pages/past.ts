/** What I have played, on the server and on this device, as one list: the last first. */
import type { History, PastMatch } from '../generated/types';

export const PAGE = 25;

/** Asks for some of the matches of one place, from the `first` on. */
export type Ask = (first: number) => Promise<History>;

/** The matches of one place, as far as anybody has wanted to see them. */
class Source {
  matches: PastMatch[] = [];
  told: History | null = null;

  constructor(private readonly ask: Ask) {}

  /** Have this many of them, or all that there are. */
  async reach(count: number): Promise<void> {
    while (!this.told || this.matches.length < Math.min(count, this.told.total)) {
      const told = await this.ask(this.matches.length);
      this.told = told;
      this.matches = [...this.matches, ...told.matches];
      if (!told.matches.length) return;
    }
  }
}

export class Past {
  private readonly sources: Source[];

  constructor(asks: Ask[]) {
    this.sources = asks.map((ask) => new Source(ask));
  }

  /**
   * A page of the list, told anew whenever another place has answered. Those that do not answer are
   * left out; what kept the first of them from it is returned when all are done.
   */
  async look(first: number, tell: (history: History) => void): Promise<Error | null> {
    const done = await Promise.allSettled(
      this.sources.map(async (source) => {
        await source.reach(first + PAGE);
        tell(this.page(first));
      }),
    );
    const failed = done.find((one) => one.status === 'rejected');
    return failed ? (failed.reason as Error) : null;
  }

  private page(first: number): History {
    const there = this.sources.flatMap(({ told }) => told ?? []);
    const all = this.sources
      .flatMap(({ matches }) => matches)
      .toSorted((one, other) => other.ended - one.ended);
    const games: Record<string, number> = {};
    for (const told of there) {
      for (const [game, count] of Object.entries(told.games)) {
        games[game] = (games[game] ?? 0) + count;
      }
    }
    return {
      matches: all.slice(first, first + PAGE),
      first,
      total: there.reduce((sum, { total }) => sum + total, 0),
      games,
      days: there[0]?.days ?? 0,
    };
  }
}
