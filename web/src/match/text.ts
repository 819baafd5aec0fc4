/** The little Markdown of the rules: paragraphs, lists, tables and bold. Never any HTML. */

export interface Run {
  text: string;
  strong: boolean;
}

export type Block =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }
  | { kind: 'table'; rows: Run[][][] };

export function runs(text: string): Run[] {
  return text
    .split('**')
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((run) => run.text);
}

export function blocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((chunk) => block(chunk.split('\n')));
}

function block(lines: string[]): Block[] {
  if (lines[0]?.startsWith('|')) {
    const rows = lines
      .filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
      .map((line) => line.replace(/^\||\|\s*$/g, '').split('|'));
    return [{ kind: 'table', rows: rows.map((row) => row.map((cell) => runs(cell.trim()))) }];
  }
  const first = lines.findIndex((line) => line.startsWith('- '));
  if (first < 0) return [{ kind: 'paragraph', runs: runs(lines.join(' ')) }];
  const before = lines.slice(0, first);
  const items: string[] = [];
  for (const line of lines.slice(first)) {
    if (line.startsWith('- ')) items.push(line.slice(2));
    else items[items.length - 1] = `${items.at(-1) ?? ''} ${line.trim()}`;
  }
  const list: Block = { kind: 'list', items: items.map(runs) };
  return before.length ? [{ kind: 'paragraph', runs: runs(before.join(' ')) }, list] : [list];
}

/** A text in pieces: those that are sought, and what is between them. */
export function marked(text: string, sought: string): { text: string; found: boolean }[] {
  const wanted = sought.trim().toLowerCase();
  if (!wanted) return [{ text, found: false }];
  const pieces: { text: string; found: boolean }[] = [];
  const low = text.toLowerCase();
  let from = 0;
  for (;;) {
    const at = low.indexOf(wanted, from);
    if (at < 0) break;
    if (at > from) pieces.push({ text: text.slice(from, at), found: false });
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), found: true });
  }
  return [...pieces, { text: text.slice(from), found: false }].filter((piece) => piece.text);
}
