import { capital, cardTitle, points, withoutArticle } from '../../match/captions';
import type { Tell } from '../../match/about';
import type { Explainer } from '../../table/About.svelte';
import Picture from './Picture.svelte';
import { actionOf, isLeader, wondersOf } from './view';

const tell: Tell = (naming, options, kind, name) => {
  const { texts } = naming;
  if (kind === 'card') {
    const action = actionOf(texts, name);
    if (!isLeader(name)) return { group: 'action', section: action };
    const people = texts.cards?.[name]?.people ?? '';
    return { group: 'leader', kind: `${people} · ${cardTitle(texts, action)}` };
  }
  if (kind !== 'wonder' || !name) return {};
  const row = wondersOf(options, texts).find(({ letter }) => letter === name);
  if (!row) return {};
  const { labels } = texts;
  const bonus = row.bonus ? `, +${row.bonus.toString()} ${labels?.['resources'] ?? ''}` : '';
  return {
    title: capital(withoutArticle(row.name)),
    kind: `${labels?.['wonder'] ?? ''} ${name} · ${points(row.halves, naming.unit)} ${labels?.['points'] ?? ''}${bonus}`,
    mark: row.source,
  };
};

export const explainer: Explainer = { tell, Picture };
