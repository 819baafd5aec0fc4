import { caption, cardTitle, label, moveLabel } from '../../match/captions';
import type { BoardProps } from '../board';
import { prompt } from '../prompt';
import type { Host, View } from './contract';

/** What the page's own boards are given, as other people's boards are given it. */
export function viewOf(props: BoardProps): View {
  const { table, naming, seen } = props;
  return {
    seat: seen.seat < naming.names.length ? seen.seat : null,
    players: naming.names.map((name, seat) => ({
      name,
      status: table.seats.find((one) => one.seat === seat)?.status ?? 'ready',
    })),
    seen,
    shown: props.shown,
    unfolding: props.unfolding,
    events: props.told,
    asked: props.asked,
    legal: props.legal,
    refused: props.why,
    sealed: props.steps,
    complete: props.sealing !== 'open',
    prompt: prompt(props),
    scores: props.scores,
    places: props.places,
    notes: props.notes,
    past: props.past,
  };
}

/** It asks for the words of the moment in which they are wanted. */
export function hostOf(props: () => BoardProps): Host {
  return {
    tap: (move) => props().tap(move),
    answer: (moves) => props().answer(moves),
    skip: () => props().skip(),
    move: (move) => moveLabel(props().naming, move),
    caption: (event) => caption(props().naming, event),
    card: (name) => cardTitle(props().naming.texts, name),
    label: (name) => label(props().naming, name),
  };
}
