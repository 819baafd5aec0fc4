import { t } from '../../language/words';
import { DIGITS } from '../../match/keys';
import type { Game } from '../registry';
import Engraving from './Engraving.svelte';

export const game: Game = {
  name: '5-ages',
  Engraving,
  pieces: () => import('./pieces'),
  orders: () => import('./orders'),
  get keys() {
    return [
      {
        shown: '1 … 9',
        keys: DIGITS,
        meaning: t('choose the card of your hand with this number; again takes it back'),
        when: 'hand',
      },
      {
        shown: '1 … 8',
        keys: [...'12345678'],
        meaning: t('the swap with this number, while there is trade'),
        when: 'trade',
      },
      {
        shown: '9, 0',
        keys: ['9', '0'],
        meaning: t('both cards for both, with the left or the right neighbour'),
        when: 'trade',
      },
      {
        shown: 'Enter',
        keys: ['enter'],
        meaning: t('skip this step of trading, or send the offers that are marked'),
        when: 'trade',
      },
      { shown: 'D', keys: ['d'], meaning: t('finish trading'), when: 'trade' },
      {
        shown: 'A … D',
        keys: [...'abcd'],
        meaning: t('swap this card of your civilization'),
        when: 'hand',
      },
      {
        shown: 'W, E',
        keys: ['w', 'e'],
        meaning: t('attack the left or the right neighbour with the one Joker you offer'),
        when: 'hand',
      },
    ];
  },
};
