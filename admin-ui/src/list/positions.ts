interface Position {
  /** Pixels from the top. */
  offset: number;
  /** The number of rows, so that the list has its height before they are loaded. */
  count: number;
}

/** The scroll positions of lists, restored when a list is opened again in the same window. */
const positions = new Map<string, Position>();

export const positionOf = (list: string): Position => positions.get(list) ?? { offset: 0, count: 0 };
export const keepPosition = (list: string, position: Position): void => void positions.set(list, position);
