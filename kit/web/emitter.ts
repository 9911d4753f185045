/**
 * Creates an emitter, which calls its listeners in the order in which they subscribed. As with an `EventTarget`, a
 * listener that unsubscribes during an event is not called any more, and one that subscribes hears the next event.
 */
export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    emit(...args: Args): void {
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(...args);
    },
    /** Returns the function that unsubscribes. */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
