/** Creates an emitter: `join` adds a listener and returns the function that removes it. */
export function createEmitter<T>() {
  const listeners = new Set<(event: T) => void>();
  return {
    tell(event: T): void {
      for (const listener of listeners) listener(event);
    },
    join(listener: (event: T) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
