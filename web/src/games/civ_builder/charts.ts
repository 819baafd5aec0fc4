/** Where labels stand beside their points: as near as can be, and none on another. */
export function spread(wanted: number[], apart: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const found = wanted.map((one) => Math.max(top, one));
  let last = -Infinity;
  for (const at of order) {
    last = Math.max(found[at] ?? 0, last + apart);
    found[at] = last;
  }
  let next = bottom + apart;
  for (const at of order.reverse()) {
    next = Math.min(found[at] ?? 0, next - apart);
    found[at] = next;
  }
  return found;
}
