/** What this device keeps for the page. Storage can be forbidden: then it lasts as long as the page. */
const unstored = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

export function write(key: string, value: string): void {
  unstored.set(key, value);
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    // kept in `unstored`
  }
}

/** Something that was kept as JSON; what is damaged is as good as nothing. */
export function readObject(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(read(key) ?? '{}');
    return kept && typeof kept === 'object' ? { ...kept } : {};
  } catch {
    return {};
  }
}
