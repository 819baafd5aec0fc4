import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const TEXTS = /^assets\/.*\.(js|css)$/;

/** Beside each script and style lies what it is packed: Python, which serves them, cannot pack so well. */
export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => TEXTS.test(one))) {
        const file = path.join(dir, name);
        const plain = await readFile(file);
        const small = await brotli(plain);
        if (small.length < plain.length) await writeFile(`${file}.br`, small);
      }
    },
  };
}
