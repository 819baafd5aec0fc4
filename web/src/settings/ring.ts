import { habits } from './habits.svelte';
import type { Sound } from './sound';

/** A sound for those who asked for sounds; the others do not even fetch them. */
export function ring(sound: Sound): void {
  if (habits.sound !== 'on') return;
  void import('./sound').then(
    ({ play }) => play(sound),
    () => undefined,
  );
}
