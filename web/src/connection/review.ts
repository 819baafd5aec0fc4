import type { ReviewLine } from '../generated/types';
import { refusal, Refused, table } from './api';

/** A review, a line at a time as it is worked out. */
export async function review(
  id: string,
  seat: number,
  tell: (line: ReviewLine) => void,
  signal: AbortSignal,
): Promise<void> {
  let response: Response;
  try {
    response = await fetch(`/api${table(id)}/review?seat=${seat.toString()}`, { signal });
  } catch (error) {
    if (signal.aborted) return;
    throw new Refused(0, 'offline', 'The server does not answer. Try again in a moment.', {
      cause: error,
    });
  }
  if (!response.ok || !response.body) throw refusal(response.status, await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) tell(JSON.parse(line) as ReviewLine);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw new Refused(0, 'offline', 'The connection was lost. Try again.', { cause: error });
    }
  }
}
