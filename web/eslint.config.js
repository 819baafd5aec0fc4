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
    regex: '^\\.\\./(?!\\.\\.|plain/)[a-z_]+/',
    message: 'A game does not import another game.',
  }),
];

/** Names of rules that stood in the page once; rules stand in Python. */
const REPEATED =
  /^(listAfter|isMeld|yieldOf|blockersOf|blockSteps|blocksFrom|rulesOf|withoutLast)$/;
/** Options that a board may read: how the table looks, and what its cards are. */
const DRAWN = /^(show_\w+|cards|wonder_table|jokers)$/;
/** Of rules, rulings and invariants. */
const CLAUSE = /(?<![\w.])(?:5[XA]|C[ABCDI]|B[ADI]?|A|INV)-[A-Z]?\d/g;
const STRINGS_ALONE = [
  'split',
  'startsWith',
  'endsWith',
  'charAt',
  'substring',
  'match',
  'matchAll',
];

/** Boards draw and add up: they know no clause, take no text apart, and repeat no rule. */
const noRules = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      clause: 'The page knows no clause: say what is so, or have the game say why.',
      apart: 'A board takes no text apart: moves and notes have parts.',
      option:
        'What an option settles is a rule: have the game send what follows from it as a note.',
      printed: 'A number of the rules, as printed: without its note there is none.',
      rule: 'This rule stands in Python: have the game send what follows from it as a note.',
    },
  },
  create(context) {
    const board = /src\/games\//.test(context.filename.replaceAll('\\', '/'));
    const { sourceCode } = context;
    return {
      Program() {
        for (const { index } of sourceCode.text.matchAll(CLAUSE)) {
          context.report({ loc: sourceCode.getLocFromIndex(index), messageId: 'clause' });
        }
      },
      Identifier(node) {
        if (REPEATED.test(node.name)) context.report({ node, messageId: 'rule' });
      },
      MemberExpression({ object, property }) {
        const name = object.name ?? object.property?.name;
        if (board && name === 'options' && !DRAWN.test(property.name ?? property.value)) {
          context.report({ node: property, messageId: 'option' });
        }
      },
      'LogicalExpression[operator="??"]'({ left, right }) {
        const isField = (left.expression ?? left).type === 'MemberExpression';
        if (board && isField && right.value > 0) {
          context.report({ node: right, messageId: 'printed' });
        }
      },
      'Literal[regex]'(node) {
        if (board) context.report({ node, messageId: 'apart' });
      },
      'NewExpression[callee.name="RegExp"], CallExpression[callee.name="RegExp"]'(node) {
        if (board) context.report({ node, messageId: 'apart' });
      },
      'CallExpression > MemberExpression.callee'(node) {
        const name = node.property.name ?? node.property.value;
        const text =
          node.object.type === 'MemberExpression' && node.object.property.name === 'text';
        const whole = ['slice', 'replace', 'replaceAll', 'indexOf', 'includes', 'at', 'search'];
        if (board ? STRINGS_ALONE.includes(name) : false) {
          context.report({ node, messageId: 'apart' });
        } else if (text && [...STRINGS_ALONE, ...whole].includes(name)) {
          context.report({ node, messageId: 'apart' });
        }
      },
    };
  },
};

const SAYING = new Set(['t', 'tn', 'frame']);
/** Attributes that people read or hear. */
const SAID = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
/** What is called the same in every language. */
const NAMES = /\b(microciv|5X|5 Ages|Civ Builder|Civilization: The Card Game|Goofspiel)\b/g;
const words = (text) => /\p{L}{2}/u.test(text.replace(NAMES, ''));

/** All that the page says it says in the reader's language (src/language/words.ts). */
const allLanguages = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      raw: 'Said in English alone: say it by t(), tn() or Say.',
      literal: 'The English is a plain string: the check of the catalogues reads it.',
      early: 'The language is not known yet: say it in a function.',
    },
  },
  create(context) {
    if (/src\/language\//.test(context.filename.replaceAll('\\', '/'))) return {};
    const inModule = (node) => {
      for (let at = node.parent; at; at = at.parent) {
        if (/Function/.test(at.type)) return false;
        if (at.type === 'SvelteScriptElement') {
          return at.startTag.attributes.some(({ key }) => key?.name === 'module');
        }
        if (at.type.startsWith('Svelte') && at.type !== 'SvelteScriptElement') return false;
      }
      return true;
    };
    return {
      SvelteText(node) {
        if (node.parent.type === 'SvelteStyleElement') return;
        if (words(node.value)) context.report({ node, messageId: 'raw' });
      },
      SvelteAttribute({ key, value }) {
        if (!SAID.has(key.name)) return;
        for (const node of value) {
          if (node.type === 'SvelteLiteral' && words(node.value)) {
            context.report({ node, messageId: 'raw' });
          }
        }
      },
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type !== 'Identifier' || !SAYING.has(callee.name)) return;
        const told = callee.name === 'tn' ? given.slice(1, 3) : given.slice(0, 1);
        for (const one of told) {
          if (one.type !== 'Literal') context.report({ node: one, messageId: 'literal' });
        }
        if (inModule(node)) context.report({ node, messageId: 'early' });
      },
    };
  },
};

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
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    plugins: { house: { rules: { 'no-rules': noRules, 'all-languages': allLanguages } } },
    rules: { 'house/no-rules': 'error', 'house/all-languages': 'error' },
  },
  ...lawOfImports,
);
