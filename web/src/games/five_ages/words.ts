import { list, t, tn } from '../../language/words';
import { bare, cardTitle, isReader, type Naming } from '../../match/captions';
import type { Texts } from '../../generated/types';
import type { Offer } from './answers';
import { neighbour, REASONS, type AttackDrawn } from './view';

/** What the game worked out for this seat (outlook.py), as the page reads it. */
export interface Made {
  hand: string;
  ranks: string[];
}

export interface Aim {
  hand: string;
  /** A suit, or the leading rank. */
  of: string;
  built: string[];
  in_hand: string[];
  have: number;
  wanted: number;
  missing: number;
}

export interface Beat {
  seat: number;
  other: number;
  by: string;
  ranks: string[];
}

const SIGNS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** A word of a table of the texts; empty if it is not there. */
function look(texts: Texts, table: string, name: string): string {
  return (texts as Record<string, Record<string, string> | undefined>)[table]?.[name] ?? '';
}

function value(texts: Texts, part: string, name: string): string {
  return look(texts, 'values', `${part}.${name}`);
}

/** More than any hand has ranks. */
const PLACES = [0, 1, 2, 3, 4];

/** A template of hands: {0} is the first rank or suit, {0s} several such cards, {1} the next. */
function filled(texts: Texts, template: string, letters: string[]): string {
  return PLACES.reduce((words, at) => {
    const letter = letters[at] ?? '';
    const one = value(texts, 'rank', letter) || value(texts, 'suit', letter) || letter;
    return words
      .replaceAll(`{${at.toString()}}`, one)
      .replaceAll(`{${at.toString()}s}`, value(texts, 'ranks', letter) || letter);
  }, template);
}

/** "10" for "TS". */
export function rankOf(card: string): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '');
}

export function suitOf(card: string): string {
  return card.slice(1, 2);
}

/** "10♠", as short as can be. */
export function sign(card: string): string {
  return card === 'Jk' ? t('Joker') : `${rankOf(card)}${SIGNS[suitOf(card)] ?? ''}`;
}

/** "ten of spades". */
export function cardWords(texts: Texts, card: string): string {
  const rank = value(texts, 'rank', card.slice(0, 1));
  const suit = value(texts, 'suit', suitOf(card));
  return rank && suit ? t('{rank} of {suit}', { rank, suit }) : sign(card);
}

export function handWord(texts: Texts, hand: string): string {
  return value(texts, 'hand', hand) || bare(hand);
}

/** "pair of tens", "ace-high flush". */
export function madeWords(texts: Texts, { hand, ranks }: Made): string {
  const template = look(texts, 'made', ranks.length ? hand : 'nothing') || handWord(texts, hand);
  return filled(texts, template, ranks);
}

/** What an aim is, without how far it is: "flush in spades". */
export function aimWords(texts: Texts, { hand, of }: Aim): string {
  return filled(texts, look(texts, 'aims', hand) || handWord(texts, hand), [of]);
}

/** Why one hand is before the next. */
export function beatWords(texts: Texts, beat: Beat, hands: Made[]): string {
  const [better, worse] = [beat.seat, beat.other].map((seat) => {
    const made = hands[seat];
    return made ? madeWords(texts, made) : '';
  });
  const by = beat.by === 'rank' && better !== worse ? 'hand' : beat.by;
  const template = look(texts, 'beats', by)
    .replace('{better}', better ?? '')
    .replace('{worse}', worse ?? '');
  return filled(texts, template, beat.ranks);
}

/** What an offer of this seat says, in words. */
export function offerWords(naming: Naming, seat: number, { side, given, wanted }: Offer): string {
  const { names, texts } = naming;
  const other = neighbour(seat, side, names.length);
  const name = names[other] ?? '';
  const you = isReader(naming, other);
  if (!given || !wanted) {
    return you
      ? t('both cards for both of your cards')
      : t('both cards for both of {name}’s cards', { name });
  }
  const cards = { name, given: cardWords(texts, given), wanted: cardWords(texts, wanted) };
  return you ? t('{given} for your {wanted}', cards) : t('{given} for {name}’s {wanted}', cards);
}

/** How an attack went. */
export function attackWords(naming: Naming, { seat, target, why, stolen }: AttackDrawn): string {
  const { names, texts } = naming;
  const [name, whom] = [names[seat] ?? '', names[target] ?? ''];
  if (why.length) {
    const sum = why.reduce((sum, one) => sum + (REASONS[one] ?? 0), 0);
    const reason = value(texts, 'reason', sum.toString()) || why.map(bare).join(', ');
    const told = { name, whom, reason };
    if (isReader(naming, seat)) return t('You attacked {whom} in vain: {reason}', told);
    if (isReader(naming, target)) return t('{name} attacked you in vain: {reason}', told);
    return t('{name} attacked {whom} in vain: {reason}', told);
  }
  const told = { name, whom, card: stolen ? sign(stolen) : cardTitle(texts, '') };
  if (isReader(naming, seat)) return t('You attacked {whom} and took {card}', told);
  if (isReader(naming, target)) return t('{name} attacked you and took {card}', told);
  return t('{name} attacked {whom} and took {card}', told);
}

/** What is locked in of a row: its Jokers attack these. */
export function lockedRow(targets: string[]): string {
  const whom = list(targets);
  if (!whom) return t('Locked. Tap another card to change.');
  return tn(
    targets.length,
    'Locked, and your Joker attacks {whom}. Tap another card to change.',
    'Locked, and your Jokers attack {whom}. Tap another card to change.',
    { whom },
  );
}

/** What neighbours want who offer something, as a question. */
export function wishing(who: string[]): string {
  return tn(
    who.length,
    '{who} wants to trade: accept what glows?',
    '{who} want to trade: accept what glows?',
    { who: list(who) },
  );
}

/** What a tap on a card of the hand does, by what it is marked as and if another is to be swapped. */
export function buildWords(card: string, mark: string, swapping: boolean): string {
  if (swapping) return t('Swap in {card}', { card });
  if (mark) return t('Take back: {card}', { card });
  return t('Build {card}', { card });
}
