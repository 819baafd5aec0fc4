import { quintOut } from 'svelte/easing';
import { crossfade, fade, type CrossfadeParams, type TransitionConfig } from 'svelte/transition';
import { tempo } from '../../settings/habits.svelte';
import { zoomOf } from '../../table/zoom';

type Keyed = CrossfadeParams & { key: unknown };
type Flight = (node: Element, params: Keyed) => () => TransitionConfig;

const [leave, arrive] = crossfade({
  duration: (distance) => tempo() * Math.min(520, 220 + distance * 0.5),
  easing: quintOut,
  fallback: (node) => fade(node, { duration: 180 * tempo() }),
});

/** What is left of the way is measured on the screen, and the card goes it on the board. */
function onBoard(fly: typeof leave): Flight {
  return (node, params) => {
    const begin = fly(node, params);
    return () => {
      const { css, ...flight } = begin();
      const zoom = zoomOf(node);
      return css ? { ...flight, css: (t, u) => css(t, u / zoom) } : flight;
    };
  };
}

/** Cards travel between hand and table under one key. */
export const send = onBoard(leave);
export const receive = onBoard(arrive);
