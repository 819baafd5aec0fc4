/** By what ways this site can tell me that it is my turn; and whether it does. */
import type { HookView, Me, NoticesAbout } from '../generated/types';
import { t } from '../language/words';
import { ask, table } from './api';
import { adopt, bytes, note } from './me';
import { fileAt } from './site';

export const notices = {
  about: () => ask<NoticesAbout>('/notices'),
  setAddress: async (address: string) => note(await ask<Me>('/me/address', { address })),
  /** The address is mine; where it was an account's already, its tables are this device's too. */
  confirm: async (words: string) => adopt(note(await ask<Me>('/me/address/confirm', { words }))),
  forgetAddress: async () => note(await ask<Me>('/me/address/forget', {})),
  setMails: async (wanted: boolean) => note(await ask<Me>('/me/address/mails', { wanted })),
  /** Whether the address is anybody's is told to nobody. */
  askWords: (address: string) => ask<object>('/sign-in/mail', { address }),
  hook: async (id: string, token: string | null) =>
    (await ask<HookView>(`${table(id)}/hook`, undefined, token)).url,
  setHook: async (id: string, url: string | null, token: string | null) =>
    (await ask<HookView>(`${table(id)}/hook`, { url }, token)).url,
  push: async (key: string) => note(await ask<Me>('/me/push', await subscribed(key))),
  unpush: async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    return note(await ask<Me>('/me/push/forget', {}));
  },
};

const denied = (): string =>
  t(
    'This browser refuses notices from this site. Allow them in its settings for the site (the sign beside the address), and try again.',
  );

/** Why this browser cannot tell me anything while the page is closed; empty: it can. */
export function whyNoPush(): string {
  if (!window.isSecureContext) return t('Notices need an address with https.');
  if (!('PushManager' in window) || !('Notification' in window)) {
    return isApple()
      ? t(
          'On an iPhone or iPad, put this page on the home screen first (Share, “Add to Home Screen”), and open it there.',
        )
      : t('This browser cannot show notices of pages that are closed.');
  }
  return Notification.permission === 'denied' ? denied() : '';
}

function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Ask the browser, which asks the person. */
async function subscribed(key: string): Promise<object> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(denied());
  await navigator.serviceWorker.register(fileAt('sw.js'));
  const { pushManager } = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const found = await pushManager.subscribe(how).catch((error: unknown) => {
    throw new Error(t('The browser cannot reach the service that brings it notices. Try again.'), {
      cause: error,
    });
  });
  const { endpoint, keys } = found.toJSON();
  return { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } };
}
