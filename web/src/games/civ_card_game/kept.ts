/** What this page remembers of a match for its reader alone; only of the newest match. */
const PLACE = 'microciv.civ-card-game.';

export function recall(what: string, match: string): unknown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE + what) ?? '{}');
    return (kept as Record<string, unknown>)[match];
  } catch {
    return undefined;
  }
}

export function remember(what: string, match: string, value: unknown): void {
  try {
    localStorage.setItem(PLACE + what, JSON.stringify({ [match]: value }));
  } catch {
    // A page without storage remembers as long as it is open.
  }
}
