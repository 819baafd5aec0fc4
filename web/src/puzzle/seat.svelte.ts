import type { Move, PuzzleJudged, PuzzleView, TableView, Update } from '../generated/types';
import { tapped, textsOf, type Sealing } from '../match/answer';
import { Slips } from '../match/slips';

/** The seat of a puzzle: what is answered is judged, and nothing goes on. */
export class PuzzleSeat {
  readonly update: Update;
  /** The steps as they are judged; before that, those that were sealed already. */
  answer = $state.raw<Move[]>([]);
  /** On its way to be judged. */
  sending = $state.raw<string[] | null>(null);
  judged = $state.raw<PuzzleJudged | null>(null);
  /** Why the last answer was none. */
  problem = $state('');
  private readonly slips = new Slips();

  constructor(
    private readonly puzzle: PuzzleView,
    private readonly judge: (moves: string[]) => Promise<PuzzleJudged>,
    /** Told of the first answer that is judged. */
    private tell: (judged: PuzzleJudged) => void,
  ) {
    this.update = puzzle.update;
    this.answer = puzzle.update.answer;
  }

  /** What is judged waits for nobody. */
  get table(): TableView {
    const { table } = this.puzzle;
    if (!this.judged) return table;
    return { ...table, seats: table.seats.map((one) => ({ ...one, status: 'waiting' })) };
  }

  get sealing(): Sealing {
    if (this.sending) return 'sending';
    return this.judged ? 'sealed' : 'open';
  }

  get locked(): string[] {
    return this.sending ?? textsOf(this.answer);
  }

  get steps(): Move[] {
    const known = [...this.answer, ...this.update.legal];
    const named = (text: string): Move => known.find((one) => one.text === text) ?? { text };
    return this.sending ? this.sending.map(named) : this.answer;
  }

  /** One step, as at a table. */
  tap(move: string): void {
    const { locked, update } = this;
    const sealed = {
      locked,
      answer: textsOf(this.answer),
      sending: !!this.sending,
      complete: !!this.judged,
      legal: update.legal,
    };
    const moves = tapped(move, sealed, this.slips.has(move));
    if (moves) this.seal(moves);
  }

  /** Answer so, in place of what was answered before; no more than was sealed already: take it back. */
  seal(moves: string[]): void {
    this.problem = '';
    if (moves.length > this.update.answer.length || (this.judged && moves.length)) {
      void this.weigh(moves);
    } else {
      this.sending = null;
      this.answer = this.update.answer;
      this.judged = null;
    }
  }

  private async weigh(moves: string[]): Promise<void> {
    this.sending = moves;
    try {
      const judged = await this.judge(moves);
      if (this.sending !== moves) return; // another answer came later
      this.answer = judged.answer;
      this.judged = judged;
      this.tell(judged);
      this.tell = () => undefined;
    } catch (error) {
      if (this.sending === moves) this.problem = (error as Error).message;
    } finally {
      if (this.sending === moves) this.sending = null;
    }
  }
}
