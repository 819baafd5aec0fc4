import { readObject, write } from '../connection/storage';
import { known, LANGUAGES, speak, type Language } from '../language/words';

/** What this device can be set to, by what; the first is what it is when nothing was chosen. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'calm', 'normal', 'fast', 'none'],
  size: ['100', '115', '130', '150'],
  suits: ['four', 'two'],
  sound: ['off', 'on'],
  language: ['system', ...(Object.keys(LANGUAGES) as Language[])],
} as const;

export type Habit = keyof typeof CHOICES;
type Habits = Record<Habit, string>;

const KEY = 'microciv.habits';
const STILLNESS = '(prefers-reduced-motion: reduce)';
const DARKNESS = '(prefers-color-scheme: dark)';
const root = document.documentElement;

function kept(): Habits {
  const stored = readObject(KEY);
  const entries = Object.entries(CHOICES).map(([habit, choices]) => [
    habit,
    choices.find((choice) => choice === stored[habit]) ?? choices[0],
  ]);
  return Object.fromEntries(entries) as Habits;
}

export const habits = $state(kept());

export function choose(habit: Habit, choice: string): void {
  habits[habit] = choice;
  write(KEY, JSON.stringify(habits));
  // What has been said stays as it was said.
  if (habit === 'language') location.reload();
  apply();
}

/** The styles go by the root's data; the browser's own frame takes the colour of the table. */
function apply(): void {
  Object.assign(root.dataset, habits);
  if (habits.motion === 'system') {
    root.dataset['motion'] = matchMedia(STILLNESS).matches ? 'none' : 'normal';
  }
  const colour = getComputedStyle(root).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

/** The device may change its mind, too. */
export async function begin(): Promise<void> {
  apply();
  for (const query of [STILLNESS, DARKNESS]) matchMedia(query).addEventListener('change', apply);
  await speak(wantedLanguage());
}

/** The language that was chosen, else the first of the device's that the page speaks. */
function wantedLanguage(): Language {
  const { language } = habits;
  return known(language === 'system' ? navigator.languages : [language]);
}

/** How long what moves takes, against the usual; 0: nothing moves. */
export function tempo(): number {
  return Number(getComputedStyle(root).getPropertyValue('--tempo'));
}
