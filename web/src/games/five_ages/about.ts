import { capital } from '../../match/captions';
import type { Tell } from '../../match/about';
import type { Explainer } from '../../table/About.svelte';
import Picture from './Picture.svelte';
import { JOKER } from './view';
import { cardWords } from './words';

const tell: Tell = ({ texts }, _options, kind, name) => {
  if (kind !== 'card') return {};
  const title = capital(cardWords(texts, name));
  return name === JOKER ? { title, group: 'joker' } : { title };
};

export const explainer: Explainer = { tell, Picture };
