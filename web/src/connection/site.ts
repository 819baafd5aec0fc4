/** What this page came from: a server, or plain files in any folder of any web server (`make site`). */
export const hasServer = document.documentElement.dataset['server'] !== 'none';

/** The folder that the page lies in; a server shows it at other addresses as well. */
export const root = hasServer ? '/' : new URL('.', location.href).pathname;

/** The path of a file of the site. */
export const fileAt = (name: string): string => `${root}${name}`;
