import type {
  CostlyDecision,
  HintOption,
  ReviewAccount,
  ReviewedDecision,
  ReviewLine,
  ReviewShare,
} from '../generated/types';
import { caption, moveLabel, phrase, saying, type Naming } from './captions';

/** A review as far as it has been told. */
export interface Told {
  /** How many decisions there will be; null: nothing is known yet. */
  expected: number | null;
  decisions: ReviewedDecision[];
  /** The decisions that cost most; null: they are not known yet. */
  costliest: CostlyDecision[] | null;
  account: ReviewAccount | null;
  /** Why there is no more of it; empty: there is, or it is whole. */
  problem: string;
}

export const NOTHING: Told = {
  expected: null,
  decisions: [],
  costliest: null,
  account: null,
  problem: '',
};

/** The review with one line more. */
export function withLine(told: Told, line: ReviewLine): Told {
  switch (line.type) {
    case 'plan':
      return { ...told, expected: line.decisions };
    case 'decision':
      return { ...told, decisions: [...told.decisions, line] };
    case 'sum':
      return { ...told, costliest: line.costliest, account: line.account };
    case 'broken':
      return { ...told, problem: line.message };
  }
}

/** A chance as people say it. */
export function hundredths(chance: number): number {
  return Math.round(100 * chance);
}

/** "42 % to win". */
export function chanceWords(naming: Naming, { chance }: HintOption): string {
  return phrase(naming, 'chance', { chance: hundredths(chance) });
}

/** What was better and why, in the words of the game. */
export function sentences(naming: Naming, costly: CostlyDecision): string[] {
  const parts = {
    better: moveLabel(naming, costly.better),
    played: moveLabel(naming, costly.played),
    hope: hundredths(costly.hope),
    chance: hundredths(costly.chance),
  };
  const lines = [phrase(naming, costly.clear ? 'review_clear' : 'review_unsure', parts)];
  if (costly.telling) {
    const { event, better, played } = costly.telling;
    const often = { often: hundredths(better), seldom: hundredths(played) };
    lines.push(
      phrase(naming, 'review_why', { ...parts, ...often, caption: caption(naming, event) }),
    );
  }
  const said = costly.why ? saying(naming, costly.why, costly.parts) : '';
  if (said) lines.push(phrase(naming, 'review_said', { caption: said }));
  return lines;
}

/** The parts of an account by their names in the texts. */
export function shares(account: ReviewAccount): [string, ReviewShare][] {
  const { choice, luck, others, mixed } = account;
  return [
    ['choice', choice],
    ['luck', luck],
    ['others', others],
    ['mixed', mixed],
  ];
}

/** "+12", "−3", "0": a change in hundredths. */
export function signed(change: number): string {
  const number = hundredths(change);
  return number > 0 ? `+${number.toString()}` : number.toString().replace('-', '−');
}
