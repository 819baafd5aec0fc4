import { t } from '../language/words';

/** What a key does, as the list of keys tells it. */
export interface Shortcut {
  /** As people read it: "1 … 9". */
  shown: string;
  /** The keys, as events name them, in lower case. */
  keys: string[];
  meaning: string;
  /** The questions in which it does that; else in all. */
  when?: string;
}

export const DIGITS = [...'123456789'];

/** What the digits do where a board numbers all that may be chosen. */
export const BY_NUMBER: Shortcut = {
  shown: '1 … 9',
  keys: DIGITS,
  get meaning() {
    return t('choose the card, bid or answer with this number; the same again takes it back');
  },
};

/** The keys of every table, whatever is played. */
export const COMMON: Shortcut[] = [
  {
    shown: 'Tab',
    keys: ['tab'],
    get meaning() {
      return t('go from one thing to the next; Enter or Space chooses');
    },
  },
  {
    shown: 'S',
    keys: ['s'],
    get meaning() {
      return t('skip what is being shown');
    },
    when: 'shown',
  },
  {
    shown: 'H',
    keys: ['h'],
    get meaning() {
      return t('a hint, where the table has them');
    },
  },
  {
    shown: 'L',
    keys: ['l'],
    get meaning() {
      return t('log');
    },
  },
  {
    shown: 'R',
    keys: ['r'],
    get meaning() {
      return t('rules');
    },
  },
  {
    shown: '?',
    keys: ['?'],
    get meaning() {
      return t('explain what has the focus; else this list');
    },
  },
  {
    shown: 'Esc',
    keys: ['escape'],
    get meaning() {
      return t('close');
    },
  },
];

/** Does a letter of the page mean something else on this board? Then it wants Shift. */
export function isTaken(own: Shortcut[], letter: string): boolean {
  return own.some(({ keys }) => keys.includes(letter));
}

/** How the key of a letter is written on this board. */
export function written(own: Shortcut[], letter: string): string {
  return `${isTaken(own, letter) ? '⇧ ' : ''}${letter.toUpperCase()}`;
}

/** The same for those who listen. */
export function spoken(own: Shortcut[], letter: string): string {
  return `${isTaken(own, letter) ? 'Shift+' : ''}${letter.toUpperCase()}`;
}

/** The list of keys: the board's own come first. */
export function listed(own: Shortcut[]): Shortcut[] {
  const common = COMMON.map((one) => {
    const [letter = ''] = one.keys;
    const moved = !one.when && isTaken(own, letter);
    return moved ? { ...one, shown: written(own, letter) } : one;
  });
  return [...own, ...common];
}

/** The number that a key has on it; -1: it has none. */
export function digitOf(pressed: string): number {
  return pressed.length === 1 && pressed >= '0' && pressed <= '9' ? Number(pressed) : -1;
}

/** Is it the key of a letter, pressed by itself? */
export function isLetter(pressed: string): boolean {
  return pressed.length === 1 && pressed >= 'a' && pressed <= 'z';
}

/** Does Enter do something where the focus is? Then it answers nothing besides. */
export function takesEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary') !== null;
}

/** Only the keys that are meant for the table reach what is to be done then. */
export function forTable(
  act: (pressed: string, event: KeyboardEvent) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (isForTable(event)) act(event.key.toLowerCase(), event);
  };
}

/** A click with the pointer leaves no focus: Enter then confirms instead of doing it once more. */
export function release({ detail }: MouseEvent): void {
  const { activeElement } = document;
  if (!detail || !(activeElement instanceof HTMLButtonElement)) return;
  if (!activeElement.closest('dialog, [popover]')) activeElement.blur();
}

/** Is a key meant for the table, and not for what is written or chosen in a field or a sheet? */
function isForTable(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  if (target instanceof Element && target.closest('input, select, textarea, [popover]'))
    return false;
  // A key that is held would answer the next question, too, and tap a button again and again; only
  // steps are taken one after the other.
  const held = event.repeat && !event.key.startsWith('Arrow');
  if (held && ['Enter', ' '].includes(event.key)) event.preventDefault();
  return !held;
}
