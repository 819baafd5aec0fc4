import { t } from '../language/words';

/** The server said no, in words fit for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const FINAL = ['blocked', 'malformed'];

/** Would the same be refused again, whoever asks and however often? */
export function isFinal(code: string): boolean {
  return FINAL.includes(code);
}

/** A server that does not understand its page is most likely newer than the page is. */
export const misunderstood = (why: string): string =>
  t('The server does not understand this page; reload it. {why}', { why });

/** What a response that is no answer says. */
export function refusal(status: number, text: string): Refused {
  try {
    const said = JSON.parse(text) as { error?: string; message?: string };
    if (said.message) return new Refused(status, said.error ?? 'refused', said.message);
  } catch {
    // Not ours: a proxy's page, perhaps.
  }
  return new Refused(status, 'failed', t('The server could not do that ({status}).', { status }));
}
