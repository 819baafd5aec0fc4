/** What I leave at a table by the day for decisions to come. */
import type { OrderWish, OrdersView } from '../generated/types';
import { ask, table } from './api';

export const orders = {
  left: (id: string, token: string) => ask<OrdersView>(`${table(id)}/orders`, undefined, token),
  /** In place of all that I have left. */
  leave: (id: string, match: number, orders: OrderWish[], token: string) =>
    ask<OrdersView>(`${table(id)}/orders`, { match, orders }, token),
};
