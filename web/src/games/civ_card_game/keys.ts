import { digitOf, isLetter, takesEnter } from '../../match/keys';

/** Parts of the board whose cards a letter goes through, one after the other. */
const PARTS: Record<string, string> = { m: 'market', y: 'hand', p: 'land' };

/** Do what a key stands for; false: it stands for nothing. `able`: answers are wanted. */
export function pressed(
  board: HTMLElement,
  key: string,
  target: EventTarget | null,
  able: boolean,
): boolean {
  if (PARTS[key]) return goOn(board, PARTS[key]);
  if (!able) return key === 'w' && click(board.querySelector<HTMLElement>('[data-key="w"]'));
  if (key === 'enter') {
    if (takesEnter(target)) return false;
    return click(board.querySelector<HTMLElement>('[data-key="enter"]:not([disabled])'));
  }
  if (digitOf(key) >= 0) {
    // Answers that are asked for go before the cards of the hand.
    return click(
      board.querySelector<HTMLElement>(`.dock [aria-keyshortcuts="${key}"]:not([disabled])`) ??
        board.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not([disabled])`),
    );
  }
  if (!isLetter(key)) return false;
  return click(board.querySelector<HTMLElement>(`[data-key="${key}"]:not([disabled])`));
}

/** To the next card of this part. */
function goOn(board: HTMLElement, part: string): boolean {
  const all = [...board.querySelectorAll<HTMLElement>(`[data-focus="${part}"]`)];
  const at = all.findIndex((one) => one === document.activeElement);
  const next = all[(at + 1) % Math.max(1, all.length)];
  next?.focus();
  return !!next;
}

function click(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}
