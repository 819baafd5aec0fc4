/** One line of what has happened. */
export interface Line {
  text: string;
  /** It begins something: a round, somebody's turn. */
  head: boolean;
  mine: boolean;
  /** Somebody says it, for a moment. */
  said?: boolean;
}
