import { useSyncExternalStore } from 'react';
import { createEmitter } from './emitter.ts';

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the hook of one of several named options, which this browser keeps until it is changed. While the options are
 * not known, the kept one counts as it was; one that is no longer among them counts as none.
 */
export function createKeptOption<T extends { name: string }>(key: string) {
  let kept = read<T>(key);
  const changes = createEmitter();

  function choose(option: T | undefined): void {
    kept = option;
    changes.emit();
    try {
      if (option) localStorage.setItem(key, JSON.stringify(option));
      else localStorage.removeItem(key);
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  }

  return function useKeptOption(known: readonly T[] | undefined) {
    const last = useSyncExternalStore(changes.subscribe, () => kept);
    const options = known ?? (last ? [last] : []);
    return { options, chosen: options.find(({ name }) => name === last?.name), choose };
  };
}
