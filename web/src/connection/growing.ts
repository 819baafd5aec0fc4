import { refusal, Refused } from './api';

/** What grows on the server, a line of JSON at a time; empty lines only show that it is there. */
export async function growing<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { signal });
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
      for (const line of lines) if (line) tell(JSON.parse(line) as Line);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw new Refused(0, 'offline', 'The connection was lost. Try again.', { cause: error });
    }
  }
}
