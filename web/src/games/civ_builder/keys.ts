import { digitOf, isLetter, takesEnter } from '../../match/keys';

/** What was chosen last by a letter, so that the same again chooses the next. */
let last: HTMLElement | undefined;

/** Click what a key stands for in the dock; false: it stands for nothing there. */
export function pressed(dock: HTMLElement, key: string, target: EventTarget | null): boolean {
  if (key === 'enter') {
    if (takesEnter(target)) return false;
    return click(dock.querySelector<HTMLElement>('[data-key="enter"]:not([disabled])'));
  }
  if (digitOf(key) >= 0) {
    return click(dock.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`));
  }
  if (!isLetter(key)) return false;
  const named = dock.querySelector<HTMLElement>(`[data-key="${key}"]:not([disabled])`);
  return named ? click(named) : byLetter(dock, key);
}

/** The cards that begin with this letter, one after the other. Where a tap answers, and cannot be taken
    back, the letter of several only leads to them. */
function byLetter(dock: HTMLElement, letter: string): boolean {
  const found = [
    ...dock.querySelectorAll<HTMLElement>('[data-kind]:not([aria-disabled="true"])'),
  ].filter((one) => one.dataset['kind']?.[0]?.toLowerCase() === letter);
  if (!found.length) return false;
  const answers = found.length > 1 && found[0]?.closest('[data-final]');
  const before = answers ? document.activeElement : last;
  const next = found[(found.findIndex((one) => one === before) + 1) % found.length];
  if (answers) next?.focus();
  else next?.click();
  last = next;
  return true;
}

function click(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}
