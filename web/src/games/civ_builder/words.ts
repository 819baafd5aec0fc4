import { cardTitle, capital, type Naming } from '../../match/captions';
import { count, kindsIn, type Bag } from './kinds';
import type { Change } from './view';

export function title(naming: Naming, kind: string): string {
  return cardTitle(naming.texts, kind);
}

/** What being top brings, in a few words. */
export function privilegeOf(naming: Naming, kind: string): string {
  return naming.texts.cards?.[kind]?.privilege ?? '';
}

/** What may be done after a meld, in a few words. */
export function actionOf(naming: Naming, kind: string): string {
  return naming.texts.cards?.[kind]?.short ?? '';
}

export interface Civ {
  name: string;
  title: string;
  attribute: string;
  blurb: string;
}

export function civOf(naming: Naming, name: string): Civ {
  const found = naming.texts.civs?.[name];
  return {
    name,
    title: found?.title ?? capital(name.replaceAll('-', ' ')),
    attribute: found?.attribute ?? '',
    blurb: found?.blurb ?? '',
  };
}

/** What is asked in a phase; of special actions by their attribute. */
export function askOf(naming: Naming, phase: string, part = 'ask'): string {
  const words: Record<string, string | undefined> = naming.texts.phases?.[phase] ?? {};
  return words[part] ?? words['ask'] ?? '';
}

export function names(naming: Naming, seats: number[]): string {
  const all = seats.map((seat) => naming.names[seat] ?? '').map(inside);
  const last = all.at(-1) ?? '';
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last;
}

/** "you" inside a sentence. */
export function inside(name: string): string {
  return name === 'You' ? 'you' : name;
}

/** "2 Culture, Leader". */
export function cards(naming: Naming, bag: Bag): string {
  return kindsIn(bag)
    .map((kind) => {
      const amount = count(bag, kind);
      return `${amount > 1 ? `${amount.toString()} ` : ''}${title(naming, kind)}`;
    })
    .join(', ');
}

/** What more points do to a race: "overtakes Bo", "draws level with Bo", "2 behind Bo". */
export function raceWords(naming: Naming, change: Change, leaders: number[], me: number): string {
  const { passed, level, takes, breaks, behind } = change;
  const ahead = leaders.filter((seat) => seat !== me);
  if (level.length && takes) return `draws level with ${names(naming, level)}`;
  if (takes || breaks) return `overtakes ${names(naming, passed)}`;
  if (!behind) return 'you lead already';
  const over = passed.length ? `passes ${names(naming, passed)}, ` : '';
  return `${over}${behind.toString()} behind ${names(naming, ahead)}`;
}

/** Who leads, and whether alone. */
export function leadWords(naming: Naming, leaders: number[]): string {
  const who = names(naming, leaders);
  if (leaders.length > 1) return `${who} tied`;
  return who === 'you' ? 'you lead' : `${who} leads`;
}

/** "Bo leads by 4; up to 180 VP for leads still to come." */
export function raceLine(
  naming: Naming,
  race: { behind: number; to_come: number } | undefined,
  points: number[],
  me: number,
): string {
  if (!race || me < 0) return '';
  const best = Math.max(...points);
  const first = points.flatMap((score, seat) => (score === best && seat !== me ? [seat] : []));
  const coming = race.to_come
    ? `; up to ${race.to_come.toString()} VP for leads still to come`
    : '';
  if (race.behind > 0) {
    const lead = first.length === 1 ? 'leads' : 'lead';
    return `${names(naming, first)} ${lead} by ${race.behind.toString()} VP${coming}`;
  }
  if (race.behind < 0) return `You lead by ${(-race.behind).toString()} VP${coming}`;
  return `Level with the first${coming}`;
}
