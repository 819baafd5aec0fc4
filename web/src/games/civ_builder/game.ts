import { t } from '../../language/words';
import { DIGITS } from '../../match/keys';
import type { Game } from '../registry';
import Engraving from './Engraving.svelte';

export const game: Game = {
  name: 'civ-builder',
  Engraving,
  pieces: () => import('./pieces'),
  orders: () => import('./orders'),
  get keys() {
    return [
      {
        shown: '1 … 9, 0',
        keys: [...DIGITS, '0'],
        meaning: t(
          'choose the card, attribute, seat or offer in this place; again changes how many',
        ),
      },
      {
        shown: 'C, T, S …',
        keys: [...'ctsargeld'],
        meaning: t('choose a card by its first letter; the same again, the next one'),
        when: 'cards',
      },
      { shown: 'P', keys: ['p'], meaning: t('choose other points to take'), when: 'act' },
      {
        shown: 'Enter',
        keys: ['enter'],
        meaning: t('meld, offer, accept: what the red button says'),
      },
      { shown: 'N', keys: ['n'], meaning: t('no: skip it, pass, decline, end your turn') },
      { shown: 'O, B', keys: ['o', 'b'], meaning: t('make an offer in the market; back') },
      { shown: 'C', keys: ['c'], meaning: t('answer with another offer'), when: 'answer' },
      { shown: 'D', keys: ['d'], meaning: t('discard the whole hand for points'), when: 'dump' },
      { shown: 'V', keys: ['v'], meaning: t('victory points') },
    ];
  },
};
