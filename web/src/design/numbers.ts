import type { StudyAnswer, StudyBeside, StudyFinding } from '../generated/types';
import { number, percent, t } from '../language/words';

/** A mean, and both ends of its interval. */
export type Estimate = [value: number, low: number, high: number];

/** A mean and how far its interval reaches: "27.4 % ± 0.7". What is fair has no interval. */
export function measured(estimate: Estimate, unit: string): string {
  const [value] = estimate;
  const error = reach(estimate);
  const say = digits(error, unit);
  const mean = unit === 'share' ? percent(say(value)) : say(value);
  return error ? `${mean} ± ${say(error)}` : mean;
}

/** "+16.8 ± 0.7". */
export function change({ difference }: StudyBeside, unit: string): string {
  const [value] = difference;
  const error = reach(difference);
  if (!value && !error) return t('the same');
  const say = digits(error, unit);
  return `${value < 0 ? '−' : '+'}${say(Math.abs(value))} ± ${say(error)}`;
}

/** To the side on which the interval reaches further: it is no wider on the other. */
function reach([value, low, high]: Estimate): number {
  return Math.max(high - value, value - low);
}

/** A sentence in which an interval stays on the line of its mean. */
export function held(sentence: string): string {
  return sentence.replaceAll(/ (?=[±%])|(?<=±) /g, '\u00a0');
}

/** Says numbers of a unit, with as many decimals as it takes for the error not to be rounded to nothing. */
function digits(error: number, unit: string): (value: number) => string {
  const [scale, usual] = unit === 'share' ? [100, 1] : [1, 2];
  let places = usual;
  while (error > 0 && !Number((scale * error).toFixed(places)) && places < usual + 3) places += 1;
  const decimals = {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  };
  return (value) => number(scale * value, decimals).replace('-', '−');
}

interface Group {
  title: string;
  findings: StudyFinding[];
}

/** The most that are drawn of a kind. */
const FEW = 10;
/** A share whose interval reaches further than this to both sides says nothing yet. */
const DULL = 0.25;

/** What is drawn, of what says anything yet: all of the small kinds; of others what stands out, the largest first by the nearer end of its interval. */
export function drawn(answer: StudyAnswer): Group[] {
  const size = ({ beside }: StudyFinding): number => {
    const [value, low, high] = beside?.difference ?? [0, 0, 0];
    return value > 0 ? low : -high;
  };
  return kinds(answer).flatMap(({ title, findings: all }) => {
    const findings = all.filter(
      ({ unit, found: [, low, high] }) => unit !== 'share' || high - low < 2 * DULL,
    );
    if (!findings.length) return [];
    if (findings.length <= FEW) return [{ title, findings }];
    const clear = findings.filter((one) => one.stands_out);
    clear.sort((one, other) => size(other) - size(one));
    return clear.length ? [{ title, findings: clear.slice(0, FEW) }] : [];
  });
}

/** All that was found, by kind, in the order in which it was told: nothing is ranked. */
export function kinds(answer: StudyAnswer): Group[] {
  const found = new Map<string, StudyFinding[]>();
  for (const one of answer.findings)
    found.set(one.heading, [...(found.get(one.heading) ?? []), one]);
  return [...found].map(([title, findings]) => ({ title, findings }));
}
