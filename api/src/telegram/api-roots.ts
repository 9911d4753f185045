/** Failures in a row after which another root is tried: a single call may fail by chance. */
const LEFT_AFTER = 3;
/** How long a root that failed is left alone while there is another. */
const LEFT_FOR_MS = 5 * 60_000;

/** The addresses of the Bot API, such as a relay and Telegram's own, of which one is used at a time. */
export interface ApiRoots {
  current: () => string;
  /** Notes whether a call to this root was answered by the Bot API, whatever the answer was. */
  note: (root: string, isReached: boolean) => void;
}

interface Health {
  failures: number;
  leftUntil: number;
}

/**
 * Uses the first root that answers, in the order given. One that has failed three times in a row is left for five
 * minutes, then a single failure is enough to leave it again.
 */
export function createApiRoots(roots: () => readonly string[], now: () => number = () => performance.now()): ApiRoots {
  const known = new Map<string, Health>();
  const healthOf = (root: string): Health => known.get(root) ?? { failures: 0, leftUntil: Number.NEGATIVE_INFINITY };

  return {
    current(): string {
      const all = roots();
      const well = all.find((root) => healthOf(root).leftUntil <= now());
      // all of them fail: the one that has been left the longest is as good as any
      return well ?? all.toSorted((a, b) => healthOf(a).leftUntil - healthOf(b).leftUntil)[0] ?? '';
    },
    note(root, isReached): void {
      if (isReached) {
        known.delete(root);
        return;
      }
      const failures = healthOf(root).failures + 1;
      const leftUntil = failures >= LEFT_AFTER ? now() + LEFT_FOR_MS : Number.NEGATIVE_INFINITY;
      known.set(root, { failures, leftUntil });
    },
  };
}
