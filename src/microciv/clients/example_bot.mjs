/**
 * An example of a bot: any move that does something, each as likely; what does nothing only where
 * nothing else is legal.
 *
 *     microciv arena 5x --bots "random,easy,mine=cmd:node example_bot.mjs"
 *     node example_bot.mjs http://127.0.0.1:8000/t/TABLE
 */

import { play } from './microciv_client.mjs';

const DULL = ['pass', 'decline', 'done', 'stop', 'end'];
let state = 1;

/** A number from 0 to 1, from a seed: the same seed, the same match (mulberry32). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

function begin(match) {
  state = match.seed | 0;
}

function choose(question) {
  const lively = question.legal.filter((move) => !DULL.includes(move.verb));
  const moves = lively.length > 0 ? lively : question.legal;
  return moves[Math.floor(random() * moves.length)].text;
}

/** Notes go to standard error. */
function over(ending, match) {
  console.error(`match ${match.match} of ${match.game}: place ${ending.places[match.seat]}`);
}

await play(choose, { name: 'example', begin, over });
