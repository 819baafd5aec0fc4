import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import icons from 'unplugin-icons/vite';
import { defineConfig } from 'vitest/config';
import { letters } from './letters.ts';
import { packed } from './packed.ts';

/** Where `microciv serve` listens when it is asked for nothing else. */
const server = process.env['MICROCIV_SERVER'] ?? '127.0.0.1:8000';

/** Folders of the page whose parts are at most tables. */
const SHARED = /src[\\/](connection|language|match|settings|table)[\\/]/;

/** Of a part that others share, which is named after all of them; without an ending. */
const short = (name: string): string => name.replace(/~.*|\.\w+$/g, '');

export default defineConfig({
  plugins: [
    svelte(),
    // `import Anvil from '~icons/game-icons/anvil'` brings in that one drawing and no other.
    icons({ compiler: 'svelte', scale: 1, defaultClass: 'icon' }),
    letters(),
    packed(),
    svelteTesting(),
  ],
  experimental: {
    // Scripts and styles find each other wherever they lie (`make site`); the page, which a server
    // shows at many addresses, says where they are.
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    // The page is data of the Python package; the folder is built, never committed.
    outDir: '../src/microciv/server/page',
    emptyOutDir: true,
    reportCompressedSize: true,
    // The first load is budgeted at 250 kB compressed; a chunk this large is a mistake.
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Each file waits for its turn: what always comes together is one, and so is what all tables
        // share. Parts this small come with others, needed or not.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 3 },
            { name: 'table', test: SHARED, minShareCount: 3, priority: 2 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000,
            },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${short(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    // The tests read what the games call their events.
    fs: { allow: ['.', '../src/microciv/texts'] },
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': { target: `http://${server}` },
      '/boards': { target: `http://${server}` },
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    restoreMocks: true,
    // A jsdom for each file takes three times as long as all tests; each file leaves it as it was.
    isolate: false,
    sequence: { shuffle: true },
  },
});
