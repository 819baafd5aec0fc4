/** Where a note lies: beside what it is about, and on as little as can be that is to be tapped. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const EDGE = 8;
const STEP = 12;
/** What covering a square pixel of something costs, in pixels of distance to the thing. */
const OVER_THING = 0.06;
const OVER_CONTROL = 0.2;

/** The corner of a note of this size that is about a `thing` among these controls. */
export function placed(note: Size, thing: Box, controls: Box[], room: Size): Size & Box {
  const right = Math.max(EDGE, room.width - note.width - EDGE);
  const bottom = Math.max(EDGE, room.height - note.height - EDGE);
  let best = { ...note, left: EDGE, top: EDGE };
  let least = Infinity;
  for (let top = EDGE; top <= bottom; top += STEP) {
    for (let left = EDGE; left <= right; left += STEP) {
      const box = { ...note, left, top };
      const covered = controls.reduce((sum, control) => sum + overlap(box, control), 0);
      const cost =
        distance(box, thing) +
        Math.abs(left + note.width / 2 - (thing.left + thing.width / 2)) / 20 +
        overlap(box, thing) * OVER_THING +
        covered * OVER_CONTROL;
      if (cost < least) [best, least] = [box, cost];
    }
  }
  return best;
}

export function overlap(one: Box, other: Box): number {
  const wide =
    Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const high =
    Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Between the edges of two boxes; 0 where they touch. */
function distance(one: Box, other: Box): number {
  const wide = Math.max(0, one.left - other.left - other.width, other.left - one.left - one.width);
  const high = Math.max(0, one.top - other.top - other.height, other.top - one.top - one.height);
  return Math.hypot(wide, high);
}
