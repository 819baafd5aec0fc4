/** Who I am on this site, on all my devices: asked only by the pages that show it. */
import type { DeviceCode, History, Me, PasskeyOptions, Seating } from '../generated/types';
import { t } from '../language/words';
import { api, ask, askHere, Refused, table } from './api';
import { forgetAllSeats, mySeats, rememberKept, rememberSeat } from './seats';

export function note(told: Me): Me {
  rememberKept(told.account || told.devices.length > 1);
  return told;
}

export interface Which {
  first: number;
  game: string;
  company: string;
}

function historyPath({ first, game, company }: Which): string {
  const query = new URLSearchParams({ first: first.toString() });
  if (game) query.set('game', game);
  if (company) query.set('company', company);
  return `/me/matches?${query.toString()}`;
}

export const me = {
  who: async () => note(await ask<Me>('/me')),
  matches: (which: Which) => ask<History>(historyPath(which)),
  /** What was played on this device, which is asked of nobody else. */
  matchesHere: (which: Which) => askHere<History>(historyPath(which)),
  code: () => ask<DeviceCode>('/me/code', {}),
  /** This device is theirs who was shown these words. */
  join: async (words: string) => adopt(note(await ask<Me>('/me/device', { words }))),
  signOut: async (device: string, here: boolean) => {
    const told = note(await ask<Me>('/me/sign-out', { device }));
    if (here) forgetAllSeats();
    return told;
  },
  signOutOthers: async () => note(await ask<Me>('/me/sign-out', { others: true })),
  erase: async () => {
    const told = note(await ask<Me>('/me/erase', {}));
    forgetAllSeats();
    return told;
  },
  setQuiet: async (quiet: Me['quiet']) => note(await ask<Me>('/me/quiet', { quiet })),
  keep: async () => {
    const { options } = await ask<PasskeyOptions>('/me/passkeys/options', {});
    return note(await ask<Me>('/me/passkeys', { credential: await makePasskey(options) }));
  },
  forgetPasskey: async (passkey: string) => note(await ask<Me>('/me/passkeys/forget', { passkey })),
  signIn: async () => {
    const { options } = await ask<PasskeyOptions>('/sign-in/options', {});
    const told = await ask<Me>('/sign-in', { credential: await usePasskey(options) });
    return adopt(note(told));
  },
};

/** My seat at a table that I sit at with another device; null: I have none. */
export async function takeSeat(id: string): Promise<Seating | null> {
  try {
    const seating = await ask<Seating>(`${table(id)}/mine`, {});
    const [view, games] = await Promise.all([api.table(id, seating.token), api.games()]);
    const title = games.find((game) => game.name === view.game)?.title ?? view.title;
    const finished = view.state === 'finished';
    rememberSeat({ ...seating, game: view.game, title, finished, since: Date.now() });
    return seating;
  } catch (error) {
    // Whoever this device is has no seat there; the table is for them as for everybody.
    if (error instanceof Refused && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

/** The tables of mine that this device does not know yet are its own from now on. */
export async function adopt(told: Me): Promise<Me> {
  const known = new Set(mySeats().map((seat) => seat.table));
  for (const id of told.tables.filter((one) => !known.has(one)).slice(0, MOST)) await takeSeat(id);
  return told;
}

const MOST = 15;

// --- passkeys: what the browser takes and gives are bytes, what is sent is text

/** Why this address can have no passkeys; empty: it can. */
export function whyNoPasskey(): string {
  if (!window.isSecureContext) return t('Passkeys need an address with https.');
  if (!('PublicKeyCredential' in window)) return t('This browser knows no passkeys.');
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return t('Passkeys need an address with a name, not with numbers.');
  }
  return '';
}

export function bytes(text: unknown): ArrayBuffer {
  const plain = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function text(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type Options = PasskeyOptions['options'];

function listed(found: unknown): PublicKeyCredentialDescriptor[] {
  const some = (found ?? []) as { id: string }[];
  return some.map(({ id }) => ({ type: 'public-key', id: bytes(id) }));
}

async function makePasskey(options: Options): Promise<unknown> {
  const user = options['user'] as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options,
    challenge: bytes(options['challenge']),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: listed(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await asked(navigator.credentials.create({ publicKey }));
  const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse;
  return whole(made, {
    attestationObject: text(attestationObject),
    clientDataJSON: text(clientDataJSON),
  });
}

async function usePasskey(options: Options): Promise<unknown> {
  const publicKey = {
    ...options,
    challenge: bytes(options['challenge']),
    allowCredentials: listed(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = await asked(navigator.credentials.get({ publicKey }));
  const response = used.response as AuthenticatorAssertionResponse;
  return whole(used, {
    authenticatorData: text(response.authenticatorData),
    clientDataJSON: text(response.clientDataJSON),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : null,
  });
}

function whole(made: PublicKeyCredential, response: Record<string, string | null>): unknown {
  return { id: made.id, rawId: text(made.rawId), type: made.type, response };
}

/** What the person has said to the browser; they may also have said no. */
async function asked(wish: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await wish.catch((error: unknown) => {
    if ((error as Error).name === 'InvalidStateError') {
      throw new Error(t('There is a passkey for this on this device already.'), { cause: error });
    }
    throw new Error(t('The browser made no passkey: it was called off, or took too long.'), {
      cause: error,
    });
  });
  if (!found) throw new Error(t('The browser has no passkey for this.'));
  return found as PublicKeyCredential;
}
