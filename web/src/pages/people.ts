import type { TableView } from '../generated/types';
import { t } from '../language/words';

/** Does the reader host the table, or share a device with its host? Others may decide about seats while the host is away. */
export function isHost(table: TableView): boolean {
  const mine = (seat: number): boolean => seat === table.you || table.here.includes(seat);
  return table.host && table.seats.every(({ host, seat }) => !host || mine(seat));
}

/** What people may say at a table. */
export const TALK: Record<TableView['talk'], { title: string; help: string }> = {
  get free() {
    return {
      title: t('Free'),
      help: t(
        'People write what they like or say set phrases; bots give reasons. It is not binding.',
      ),
    };
  },
  get phrases() {
    return {
      title: t('Set phrases'),
      help: t('People say set phrases; bots give reasons. It is not binding.'),
    };
  },
  get off() {
    return { title: t('Silence'), help: t('Nobody says anything; bots give no reasons.') };
  },
};

/** Who may see a match without playing in it. */
export const WATCHING: Record<TableView['watching'], { title: string; help: string }> = {
  get on() {
    return {
      title: t('Anybody'),
      help: t('Whoever has the link may watch the match, and everybody sees how many do.'),
    };
  },
  get later() {
    return {
      title: t('A little later'),
      help: t(
        'Whoever has the link sees the match as it was three decisions ago, without the talk.',
      ),
    };
  },
  get off() {
    return { title: t('Nobody'), help: t('The match is seen by its players alone.') };
  },
};
