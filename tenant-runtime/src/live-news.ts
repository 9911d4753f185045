import type { Change } from '../contract/changes.ts';
import type { Item } from '../contract/items.ts';

/** Changes that come this close together reach the panels as one event. */
const TOGETHER_MS = 25;
/** In a rush the panels are told this often: an eye sees no more, and each telling costs every panel a redrawing. */
const RUSH_MS = 100;
/** Beyond this many items a list read anew is cheaper than the items themselves. */
const MANY_ITEMS = 500;

/** However fast a count is filled, those who show it are told this often. */
const COUNT_NEWS_MS = 500;

/** Before anything of it is hidden. */
export interface ItemsEvent {
  items: Item[];
  changes?: Change[];
  all?: true;
}

/** The first news of a count at once, what comes soon after it as one more. */
export function createCountTelling(emit: (countId: number) => void) {
  const resting = new Map<number, { more: boolean; timer: NodeJS.Timeout }>();

  function tell(countId: number): void {
    emit(countId);
    const timer = setTimeout(() => {
      const { more } = resting.get(countId) ?? {};
      resting.delete(countId);
      if (more) tell(countId);
    }, COUNT_NEWS_MS);
    resting.set(countId, { more: false, timer });
  }

  return {
    add(countId: number): void {
      const rest = resting.get(countId);
      if (rest) rest.more = true;
      else tell(countId);
    },
    stop(): void {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}

/** Gathers what changed for a moment, the newest state of each item. */
export function createGathering(emit: (event: ItemsEvent) => void) {
  const items = new Map<number, Item>();
  let changes: Change[] = [];
  let timer: NodeJS.Timeout | undefined;
  let toldAt = 0;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (items.size === 0) return;
    toldAt = performance.now();
    const all = items.size > MANY_ITEMS;
    emit({
      items: all ? [] : [...items.values()],
      ...(all ? { all: true as const } : {}),
      ...(changes.length > 0 && !all ? { changes } : {}),
    });
    items.clear();
    changes = [];
  }

  return {
    add(newItems: Item[], newChanges: Change[]): void {
      for (const item of newItems) items.set(item.id, item);
      changes.push(...newChanges);
      timer ??= setTimeout(flush, Math.max(TOGETHER_MS, toldAt + RUSH_MS - performance.now()));
    },
    flush,
  };
}
