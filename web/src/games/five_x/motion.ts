import { quintOut } from 'svelte/easing';
import { crossfade, fade } from 'svelte/transition';
import { tempo } from '../../settings/habits.svelte';

/** Cards travel between hand and table under one key. */
export const [send, receive] = crossfade({
  duration: (distance) => tempo() * Math.min(520, 220 + distance * 0.5),
  easing: quintOut,
  fallback: (node) => fade(node, { duration: 180 * tempo() }),
});
