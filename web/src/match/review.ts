import type {
  Change,
  CostlyDecision,
  HintOption,
  ReviewAccount,
  ReviewedDecision,
  ReviewLine,
  ReviewShare,
  Why,
} from '../generated/types';
import { t, tn } from '../language/words';
import { asset, label, moveLabel, phrase, type Naming } from './captions';

/** A review as far as it has been told. */
export interface Told {
  /** How many reviews it waits for; null: it does not wait. */
  before: number | null;
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
  before: null,
  expected: null,
  decisions: [],
  costliest: null,
  account: null,
  problem: '',
};

/** The review with one line more. */
export function withLine(before: Told, line: ReviewLine): Told {
  const told = { ...before, before: null };
  switch (line.type) {
    case 'waits':
      return { ...told, before: line.before };
    case 'plan':
      return { ...told, expected: line.decisions };
    case 'decision':
      return { ...told, decisions: withDecision(told.decisions, line) };
    case 'sum':
      return { ...told, costliest: line.costliest, account: line.account };
    case 'broken':
      // All hear the same line; its words are for programs.
      return { ...told, problem: t('The search gave no answer; try again.') };
  }
}

/** "2 reviews before yours". */
function waitWords(before: number): string {
  return tn(before, '{n} review before yours', '{n} reviews before yours');
}

/** How far the search is; empty: it is over. */
export function progressWords({ before, expected, decisions, costliest }: Told): string {
  if (costliest) return '';
  if (before !== null) return `${waitWords(before)} …`;
  if (expected === null) return t('Looking through the record …');
  const n = decisions.length + 1;
  return n <= expected
    ? t('Decision {n} of {all} …', { n, all: expected })
    : t('Another look at what cost most …');
}

/** One more; after a second look it takes the place of the first. */
function withDecision(decisions: ReviewedDecision[], line: ReviewedDecision): ReviewedDecision[] {
  const index = decisions.findIndex(({ decision }) => decision === line.decision);
  return index < 0 ? [...decisions, line] : decisions.with(index, line);
}

/** A chance as people say it. */
export function hundredths(chance: number): number {
  return Math.round(100 * chance);
}

/** "42 % to win". */
export function chanceWords(naming: Naming, { chance }: HintOption): string {
  return phrase(naming, 'chance', { chance: hundredths(chance) });
}

function changeWords(naming: Naming, { what, parts, amount, whose }: Change): string {
  const change = asset(naming, what, parts, amount);
  return whose < 0 ? change : phrase(naming, 'why_rival', { change, target: whose });
}

/** What is gained and what is lost; empty if it is too close. */
function whyWords(naming: Naming, { gain, loss }: Why): string {
  const [first, second] = [gain, loss]
    .filter((change): change is Change => change !== null)
    .map((change) => changeWords(naming, change));
  return second ? phrase(naming, 'why_but', { first, second }) : (first ?? '');
}

/** Why an option of a hint is as good as it is, where the best has the chance `hope`. */
export function hintReason(naming: Naming, why: Why, hope: number, best: boolean): string {
  const words = whyWords(naming, why);
  if (!words) return phrase(naming, hundredths(hope) ? 'why_close' : 'why_lost', {});
  return phrase(naming, best ? 'why_best' : 'why_other', { why: words });
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
  const why = whyWords(naming, costly.why);
  if (why) lines.push(phrase(naming, 'review_why', { ahead: label(naming, 'ahead'), why }));
  if (costly.clear && costly.tied) lines.push(phrase(naming, 'review_tied', {}));
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
