/** A box on the screen, as `getBoundingClientRect` gives it. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

const GAP = 8;

/** Where something of this size lies beside a box, and not on it if there is any room: above,
    below, right, left. */
export function beside(box: Box, size: Size, view: Size): { left: number; top: number } {
  const within = (at: number, long: number, room: number): number =>
    Math.max(GAP, Math.min(at, room - long - GAP));
  const across = within((box.left + box.right - size.width) / 2, size.width, view.width);
  const along = within((box.top + box.bottom - size.height) / 2, size.height, view.height);
  const above = box.top - GAP - size.height;
  const right = box.right + GAP;
  const left = box.left - GAP - size.width;
  if (above >= GAP) return { left: across, top: above };
  if (box.bottom + 2 * GAP + size.height <= view.height) {
    return { left: across, top: box.bottom + GAP };
  }
  if (right + size.width + GAP <= view.width) return { left: right, top: along };
  if (left >= GAP) return { left, top: along };
  return { left: across, top: within(above, size.height, view.height) };
}
