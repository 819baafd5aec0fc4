import type { Tell } from '../../match/about';
import type { Explainer } from '../../table/About.svelte';
import Picture from './Picture.svelte';
import { ATTRIBUTES } from './kinds';
import { civOf, title } from './words';

const tell: Tell = (naming, _options, kind, name) => {
  if (kind === 'card') return { group: ATTRIBUTES.includes(name) ? 'attribute' : 'wild' };
  if (kind !== 'civ' || !name) return {};
  const civ = civOf(naming, name);
  return { title: civ.title, kind: title(naming, civ.attribute), text: civ.blurb };
};

export const explainer: Explainer = { tell, Picture };
