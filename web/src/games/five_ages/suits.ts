/** The suits as outlines in a square of 24, and where their pips stand on a card. */
export const SUIT_PATHS: Record<string, string> = {
  S: 'M12 1.500C15 6.500 22 9.800 22 15a5 5 0 0 1-8.700 3.300c.3 2 1.200 3.400 2.700 4.200H8c1.500-.8 2.400-2.200 2.700-4.200A5 5 0 0 1 2 15C2 9.800 9 6.500 12 1.500z',
  H: 'M12 22.500C8.500 17.500 1.500 13.800 1.500 7.900A5.800 5.800 0 0 1 7.300 2C9.500 2 11.200 3.300 12 5.400 12.800 3.300 14.500 2 16.700 2a5.800 5.800 0 0 1 5.800 5.900c0 5.900-7 9.600-10.500 14.600z',
  D: 'M12 1c2.600 4.200 5.400 7.700 8.500 11-3.100 3.300-5.900 6.800-8.500 11-2.600-4.200-5.400-7.700-8.500-11C6.600 8.700 9.400 5.200 12 1z',
  C: 'M12 1.500a5 5 0 0 1 4 8 5 5 0 1 1-2.700 8.600c.3 2.100 1.200 3.600 2.700 4.400H8c1.500-.8 2.400-2.300 2.700-4.400A5 5 0 1 1 8 9.500a5 5 0 0 1 4-8z',
};

const LEFT = 22;
const MIDDLE = 50;
const RIGHT = 78;
const TOP = 14;
const BOTTOM = 126;
const HALF = 70;
const SIDES = [LEFT, RIGHT];

function both(...rows: number[]): [number, number][] {
  return rows.flatMap((row) => SIDES.map((column): [number, number] => [column, row]));
}

/** By rank, the middles of the pips on a field of 100 by 140. */
export const PIPS: Record<string, [number, number][]> = {
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, HALF],
    [MIDDLE, BOTTOM],
  ],
  4: both(TOP, BOTTOM),
  5: [...both(TOP, BOTTOM), [MIDDLE, HALF]],
  6: both(TOP, HALF, BOTTOM),
  7: [...both(TOP, HALF, BOTTOM), [MIDDLE, 42]],
  8: [...both(TOP, HALF, BOTTOM), [MIDDLE, 42], [MIDDLE, 98]],
  9: [...both(TOP, 51, 89, BOTTOM), [MIDDLE, HALF]],
  T: [...both(TOP, 51, 89, BOTTOM), [MIDDLE, 32], [MIDDLE, 108]],
};
