/** My bot accounts, by which programs of mine play: asked only by the page that shows them. */
import type { BotToken, BotView } from '../generated/types';
import { ask } from './api';

export const bots = {
  mine: () => ask<BotView[]>('/me/bots'),
  make: (name: string) => ask<BotToken>('/me/bots', { name }),
  renew: (bot: string) => ask<BotToken>('/me/bots/renew', { bot }),
  remove: (bot: string) => ask<BotView[]>('/me/bots/delete', { bot }),
};
