import { isAskedHere, standsIn } from './api';
import { language, t } from '../language/words';
import { refusal, Refused } from './refused';

/** What grows on the server, a line of JSON at a time; empty lines only show that it is there. */
export async function growing<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
  body?: unknown,
): Promise<void> {
  if (isAskedHere(path, body)) return growingHere(path, tell, signal, body);
  const headers: Record<string, string> = { 'Accept-Language': language() };
  const init: RequestInit = { signal, headers };
  if (body !== undefined) {
    init.method = 'POST';
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch (error) {
    if (signal.aborted) return;
    if (standsIn(path, body)) return growingHere(path, tell, signal, body);
    throw new Refused(0, 'offline', t('The server does not answer. Try again in a moment.'), {
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
      throw new Refused(0, 'offline', t('The connection was lost. Try again.'), { cause: error });
    }
  }
}

async function growingHere<Line>(
  path: string,
  tell: (line: Line) => void,
  signal: AbortSignal,
  body: unknown,
): Promise<void> {
  const { device } = await import('./device');
  const line = (text: string): void => {
    if (text.trim() && !signal.aborted) tell(JSON.parse(text) as Line);
  };
  const method = body === undefined ? 'GET' : 'POST';
  const told = await device.grow(method, path, body, null, line, signal);
  if (told.status >= 300) throw refusal(told.status, told.text);
}
