import { t } from '../../language/words';
import { DIGITS } from '../../match/keys';
import type { Game } from '../registry';
import Engraving from './Engraving.svelte';

export const game: Game = {
  name: 'civ-card-game',
  Engraving,
  pieces: () => import('./pieces'),
  orders: () => import('./orders'),
  get keys() {
    return [
      {
        shown: 'Enter',
        keys: ['enter'],
        meaning: t('collect, buy what is chosen or pinned, confirm: what the red button says'),
      },
      {
        shown: '1 … 9, 0',
        keys: [...DIGITS, '0'],
        meaning: t(
          'choose the answer, unit or block with this number, or the card of the hand in this place',
        ),
      },
      {
        shown: 'M, Y, P',
        keys: ['m', 'y', 'p'],
        meaning: t('go through the market, your hand, the plots; Enter taps where one is'),
      },
      { shown: 'C', keys: ['c'], meaning: t('collect, while the red button buys') },
      { shown: 'W', keys: ['w'], meaning: t('pin or unpin what is chosen') },
      { shown: 'A', keys: ['a'], meaning: t('put an attack together') },
      { shown: 'E', keys: ['e'], meaning: t('end your turn') },
      { shown: 'N', keys: ['n'], meaning: t('no: back, let all through') },
      { shown: 'U', keys: ['u'], meaning: t('undo the last thing that can be taken back') },
      { shown: 'O', keys: ['o'], meaning: t('standing orders for defence') },
      { shown: 'V, I', keys: ['v', 'i'], meaning: t('victory points, all cards') },
    ];
  },
};
