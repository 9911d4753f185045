/** Concurrent calls with the same key share one run: a double click sends one letter. */
export function createSharedWork() {
  const running = new Map<string, Promise<void>>();
  return (key: string, work: () => Promise<void>): Promise<void> => {
    const present = running.get(key);
    if (present) return present;
    const begun = work().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
}
