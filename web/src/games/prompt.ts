import { t } from '../language/words';
import { onItsWay, waitingFor } from '../match/answer';
import { bare, capital } from '../match/captions';
import type { BoardProps } from './board';

/** What a board of any game says above the answers. */
export function prompt(props: BoardProps): string {
  const { seen, asked, naming, table, sealing } = props;
  const phase = naming.texts.phases?.[seen.phase];
  const sending = onItsWay(sealing);
  if (sending) return sending;
  if (sealing === 'sealed' && asked) return t('Locked. Tap another to change.');
  if (seen.phase === 'over') return phase?.ask ?? t('The match is over.');
  if (!asked) return waitingFor(table, naming.names, seen.seat);
  if (props.obvious) return t('Nothing to choose: played for you.');
  if (props.steps.length && phase?.more) return phase.more;
  return phase?.ask ?? phase?.title ?? capital(bare(seen.phase));
}

/** Is something to be chosen? */
export function wanted({ asked, sealing, obvious }: BoardProps): boolean {
  return asked && sealing === 'open' && !obvious;
}
