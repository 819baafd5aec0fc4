import type { GameEvent, Move, Said, Texts } from '../generated/types';
import { language, number, t, type Language } from '../language/words';

/** Who the words are about and what things are called at this table. */
export interface Naming {
  texts: Texts;
  /** Players' names by seat; the reader's own is `t('You')`. */
  names: string[];
  /** The reader's seat; null for who watches. */
  reader: number | null;
  /** Wonders' names by letter. */
  wonders: Record<string, string>;
  /** How many units of a score make one point. */
  unit: number;
  /** A lesson tells what the game is about. */
  lesson?: boolean;
}

// What may stand in a template is told at the head of core.en.toml; texts/words.py reads the same.
const PART = /\{(\w+)(?:([?:=])((?:[^{}|]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)|('s))?\}/g;
const SEATS = new Set([
  ...['seat', 'other', 'receiver', 'target', 'owner', 'giver', 'winner', 'loser', 'from', 'to'],
  'token',
]);
/** With what words go on from those before them. */
const JOINS: Record<Language, RegExp> = {
  en: /^(and|but|or) /,
  de: /^(und|aber|oder) /,
  es: /^(y|e|pero|o|u) /,
};

export function bare(name: string): string {
  return name.replaceAll('_', ' ');
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "and takes 3" goes on from what stands before it; other words begin anew. */
export function goesOn(words: string): boolean {
  return JOINS[language()].test(words);
}

/** "Great Library" for "the Great Library". */
export function withoutArticle(name: string): string {
  return name.replace(/^(the|el|la|los|las) /, '');
}

/** The question, put about somebody: "Who goes to your left neighbour, Bo?" */
export function askedOf(question: string, name: string): string {
  return t('{question}, {name}?', { question: question.replace(/\?$/, ''), name });
}

/** Points counted in parts of a point, as people write them: nine halves are "4½". */
export function points(score: number, unit: number): string {
  const sign = score < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(score) / unit);
  const rest = Math.abs(score) % unit;
  if (!rest) return `${sign}${whole.toString()}`;
  if (rest * 2 === unit) return `${sign}${whole ? whole.toString() : ''}½`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return `${sign}${number(Math.abs(score) / unit, digits)}`;
}

/** Is this the reader's seat? Somebody else may be called "You", too. */
export function isReader(naming: Naming, seat: unknown): boolean {
  return typeof seat === 'number' && seat === naming.reader;
}

export function label(naming: Naming, name: string): string {
  return naming.texts.labels?.[name] ?? bare(name);
}

/** What the game is about: the first paragraphs of its rules, without any marks; empty in a lesson. */
export function inShort({ texts, lesson }: Naming, paragraphs: number): string {
  if (lesson) return '';
  const text = texts.rules?.[0]?.text ?? '';
  return text.replaceAll('**', '').trim().split('\n\n').slice(0, paragraphs).join(' ');
}

export function cardTitle(texts: Texts, card: unknown): string {
  if (typeof card !== 'string' || card === '') return texts.labels?.['hidden_card'] ?? t('a card');
  return texts.cards?.[card]?.title ?? capital(bare(card));
}

export function wonderTitle(naming: Naming, letter: unknown): string {
  const name = naming.wonders[String(letter)];
  return name ?? `${label(naming, 'wonder')} ${String(letter)}`;
}

/** What a value of a part is called; empty if it goes by itself. */
function valueWords(texts: Texts, part: string, value: unknown): string {
  return texts.values?.[`${part}.${String(value)}`] ?? '';
}

function part(naming: Naming, name: string, value: unknown): string {
  const { texts } = naming;
  if (name === 'card' || texts.parts?.['cards']?.includes(name))
    return valueWords(texts, name, value) || cardTitle(texts, value);
  if (value === null || value === undefined) return '?';
  if (SEATS.has(name) && typeof value === 'number') {
    return value < 0
      ? label(naming, 'nobody')
      : (naming.names[value] ?? t('seat {n}', { n: value + 1 }));
  }
  if (name === 'wonder') return wonderTitle(naming, value);
  const unit = texts.units?.[name];
  if (unit && typeof value === 'number') return points(value, unit);
  return valueWords(texts, name, value) || String(value);
}

function fill(
  naming: Naming,
  template: string,
  parts: Record<string, unknown>,
  begins = true,
): string {
  const said = (
    _: string,
    name: string,
    mark?: string,
    yes?: string,
    no?: string,
    owns?: string,
    at?: number,
  ): string => {
    const first = begins && !at;
    const text = mark === '?' ? '' : part(naming, name, parts[name]);
    const isYou = SEATS.has(name) && isReader(naming, parts[name]);
    if (mark) {
      const value = parts[name];
      const holds = mark === '?' ? Boolean(value) : mark === '=' ? value === 1 : isYou;
      return fill(naming, (holds ? yes : no) ?? '', parts, first);
    }
    const words = owns ? (isYou ? (naming.texts.labels?.['your'] ?? t('Your')) : its(text)) : text;
    return isYou && !first ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  };
  return template.replace(PART, said);
}

/** "Bo's", and "Bo's (bot plays)". */
function its(name: string): string {
  return name.replace(/( \(.*\))?$/, "'s$1");
}

/** A sentence that is neither an event nor a move, from the texts' phrases. */
export function phrase(naming: Naming, name: string, parts: Record<string, unknown>): string {
  return fill(naming, naming.texts.phrases?.[name] ?? '', parts);
}

/** What a seat said, a person's phrase or a bot's reason; empty if there are no words. */
export function saying(naming: Naming, key: string, parts: Record<string, unknown>): string {
  const { talk, reasons } = naming.texts;
  return fill(naming, talk?.[key] ?? reasons?.[key] ?? '', parts);
}

/** The same of what was heard, which may be words of a person's own. */
export function heardWords(naming: Naming, { text, key, parts }: Said): string {
  return text || saying(naming, key, parts);
}

/** So much more or less of what a chance to win is made of. */
export function asset(
  naming: Naming,
  name: string,
  parts: Record<string, unknown>,
  amount: number,
): string {
  const size = Math.abs(amount);
  const many = Math.floor(size + 0.5);
  // On average less than one of what is counted: as in texts/words.py.
  const said = size < 0.75 ? naming.texts.phrases?.['perhaps'] : many.toString();
  const told = { ...parts, amount: said, more: amount > 0, many: many > 1 };
  return fill(naming, naming.texts.assets?.[name] ?? '', told, false);
}

/** What a phrase of people names: `choicesOf` says what it may be. */
export function partsOfTalk(texts: Texts, phrase: string): string[] {
  const found = (texts.talk?.[phrase] ?? '').matchAll(/\{(\w+)/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

/** The values of a part: seats but one's own by number, others as the texts have them. */
export function choicesOf(naming: Naming, part: string, mine: number): (string | number)[] {
  if (SEATS.has(part)) return [...naming.names.keys()].filter((seat) => seat !== mine);
  const begins = `${part}.`;
  return Object.keys(naming.texts.values ?? {})
    .filter((name) => name.startsWith(begins))
    .map((name) => name.slice(begins.length));
}

/** What one of these choices is called. */
export function choiceWords(naming: Naming, name: string, value: string | number): string {
  return part(naming, name, value);
}

/** An event as a sentence. */
export function caption(naming: Naming, event: GameEvent): string {
  const template = naming.texts.events?.[event.event];
  if (template) return fill(naming, template, event);
  const { event: kind, seat, ...parts } = event;
  const rest = Object.entries(parts).map(
    ([name, value]) => `${bare(name)} ${part(naming, name, value)}`,
  );
  const words = [bare(kind), ...rest].join(', ');
  return seat === undefined ? capital(words) : `${part(naming, 'seat', seat)}: ${words}`;
}

/** What is told of events to those who listen: not what is for the log alone. */
export function announced(naming: Naming, events: GameEvent[]): string {
  const quiet = naming.texts.ladder?.['quiet'] ?? [];
  return events
    .filter(({ event }) => !quiet.includes(event))
    .map((event) => caption(naming, event))
    .join('. ');
}

/** What a move is called on its button. */
export function moveLabel(naming: Naming, move: Move): string {
  const template = naming.texts.moves?.[move.verb ?? ''];
  return template ? fill(naming, template, move) : capital(bare(move.text));
}

/** The captions of some events, grouped under the headings of the game's steps. */
interface Rung {
  step: string;
  title: string;
  events: GameEvent[];
}

export function rungs(texts: Texts, events: GameEvent[]): Rung[] {
  const ladder: Rung[] = [];
  for (const event of events) {
    const step = stepOf(texts, event);
    const last = ladder.at(-1);
    if (last?.step === step) last.events.push(event);
    else ladder.push({ step, title: texts.steps?.[step]?.title ?? '', events: [event] });
  }
  return ladder;
}

/** The events from each heading to the next, such as the rounds of a match; the newest first. */
export function chapters(texts: Texts, events: GameEvent[]): GameEvent[][] {
  const headings = texts.ladder?.['heading'] ?? [];
  const found: GameEvent[][] = [];
  for (const event of events) {
    if (!found.length || headings.includes(event.event)) found.push([]);
    found.at(-1)?.push(event);
  }
  return found.reverse();
}

/** Of a card that comes back, for example, the step is that of the card: `returned expand`. */
export function stepOf(texts: Texts, event: GameEvent): string {
  const ofCard = `${event.event} ${String(event['card'])}`;
  for (const [name, { events }] of Object.entries(texts.steps ?? {})) {
    if (events.includes(event.event) || events.includes(ofCard)) return name;
  }
  return '';
}
