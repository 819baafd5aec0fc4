import { list, t } from '../../language/words';
import { cardTitle, capital, isReader, type Naming } from '../../match/captions';
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

/** "Cul": where there is no room for more. */
export function short(naming: Naming, kind: string): string {
  return title(naming, kind).slice(0, 3);
}

export function names(naming: Naming, seats: number[]): string {
  return list(seats.map((seat) => inside(naming, seat)));
}

/** "you" inside a sentence that is about whom it names. */
export function inside(naming: Naming, seat: number): string {
  return isReader(naming, seat) ? t('you') : (naming.names[seat] ?? '');
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
  if (level.length && takes) return t('draws level with {names}', { names: names(naming, level) });
  if (takes || breaks) return t('overtakes {names}', { names: names(naming, passed) });
  if (!behind) return t('you lead already');
  const leading = { n: behind, names: names(naming, ahead) };
  return passed.length
    ? t('passes {passed}, {n} behind {names}', { passed: names(naming, passed), ...leading })
    : t('{n} behind {names}', leading);
}

/** Who leads, and whether alone. */
export function leadWords(naming: Naming, leaders: number[]): string {
  if (leaders.length > 1) return t('{names} tied', { names: names(naming, leaders) });
  const name = naming.names[leaders[0] ?? -1] ?? '';
  return isReader(naming, leaders[0]) ? t('you lead') : t('{name} leads', { name });
}

/** "Bo and Cy can see all hands". */
export function canSee(naming: Naming, seats: number[]): string {
  const who = capital(names(naming, seats));
  if (seats.length > 1) return t('{names} can see all hands', { names: who });
  return isReader(naming, seats[0])
    ? t('You can see all hands')
    : t('{name} can see all hands', { name: who });
}

/** "4 VP behind Bo; up to 180 VP for leads still to come." */
export function raceLine(
  naming: Naming,
  race: { behind: number; to_come: number } | undefined,
  points: number[],
  me: number,
): string {
  if (!race || me < 0) return '';
  const gap = gapWords(naming, race.behind, points, me);
  return race.to_come
    ? t('{gap}; up to {points} VP for leads still to come', { gap, points: race.to_come })
    : gap;
}

function gapWords(naming: Naming, behind: number, points: number[], me: number): string {
  if (behind < 0) return t('You lead by {points} VP', { points: -behind });
  if (!behind) return t('Level with the first');
  const best = Math.max(...points);
  const first = points.flatMap((score, seat) => (score === best && seat !== me ? [seat] : []));
  return t('{points} VP behind {names}', { points: behind, names: names(naming, first) });
}
