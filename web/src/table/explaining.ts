/** A thing on the table as its element tells of it: what it is (`data-about`), how it is now
    (`data-now`). */
interface Subject {
  about: string;
  now: string;
}

export interface Asked {
  subjects: Subject[];
  /** What is pointed at, and must not be covered. */
  at: Element;
  /** It was asked for by a tap or a key, and stays until it is closed. */
  pinned: boolean;
}

const THINGS = '[data-about]';
/** A tap on one of these is an answer, unless it cannot be given now. */
const ANSWERS = 'button:not([aria-disabled="true"]), a, input, select, textarea, summary, label';
/** How long a mouse rests, and a finger presses, on what it wants to know about. */
const REST = 500;
const PRESS = 500;
/** How long a tip stays when the mouse has left: long enough to get over to it. */
const GRACE = 160;
/** A finger that moves farther than this is scrolling. */
const STILL = 8;

/** What an element is about, and all that it holds. */
function subjectsOf(element: Element, all = false): Subject[] {
  const found = new Map<string, Subject>();
  const own = element.closest<HTMLElement>(THINGS);
  const inner = all ? [...element.querySelectorAll<HTMLElement>(THINGS)] : [];
  for (const one of own ? [own, ...inner] : inner) {
    const { about = '', now = '' } = one.dataset;
    if (one === own || (one as { checkVisibility?: () => boolean }).checkVisibility?.() !== false) {
      if (!found.has(about)) found.set(about, { about, now });
    }
  }
  return [...found.values()];
}

/** Hears what people want to know about: a mouse that rests, a tap on what is no answer, a long
    press, "?" on what has the focus. */
export function explaining(show: (asked: Asked | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the tip is about. */
  let tip: Element | null = null;
  /** It was clicked: no tip until the mouse has been elsewhere. */
  let quiet: Element | null = null;
  let pressed = { x: 0, y: 0 };
  let touched = false;
  /** The click that ends a long press answers nothing. */
  let swallow = false;

  const thing = ({ target }: Event): Element | null =>
    target instanceof Element ? target.closest(THINGS) : null;

  function hide(): void {
    clearTimeout(timer);
    if (tip) show(null);
    tip = null;
  }

  function open(at: Element, pinned: boolean, all = false): boolean {
    hide();
    const subjects = at.isConnected ? subjectsOf(at, all) : [];
    if (!subjects.length) return false;
    if (!pinned) tip = at;
    show({ subjects, at, pinned });
    return true;
  }

  function move(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') {
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STILL;
      if (far) clearTimeout(timer);
      return;
    }
    // Things also come to lie under a mouse that rests.
    if (event.buttons || !(event.movementX || event.movementY)) return;
    const at = thing(event);
    clearTimeout(timer);
    if (at !== quiet) quiet = null;
    const staying = event.target instanceof Element && event.target.closest('[role="tooltip"]');
    if (staying || at === tip) return;
    timer = setTimeout(() => {
      hide();
      if (at && !quiet) timer = setTimeout(() => open(at, false), REST - GRACE);
    }, GRACE);
  }

  function down(event: PointerEvent): void {
    hide();
    swallow = false;
    touched = event.pointerType !== 'mouse';
    const at = thing(event);
    if (!touched) quiet = at;
    else if (at) {
      pressed = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => (swallow = open(at, true)), PRESS);
    }
  }

  function lift(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') clearTimeout(timer);
  }

  function click(event: MouseEvent): void {
    const at = thing(event);
    if (swallow) {
      event.preventDefault();
      event.stopPropagation();
    } else if (at && !(event.target as Element).closest(ANSWERS)) open(at, true);
    swallow = false;
  }

  function menu(event: Event): void {
    if (touched && thing(event)) event.preventDefault();
  }

  function key(event: KeyboardEvent): void {
    const at = document.activeElement;
    if (event.key === 'Escape') hide();
    if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey) return;
    // What gets the focus by itself alone is no thing that somebody went to.
    if (!(at instanceof HTMLElement) || at.tabIndex < 0) return;
    if (at.matches('input, select, textarea')) return;
    if (open(at, true, true)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  const gone = new AbortController();
  const heard = { signal: gone.signal, capture: true };
  addEventListener('pointermove', move, { ...heard, passive: true });
  addEventListener('pointerdown', down, heard);
  addEventListener('pointerup', lift, heard);
  addEventListener('pointercancel', lift, heard);
  addEventListener('scroll', hide, heard);
  addEventListener('click', click, heard);
  addEventListener('contextmenu', menu, heard);
  addEventListener('keydown', key, heard);
  return () => {
    clearTimeout(timer);
    gone.abort();
  };
}
