import { quintOut } from 'svelte/easing';
import { crossfade, fade } from 'svelte/transition';

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Cards travel between hand and table under one key. */
export const [send, receive] = crossfade({
  duration: (distance) => (still() ? 0 : Math.min(520, 220 + distance * 0.5)),
  easing: quintOut,
  fallback: (node) => fade(node, { duration: still() ? 0 : 180 }),
});
