import { api } from '../../connection/api';
import type { BoardAbout } from '../../generated/types';
import type { Mount } from './contract';

/** Where the board is that a package brings for this game; null: there is none. */
export async function boardOf(game: string): Promise<BoardAbout | null> {
  return (await api.games()).find(({ name }) => name === game)?.board ?? null;
}

/** What the script of a board exports. */
export async function mountOf(script: string): Promise<Mount> {
  const module = (await import(/* @vite-ignore */ script)) as { mount?: unknown };
  if (typeof module.mount !== 'function') throw new TypeError(`${script} exports no mount()`);
  return module.mount as Mount;
}
