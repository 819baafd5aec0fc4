import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The folders of `src`, from the bottom up: each may import those before it, never those after. */
const layers = ['generated', 'connection', 'match', 'table', 'games', 'pages'];

/** What a file of this layer may not import, whatever the number of dots in front. */
const above = (layer) => ({
  regex: `(^|/)(${layers.slice(layers.indexOf(layer) + 1).join('|')})/`,
  message: `${layer}/ is below: imports flow ${layers.join(' ← ')}.`,
});

const forbid = (files, ...patterns) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const lawOfImports = [
  ...layers.slice(0, -1).map((layer) => forbid(`src/${layer}/**`, above(layer))),
  forbid('src/games/*/**', above('games'), {
    regex: '^\\.\\./(?!\\.\\.)[a-z_]+/',
    message: 'A game does not import another game.',
  }),
];

export default ts.config(
  { ignores: ['node_modules/', 'src/generated/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript knows the names; the rule would only repeat it, wrongly for types.
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
    rules: {
      // `let { x = $bindable() } = $props()` is how Svelte declares what may change.
      'prefer-const': 'off',
    },
  },
  ...lawOfImports,
);
