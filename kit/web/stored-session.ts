import { createEmitter } from './emitter.ts';

/** A session stored in the browser under `key`; all pages of the origin that use the same key share it. */
export function createStoredSession<T>(key: string) {
  const changes = createEmitter();
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
    changes.emit();
  }

  // Signing in or out in one tab applies to the others.
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed === key || changed === null) announce(read());
  });

  return {
    current: (): T | null => current,
    /** Reads the storage instead of memory, because another tab may have just written to it. */
    fresh(): T | null {
      const stored = read();
      if (JSON.stringify(stored) !== JSON.stringify(current)) announce(stored);
      return current;
    },
    subscribe: changes.subscribe,
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
