/** What a seat has missed, in a few lines: its own losses first. */
import type { GameEvent } from '../generated/types';
import { caption, type Naming } from './captions';

interface SinceLine {
  text: string;
  loss: boolean;
}

const MOST = 5;
const SEATS = ['seat', 'target', 'receiver'];

/** Does this seat lose something by the event? The game says by which one does. */
function isLoss({ texts }: Naming, event: GameEvent, mine: number): boolean {
  const loser = 'target' in event ? event['target'] : event['seat'];
  return loser === mine && (texts.ladder?.['losses'] ?? []).includes(event.event);
}

function saysLittle({ texts }: Naming, event: GameEvent): boolean {
  const { quiet = [], heading = [], told = [] } = texts.ladder ?? {};
  const hidden = event['card'] === null && !told.includes(event.event);
  return hidden || quiet.includes(event.event) || heading.includes(event.event);
}

/** At most five lines: what the seat has lost, then what else concerns it, then the rest; of each
 * kind the last, as they happened. */
export function sinceLines(naming: Naming, events: GameEvent[], mine: number): SinceLine[] {
  const kinds: string[][] = [[], [], []];
  for (const event of events.filter((one) => !saysLittle(naming, one))) {
    const text = caption(naming, event);
    const concerns = SEATS.some((part) => event[part] === mine);
    const kind = kinds[isLoss(naming, event, mine) ? 0 : concerns ? 1 : 2] ?? [];
    if (!kind.includes(text)) kind.push(text);
  }
  const lines: SinceLine[] = [];
  for (const [at, kind] of kinds.entries()) {
    const room = MOST - lines.length;
    const last = room ? kind.slice(-room) : [];
    lines.push(...last.map((text) => ({ text, loss: at === 0 })));
  }
  return lines;
}
