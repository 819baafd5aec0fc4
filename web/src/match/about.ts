import { cardTitle, type Naming } from './captions';

/** What a game knows of a thing on its table besides the words of the texts. */
export interface Told {
  title?: string;
  /** What it is, in a few words: "Vikings · Explore". */
  kind?: string;
  text?: string;
  /** The entry of `[about]` that tells of all things like it. */
  group?: string;
  /** The section of the rules, if it is another than that of the group. */
  section?: string;
  /** The entry of `[about]` that tells how far its words can be trusted. */
  mark?: string;
}

/** The game's part in explaining `kind:name`, at a table with these options. */
export type Tell = (
  naming: Naming,
  options: Record<string, unknown>,
  kind: string,
  name: string,
) => Told;

interface Explanation {
  title: string;
  kind: string;
  text: string;
  /** Of all things like it. */
  more: string;
  section: string;
  clause: string;
  mark: { title: string; text?: string } | null;
}

/** The two parts of what an element says it is about: "card:gandhi", or "bid" alone. */
export function partsOf(about: string): [kind: string, name: string] {
  const colon = about.indexOf(':');
  return colon < 0 ? [about, ''] : [about.slice(0, colon), about.slice(colon + 1)];
}

export function explain(naming: Naming, about: string, told: Told = {}): Explanation {
  const { texts } = naming;
  const [kind, name] = partsOf(about);
  const card = kind === 'card' ? texts.cards?.[name] : undefined;
  const group = texts.about?.[told.group ?? kind];
  const own = told.text ?? card?.effect ?? '';
  return {
    title: told.title ?? (kind === 'card' ? cardTitle(texts, name) : (group?.title ?? '')),
    kind: told.kind ?? '',
    text: own || (group?.text ?? ''),
    more: own ? (group?.text ?? '') : '',
    section: told.section ?? group?.section ?? '',
    clause: card?.clause ?? '',
    mark: texts.about?.[told.mark ?? ''] ?? null,
  };
}
