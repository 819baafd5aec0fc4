import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subset from 'subset-font';
import type { Plugin } from 'vite';

/** `import 'virtual:letters.css'`: a part of each font that is enough for English. A browser fetches
 * the whole font, declared before, only where a text has other letters of it: signs that it has not
 * come from a font of the device.
 */
const MODULE = 'virtual:letters.css';

const PLAIN = [
  ...[[0x20, 0x7e], [0xa0], [0xb1], [0xb7], [0xbc, 0xbe], [0xd7]],
  ...[[0x2013, 0x2014], [0x2018, 0x2019], [0x201c, 0x201d], [0x2026], [0x2212], [0x2265]],
];

/** Titles have no figures of this font, and hardly a sign that is no punctuation. */
const TITLES = [
  ...[[0x20, 0x22], [0x26, 0x2f], [0x3a, 0x3b], [0x3f], [0x41, 0x5a], [0x61, 0x7a], [0xa0]],
  ...[[0xb7], [0xbd], [0xd7], [0x2013, 0x2014], [0x2018, 0x2019], [0x201c, 0x201d], [0x2026]],
];

/** What the files of Fontsource for Latin have. */
const LATIN = [
  ...[[0x00, 0xff], [0x131], [0x152, 0x153], [0x2bb, 0x2bc], [0x2c6], [0x2da], [0x2dc]],
  ...[[0x2000, 0x206f], [0x20ac], [0x2122], [0x2191], [0x2193], [0x2212], [0x2215]],
];

interface Font {
  family: string;
  weight: string;
  file: string;
  letters: number[][];
  /** Is the whole of it declared here, too? */
  whole?: boolean;
}

const FONTS: Font[] = [
  {
    family: 'EB Garamond Variable',
    weight: '400 800',
    file: '@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2',
    letters: PLAIN,
  },
  ...['500', '700'].map((weight) => ({
    family: 'Alegreya Sans',
    weight,
    file: `@fontsource/alegreya-sans/files/alegreya-sans-latin-${weight}-normal.woff2`,
    letters: PLAIN,
    whole: true,
  })),
  {
    // Its old figures are hard to read at a glance: figures are set in EB Garamond.
    family: 'IM Fell Letters',
    weight: '400',
    file: '@fontsource/im-fell-english-sc/files/im-fell-english-sc-latin-400-normal.woff2',
    letters: TITLES,
  },
];

const hex = (code: number): string => code.toString(16).toUpperCase();

/** As in CSS, "U+20-2F, U+A0". */
function unicodeRange(letters: number[][]): string {
  return letters.map((range) => `U+${range.map(hex).join('-')}`).join(', ');
}

function textOf(letters: number[][]): string {
  return letters
    .flatMap(([first = 0, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, code) => String.fromCodePoint(first + code)),
    )
    .join('');
}

/** The plugin for Vite. */
export function letters(): Plugin {
  const require = createRequire(import.meta.url);
  const folder = path.join(import.meta.dirname, 'node_modules', '.cache', 'letters');
  const sheet = path.join(folder, 'letters.css');

  function face({ family, weight }: Font, name: string, letters: number[][]): string {
    return `@font-face {
  font-family: '${family}';
  font-weight: ${weight};
  font-display: swap;
  src: url('./${name}') format('woff2');
  unicode-range: ${unicodeRange(letters)};
}
`;
  }

  async function faces(font: Font): Promise<string> {
    const { file, letters } = font;
    const whole = await readFile(require.resolve(file));
    const text = textOf(letters);
    const hash = createHash('sha256').update(whole).update(text).digest('hex').slice(0, 8);
    const base = path.basename(file);
    const name = base.replace('latin', `english-${hash}`);
    const made = path.join(folder, name);
    if (!existsSync(made)) {
      await writeFile(made, await subset(whole, text, { targetFormat: 'woff2' }));
    }
    const part = face(font, name, letters);
    if (!font.whole) return part;
    await writeFile(path.join(folder, base), whole);
    return face(font, base, LATIN) + part;
  }

  return {
    name: 'letters',
    async buildStart() {
      await mkdir(folder, { recursive: true });
      await writeFile(sheet, (await Promise.all(FONTS.map(faces))).join(''));
    },
    resolveId: (id) => (id === MODULE ? sheet : null),
  };
}
