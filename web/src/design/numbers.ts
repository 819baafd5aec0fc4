import type { StudyAnswer, StudyBeside, StudyFinding } from '../generated/types';

/** A mean and half the width of its interval: "27.4 % ± 0.7". What is fair has no interval. */
export function measured([value, error]: [number, number], unit: string): string {
  const mean = unit === 'share' ? `${percent(value)} %` : fixed(value);
  return error ? `${mean} ± ${unit === 'share' ? percent(error) : fixed(error)}` : mean;
}

/** "+16.8 ± 0.7". */
export function change({ difference: [value, error] }: StudyBeside, unit: string): string {
  const say = unit === 'share' ? percent : fixed;
  return `${value < 0 ? '−' : '+'}${say(Math.abs(value))} ± ${say(error)}`;
}

/** A sentence in which an interval stays on the line of its mean. */
export function held(sentence: string): string {
  return sentence.replaceAll(/ (?=[±%])|(?<=±) /g, '\u00a0');
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function fixed(value: number): string {
  return value.toFixed(2);
}

export interface Group {
  title: string;
  findings: StudyFinding[];
}

/** So many of a kind are drawn. */
const FEW = 10;

/** What is drawn: all of the small kinds; of others what stands out, the surest first. */
export function drawn(answer: StudyAnswer): Group[] {
  const sure = ({ beside }: StudyFinding): number => {
    const [value, error] = beside?.difference ?? [0, 1];
    return Math.abs(value) / (error || 1);
  };
  return kinds(answer).flatMap(({ title, findings }) => {
    if (findings.length <= FEW) return [{ title, findings }];
    const clear = findings.filter((one) => one.stands_out);
    clear.sort((one, other) => sure(other) - sure(one));
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
