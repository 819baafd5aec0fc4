import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beside } from '../../src/table/beside';
import { explaining, type Asked } from '../../src/table/explaining';

let asked: Asked | null = null;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <p id="plain" data-about="bid" data-now="5">a bid</p>
    <button id="answer" data-about="card:dido">Dido</button>
    <button id="seat">Bo <i data-about="resources">3</i><i data-about="card:erik">E</i></button>
    <input id="field" />
    <p id="other">nothing</p>`;
  asked = null;
  stop = explaining((wanted) => (asked = wanted));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

function pointer(kind: string, id: string, more: Record<string, unknown> = {}): void {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { pointerType: 'mouse' });
  for (const [name, value] of Object.entries({ movementX: 1, movementY: 0, ...more })) {
    Object.defineProperty(event, name, { value });
  }
  at(id).dispatchEvent(event);
}

function press(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  return document.activeElement?.dispatchEvent(event) ?? false;
}

const about = (): string[] => asked?.subjects.map((one) => one.about) ?? [];

test('a mouse that rests gets a tip, and loses it when it leaves', () => {
  pointer('pointermove', 'answer');
  vi.advanceTimersByTime(300);
  expect(asked).toBeNull();
  vi.advanceTimersByTime(300);
  expect(about()).toEqual(['card:dido']);
  expect(asked?.pinned).toBe(false);
  pointer('pointermove', 'other');
  vi.advanceTimersByTime(300);
  expect(asked).toBeNull();
});

test('a thing that comes to lie under a mouse that rests explains nothing', () => {
  pointer('pointermove', 'answer', { movementX: 0 });
  vi.advanceTimersByTime(2000);
  expect(asked).toBeNull();
});

test('what was clicked gets no tip until the mouse has been elsewhere', () => {
  pointer('pointermove', 'answer');
  pointer('pointerdown', 'answer');
  pointer('pointermove', 'answer');
  vi.advanceTimersByTime(2000);
  expect(asked).toBeNull();
  pointer('pointermove', 'other');
  pointer('pointermove', 'answer');
  vi.advanceTimersByTime(2000);
  expect(about()).toEqual(['card:dido']);
});

test('Escape takes the tip away', () => {
  pointer('pointermove', 'answer');
  vi.advanceTimersByTime(1000);
  expect(asked).not.toBeNull();
  press('Escape');
  expect(asked).toBeNull();
});

test('a tap explains what is no answer, and how it is now', () => {
  at('plain').click();
  expect(asked).toMatchObject({ pinned: true, subjects: [{ about: 'bid', now: '5' }] });
});

test('a tap on an answer answers', () => {
  const answered = vi.fn();
  at('answer').addEventListener('click', answered);
  at('answer').click();
  expect(answered).toHaveBeenCalledOnce();
  expect(asked).toBeNull();
});

test('a tap on an answer that cannot be given now explains it', () => {
  at('answer').setAttribute('aria-disabled', 'true');
  at('answer').click();
  expect(about()).toEqual(['card:dido']);
  expect(asked?.pinned).toBe(true);
});

test('a long press explains an answer and does not give it', () => {
  const answered = vi.fn();
  at('answer').addEventListener('click', answered);
  pointer('pointerdown', 'answer', { pointerType: 'touch' });
  vi.advanceTimersByTime(600);
  expect(about()).toEqual(['card:dido']);
  at('answer').click();
  expect(answered).not.toHaveBeenCalled();
  pointer('pointerdown', 'answer', { pointerType: 'touch' });
  vi.advanceTimersByTime(100);
  pointer('pointerup', 'answer', { pointerType: 'touch' });
  vi.advanceTimersByTime(900);
  at('answer').click();
  expect(answered).toHaveBeenCalledOnce();
});

test('a finger that scrolls asks for nothing', () => {
  pointer('pointerdown', 'plain', { pointerType: 'touch', clientX: 0, clientY: 0 });
  pointer('pointermove', 'plain', { pointerType: 'touch', clientX: 0, clientY: 30 });
  vi.advanceTimersByTime(2000);
  expect(asked).toBeNull();
});

test('"?" explains what has the focus with all that it holds, else it is for others', () => {
  const others = vi.fn();
  document.addEventListener('keydown', others);
  at('seat').focus();
  press('?');
  expect(about()).toEqual(['resources', 'card:erik']);
  expect(others).not.toHaveBeenCalled();
  asked = null;
  at('field').focus();
  press('?');
  at('field').blur();
  press('?');
  expect(asked).toBeNull();
  expect(others).toHaveBeenCalledTimes(2);
  document.removeEventListener('keydown', others);
});

test.each([
  ['in the middle', { left: 600, right: 640, top: 400, bottom: 420 }],
  ['at the top', { left: 600, right: 640, top: 2, bottom: 30 }],
  ['in a corner', { left: 1240, right: 1278, top: 690, bottom: 718 }],
  ['as high as the screen', { left: 10, right: 200, top: 0, bottom: 720 }],
])('a tip lies beside what it tells of: %s', (_, box) => {
  const size = { width: 360, height: 200 };
  const { left, top } = beside(box, size, { width: 1280, height: 720 });
  const apart =
    left >= box.right ||
    left + size.width <= box.left ||
    top >= box.bottom ||
    top + size.height <= box.top;
  expect(apart).toBe(true);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(left + size.width).toBeLessThanOrEqual(1280);
  expect(top + size.height).toBeLessThanOrEqual(720);
});
