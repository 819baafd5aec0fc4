// @ts-check
/**
 * Forecast in the browser: what everybody said and took, the trick, your hand.
 *
 * @import { Board, GameEvent, Host, Move, View } from '../../../web/src/games/brought/contract'
 * @typedef {{ forecast: number, taken: number, cards: number, void: string[] }} Row
 * @typedef {{ cards: Map<number, string>, taker: number }} Trick
 */

const SIGNS = new Map(Object.entries({ S: '♠', H: '♥', D: '♦', C: '♣' }));
const SUITS = new Map(Object.entries({ S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' }));

/**
 * @param {HTMLElement} target
 * @param {Host} host
 * @returns {Board}
 */
export function mount(target, host) {
  const seats = element('ol', { className: 'seats', ariaLabel: 'Players' });
  const trick = element('div', { className: 'trick' });
  const prompt = element('p', { className: 'prompt' });
  const choices = element('ul', { className: 'choices' });
  const dock = element('section', { className: 'dock', ariaLabel: 'Your decision' });
  dock.append(prompt, choices);
  const board = element('div', { className: 'forecast' });
  board.append(seats, trick, dock);
  target.append(board);

  return {
    update(view) {
      const rows = /** @type {Row[]} */ (view.shown['table']);
      const lying = lastTrick(view.events);
      seats.replaceChildren(...rows.map((row, seat) => seatOf(view, row, seat)));
      trick.replaceChildren(...trickOf(view, lying));
      prompt.textContent = view.prompt;
      prompt.classList.toggle('wanted', view.asked && !view.complete);
      // Whoever goes by keys stays where they are.
      const active = document.activeElement;
      const held = active instanceof HTMLElement && choices.contains(active) ? active.dataset : {};
      choices.replaceChildren(...choicesOf(view, host));
      /** @type {HTMLElement | null} */
      const again = held['move'] ? choices.querySelector(`[data-move="${held['move']}"]`) : null;
      again?.focus();
    },
    destroy() {
      board.remove();
    },
  };
}

/**
 * @param {View} view
 * @param {Row} row
 * @param {number} seat
 */
function seatOf(view, row, seat) {
  const player = view.players[seat];
  const told = row.forecast >= 0;
  const said = told ? `${row.taken} of ${row.forecast}` : (player?.status ?? '');
  const one = element('li', { className: 'seat' });
  one.classList.toggle('mine', seat === view.seat);
  one.classList.toggle('lead', told && seat === view.shown['lead']);
  one.append(
    element('span', { className: 'name', textContent: player?.name ?? '' }),
    element('span', { className: 'said', textContent: said }),
    pips(row),
    ...row.void.map((suit) =>
      element('span', { className: 'void', textContent: `no ${SIGNS.get(suit) ?? suit}` }),
    ),
  );
  return one;
}

/**
 * A ring for each trick that was foretold, filled once it is taken; a cross for each too many.
 *
 * @param {Row} row
 */
function pips({ forecast, taken }) {
  const said = Math.max(forecast, 0);
  const full = Math.min(said, taken);
  const marks = '●'.repeat(full) + '○'.repeat(said - full) + '×'.repeat(taken - full);
  return element('span', { className: 'pips', textContent: marks, ariaHidden: 'true' });
}

/**
 * The cards on the table by seat; those of the last trick until the next begins, and who took it.
 *
 * @param {GameEvent[]} events
 * @returns {Trick}
 */
function lastTrick(events) {
  /** @type {Trick} */
  let lying = { cards: new Map(), taker: -1 };
  for (const { event, seat, card } of events) {
    if (event === 'played') {
      if (lying.taker >= 0) lying = { cards: new Map(), taker: -1 };
      lying.cards.set(Number(seat), String(card));
    } else if (event === 'took') lying.taker = Number(seat);
  }
  return lying;
}

/**
 * @param {View} view
 * @param {Trick} lying
 */
function trickOf(view, { cards, taker }) {
  return [...cards].map(([seat, card]) => {
    const place = element('figure', { className: 'laid' });
    place.classList.toggle('taken', taker >= 0 && seat !== taker);
    const name = view.players[seat]?.name ?? '';
    const caption = element('figcaption', { textContent: name });
    if (seat === taker) caption.textContent = name === 'You' ? 'You take it' : `${name} takes it`;
    place.append(face(card), caption);
    return place;
  });
}

/**
 * The forecasts that can be made; else the hand, of which some cards may be played.
 *
 * @param {View} view
 * @param {Host} host
 */
function choicesOf(view, host) {
  const sealed = view.sealed.map(({ text }) => text);
  /** @param {Move} move @param {HTMLElement} inside */
  const choice = (move, inside) => {
    const button = element('button', { className: 'choice', type: 'button' });
    button.ariaPressed = String(sealed.includes(move.text));
    button.dataset['move'] = move.text;
    button.onclick = () => host.tap(move.text);
    button.append(inside);
    const item = element('li', {});
    item.append(button);
    return item;
  };
  const amounts = view.legal.filter(({ verb }) => verb === 'forecast');
  const numbers = amounts.map((move) => {
    const number = element('span', { className: 'amount', role: 'img' });
    number.textContent = String(move['amount']);
    number.ariaLabel = host.move(move);
    return choice(move, number);
  });
  const hand = /** @type {string[]} */ (view.seen['hand']);
  const cards = hand.map((card) => {
    const move = view.legal.find((one) => one['card'] === card);
    if (move) return choice(move, face(card));
    const item = element('li', { className: view.asked && !amounts.length ? 'kept' : '' });
    item.append(face(card));
    return item;
  });
  return amounts.length ? [...numbers, element('li', { className: 'break' }), ...cards] : cards;
}

/** @param {string} card */
function face(card) {
  const suit = card.charAt(0);
  const rank = card.slice(1).replace('T', '10');
  const drawn = element('span', { className: `card ${SUITS.get(suit) ?? ''}`, role: 'img' });
  drawn.ariaLabel = `${rank} of ${SUITS.get(suit) ?? suit}`;
  drawn.append(
    element('b', { textContent: rank }),
    element('i', { textContent: SIGNS.get(suit) ?? suit }),
  );
  return drawn;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 */
function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
