import { HERE } from './api';
import { refusal, Refused } from './refused';
import { hasServer } from './site';

/** What grows on the server, a line of JSON at a time; empty lines only show that it is there. */
export async function growing<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  if (HERE.test(path) || !hasServer) return growingHere(path, tell, signal);
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

async function growingHere<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  const { device } = await import('./device');
  const line = (text: string): void => {
    if (text.trim() && !signal.aborted) tell(JSON.parse(text) as Line);
  };
  const told = await device.grow('GET', path, undefined, null, line, signal);
  if (told.status >= 300) throw refusal(told.status, told.text);
}
