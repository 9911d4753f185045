interface Position {
  /** Pixels from the top. */
  offset: number;
  /** How many rows there were, so that the place is there before they are. */
  count: number;
}

/** Where lists were left, so that coming back to one within the window comes back to its place. */
const positions = new Map<string, Position>();

export const positionOf = (list: string): Position => positions.get(list) ?? { offset: 0, count: 0 };
export const keepPosition = (list: string, position: Position): void => void positions.set(list, position);
