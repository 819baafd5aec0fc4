import { digitOf, isLetter } from '../../match/keys';

/** What was chosen last by a letter, so that the same again chooses the next. */
let last = { letter: '', place: -1 };

/** Click what a key stands for in the dock; false: it stands for nothing there. */
export function pressed(dock: HTMLElement, key: string, target: EventTarget | null): boolean {
  if (key === 'enter') {
    if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return false;
    return click(dock.querySelector<HTMLElement>('[data-key="enter"]:not([disabled])'));
  }
  if (digitOf(key) >= 0) {
    return click(dock.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`));
  }
  if (!isLetter(key)) return false;
  const named = dock.querySelector<HTMLElement>(`[data-key="${key}"]:not([disabled])`);
  return named ? click(named) : byLetter(dock, key);
}

/** The cards that begin with this letter, one after the other. */
function byLetter(dock: HTMLElement, letter: string): boolean {
  const found = [
    ...dock.querySelectorAll<HTMLElement>('[data-kind]:not([aria-disabled="true"])'),
  ].filter((one) => one.dataset['kind']?.[0]?.toLowerCase() === letter);
  if (!found.length) return false;
  const place = last.letter === letter ? (last.place + 1) % found.length : 0;
  last = { letter, place };
  return click(found[place] ?? null);
}

function click(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}
