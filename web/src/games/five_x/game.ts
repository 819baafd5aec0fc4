import { BY_NUMBER } from '../../match/keys';
import type { Game } from '../registry';
import Engraving from './Engraving.svelte';

export const game: Game = {
  name: '5x',
  Engraving,
  pieces: () => import('./pieces'),
  orders: () => import('./orders'),
  keys: [BY_NUMBER],
};
