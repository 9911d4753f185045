/** A sign-in kept in the browser under `key`; every page of the address that names the same key shares it. */
export function createStoredSession<T>(key: string) {
  const listeners = new Set<() => void>();
  let current = read();

  function read(): T | null {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  function announce(next: T | null): void {
    current = next;
    for (const listener of listeners) listener();
  }

  // Signing in or out in one tab holds for the others.
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed === key || changed === null) announce(read());
  });

  return {
    current: (): T | null => current,
    /** Read past the memory: another tab may have written a moment ago. */
    fresh(): T | null {
      const stored = read();
      if (JSON.stringify(stored) !== JSON.stringify(current)) announce(stored);
      return current;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn(next: T): void {
      localStorage.setItem(key, JSON.stringify(next));
      announce(next);
    },
    signOut(): void {
      localStorage.removeItem(key);
      announce(null);
    },
  };
}
