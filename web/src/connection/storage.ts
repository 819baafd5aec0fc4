type Area = () => Storage;

const ofDevice: Area = () => localStorage;
/** What is another's in another tab, and gone with it. */
export const ofTab: Area = () => sessionStorage;

/** What this device keeps for the page. Storage can be forbidden, or full: then it lasts as long as
    the page. */
const unstored = new Map<string, string>();

export function read(key: string, area = ofDevice): string | null {
  try {
    return unstored.get(key) ?? area().getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

export function write(key: string, value: string, area = ofDevice): void {
  unstored.set(key, value);
  try {
    area().setItem(key, value);
    unstored.delete(key);
  } catch {
    // kept in `unstored`
  }
}

export function forget(key: string, area = ofDevice): void {
  unstored.delete(key);
  try {
    area().removeItem(key);
  } catch {
    // where nothing can be kept, nothing is
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
