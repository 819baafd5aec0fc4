import { capital } from '../../match/captions';
import type { Tell } from '../../match/about';
import type { Explainer } from '../../table/About.svelte';
import Picture from './Picture.svelte';
import { cardsOf, doesWords } from './cards';

const PAID: Record<string, string> = { building: 'H', wonder: 'H', tech: 'C' };

const tell: Tell = (naming, options, kind, name) => {
  const cards = cardsOf(options);
  const row = cards.get(name);
  if (kind !== 'card' || !row) return {};
  const { values } = naming.texts;
  const type = capital(values?.[`type.${row.type}`] ?? row.type);
  const coin = values?.[`kind.${PAID[row.type] ?? ''}`];
  return {
    kind: coin ? `${type} · ${row.cost.toString()} ${coin}` : type,
    group: row.type,
    // What the texts say of a card is said of the printed one.
    ...(row.source === 'patched' ? { text: sentence(doesWords(cards, name, naming)) } : {}),
    mark: row.source,
  };
};

function sentence(words: string): string {
  return words && `${capital(words)}.`;
}

export const explainer: Explainer = { tell, Picture };
